"""The record of one step of guided mode, and how it changes when something happens to that step."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.talk.depth import Depth, DepthSource

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.events import StepClosed, StepCompleted, StepEngaged, StepPassed


class StepStatus(StrEnum):
    ENGAGED = "engaged"
    READY = "ready"
    """Nothing more to ask; artifacts and records are owed before it counts as done."""
    DONE = "done"
    PASSED = "passed"
    REOPENED = "reopened"


class StepRecord(Struct, frozen=True):
    id: str
    title: str
    phase: str
    status: StepStatus
    persona: str = ""
    depth: Depth | None = None
    depth_source: DepthSource | None = None
    gaps: tuple[str, ...] = ()
    reason: str = ""
    written: int = -1
    """The dossier version its artifacts were last written from."""
    asked_for_gaps: bool = False
    closing: bool = False
    """Ends with what there is."""
    unneeded: bool = False
    """Passed over because this change does not need it: what depends on it need not wait."""
    elaborating: int = 0
    """The exchange in which the user asked to talk it over once more; 0 while nobody does."""
    assumed: tuple[str, ...] = ()
    """The assumptions that stand for its gaps."""


def engaged(known: StepRecord | None, body: StepEngaged) -> StepRecord:
    """Asked from the start, except for the questions that were settled before."""
    return StepRecord(
        id=body.step,
        title=body.title,
        phase=body.phase,
        status=StepStatus.ENGAGED,
        persona=body.persona,
        depth=body.depth,
        depth_source=body.depth_source,
        assumed=known.assumed if known else (),
    )


def passed(known: StepRecord | None, body: StepPassed) -> StepRecord:
    """Passed over; a step that is done stays done."""
    if known and known.status is StepStatus.DONE:
        return known
    return StepRecord(
        id=body.step,
        title=body.title,
        phase=body.phase,
        status=StepStatus.PASSED,
        assumed=known.assumed if known else (),
        reason=body.reason,
        unneeded=body.unneeded,
    )


def asked_for_gaps(step: StepRecord) -> StepRecord:
    return replace(step, status=StepStatus.ENGAGED, asked_for_gaps=True, closing=False, elaborating=0)


def closed(step: StepRecord, body: StepClosed) -> StepRecord:
    """Ends with what there is; what was recorded on closing stands for what is missing."""
    assumed = tuple(change.id for change in body.changes if change.op is Op.RECORD)
    return replace(
        step,
        status=StepStatus.READY,
        closing=True,
        gaps=body.gaps,
        assumed=assumed,
        elaborating=0,
        unneeded=False,
    )


def completed(known: StepRecord | None, body: StepCompleted) -> StepRecord:
    step = known or StepRecord(body.step, body.title, body.phase, StepStatus.DONE)
    return replace(step, status=StepStatus.DONE, gaps=body.gaps, closing=False, elaborating=0, unneeded=False)


def reopened(step: StepRecord) -> StepRecord:
    """To be engaged once more, with nothing left of how it ended."""
    return replace(
        step,
        status=StepStatus.REOPENED,
        gaps=(),
        asked_for_gaps=False,
        closing=False,
        elaborating=0,
        unneeded=False,
    )


def worked_on_again(step: StepRecord) -> StepRecord:
    """An answer given in it is given anew, whatever has become of the step since."""
    return replace(reopened(step), status=StepStatus.ENGAGED)
