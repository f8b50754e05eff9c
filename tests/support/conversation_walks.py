"""Conversations by draw: the real mode and the real offline voice, and a user who says, presses and marks anything.

Each walk holds what it sees against the laws of the mode while it goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import IdGiver
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.conversation_events import BudgetSet, PointMarked, VerdictGiven
from roundtable_tui.domain.journal.events import (
    APP,
    VOICE,
    AnswerRevised,
    Body,
    Chose,
    Continued,
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
from roundtable_tui.domain.journal.values import PointMark, Verdict
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.domain.knowledge.artifact_specs import phases_written
from roundtable_tui.domain.knowledge.coverage import coverage
from roundtable_tui.domain.knowledge.points.open_points import open_points, questions_for, questions_in_all
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

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

_WORDS = (
    "Invoices are late.", "Pay by invoice\nDownload it\nSend reminders", "yes", "no", "accept", "looks good", "c", "e",
    "s", "skip", "I don't know", "whatever you think", "what do you mean?", "undo", "redo", "that's enough", "continue",
    "deep", "2 questions", "amend", "FR-001: Pay later", "drop FR-001", "show me that again", "ok", "", "🦜",
)  # fmt: skip
_ENOUGH = 150
"""Moves after which a walk is long enough, wherever it is."""
_CLOSED = (Standing.SETTLED, Standing.STRUCK, Standing.DEFERRED)


class ConversationWalk(JournalInMemory):
    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__()
        self._draw = draw
        self._mode = ConversationMode()
        self._said_yes = False
        self.moves: list[tuple[int, Move]] = []
        """After how many lines of the journal which move was decided."""

    def begin(self) -> None:
        tier = self._draw(st.sampled_from(["trivial", "light", "standard"]))
        self.append(ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", tier))
        if self._draw(st.booleans()):
            self.append(BudgetSet(self._draw(st.integers(1, 3))))
        self._go_on()

    def act(self) -> None:
        """One thing the user does, and all that follows."""
        self._said_yes = False
        asked = self.state.talk.open_question
        points = open_points(self.state, shipped_knowledge())
        if isinstance(asked, ForVerdict) and self._draw(st.booleans()):
            self._say(self._draw(st.sampled_from(["accept", "looks good", "c", "show me that again"])))
            self._go_on()
            return
        match self._draw(st.integers(0, 13)):
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
        for part in spoken(brief):
            heard.take(part)
        spoke = heard.as_event("offline", Outcome.FINISHED)
        self._check_question(spoke)
        self.append(spoke, actor=VOICE)
        return True

    def append(self, body: Body, *, actor: str = APP, by_user: bool = False, exchange: int | None = None) -> None:
        before = self.state
        super().append(body, actor=actor, by_user=by_user, exchange=exchange)
        self._check_acceptance(before, body)

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
        ledger = self.state.talk.ledger
        known = ledger.points.get(spoke.asked.name)
        assert known is None or known.standing not in _CLOSED, f"{spoke.asked.name} is asked again"
        if known is None or not known.asked:
            assert ledger.topic_questions < questions_in_all(self.state), "the budget is exceeded"

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
def conversations(draw: st.DrawFn, acts: int = 14) -> ConversationWalk:
    walk = ConversationWalk(draw)
    walk.begin()
    for _ in range(draw(st.integers(0, acts))):
        walk.act()
    return walk
