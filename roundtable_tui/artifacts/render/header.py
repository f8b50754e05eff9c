"""What stands at the head and the foot of every document: how far it is, how sure, and what it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.cross_references import main_document, see_also, speaks_for_all
from roundtable_tui.artifacts.render.file_names import STANDS_FOR, template_for
from roundtable_tui.artifacts.render.machine_data import NOBODY, plan, plan_coverage
from roundtable_tui.artifacts.render.placement import REMARKS
from roundtable_tui.domain.dossier.provenance import Confidence, Confirmed, Inferred, Stated
from roundtable_tui.domain.dossier.questions import TopicSubject
from roundtable_tui.domain.journal.events import Decision, Ending, PhaseEnd
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.knowledge.checks import said_once
from roundtable_tui.domain.knowledge.coverage import is_met
from roundtable_tui.domain.knowledge.phases import phase, phases_for, steps_asked
from roundtable_tui.domain.knowledge.points.open_points import topics_asked
from roundtable_tui.domain.plan.tasks import DOCUMENT
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.step_records import StepRecord
    from roundtable_tui.domain.knowledge.knowledge import Criterion, Knowledge, Step, Topic


class Progress(Struct, frozen=True):
    """How far a document is, by the steps or by the topics it comes from."""

    status: str
    met: int
    total: int
    pending: tuple[str, ...]
    gaps: tuple[str, ...]


class Header(Struct, frozen=True):
    source: str
    date: str
    confidence: str
    turn: int
    see_also: str
    """What else was written, as links."""
    progress: Progress

    @property
    def status(self) -> str:
        return self.progress.status

    @property
    def met(self) -> int:
        return self.progress.met

    @property
    def total(self) -> int:
        return self.progress.total

    @property
    def pending(self) -> tuple[str, ...]:
        return self.progress.pending

    @property
    def gaps(self) -> tuple[str, ...]:
        return self.progress.gaps


def header_of(view: View, progress: Progress, entries: Sequence[Entry]) -> Header:
    """The header of a document made of these entries; every date in it comes from the journal."""
    item = view.state.item
    return Header(
        source=one_line(item.source_id or item.source if item else "") or "manual",
        date=view.ask(_day),
        confidence=_overall(entries),
        turn=_last_turn(entries),
        see_also=see_also(view),
        progress=progress,
    )


def _day(view: View) -> str:
    return (view.state.dossier.version_at or view.state.created_at)[:10] or "unknown"


def progress_of(name: str, view: View, knowledge: Knowledge) -> Progress:
    """How far the artifact of this name is."""
    item = view.state.item
    if name == DOCUMENT:
        return _of_plan(view)
    names = STANDS_FOR.get(template_for(name), (name,))
    if view.state.converses:
        topics = topics_asked(view.state, knowledge)
        if feeding := [topic for topic in topics if any(one in topic.sections for one in names)]:
            return _by_topics(name, feeding, topics, view)
    asked = _asked(view.state, knowledge)
    steps = [step for steps in asked.values() for step in steps if any(one in step.outputs for one in names)]
    tier = item.tier if item else ""
    ours = {about.key: asked.get(about.key, ()) for about in phases_for(tier)}
    whole = all(_is_over(key, steps, view.state) for key, steps in ours.items())
    never = _never_reached(ours, view) if name == speaks_for_all(view.written) else ()
    return _by_steps(name, steps, view, never, whole=whole)


def _of_plan(view: View) -> Progress:
    """A plan is complete once it serves all that it must and the analysis it is drawn from is over."""
    rows = plan_coverage(view)
    covered = sum(tasks != NOBODY for _, tasks, _ in rows)
    over = view.state.talk.ending is not None or _is_accepted(view.state)
    whole = over and not plan(view).uncovered
    return Progress("Complete" if whole else "In Progress" if covered else "Draft", covered, len(rows), (), ())


def _asked(state: State, knowledge: Knowledge) -> Mapping[str, tuple[Step, ...]]:
    """The steps of each phase, without those that an analysis of this tier has no need of."""
    enough = steps_asked(state.item.tier if state.item else "")
    return {
        key: tuple(step for step in steps if not enough or step.id in enough or step.id in state.guided.steps)
        for key, steps in knowledge.steps.items()
    }


def _is_over(key: str, steps: Sequence[Step], state: State) -> bool:
    """Whether a phase needs no more talk: it ended, it is being skipped, or its last step only waits to be written."""
    if key in state.guided.phases_ended or (key == state.guided.phase and state.talk.agreed is Decision.SKIP_PHASE):
        return True
    return all(_is_closed(state.guided.steps.get(step.id)) for step in steps)


def _by_steps(name: str, steps: Sequence[Step], view: View, never: tuple[str, ...], *, whole: bool) -> Progress:
    """A document is complete only with the analysis: what later phases find may still change it."""
    checks = list(dict.fromkeys(check for step in steps for check in step.checks))
    done = {step.id for step in steps if _is_done(step, view)}
    return Progress(
        status="Draft" if not done else "Complete" if whole and len(done) == len(steps) else "In Progress",
        met=sum(view.holds(check) for check in checks),
        total=len(checks),
        pending=_told(name, view, ((step.title, step.outputs, _still_open(step, view)) for step in steps)),
        gaps=(*_told(name, view, ((step.title, step.outputs, _gaps(step, view)) for step in steps)), *never),
    )


def _told(
    name: str, view: View, lines: Iterable[tuple[str, Collection[str], tuple[str, ...]]], *, leads: bool = True
) -> tuple[str, ...]:
    """What is lacking, told in one document of those it is lacking in; the others may lead there."""
    found: list[str] = []
    for title, documents, lacking in lines:
        home = main_document(view.written, documents)
        if not lacking or home in ("", name):
            found += lacking
        elif leads:
            found.append(f"{title}: see [{home}]({home})")
    return tuple(found)


def _is_open(step: Step, state: State) -> bool:
    """Whether a step may still be talked about; what it was closed without is a gap."""
    return not _leaving(state) and not _is_closed(state.guided.steps.get(step.id)) and not _is_theirs(step, state)


def _by_topics(name: str, topics: Sequence[Topic], every: Sequence[Topic], view: View) -> Progress:
    """A document is complete once the user has accepted the analysis: what they accepted it without is named."""
    state = view.state
    criteria = [(topic, criterion) for topic in topics for criterion in topic.criteria]
    met = sum(_is_settled(topic, criterion, state) for topic, criterion in criteria)
    accepted = _is_accepted(state)
    told = ((topic.name, topic.sections, _lacking(topic, state)) for topic in topics)
    lines = _told(name, view, told, leads=not accepted)
    if name == speaks_for_all(view.written):
        homeless = (topic for topic in every if view.written.isdisjoint(topic.sections))
        lines = (*lines, *(line for topic in homeless for line in _lacking(topic, state)))
    over = accepted or _leaving(state)
    return Progress(
        status="Complete" if met and accepted else "In Progress" if met else "Draft",
        met=met,
        total=len(criteria),
        pending=() if over else lines,
        gaps=lines if over else (),
    )


def _is_accepted(state: State) -> bool:
    return state.conversation.confirmation in (Confirmation.FINALIZING, Confirmation.COMPLETE)


def _lacking(topic: Topic, state: State) -> tuple[str, ...]:
    """What a topic still lacks: as long as it is talked about in one line, at the end one by one."""
    missing = [criterion for criterion in topic.criteria if not _is_settled(topic, criterion, state)]
    if not missing:
        return ()
    unspoken = not state.conversation.exchanges.get(topic.id) and len(missing) == len(topic.criteria)
    if _leaving(state) or _is_accepted(state):
        if unspoken:
            return (f"{topic.name} was never talked about",)
        return tuple(f"{topic.name}, not settled: {criterion.text}" for criterion in missing)
    if len(missing) == len(topic.criteria):
        return (f"{topic.name} is still to come",)
    settled = len(topic.criteria) - len(missing)
    return (f"{topic.name}: {settled} of {len(topic.criteria)} points settled so far",)


def _is_settled(topic: Topic, criterion: Criterion, state: State) -> bool:
    """Whether a criterion is met, or its question was answered, whatever the answer became."""
    if is_met(topic, criterion, state) or (topic.id, criterion.id) in state.topics.claims:
        return True
    return bool(state.talk.ledger.settled(TopicSubject(topic.id, criterion.id)))


def _is_done(step: Step, view: View) -> bool:
    """Whether a step was closed and lacks nothing, or no longer what it was closed without."""
    record = view.state.guided.steps.get(step.id)
    return _is_theirs(step, view.state) or (_is_closed(record) and not (record and record.gaps and _lacks(step, view)))


def _lacks(step: Step, view: View) -> tuple[str, ...]:
    missing = said_once((check for check in step.checks if not view.holds(check)), view.state)
    return tuple(dict.fromkeys(map(view.lacking, missing)))


def _is_theirs(step: Step, state: State) -> bool:
    """Whether the step was never asked here because another program had ended its phase."""
    return step.id not in state.guided.steps and state.guided.phases_ended.get(step.phase) is PhaseEnd.FINISHED


def _is_closed(record: StepRecord | None) -> bool:
    return record is not None and record.status in (StepStatus.DONE, StepStatus.PASSED, StepStatus.READY)


def _pending(step: Step, view: View) -> str:
    missing = _lacks(step, view)
    return f"{step.title} (step {step.id})" + (f": {'; '.join(missing)}" if missing else "")


def _still_open(step: Step, view: View) -> tuple[str, ...]:
    return (_pending(step, view),) if not _is_done(step, view) and _is_open(step, view.state) else ()


def _gaps(step: Step, view: View) -> tuple[str, ...]:
    """What was given up on: what a closed step still lacks and, after an early exit, what it lacks or never had."""
    state = view.state
    record = state.guided.steps.get(step.id)
    if record and (_is_closed(record) or record.gaps):
        return tuple(f"{step.title}: {gap}" for gap in (_lacks(step, view) if record.gaps else ()))
    if _leaving(state):
        return (f"{step.title} was never talked about" if _is_new(step, state) else _pending(step, view),)
    return ()


def _is_new(step: Step, state: State) -> bool:
    """Whether nothing was said in a step."""
    record = state.guided.steps.get(step.id)
    return record is None or (record.status is StepStatus.ENGAGED and not state.settled(step.id))


def _never_reached(phases: Mapping[str, Sequence[Step]], view: View) -> tuple[str, ...]:
    """After an early exit, the phases and steps nobody spoke of that have no document of their own to say so."""
    state = view.state
    if not _leaving(state):
        return ()
    whole: list[str] = []
    lines: list[str] = []
    for key, steps in phases.items():
        new = [step.title for step in steps if _is_new(step, state) and view.written.isdisjoint(step.outputs)]
        if new and len(new) == len(steps):
            whole.append(phase(key).name)
        elif new:
            lines.append(f"Never talked about in {phase(key).name}: {', '.join(new)}")
    return (*([f"Never talked about: {', '.join(whole)}"] if whole else []), *lines)


def _leaving(state: State) -> bool:
    return state.talk.ending is Ending.EARLY or state.talk.agreed is Decision.EARLY_EXIT


def _overall(entries: Iterable[Entry]) -> str:
    found = {entry.confidence for entry in entries if entry.kind not in REMARKS}
    if not found:
        return Confidence.LOW
    return next(iter(found)) if len(found) == 1 else "Mixed"


def _last_turn(entries: Iterable[Entry]) -> int:
    """The last turn in which something this document says was said, so that other turns leave it as it is."""
    last = 0
    for entry in entries:
        for said in entry.fields.values():
            for source in said.sources:
                match source:
                    case Stated(turn=turn) | Confirmed(turn=turn):
                        last = max(last, turn)
                    case Inferred(turns=turns):
                        last = max(last, *turns, 0)
    return last
