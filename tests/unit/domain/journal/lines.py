"""Short ways to write the lines of a journal, and the state after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import (
    Body,
    ItemCreated,
    Outcome,
    PhaseBegun,
    Spoke,
    StepCompleted,
    StepEngaged,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from tests.support.invariants import problems
from tests.support.journals import numbered

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.step_records import StepStatus

Line = tuple[int, Body]
QUICK_SCAN, REQUIREMENTS = "00-quick-scan", "01-requirements"


def engaged(step: str = "00-01", phase: str = QUICK_SCAN) -> StepEngaged:
    return StepEngaged(step, f"Step {step}", "business-analyst", phase, Depth.STANDARD, DepthSource.STEP)


def asks(key: str = "standard/1", step: str = "00-01") -> Spoke:
    return Spoke("offline", "1", Outcome.FINISHED, asked=Question(step, key, f"{key}?"))


def records(*changes: Change, settled: tuple[str, ...] = (), complete: bool = False) -> Spoke:
    return Spoke("offline", "1", Outcome.FINISHED, changes=changes, settled=settled, complete=complete)


def risk(number: int, text: str = "It may be late.", op: Op = Op.RECORD) -> Change:
    return Change(op, f"RISK-{number:03d}", Kind.RISK, {"text": text}, (Stated(1),))


def completed(step: str = "00-01", phase: str = QUICK_SCAN) -> StepCompleted:
    return StepCompleted(step, f"Step {step}", phase)


BEGUN: tuple[Line, ...] = (
    (0, ItemCreated("invoices", "Pay by invoice", "manual", "", "guided", "standard")),
    (0, PhaseBegun(QUICK_SCAN, "business-analyst")),
    (0, engaged()),
    (0, asks()),
)
DONE: tuple[Line, ...] = (*BEGUN, (1, UserSaid("Invoices.")), (1, records(complete=True)), (1, completed()))


def after(*lines: Line) -> State:
    state = fold(numbered(list(lines)))
    assert problems(state) == []
    return state


def question_key(state: State) -> str:
    return (
        state.talk.waiting.question.key
        if isinstance(state.talk.waiting, ForAnswer)
        else f"not a question: {state.talk.waiting}"
    )


def status(state: State, step: str = "00-01") -> StepStatus:
    return state.guided.steps[step].status
