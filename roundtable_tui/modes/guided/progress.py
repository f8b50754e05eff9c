"""How far a step and a phase are: what remains, what is missing, how deep, and how a step closes with gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred, Stated
from roundtable_tui.domain.dossier.questions import LEFT_OPEN, NOTHING_LEFT_TO_ASK
from roundtable_tui.domain.journal.events import APP, USER, Elaborated, StepClosed
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.journal.waiting import ForMenu
from roundtable_tui.domain.knowledge.checks import Check, holds, lacking, said_once
from roundtable_tui.domain.knowledge.phases import PHASES, Phase, next_phase, steps_asked
from roundtable_tui.domain.knowledge.sizing import assess
from roundtable_tui.domain.talk.depth import Depth, DepthChoice, DepthSource, determine_depth
from roundtable_tui.domain.talk.menu import MenuOption, menu_options
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Step

FIRST_PHASE = PHASES[0].key
_LONGEST_SUMMARY = 1_000


def tier_of(state: State) -> str:
    return state.item.tier if state.item else "standard"


def steps_of(state: State, knowledge: Knowledge, phase_key: str) -> tuple[Step, ...]:
    """The steps this analysis asks in a phase, in order."""
    steps = knowledge.steps.get(phase_key, ())
    enough = steps_asked(tier_of(state))
    return tuple(step for step in steps if not enough or step.id in enough or step.id in state.guided.steps)


def remaining(state: State, knowledge: Knowledge, phase_key: str) -> tuple[Step, ...]:
    """The steps of a phase that are neither done nor passed over."""
    finished = (StepStatus.DONE, StepStatus.PASSED)
    steps = steps_of(state, knowledge, phase_key)
    return tuple(
        step
        for step in steps
        if step.id not in state.guided.steps or state.guided.steps[step.id].status not in finished
    )


def phase_after(state: State) -> Phase | None:
    """The phase that follows the current one in this analysis, or None if it is the last."""
    return next_phase(state.guided.phase, tier_of(state))


def menu_now(state: State, knowledge: Knowledge) -> tuple[MenuOption, ...]:
    """The options of the menu that shows, if one does."""
    if not isinstance(state.talk.waiting, ForMenu):
        return ()
    following = phase_after(state)
    return menu_options(
        following.label if following else None, last_step=not remaining(state, knowledge, state.guided.phase)
    )


def missing_checks(step: Step, state: State) -> tuple[Check, ...]:
    return said_once((check for check in step.checks if not holds(check, state)), state)


def asks_for_gaps(record: StepRecord, state: State) -> bool:
    """Whether what a step lacks is asked for before it closes: once, and only what nobody has asked for before.

    Brief does not ask: it assumes.
    """
    if record.asked_for_gaps or record.depth is Depth.BRIEF:
        return False
    return NOTHING_LEFT_TO_ASK not in state.settled(record.id)


def depth_for(step: Step, state: State) -> DepthChoice:
    """The quick scan speaks for the phases after it; within it there is nothing yet to go by."""
    override = _chosen_depth(step.phase, state)
    if override is None and tier_of(state) == "trivial":
        return DepthChoice(Depth.BRIEF, DepthSource.DEFAULT)
    size = assess(state).size if step.phase != FIRST_PHASE else None
    return determine_depth(override, size, step.depth)


def _chosen_depth(phase_key: str, state: State) -> Depth | None:
    """What the user chose in this phase, or in the nearest one before it: a choice holds from there on."""
    overrides = state.guided.depth_overrides
    until_here = [about.key for about in PHASES if about.key <= phase_key]
    return next((overrides[key] for key in reversed(until_here) if key in overrides), None)


def close_with_gaps(step: Step, record: StepRecord, state: State) -> StepClosed:
    """What the step lacks becomes assumptions; those of an earlier close that no longer hold are dropped."""
    gaps = tuple(dict.fromkeys(lacking(check, state) for check in missing_checks(step, state)))
    ids = IdGiver(state.dossier.used)
    dropped = [Change(Op.DROP, entry_id, Kind.ASSUMPTION) for entry_id in record.assumed]
    assumed = [
        Change(
            Op.RECORD,
            ids.next(Kind.ASSUMPTION),
            Kind.ASSUMPTION,
            {"text": f"Not settled in {step.title}: {gap}."},
            (Inferred(),),
        )
        for gap in gaps
    ]
    told = [gap for gap in gaps if not _was_shown(gap, state)]
    said = Utterance(APP, f"Left open, as an assumption until you say more: {'; '.join(told)}.", Role.NOTICE)
    return StepClosed(step.id, gaps, (*dropped, *assumed), (said,) if told else ())


def _was_shown(gap: str, state: State) -> bool:
    """Whether the user was told in this step, with a proposal they accepted, that this would be left open."""
    for spoken in reversed(state.talk.transcript):
        if spoken.utterance.role is Role.HEADER:
            return False
        if spoken.utterance.role is Role.TALK and LEFT_OPEN in spoken.utterance.text and gap in spoken.utterance.text:
            return True
    return False


def elaborated(record: StepRecord, state: State) -> Elaborated:
    """The record of an elaboration: how long it was, who spoke, and what came of it."""
    since = [spoken for spoken in state.talk.transcript if spoken.turn >= record.elaborating and not spoken.partial]
    turns = {spoken.turn for spoken in since if spoken.utterance.speaker == USER and spoken.turn > record.elaborating}
    speakers = [spoken.utterance.speaker for spoken in since if spoken.utterance.speaker not in (USER, APP)]
    added = [entry.id for entry in state.dossier if any(_stated_in(source, turns) for source in entry.sources)]
    summary = f"Added or changed {', '.join(added)}." if added else "Nothing was added."
    synthesis = " ".join(spoken.utterance.text for spoken in since if spoken.utterance.role is Role.SYNTHESIS)
    personas = tuple(dict.fromkeys((record.persona, *speakers)))
    return Elaborated(record.id, len(turns), personas, one_line(synthesis, _LONGEST_SUMMARY) or summary)


def elaboration_turns(record: StepRecord, state: State) -> int:
    """How often the user has spoken since the elaboration began."""
    spoken = (one.turn for one in state.talk.transcript if one.utterance.speaker == USER)
    return len({turn for turn in spoken if turn > record.elaborating})


def _stated_in(source: object, turns: set[int]) -> bool:
    return isinstance(source, Stated) and source.turn in turns
