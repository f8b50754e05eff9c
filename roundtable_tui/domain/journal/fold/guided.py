"""The reducer of guided mode's slice: phases and steps before an event in, phases and steps after it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.journal import step_records
from roundtable_tui.domain.journal.events import (
    AnswerRevised,
    ArtifactsWritten,
    ChangedOutside,
    Chose,
    Decided,
    Decision,
    DepthChanged,
    Elaborated,
    Event,
    Left,
    Outcome,
    PhaseBegun,
    PhaseCompleted,
    PhaseEnd,
    Spoke,
    StepClosed,
    StepCompleted,
    StepEngaged,
    StepPassed,
    StepReopened,
)
from roundtable_tui.domain.journal.state import Elaboration, Guided
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForAnswer, Waiting, step_asking
from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand

if TYPE_CHECKING:
    from collections.abc import Mapping


def guided_after(guided: Guided, event: Event, asked: Waiting | None, line: int) -> Guided:
    """`asked` is what words of the user answer; `line` is where what the event says begins in the transcript."""
    match event.body:
        case Chose(command=command):
            return _chosen(guided, command, event.exchange)
        case AnswerRevised():
            return _back_to(guided, asked)
        case Spoke(outcome=Outcome.FINISHED) as body:
            return _spoken(guided, body)
        case PhaseBegun(phase=phase):
            begun = guided.phases_begun if phase in guided.phases_begun else (*guided.phases_begun, phase)
            return replace(guided, phase=phase, current="", phases_begun=begun, boundary=False)
        case PhaseCompleted(phase=phase, how=how):
            ended = {**guided.phases_ended, phase: how}
            return replace(guided, phases_ended=ended, current="", boundary=how is not PhaseEnd.FINISHED)
        case StepEngaged() | StepPassed() | StepClosed() | StepCompleted() | StepReopened() as body:
            return _step_moved(guided, body, line)
        case Elaborated() as body:
            return _elaborated(guided, body, event.at)
        case DepthChanged(phase=phase, depth=depth):
            deeper = replace(guided, depth_overrides={**guided.depth_overrides, phase: depth})
            step = guided.current_step
            here = step is not None and step.phase == phase == guided.phase
            return reopened(deeper, step) if step and here else deeper
        case Decided(what=Decision.NEXT_PHASE) | Left():
            return replace(guided, boundary=False)
        case Decided(what=Decision.REANALYSE, yes=True):
            return _from_the_start(guided)
        case ArtifactsWritten(step=step_id, dossier=dossier) if written := guided.steps.get(step_id):
            return with_step(guided, replace(written, written=dossier))
        case ChangedOutside(fields=fields):
            return with_progress_recorded(guided, fields)
    return guided


def with_step(guided: Guided, step: StepRecord) -> Guided:
    return replace(guided, steps={**guided.steps, step.id: step})


def reopened(guided: Guided, step: StepRecord) -> Guided:
    """The step is worked on next, from its beginning."""
    return replace(with_step(guided, step_records.reopened(step)), current=step.id, phase=step.phase)


def is_reopened_by(guided: Guided, body: StepReopened) -> bool:
    """A step that is being worked on already has nothing to reopen."""
    known = guided.steps.get(body.step)
    return known is not None and (known.status is not StepStatus.ENGAGED or body.step != guided.current)


def leaves_menu(guided: Guided, command: MenuCommand) -> bool:
    """Whether [C] leaves the menu of a done step behind."""
    step = guided.current_step
    done = step is not None and step.status is StepStatus.DONE and not step.elaborating
    return done and command is MenuCommand.CONTINUE


def _chosen(guided: Guided, command: MenuCommand, exchange: int) -> Guided:
    if leaves_menu(guided, command):
        return replace(guided, current="")
    step = guided.current_step
    if step and step.status is StepStatus.DONE and command is MenuCommand.ELABORATE:
        return with_step(guided, replace(step, elaborating=exchange))
    return guided


def _back_to(guided: Guided, asked: Waiting | None) -> Guided:
    """The talk returns to the step that asked what is answered anew; a done step is worked on again."""
    step = guided.steps.get(step_asking(asked))
    if step is None:
        return guided
    there = replace(guided, current=step.id, phase=step.phase)
    if isinstance(asked, ForAnswer) and not step.elaborating:
        return with_step(there, step_records.worked_on_again(step))
    return there


def _spoken(guided: Guided, body: Spoke) -> Guided:
    step = guided.current_step
    if step is None:
        return guided
    if body.asked:
        return with_step(guided, step_records.asked_for_gaps(step)) if body.asked.key == GAPS_KEY else guided
    if body.complete and not step.elaborating and step.status is not StepStatus.DONE:
        return with_step(guided, replace(step, status=StepStatus.READY))
    return guided


def _step_moved(
    guided: Guided, body: StepEngaged | StepPassed | StepClosed | StepCompleted | StepReopened, line: int
) -> Guided:
    known = guided.steps.get(body.step)
    match body:
        case StepEngaged():
            begun = with_step(guided, step_records.engaged(known, body))
            return replace(_with_window(begun, body, line), current=body.step)
        case StepPassed():
            step = step_records.passed(known, body)
            gone = body.step == guided.current and step.status is StepStatus.PASSED
            return replace(with_step(guided, step), current="" if gone else guided.current)
        case StepClosed():
            return with_step(guided, step_records.closed(known, body)) if known else guided
        case StepCompleted():
            return replace(with_step(guided, step_records.completed(known, body)), current=body.step)
        case StepReopened():
            return reopened(guided, known) if known and is_reopened_by(guided, body) else guided


def _with_window(guided: Guided, body: StepEngaged, line: int) -> Guided:
    header = next((number for number, said in enumerate(body.said) if said.role is Role.HEADER), None)
    if header is None or body.phase == guided.window_phase:
        return guided
    return replace(guided, window=line + header, window_phase=body.phase)


def _elaborated(guided: Guided, body: Elaborated, at: str) -> Guided:
    made = Elaboration(body.step, body.turn_count, body.personas, body.summary, at)
    noted = replace(guided, elaborations=(*guided.elaborations, made))
    step = guided.steps.get(body.step)
    if step is None:
        return noted
    there = replace(noted, current=body.step) if step.status is StepStatus.DONE else noted
    return with_step(there, replace(step, elaborating=0))


def _from_the_start(guided: Guided) -> Guided:
    """Every step is asked once more; what the dossier holds is shown to be confirmed."""
    steps = {step.id: step_records.reopened(step) for step in guided.steps.values()}
    return replace(guided, steps=steps, phase="", current="", boundary=False, phases_begun=(), phases_ended={})


def with_progress_recorded(guided: Guided, fields: Mapping[str, object]) -> Guided:
    """Progress that meta.json records counts, of other tools and of a conversation; what is missing there takes
    nothing away.
    """
    steps = dict(guided.steps)
    for step_id in _texts(fields.get("steps_completed")):
        key = next((key for key in PHASE_KEYS if key[:2] == step_id[:2]), "")
        steps.setdefault(step_id, StepRecord(step_id, "", key, StepStatus.DONE))
    overrides = fields.get("depth_overrides")
    depths = overrides.items() if isinstance(overrides, dict) else ()
    known = {key: Depth(value) for key, value in depths if value in list(Depth)}
    return replace(guided, steps=steps, depth_overrides={**guided.depth_overrides, **known})


def with_phases_of_others(guided: Guided, meta: Mapping[str, object]) -> Guided:
    """Phases that another program has recorded as completed are over."""
    ended = dict.fromkeys(_texts(meta.get("phases_completed")), PhaseEnd.FINISHED)
    return replace(guided, phases_ended={**ended, **guided.phases_ended})


def _texts(value: object) -> list[str]:
    return [part for part in value if isinstance(part, str) and part] if isinstance(value, list) else []
