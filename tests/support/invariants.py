"""What must be true of the state after any journal, so that one call tells whether a fold went wrong."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import series_of, single_id
from roundtable_tui.domain.dossier.kinds import SPECS, Kind, problem_with
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.step_records import StepRecord
    from roundtable_tui.domain.journal.waiting import Waiting


def problems(state: State) -> list[str]:
    """Everything that is wrong with a state, as sentences; a valid state has none."""
    return [*_dossier(state), *_steps(state), *_waiting(state), *_counters(state)]


def _dossier(state: State) -> Iterator[str]:
    dossier = state.dossier
    for key, entry in dossier.entries.items():
        if key != entry.id:
            yield f"{entry.id} is filed under {key}"
        if not entry.fields:
            yield f"{entry.id} says nothing"
        for name, said in entry.fields.items():
            if problem := problem_with(entry.kind, name, said.value):
                yield f"{entry.id}: {problem}"
        yield from _id(entry, state)
        if not 0 < entry.changed <= state.seq or not 0 <= entry.confirmed <= state.seq:
            yield f"{entry.id} was changed or confirmed by a line that is not there"
    numbers = Counter(_number(entry_id) for entry_id in dossier.entries)
    yield from (f"{series}-{number} names {count} entries" for (series, number), count in numbers.items() if count > 1)


def _id(entry: Entry, state: State) -> Iterator[str]:
    if SPECS[entry.kind].single and entry.id != single_id(entry.kind):
        yield f"{entry.id} is a second {entry.kind}"
    prefix = "AC-.*" if entry.kind is Kind.AC else re.escape(series_of(entry.kind))
    hyphen = "" if entry.kind is Kind.TASK else "-"
    if not re.fullmatch(rf"{prefix}{hyphen}[0-9]{{2,9}}", entry.id, re.DOTALL):
        yield f"{entry.id} is no id for a {entry.kind}"
        return
    series, number = _number(entry.id)
    if state.dossier.used.get(series, 0) < number:
        yield f"{entry.id} is in use but {series} counts only to {state.dossier.used.get(series, 0)}"


def _number(entry_id: str) -> tuple[str, int]:
    stem = entry_id.rstrip("0123456789")
    return stem.removesuffix("-"), int(entry_id[len(stem) :])


def _steps(state: State) -> Iterator[str]:
    if state.guided.current and state.guided.current not in state.guided.steps:
        yield f"the current step {state.guided.current} is not known"
    for key, step in state.guided.steps.items():
        if key != step.id or not key:
            yield f"step {step.id} is filed under '{key}'"
        if step.elaborating and step.status is not StepStatus.DONE:
            yield f"step {key} is being elaborated but not done"
        if step.elaborating > state.exchange:
            yield f"step {key} is being elaborated since an exchange that never was"
        if step.closing and step.status is not StepStatus.READY:
            yield f"step {key} is closing but {step.status}"
        if step.unneeded and step.status is not StepStatus.PASSED:
            yield f"step {key} is unneeded but {step.status}"
    if len(set(state.guided.phases_begun)) != len(state.guided.phases_begun):
        yield "a phase began twice"


def _waiting(state: State) -> Iterator[str]:
    if state.talk.waiting and state.talk.turn:
        yield "waits for the user while the user waits to be heard"
    yield from _makes_sense(state.talk.waiting, state)


def _makes_sense(waiting: Waiting | None, state: State) -> Iterator[str]:
    match waiting:
        case ForMenu(step=step_id):
            yield from _about_current(step_id, state)
            if not _is(state.guided.steps.get(step_id), StepStatus.DONE):
                yield f"shows the menu of step {step_id}, which is not done"
        case ForAnswer(question=question):
            yield from _about_current(question.step, state)
            step = state.guided.steps.get(question.step)
            if step and _is(step, StepStatus.DONE) and not step.elaborating:
                yield f"waits for an answer about step {step.id}, which is done"
        case ForDecision(resume=resume):
            yield from _makes_sense(resume, state)


def _about_current(step_id: str, state: State) -> Iterator[str]:
    if step_id != state.guided.current:
        yield f"waits for something about step '{step_id}' while '{state.guided.current}' is current"


def _is(step: StepRecord | None, status: StepStatus) -> bool:
    return step is not None and step.status is status


def _counters(state: State) -> Iterator[str]:
    if any(not 0 <= spoken.turn <= state.exchange for spoken in state.talk.transcript):
        yield "something was said in an exchange that never was"
    if state.talk.turn and not (0 <= state.talk.turn.number <= state.exchange and state.talk.turn.seq <= state.seq):
        yield "the user's turn is in an exchange that never was"
    if not 0 <= state.dossier.version <= state.seq or not 0 <= state.dossier.version_turn <= state.exchange:
        yield "the dossier was changed by a line that is not there"
    if state.seq and state.talk.user_turns > state.seq:
        yield "the user said more than there are lines"
