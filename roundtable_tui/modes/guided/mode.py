"""Guided mode: what is owed next, decided from the state alone, so that a resume decides the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.provenance import FromDocument
from roundtable_tui.domain.journal.events import (
    APP,
    Decision,
    DecisionAsked,
    DepthChanged,
    Ending,
    Finished,
    PhaseBegun,
    PhaseEnd,
    StepCompleted,
    StepEngaged,
    StepPassed,
)
from roundtable_tui.domain.journal.state import GUIDED
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge import skip_conditions
from roundtable_tui.domain.knowledge.phases import PHASES, next_phase, phase, phases_for
from roundtable_tui.domain.knowledge.sizing import assess
from roundtable_tui.domain.talk.menu import analysis_complete_line, phase_boundary_line, phase_boundary_question
from roundtable_tui.modes.guided import wording
from roundtable_tui.modes.guided.briefs import speak
from roundtable_tui.modes.guided.commands import commands
from roundtable_tui.modes.guided.outline import outline
from roundtable_tui.modes.guided.progress import (
    FIRST_PHASE,
    asks_for_gaps,
    close_with_gaps,
    depth_for,
    elaborated,
    missing_checks,
    phase_after,
    remaining,
    steps_of,
    tier_of,
)
from roundtable_tui.modes.plan_making import is_plan_unwritten, plan_documents, plan_due
from roundtable_tui.session.code.background_scan import inquiry_before
from roundtable_tui.session.moves import (
    Append,
    Crossing,
    EndPhase,
    MarkBacklog,
    Move,
    Rest,
    Scan,
    StepBatch,
    WriteArtifacts,
    WriteMeta,
)
from roundtable_tui.voices.tasks import Gaps, OpenStep

if TYPE_CHECKING:
    from collections.abc import Collection

    from roundtable_tui.domain.journal.events import Body
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Step
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.session.mode import Command
    from roundtable_tui.session.outline import Outline


ELABORATION_TURNS = 10
"""How often the user can speak in an elaboration, if the settings say nothing else."""


class GuidedMode:
    """Five phases, their steps one after another, one persona at a time."""

    name = GUIDED

    def __init__(self, elaboration_turns: int = ELABORATION_TURNS) -> None:
        """`elaboration_turns` is how often the user can speak in an elaboration."""
        self._elaboration_turns = elaboration_turns

    def next_move(self, state: State, knowledge: Knowledge) -> Move:
        if state.talk.turn:
            from roundtable_tui.modes.guided.steering import deal_with  # what words mean is loaded once there are any

            return deal_with(state.talk.turn, state, knowledge, self._elaboration_turns)
        if state.talk.ending or state.talk.left:
            return self.owed(state, knowledge) or Rest()
        if state.talk.agreed:
            return _carry_out(state.talk.agreed, state, knowledge)
        if state.talk.waiting:
            return self.owed(state, knowledge) or Rest()
        return _work_on(state, knowledge)

    def owed(self, state: State, knowledge: Knowledge) -> Move | None:
        return records_owed(state, knowledge)

    def commands(self, state: State, knowledge: Knowledge) -> tuple[Command, ...]:
        return commands(state, knowledge)

    def outline(self, state: State, knowledge: Knowledge, opened: Collection[str] = ()) -> Outline:
        return outline(state, knowledge, opened)

    def welcome(self, state: State, knowledge: Knowledge) -> Utterance | None:
        return wording.welcome_back(state, knowledge)

    def with_depth(self, state: State, depth: Depth) -> tuple[Body, ...]:
        """It holds for every phase not yet begun."""
        guided = state.guided
        later = [phase.key for phase in PHASES if phase.key not in guided.phases_begun]
        return tuple(DepthChanged(key, depth) for key in later if guided.depth_overrides.get(key) is not depth)


def _work_on(state: State, knowledge: Knowledge) -> Move:
    """The step at hand, or the one after it."""
    record = state.guided.current_step
    step = knowledge.step(state.guided.current)
    if record is None or step is None:
        return records_owed(state, knowledge) or _next_step(state, knowledge)
    match record.status:
        case StepStatus.REOPENED:
            return Append((_engaged(step, state, knowledge, first=False),))
        case StepStatus.READY:
            return _close(step, record, state, knowledge)
        case StepStatus.DONE if record.elaborating:
            return Append((elaborated(record, state),))
        case StepStatus.DONE:
            return records_owed(state, knowledge) or _next_step(state, knowledge)
    return _open(step, state, knowledge)


def records_owed(state: State, knowledge: Knowledge) -> Move | None:
    """Artifacts first, then meta.json, then the backlog: only then may anything be shown as done.

    A guest owes nothing before the user has said something.
    """
    if state.item and state.item.guest and not state.exchange:
        return None
    record = state.guided.current_step
    done = record is not None and record.status is StepStatus.DONE
    if state.talk.ending and state.files.written_version < state.dossier.version:
        gone = _gone(state, _outputs(state, knowledge))
        names = _and_written((*_outputs(state, knowledge), *_theirs_concerned(state)), state, gone)
        return WriteArtifacts(names, Crossing(), gone)
    if state.files.stale or is_plan_unwritten(state) or (record and done and record.written < state.dossier.version):
        batch = StepBatch(record.id) if record and done else Crossing()
        called_for = _called_for(state, knowledge)
        gone = _gone(state, called_for)
        return WriteArtifacts(_and_written(called_for, state, gone), batch, gone)
    if state.files.meta_owed:
        return WriteMeta()
    if state.item and state.item.guest and not state.guided.phases_begun:
        return None
    marker = "A" if state.talk.ending is Ending.COMPLETE else "~" if state.guided.phases_ended else ""
    if marker and state.files.marker not in (marker, "A"):
        return MarkBacklog(marker)
    return None


def _outputs(state: State, knowledge: Knowledge) -> tuple[str, ...]:
    """Every artifact of a step in which something was said."""
    return (*_made_by(_begun(state), knowledge), *plan_documents(state))


def _called_for(state: State, knowledge: Knowledge) -> tuple[str, ...]:
    """Every artifact of a step that was done here, or skipped with its phase."""
    skipped = {key for key, how in state.guided.phases_ended.items() if how is PhaseEnd.SKIPPED}
    left_out = {step.id for key in skipped for step in steps_of(state, knowledge, key)}
    return (*_made_by((_begun(state) & {*state.guided.steps_done}) | left_out, knowledge), *plan_documents(state))


def _begun(state: State) -> set[str]:
    return {step.id for step in state.guided.steps.values() if step.gaps or state.settled(step.id)}


def _made_by(steps: Collection[str], knowledge: Knowledge) -> tuple[str, ...]:
    every = (step for steps in knowledge.steps.values() for step in steps)
    return tuple(dict.fromkeys(name for step in every if step.id in steps for name in step.outputs))


def _gone(state: State, called_for: tuple[str, ...]) -> tuple[str, ...]:
    if not state.files.unfounded:
        return ()
    from roundtable_tui.artifacts.render.file_names import without_reason

    return without_reason(state, called_for)


def _and_written(names: tuple[str, ...], state: State, gone: tuple[str, ...] = ()) -> tuple[str, ...]:
    """And every one already written."""
    return tuple(dict.fromkeys((*names, *(name for name in state.files.artifacts if name not in gone))))


def _theirs_concerned(state: State) -> tuple[str, ...]:
    """The documents of another program that have to say something else since the user spoke."""
    if not state.files.theirs:
        return ()
    from roundtable_tui.artifacts.render.placement import documents_about

    said = [entry for entry in state.dossier if not all(isinstance(one, FromDocument) for one in entry.sources)]
    return documents_about(said, state, among=state.files.theirs)


def _open(step: Step, state: State, knowledge: Knowledge) -> Move:
    if wanted := inquiry_before(step, state):
        return Scan(wanted)
    return speak(OpenStep(), step.id, state, knowledge)


def _close(step: Step, record: StepRecord, state: State, knowledge: Knowledge) -> Move:
    """A step that has nothing more to ask: check it, write it, and only then call it done."""
    if wanted := inquiry_before(step, state):
        return Scan(wanted)
    missing = missing_checks(step, state)
    if not record.closing:
        if missing and asks_for_gaps(record, state):
            return speak(Gaps(missing), step.id, state, knowledge)
        if missing or record.assumed:
            return Append((close_with_gaps(step, record, state),))
    if record.written < state.dossier.version:
        return WriteArtifacts(tuple(dict.fromkeys((*step.outputs, *state.files.artifacts))), StepBatch(step.id))
    return Append((StepCompleted(step.id, step.title, step.phase, record.gaps),))


def _carry_out(agreed: Decision, state: State, knowledge: Knowledge) -> Move:
    match agreed:
        case Decision.SKIP_PHASE:
            drafted = [name for step in steps_of(state, knowledge, state.guided.phase) for name in step.outputs]
            names = _and_written((*_outputs(state, knowledge), *drafted), state)
            if names and state.files.finalised < state.dossier.version:
                return WriteArtifacts(names)
            return EndPhase(state.guided.phase, PhaseEnd.SKIPPED)
        case Decision.EARLY_EXIT:
            names = _and_written(_outputs(state, knowledge), state)
            if names and state.files.finalised < state.dossier.version:
                return WriteArtifacts(names)
            if state.files.meta_owed:
                return WriteMeta()
            return Append((Finished(Ending.EARLY, (wording.finished_early(_slug(state)),)),))
    return _next_step(state, knowledge)


def _slug(state: State) -> str:
    return state.item.slug if state.item else ""


def _next_step(state: State, knowledge: Knowledge) -> Move:
    if not state.guided.phase:
        open_phases = [about for about in phases_for(tier_of(state)) if remaining(state, knowledge, about.key)]
        return _begin(open_phases[0].key if open_phases else FIRST_PHASE, state, knowledge)
    if state.guided.boundary:
        return _ask_to_go_on(state)
    for step in remaining(state, knowledge, state.guided.phase):
        if _went_with_its_phase(step, state):
            continue
        return Append((_passed(step, state, knowledge) or _engaged(step, state, knowledge, first=_is_first(state)),))
    if state.guided.phase not in state.guided.phases_ended:
        return _end_phase(state, knowledge)
    following = phase_after(state)
    while following and following.key in state.guided.phases_ended:
        following = next_phase(following.key, tier_of(state))
    return _begin(following.key, state, knowledge) if following else _complete(state)


def _went_with_its_phase(step: Step, state: State) -> bool:
    """Whether a step was skipped, begun or not: only reopening brings it back."""
    record, how = state.guided.steps.get(step.id), state.guided.phases_ended.get(state.guided.phase)
    begun = record is not None and record.status is StepStatus.ENGAGED
    return how is not None and (record is None or (begun and how is PhaseEnd.SKIPPED))


def _complete(state: State) -> Move:
    if plan := plan_due(state):
        return plan
    line = analysis_complete_line(phase(state.guided.phase), _slug(state))
    return Append((Finished(Ending.COMPLETE, (Utterance(APP, line, Role.NOTICE),)),))


def _is_first(state: State) -> bool:
    return not any(record.phase == state.guided.phase for record in state.guided.steps.values())


def _ask_to_go_on(state: State) -> Move:
    """A phase that ended without [C]; at the last one there is nothing to ask."""
    following = phase_after(state)
    if following is None:
        return _complete(state)
    question = phase_boundary_question(phase(state.guided.phase), following)
    return Append((DecisionAsked(Decision.NEXT_PHASE, (Utterance(APP, question, Role.QUESTION),), default=True),))


def _begin(key: str, state: State, knowledge: Knowledge) -> Move:
    about = phase(key)
    persona = knowledge.persona(about.persona)
    if not state.guided.phase:
        begun_elsewhere = wording.taken_over(key, state, knowledge) if state.guided.steps_done else None
        said: tuple[Utterance, ...] = (begun_elsewhere or wording.greeting(persona, about),)
    elif phase(state.guided.phase).persona != about.persona:
        before = phase(state.guided.phase)
        outgoing = knowledge.persona(before.persona)
        said = (
            wording.handoff(outgoing, before, persona, about),
            wording.reviewed(outgoing, persona, state),
            wording.greeting(persona, about),
        )
    else:
        said = (wording.moving_on(persona, about),)
    return Append((PhaseBegun(key, about.persona, said),))


def _end_phase(state: State, knowledge: Knowledge) -> Move:
    ended, following = phase(state.guided.phase), phase_after(state)
    if not steps_of(state, knowledge, state.guided.phase):
        return EndPhase(state.guided.phase, PhaseEnd.EMPTY, (wording.empty_phase(ended),))
    said = (Utterance(APP, phase_boundary_line(ended, following), Role.NOTICE),) if following else ()
    return EndPhase(state.guided.phase, PhaseEnd.FINISHED, said)


def _engaged(step: Step, state: State, knowledge: Knowledge, *, first: bool) -> StepEngaged:
    persona = knowledge.persona(step.persona)
    choice = depth_for(step, state)
    said = (*(wording.depth_note(persona, choice) if first else ()), wording.header(persona, step))
    return StepEngaged(step.id, step.title, step.persona, step.phase, choice.depth, choice.source, said)


def _passed(step: Step, state: State, knowledge: Knowledge) -> StepPassed | None:
    """Why a step is not done: one it depends on is not, or its `skip_if` says so."""
    asked = {other.id for key in knowledge.steps for other in steps_of(state, knowledge, key)}
    for needed in step.depends_on:
        record = state.guided.steps.get(needed)
        if needed not in asked or (record and (record.status is StepStatus.DONE or record.unneeded)):
            continue
        return StepPassed(step.id, step.title, step.phase, f"step {needed} comes first and is not done")
    size = assess(state).size
    facts = {
        "scope": size.scope,
        "complexity": size.complexity,
        "file_count": size.file_count,
        "depth": depth_for(step, state).depth.value,
    }
    if skip_conditions.evaluate(step.skip_if, facts).skip:
        return StepPassed(step.id, step.title, step.phase, f"not needed here ({step.skip_if})", unneeded=True)
    return None
