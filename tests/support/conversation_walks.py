"""Conversations by draw: the real mode, the offline voice or a model by draw, somebody who drafts and raises points
beside the talk, and a user who says, presses and marks anything.

Each walk holds what it sees against the laws of the mode while it goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.conversation_events import BudgetSet, LookBegun, LookEnded, PointMarked, VerdictGiven
from roundtable_tui.domain.journal.events import (
    APP,
    VOICE,
    AnswerRevised,
    Body,
    Chose,
    Continued,
    Contributed,
    DepthChanged,
    Ending,
    Finished,
    ItemCreated,
    Outcome,
    Retracted,
    Spoke,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import LookDepth, LookEnd, LookPart, PointMark, Verdict
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.domain.knowledge.artifact_specs import phases_written
from roundtable_tui.domain.knowledge.coverage import coverage
from roundtable_tui.domain.knowledge.points.open_points import open_points, questions_for, questions_in_all
from roundtable_tui.domain.knowledge.points.point_names import RAISED, REST, ids_in
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.ledger import Standing
from roundtable_tui.domain.talk.menu import MenuCommand, parse_menu
from roundtable_tui.domain.talk.verdicts import accept_or_amend
from roundtable_tui.modes.conversation.confirmation import to_accept
from roundtable_tui.modes.conversation.mode import ConversationMode
from roundtable_tui.session.moves import (
    Move,
    Rest,
    Speak,
)
from roundtable_tui.session.voice_turn import HeardParts, brief_for
from roundtable_tui.voices.offline.voice import spoken
from tests.support.journal_in_memory import JournalInMemory
from tests.support.projects import shipped_knowledge
from tests.support.voices.drawn_model import MEANING, DrawnModel, drawn_point

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import State

_WORDS = (
    "Invoices are late.", "Pay by invoice\nDownload it\nSend reminders", "yes", "no", "accept", "looks good", "c", "e",
    "s", "skip", "I don't know", "whatever you think", "what do you mean?", "undo", "redo", "that's enough", "continue",
    "deep", "2 questions", "amend", "FR-001: Pay later", "drop FR-001", "show me that again", "ok", "", "🦜",
)  # fmt: skip
_ENOUGH = 150
"""Moves after which a walk is long enough, wherever it is."""
_CLOSED = (Standing.SETTLED, Standing.STRUCK, Standing.DEFERRED)
_NO_YES = frozenset(
    {"I don't know", "whatever you think", "what do you mean?", "skip", "deep", "2 questions", "amend", "", "undo"}
)
"""Words that confirm nothing, whatever was shown."""


class ConversationWalk(JournalInMemory):
    def __init__(self, draw: st.DrawFn, *, model: bool = False) -> None:
        super().__init__()
        self._draw = draw
        self._model = DrawnModel(draw) if model else None
        self._mode = ConversationMode()
        self._said_yes = False
        self.moves: list[tuple[int, Move]] = []
        """After how many lines of the journal which move was decided."""

    def begin(self) -> None:
        tier = self._draw(st.sampled_from(["trivial", "light", "standard", "epic"]))
        self.append(ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", tier))
        if self._draw(st.booleans()):
            self.append(BudgetSet(self._draw(st.integers(1, 3))))
        if self._model or self._draw(st.booleans()):
            self._draft()
        self._go_on()

    def _draft(self) -> None:
        """The table has read and drafted: like entries that make a group, and points in one wording or two."""
        self.append(LookBegun(LookDepth.THOROUGH))
        for number in range(self._draw(st.integers(0, 4))):
            self._contribute(Kind.FR, title=f"Requirement {number}", priority="Must Have")
        self._raise()
        for part in LookPart:
            self.append(LookEnded(part, LookEnd.DONE))

    def _raise(self) -> None:
        for _ in range(self._draw(st.integers(1, 5))):
            self._contribute(Kind.QUESTION, **drawn_point(self._draw))

    def _contribute(self, kind: Kind, **fields: Value) -> None:
        entry_id = IdGiver(self.state.dossier.used).next(kind)
        change = Change(Op.RECORD, entry_id, kind, fields, (Inferred((0,)),))
        self.append(Contributed("investigation", (change,)), actor="investigation")

    def act(self) -> None:
        """One thing the user does, and all that follows."""
        self._said_yes = False
        asked = self.state.talk.open_question
        points = open_points(self.state, shipped_knowledge())
        if isinstance(asked, ForVerdict) and self._draw(st.booleans()):
            self._say(self._draw(st.sampled_from(["accept", "looks good", "c", "show me that again"])))
            self._go_on()
            return
        match self._draw(st.integers(0, 14)):
            case 14:
                self._raise()
            case 13 if lists := [one.name for one in points if "+" in one.name.key]:
                self.append(PointMarked(self._draw(st.sampled_from(lists)), PointMark.PULLED), by_user=True)
            case 0:
                command = self._draw(st.sampled_from(MenuCommand))
                self._said_yes = command is MenuCommand.CONTINUE
                self.append(Chose(command), by_user=True)
            case 1:
                self.append(DepthChanged("", self._draw(st.sampled_from(Depth))), by_user=True)
            case 2 if points:
                mark = self._draw(st.sampled_from([PointMark.STRUCK, PointMark.PULLED]))
                self.append(PointMarked(self._draw(st.sampled_from(points)).name, mark), by_user=True)
            case 3:
                self.append(BudgetSet(questions_for(self._draw(st.integers(0, 4)), self.state)), by_user=True)
            case 4:
                self.take_back(self.state.exchange + 1)
            case 5 if said := self._standing_turns():
                self._say(self._draw(st.sampled_from(_WORDS)), self._draw(st.sampled_from(said)))
            case 6 if isinstance(asked, ForVerdict):
                verdict = self._draw(st.sampled_from(Verdict))
                self._said_yes = verdict is Verdict.ACCEPT
                self.append(VerdictGiven(asked.stage, verdict), by_user=True)
            case _ if self.state.talk.ending is Ending.EARLY:
                self.append(Continued(), by_user=True)
            case _:
                self._say(self._draw(st.sampled_from(_WORDS)))
        self._go_on()

    def _standing_turns(self) -> list[int]:
        """Those in which the user said something that still counts."""
        void = voided_exchanges(self._fold.events)
        said = (event.exchange for event in self._fold.events if isinstance(event.body, UserSaid | AnswerRevised))
        return sorted(set(said) - void)

    def _say(self, words: str, turn: int = 0) -> None:
        self._said_yes = accept_or_amend(words) is Verdict.ACCEPT or parse_menu(words) is MenuCommand.CONTINUE
        self.append(AnswerRevised(turn, words) if turn else UserSaid(words), by_user=True)

    def _go_on(self) -> None:
        while len(self.moves) < _ENOUGH:
            move = self._mode.next_move(self.state, shipped_knowledge())
            self.moves.append((len(self._fold.events), move))
            if isinstance(move, Rest):
                return
            self.carry_out(move)

    def meta(self) -> dict[str, object]:
        covered = [one.topic for one in coverage(shipped_knowledge().topics, self.state) if one.covered]
        known = self.state.files.meta or {}
        before = known.get("topics_covered", [])
        assert isinstance(before, list)
        return {"topics_covered": [*before, *covered], "phases_completed": list(phases_written(self.state))}

    def speak(self, move: Speak) -> bool:
        knowledge = shipped_knowledge()
        brief = brief_for(move, self.state, knowledge, IdGiver(self.state.dossier.used))
        heard = HeardParts(brief)
        for part in self._model.turn(brief) if self._model else spoken(brief):
            heard.take(part)
        spoke = heard.as_event("claude" if self._model else "offline", Outcome.FINISHED)
        self._check_question(spoke)
        self.append(spoke, actor=VOICE)
        return True

    def append(self, body: Body, *, actor: str = APP, by_user: bool = False, exchange: int | None = None) -> None:
        before = self.state
        super().append(body, actor=actor, by_user=by_user, exchange=exchange)
        self._check_acceptance(before, body)
        self._check_confirmed(before, body)

    def _check_question(self, spoke: Spoke) -> None:
        """Nothing answered, struck or put off is asked, and no question more than there are to be.

        What the user is answering just now may be put once more: they came back to it.
        """
        turn = self.state.talk.turn
        answered = turn.answers if turn else None
        if spoke.asked is None or spoke.asked.topic == AMENDMENT:
            return
        if isinstance(answered, ForAnswer) and answered.question.name == spoke.asked.name:
            return
        self._check_wording(spoke.asked)
        ledger = self.state.talk.ledger
        known = ledger.points.get(spoke.asked.name)
        assert known is None or known.standing not in _CLOSED, f"{spoke.asked.name} is asked again"
        if known is None or not known.asked:
            assert ledger.topic_questions < questions_in_all(self.state), "the budget is exceeded"

    def _check_wording(self, asked: Question) -> None:
        """Nothing the user has closed is asked in other words, unless they pulled it forward."""
        if any(name.question == asked.name for name in self.state.conversation.pulled):
            return
        closed = {
            meaning
            for name, point in self.state.talk.ledger.points.items()
            if point.standing in _CLOSED and name != asked.name
            for meaning in self._meanings(name.key, point.question)
        }
        assert closed.isdisjoint(self._meanings(asked.key, asked)), f"{asked.text} is asked in other words"

    def _meanings(self, key: str, question: Question | None) -> set[int]:
        """What a raised question, or a list of them, asks for, whatever its words."""
        if not key.startswith((f"{RAISED}/", f"{REST}/")):
            return set()
        entries = (self.state.dossier.get(name) for name in ids_in(key))
        texts = [entry.text() for entry in entries if entry]
        if question:
            texts += [part.text for part in question.parts] or [question.original or question.text.split("\n")[0]]
        return {MEANING[text] for text in texts if text in MEANING}

    def _check_confirmed(self, before: State, body: Body) -> None:
        """A verdict on a summary confirms no entry, and neither do words that are no yes to anything."""
        if isinstance(body, VerdictGiven):
            assert self.state.dossier.version == before.dossier.version
        turn = before.talk.turn
        if not isinstance(body, Spoke) or (turn and turn.text not in _NO_YES):
            return
        for entry in self.state.dossier:
            known = before.dossier.get(entry.id)
            sure = entry.confidence is Confidence.HIGH
            assert not (sure and known and known.confidence is not Confidence.HIGH), f"nobody confirmed {entry.id}"

    def _check_acceptance(self, before: State, body: Body) -> None:
        """Only a verdict of the user accepts, and only what was shown; nothing is finished that was not accepted."""
        if isinstance(body, Retracted | AnswerRevised):
            return
        now = self.state
        new = {
            stage
            for stage, digest in now.conversation.accepted.items()
            if before.conversation.accepted.get(stage) != digest
        }
        if new:
            assert isinstance(body, VerdictGiven)
            assert body.verdict is Verdict.ACCEPT
            assert before.talk.open_question == ForVerdict(body.stage)
            assert self._said_yes, "nobody accepted it"
        if isinstance(body, Finished) and body.ending is Ending.COMPLETE:
            assert before.conversation.confirmation is Confirmation.FINALIZING
            assert to_accept(before, shipped_knowledge()) is None


@st.composite
def conversations(draw: st.DrawFn, acts: int = 14, *, model: bool = False) -> ConversationWalk:
    walk = ConversationWalk(draw, model=model)
    walk.begin()
    for _ in range(draw(st.integers(0, acts))):
        walk.act()
    return walk
