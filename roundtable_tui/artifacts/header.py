"""What stands at the head and the foot of every document: how far it is, how sure, and what it lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable_tui.domain.checks import holds, lacking
from roundtable_tui.domain.events import Ending
from roundtable_tui.domain.kinds import Kind
from roundtable_tui.domain.provenance import Confidence
from roundtable_tui.domain.state import StepStatus

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier import Entry
    from roundtable_tui.domain.state import State
    from roundtable_tui.domain.steps import Knowledge, Step


@dataclass(frozen=True, slots=True)
class Header:
    source: str
    date: str
    status: str
    confidence: str
    turn: int
    met: int
    total: int
    pending: tuple[str, ...]
    gaps: tuple[str, ...]


def header_of(name: str, state: State, knowledge: Knowledge, entries: Iterable[Entry]) -> Header:
    """The header of the artifact of this name; every date in it comes from the journal."""
    steps = [step for steps in knowledge.steps.values() for step in steps if name in step.outputs]
    checks = list(dict.fromkeys(check for step in steps for check in step.checks))
    done = [step for step in steps if _is_done(step, state)]
    item = state.item
    return Header(
        source=(item.source_id or item.source) if item else "",
        date=(state.version_at or state.created_at)[:10],
        status="Draft" if not done else "Complete" if len(done) == len(steps) else "In Progress",
        confidence=_overall(entries),
        turn=state.version_turn,
        met=sum(holds(check, state) for check in checks),
        total=len(checks),
        pending=tuple(_pending(step, state) for step in steps if step not in done),
        gaps=_gaps(steps, state),
    )


def _is_done(step: Step, state: State) -> bool:
    record = state.steps.get(step.id)
    if record is None:
        return False
    return record.status in (StepStatus.DONE, StepStatus.PASSED, StepStatus.READY) and not record.gaps


def _pending(step: Step, state: State) -> str:
    missing = [lacking(check, state) for check in step.checks if not holds(check, state)]
    return f"{step.title} (step {step.id})" + (f": {'; '.join(missing)}" if missing else "")


def _gaps(steps: Iterable[Step], state: State) -> tuple[str, ...]:
    """What was given up on: gaps a step was closed with and, after an early exit, steps never reached."""
    records = [(step, state.steps.get(step.id)) for step in steps]
    closed = [f"{step.title}: {gap}" for step, record in records if record for gap in record.gaps]
    leaving = state.ending is Ending.EARLY or state.agreed == "early-exit"
    never = [f"{step.title} was not covered" for step, record in records if leaving and not _reached(record)]
    return (*closed, *never)


def _reached(record: object) -> bool:
    return record is not None


def _overall(entries: Iterable[Entry]) -> str:
    found = {entry.confidence for entry in entries if entry.kind not in (Kind.NOTE, Kind.QUESTION)}
    if not found:
        return Confidence.LOW
    return next(iter(found)) if len(found) == 1 else "Mixed"
