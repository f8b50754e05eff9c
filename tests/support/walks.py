"""Journals as real sessions write them: the real guided mode, a user who says and presses anything, a voice by draw."""

from __future__ import annotations

from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Source, Stated
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question, StepSubject
from roundtable_tui.domain.journal.events import (
    OUTSIDE,
    VOICE,
    AnswerRevised,
    ChangedOutside,
    Chose,
    Continued,
    DepthChanged,
    Event,
    ItemCreated,
    ModeChosen,
    Outcome,
    Spoke,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.journal.values import Claim, Utterance
from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.modes.guided.mode import GuidedMode
from roundtable_tui.session.moves import (
    Rest,
    Speak,
)
from roundtable_tui.voices.tasks import Discuss, Elaborate, Gaps, Synthesise
from tests.support.journal_in_memory import JournalInMemory
from tests.support.journals import fields_of
from tests.support.projects import shipped_knowledge

_WORDS = ("Invoices are late.", "c", "e", "s", "y", "no", "deep", "undo", "redo", "that's enough", "done", "", "🦜")
_KINDS = (Kind.FR, Kind.AC, Kind.PROBLEM, Kind.RISK, Kind.ESTIMATE, Kind.NOTE)
_ENOUGH = 60
"""Moves after which a walk is long enough, wherever it is."""


class _Walk(JournalInMemory):
    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__()
        self._draw = draw
        self._mode = GuidedMode(elaboration_turns=3)
        self._moves = 0

    def begin(self) -> None:
        self.append(ItemCreated("pay-by-invoice", "Pay by invoice", "manual", "", "guided", self._tier()))
        self._go_on()

    def act(self) -> None:
        """One thing the user does, or another program, and all that follows."""
        match self._draw(st.integers(0, 11)):
            case 0:
                self.append(Chose(self._draw(st.sampled_from(MenuCommand))), by_user=True)
            case 1:
                depth = self._draw(st.sampled_from(Depth))
                self.append(DepthChanged(self.state.guided.phase, depth), by_user=True)
            case 2 if self.state.guided.steps:
                self.append(StepReopened(self._draw(st.sampled_from(sorted(self.state.guided.steps)))), by_user=True)
            case 3:
                self.take_back(self.state.exchange + 1)
            case 4 if self.state.exchange:
                turn = self._draw(st.integers(1, self.state.exchange))
                self.append(AnswerRevised(turn, self._draw(st.sampled_from(_WORDS))), by_user=True)
            case 5:
                self.append(ChangedOutside({"steps_completed": ["02-01"]}), actor=OUTSIDE)
            case 6:
                self.append(ModeChosen("guided"), by_user=True)
            case _ if self.state.talk.ending or self.state.talk.left:
                self.append(Continued(), by_user=True)
            case _:
                self.append(UserSaid(self._draw(st.sampled_from(_WORDS))), by_user=True)
        self._go_on()

    def _go_on(self) -> None:
        while self._moves < _ENOUGH:
            move = self._mode.next_move(self.state, shipped_knowledge())
            if isinstance(move, Rest) or not self.carry_out(move):
                return
            self._moves += 1

    def speak(self, move: Speak) -> bool:
        if self._one_in(6):
            outcome = self._draw(st.sampled_from([Outcome.STOPPED, Outcome.FAILED]))
            self.append(Spoke("drawn", str(self.state.seq), outcome, _said("I was")), actor=VOICE)
            return False
        asked, complete = self._ending(move)
        turn = self.state.talk.turn.number if self.state.talk.turn else self.state.exchange
        claims = (Claim("problem-discovery", "problem", (Stated(turn),)),) if self._one_in(4) else ()
        settled = ("standard/1",) if self._one_in(3) else ()
        spoke = Spoke(
            "drawn", str(self.state.seq), Outcome.FINISHED, (*move.said, *_said("Noted.")), self._changes(turn),
            claims, settled, asked, complete,
        )  # fmt: skip
        self.append(spoke, actor=VOICE)
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
        ids = IdGiver(self.state.dossier.used)
        known = [*self.state.dossier]
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
