"""Journals as real sessions write them: the real guided mode, a user who says and presses anything, a voice by draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Source, Stated
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question, StepSubject
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.events import (
    APP,
    OUTSIDE,
    USER,
    VOICE,
    AnswerRevised,
    ArtifactsWritten,
    BacklogMarked,
    Body,
    ChangedOutside,
    Chose,
    Continued,
    DepthChanged,
    Event,
    ItemCreated,
    MetaWritten,
    ModeChosen,
    Outcome,
    PhaseCompleted,
    Reinstated,
    Retracted,
    Spoke,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import Fold
from roundtable_tui.domain.journal.values import Claim, Utterance, WrittenFile
from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.modes.guided.mode import GuidedMode
from roundtable_tui.session.moves import (
    Append,
    BringBack,
    EndPhase,
    MarkBacklog,
    Move,
    Rest,
    Scan,
    Speak,
    TakeBack,
    WriteArtifacts,
    WriteMeta,
    journal_mark,
)
from roundtable_tui.session.undo import to_bring_back, to_take_back
from roundtable_tui.voices.tasks import Discuss, Elaborate, Gaps, Synthesise
from tests.support.journals import fields_of
from tests.support.projects import shipped_knowledge

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

_WORDS = ("Invoices are late.", "c", "e", "s", "y", "no", "deep", "undo", "redo", "that's enough", "done", "", "🦜")
_KINDS = (Kind.FR, Kind.AC, Kind.PROBLEM, Kind.RISK, Kind.ESTIMATE, Kind.NOTE)
_ENOUGH = 60
"""Moves after which a walk is long enough, wherever it is."""


class _Walk:
    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._fold = Fold()
        self._mode = GuidedMode(elaboration_turns=3)
        self._moves = 0

    @property
    def events(self) -> list[Event]:
        return list(self._fold.events)

    @property
    def _state(self) -> State:
        return self._fold.state

    def begin(self) -> None:
        self._append(ItemCreated("pay-by-invoice", "Pay by invoice", "manual", "", "guided", self._tier()))
        self._go_on()

    def act(self) -> None:
        """One thing the user does, or another program, and all that follows."""
        match self._draw(st.integers(0, 11)):
            case 0:
                self._append(Chose(self._draw(st.sampled_from(MenuCommand))), by_user=True)
            case 1:
                depth = self._draw(st.sampled_from(Depth))
                self._append(DepthChanged(self._state.guided.phase, depth), by_user=True)
            case 2 if self._state.guided.steps:
                self._append(StepReopened(self._draw(st.sampled_from(sorted(self._state.guided.steps)))), by_user=True)
            case 3:
                self._take_back(self._state.exchange + 1)
            case 4 if self._state.exchange:
                turn = self._draw(st.integers(1, self._state.exchange))
                self._append(AnswerRevised(turn, self._draw(st.sampled_from(_WORDS))), by_user=True)
            case 5:
                self._append(ChangedOutside({"steps_completed": ["02-01"]}), actor=OUTSIDE)
            case 6:
                self._append(ModeChosen("guided"), by_user=True)
            case _ if self._state.talk.ending or self._state.talk.left:
                self._append(Continued(), by_user=True)
            case _:
                self._append(UserSaid(self._draw(st.sampled_from(_WORDS))), by_user=True)
        self._go_on()

    def _go_on(self) -> None:
        while self._moves < _ENOUGH:
            move = self._mode.next_move(self._state, shipped_knowledge())
            if isinstance(move, Rest) or not self._carry_out(move):
                return
            self._moves += 1

    def _carry_out(self, move: Move) -> bool:
        """False where the voice failed: nothing goes on until the user acts again."""
        match move:
            case Speak():
                return self._speak(move)
            case Append(bodies=bodies):
                for body in bodies:
                    self._append(body)
            case TakeBack():
                turn = self._state.talk.turn
                self._take_back(turn.number if turn else self._state.exchange + 1)
            case BringBack():
                self._bring_back()
            case Scan(wanted=wanted):
                self._append(Scanned(wanted.words, (Hit("invoice", 4, 2),), ("a.py",), 10, 0, names=wanted.names))
            case WriteArtifacts(names=names, batch=batch):
                files = tuple(WrittenFile(name, "d", "d") for name in names)
                self._append(ArtifactsWritten(files, self._state.dossier.version, journal_mark(batch)))
            case WriteMeta():
                self._append(MetaWritten({"slug": "pay-by-invoice"}))
            case MarkBacklog(marker=marker):
                self._append(BacklogMarked(marker))
            case EndPhase(phase=phase, how=how, said=said):
                self._append(PhaseCompleted(phase, how, "abc1234", said))
        return True

    def _speak(self, move: Speak) -> bool:
        if self._one_in(6):
            outcome = self._draw(st.sampled_from([Outcome.STOPPED, Outcome.FAILED]))
            self._append(Spoke("drawn", str(self._state.seq), outcome, _said("I was")), actor=VOICE)
            return False
        asked, complete = self._ending(move)
        turn = self._state.talk.turn.number if self._state.talk.turn else self._state.exchange
        claims = (Claim("problem-discovery", "problem", (Stated(turn),)),) if self._one_in(4) else ()
        settled = ("standard/1",) if self._one_in(3) else ()
        spoke = Spoke(
            "drawn", str(self._state.seq), Outcome.FINISHED, (*move.said, *_said("Noted.")), self._changes(turn),
            claims, settled, asked, complete,
        )  # fmt: skip
        self._append(spoke, actor=VOICE)
        return True

    def _ending(self, move: Speak) -> tuple[Question | None, bool]:
        """What a voice may end such a turn with, as the protocol says."""
        step = move.subject.id if isinstance(move.subject, StepSubject) else ""
        match move.task:
            case Gaps():
                return Question(step, GAPS_KEY, "What is missing?"), False
            case Elaborate() | Discuss():
                return Question(step, "elaboration", "What do you think?"), False
            case Synthesise():
                return None, True
        if self._one_in(2):
            return None, True
        return Question(step, f"standard/{self._draw(st.integers(1, 3))}", "And then?"), False

    def _changes(self, turn: int) -> tuple[Change, ...]:
        ids = IdGiver(self._state.dossier.used)
        known = [*self._state.dossier]
        made: list[Change] = []
        for _ in range(self._draw(st.integers(0, 2))):
            source: Source = Stated(turn) if self._one_in(2) else Inferred((turn,))
            if known and self._one_in(3):
                entry = self._draw(st.sampled_from(known))
                op = self._draw(st.sampled_from([Op.REVISE, Op.CONFIRM, Op.DROP]))
                fields = self._draw(fields_of(entry.kind, tidy=True)) if op is Op.REVISE else {}
                fields.pop("fr", None)
                made.append(Change(op, entry.id, entry.kind, fields, (Confirmed(turn),)))
                continue
            kind = self._draw(st.sampled_from(_KINDS))
            fields = self._draw(fields_of(kind, tidy=True))
            fr_id = "FR-001" if kind is Kind.AC else ""
            fields |= {"fr": (fr_id,)} if fr_id else {}
            made.append(Change(Op.RECORD, ids.next(kind, fr_id), kind, fields, (source,)))
        return tuple(made)

    def _take_back(self, before: int) -> None:
        found = to_take_back(self._fold.events, before)
        for number in (*found.asked, *found.exchanges):
            self._append(Retracted(), exchange=number)
        for step_id in found.steps:
            self._append(StepReopened(step_id))

    def _bring_back(self) -> None:
        if turn := self._state.talk.turn:
            self._append(Retracted(), exchange=turn.number)
        if found := to_bring_back(self._fold.events):
            self._append(Reinstated(found.asked_again), exchange=found.exchange)

    def _append(self, body: Body, *, actor: str = APP, by_user: bool = False, exchange: int | None = None) -> None:
        state = self._state
        turn = state.talk.turn
        number = state.exchange + 1 if by_user else turn.number if turn else state.exchange
        seq = state.seq + 1
        at = f"2026-11-16T03:{seq // 60:02d}:{seq % 60:02d}.000Z"
        who = USER if by_user else actor
        self._fold.add(Event(seq, at, number if exchange is None else exchange, who, turn.seq if turn else 0, body))

    def _tier(self) -> str:
        return self._draw(st.sampled_from(["trivial", "light", "standard", "epic"]))

    def _one_in(self, number: int) -> bool:
        return self._draw(st.integers(0, number - 1)) == number - 1


def _said(text: str) -> tuple[Utterance, ...]:
    return (Utterance(MAYA, text),)


@st.composite
def sessions(draw: st.DrawFn, acts: int = 8) -> list[Event]:
    """The journal of a session in which the user acted up to so many times."""
    walk = _Walk(draw)
    walk.begin()
    for _ in range(draw(st.integers(0, acts))):
        walk.act()
    return walk.events
