"""What a user can want of an open item: one list of verbs for the screen, plain mode, recordings and the shell."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Change
from roundtable_tui.domain.journal.conversation_events import BudgetSet, PointMarked, VerdictGiven
from roundtable_tui.domain.journal.events import (
    AnswerRevised,
    Chose,
    Continued,
    Decided,
    Decision,
    DepthChanged,
    Ending,
    StepReopened,
)
from roundtable_tui.domain.journal.state import GUIDED
from roundtable_tui.domain.journal.values import PointMark, PointName, Stage, Verdict
from roundtable_tui.domain.journal.waiting import ForVerdict
from roundtable_tui.domain.knowledge.points.open_points import questions_for
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.session.beside.comment_intents import CommentIntent
from roundtable_tui.storage.versions import Version

if TYPE_CHECKING:
    from types import TracebackType

    from roundtable_tui.domain.journal.events import Body
    from roundtable_tui.domain.journal.state import State


class Start(Struct, frozen=True):
    """Take up the item where it stands: say so, do what is owed, and ask what was not answered."""

    depth: Depth | None = None
    """Asked for on opening: it holds for everything not yet begun."""
    mode: str = ""
    """Asked for on opening, where that is another than the item is in."""


class Submit(Struct, frozen=True):
    """The user's words, exactly as typed."""

    text: str


class Choose(Struct, frozen=True):
    command: MenuCommand


class ChangeDepth(Struct, frozen=True):
    depth: Depth


class Reopen(Struct, frozen=True):
    step: str


class Revise(Struct, frozen=True):
    """Say something else instead of what was said in that turn."""

    turn: int
    text: str


class Undo(Struct, frozen=True):
    """Take back the last thing the user said or did."""


class Redo(Struct, frozen=True):
    """Let what was taken back last count again; nothing else may have been said or done since."""


class Retry(Struct, frozen=True):
    """Do again what the voice could not finish."""


class GoOn(Struct, frozen=True):
    """Take the talk up again that the user left, or ended early."""


class BeginAgain(Struct, frozen=True):
    """Go through a finished analysis once more; what is known stays."""


class ChooseMode(Struct, frozen=True):
    mode: str


class Rename(Struct, frozen=True):
    """Call the item something else; the talk stays where it is, and the folder keeps its name."""

    description: str


class Judge(Struct, frozen=True):
    """Accept or amend the summary of this stage; it does nothing where another is shown by then."""

    stage: Stage
    verdict: Verdict


class MarkPoint(Struct, frozen=True):
    """Strike an open point, put it off, or have it asked next."""

    point: PointName
    mark: PointMark


class HandToPanel(Struct, frozen=True):
    """Let a panel decide an open point; without one, the question that waits. Whoever shows the item holds it."""

    point: PointName | None = None


class PullForward(Struct, frozen=True):
    """Have these open points asked next, the first of them first."""

    points: tuple[PointName, ...]


class SetBudget(Struct, frozen=True):
    """There are to be so many more questions, the one being asked included."""

    questions: int


class WrapUp(Struct, frozen=True):
    """End the analysis here without asking, with the gaps marked."""


class Review(Struct, frozen=True):
    """What the user decides about entries; `changes` is told the turn they are stated or confirmed in.

    The talk stays where it is, so that an item can be reviewed without being taken up. Without `at_once` the documents
    wait until nothing more is decided for a moment, at the longest until the item is let go.
    """

    changes: Callable[[int], tuple[Change, ...]]
    at_once: bool = True


class MakePlan(Struct, frozen=True):
    """Cut what is known into tasks, or bring the tasks on record up to date; the talk stays where it is."""


class ReadCriteria(Struct, frozen=True):
    """Let two readers who do not know of each other read the criteria; where they differ is an open point then."""


class TakeInEdits(Struct, frozen=True):
    """Look at the artifacts again: what was written into them by hand counts, and the others follow."""


class TakeOurs(Struct, frozen=True):
    """Settle a conflict for the analysis: its version is written over the user's, which stays in the history."""

    name: str


class Restore(Struct, frozen=True):
    """Put an earlier version back as the user's own text, and let the analysis follow; what it replaces is kept."""

    version: Version


Intent = (
    Start
    | Submit
    | Choose
    | ChangeDepth
    | Reopen
    | Revise
    | Undo
    | Redo
    | Retry
    | GoOn
    | BeginAgain
    | ChooseMode
    | Rename
    | Judge
    | MarkPoint
    | HandToPanel
    | PullForward
    | SetBudget
    | WrapUp
    | Review
    | MakePlan
    | ReadCriteria
    | TakeInEdits
    | TakeOurs
    | Restore
    | CommentIntent
)


class UnderWay(Coroutine[Any, Any, None]):
    """Carries out an intent and tells once when that is over, also where it was given up before it began."""

    def __init__(self, work: Coroutine[Any, Any, None], over: Callable[[], None]) -> None:
        self._work = work
        self._over: Callable[[], None] | None = over

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            return (yield from self._work.__await__())
        finally:
            self._tell()

    def send(self, value: Any) -> Any:
        try:
            return self._work.send(value)
        except BaseException:
            self._tell()
            raise

    def throw(
        self,
        typ: type[BaseException] | BaseException,
        val: BaseException | object = None,
        tb: TracebackType | None = None,  # noqa: ARG002
    ) -> Any:
        try:
            return self._work.throw(val if isinstance(val, BaseException) else typ)
        except BaseException:
            self._tell()
            raise

    def close(self) -> None:
        try:
            self._work.close()
        finally:
            self._tell()

    def __del__(self) -> None:
        self.close()

    def _tell(self) -> None:
        if over := self._over:
            self._over = None
            over()


def as_event(intent: Intent, state: State) -> Body | None:
    """What the user did, where that is one event and needs nothing but the state; None where there is nothing to do."""
    match intent:
        case Choose(command=command):
            return Chose(command)
        case ChangeDepth(depth=depth):
            return DepthChanged(state.guided.phase if state.mode == GUIDED else "", depth)
        case Reopen(step=step):
            return StepReopened(step)
        case Revise(turn=turn, text=text):
            return AnswerRevised(turn, text)
        case GoOn():
            return Continued()
        case Judge(stage=stage, verdict=verdict):
            return VerdictGiven(stage, verdict) if state.talk.open_question == ForVerdict(stage) else None
        case MarkPoint(point=point, mark=mark):
            return PointMarked(point, mark)
        case SetBudget(questions=questions):
            return BudgetSet(questions_for(questions, state))
        case BeginAgain() if state.talk.ending is Ending.COMPLETE:
            return Decided(Decision.REANALYSE, yes=True)
    return None
