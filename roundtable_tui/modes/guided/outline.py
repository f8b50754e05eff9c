"""Where guided mode stands, as headline and sidebar show it: its phases and steps, and what every mode shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.knowledge.phases import PHASES, phase
from roundtable_tui.session.outline import (
    Outline,
    Row,
    RowKind,
    artifacts_rows,
    code_rows,
    coverage_rows,
    in_sections,
    name_of,
    questions_rows,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.step_records import StepRecord
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_MARKS = {
    StepStatus.DONE: "✓",
    StepStatus.PASSED: "–",
    StepStatus.REOPENED: "↺",
    StepStatus.READY: "▸",
    StepStatus.ENGAGED: "▸",
}


def outline(state: State, knowledge: Knowledge, opened: Collection[str] = ()) -> Outline:
    """The steps of the current phase show, and those of the phases in `opened`."""
    rows = in_sections(
        _phases(state, knowledge, opened),
        artifacts_rows(state),
        questions_rows(state),
        _depth(state),
        coverage_rows(state, knowledge),
        code_rows(state),
    )
    return Outline(tuple(_headline(state, knowledge)), rows)


def _headline(state: State, knowledge: Knowledge) -> Iterator[str]:
    if state.item:
        yield name_of(state)
    if state.guided.phase:
        yield phase(state.guided.phase).name
    if step := knowledge.step(state.guided.current):
        yield f"{step.id} {step.title}"
    total = sum(len(steps) for steps in knowledge.steps.values())
    yield f"{len(state.guided.steps_done)} of {total} steps"


def _phases(state: State, knowledge: Knowledge, opened: Collection[str]) -> Iterator[Row]:
    keys = dict.fromkeys((*(about.key for about in PHASES), *knowledge.steps))
    for key in keys:
        steps = knowledge.steps.get(key, ())
        done = sum(_is_done(state.guided.steps.get(step.id)) for step in steps)
        ended = key in state.guided.phases_ended
        here = key == state.guided.phase
        mark = "✓" if ended else "▾" if here or key in opened else "▸" if key in state.guided.phases_begun else " "
        yield Row(RowKind.PHASE, key, f"{mark} {phase(key).name}", f"{done}/{len(steps)}", here, quiet=ended)
        if not here and key not in opened:
            continue
        for step in steps:
            record = state.guided.steps.get(step.id)
            sign = "!" if record and record.gaps else _MARKS.get(record.status, "·") if record else "·"
            current = step.id == state.guided.current
            yield Row(RowKind.STEP, step.id, f"  {sign} {step.title}", here=current, quiet=record is None)


def _is_done(record: StepRecord | None) -> bool:
    return record is not None and record.status in (StepStatus.DONE, StepStatus.PASSED)


def _depth(state: State) -> Iterator[Row]:
    record = state.guided.current_step
    if record and record.depth and record.depth_source:
        yield Row(RowKind.HEADING, "depth", "Depth", record.depth)
        yield Row(RowKind.FACT, "depth", record.depth_source.phrase, quiet=True)
