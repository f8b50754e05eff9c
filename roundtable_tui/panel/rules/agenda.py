"""How far the topics of an agenda are, and which one thing the next round is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import Policy
from roundtable_tui.panel.record.entries import ASSESSED, Agreement
from roundtable_tui.panel.record.session import Focus, FocusType, TopicState, TopicStatus

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.domain.knowledge.panel import Agenda, AgendaTopic, Strategy
    from roundtable_tui.panel.record.entries import Conflict, Entry
    from roundtable_tui.panel.record.session import PanelSession

OLD_CONFLICT = 2
"""From this many rounds on a conflict comes before the lesser topics."""


def counted_entries(topic: AgendaTopic, session: PanelSession, *, by_phase: bool = False) -> tuple[Entry, ...]:
    """The entries that count for a topic: alive, not contested, of its kinds, and said to be about it."""
    return tuple(
        entry
        for entry in session.live_entries
        if entry.agreement != Agreement.CONFLICT
        and (not topic.entries or entry.kind in topic.entries)
        and (by_phase or entry.topic_id == topic.id)
    )


def is_met(topic: AgendaTopic, session: PanelSession, *, by_phase: bool = False) -> bool:
    """Whether it has brought at least what closes it, and nothing about it is in dispute."""
    if topic.assess:
        open_ones = [entry for entry in session.live_entries if entry.kind is topic.assess and not is_assessed(entry)]
        if open_ones:
            return False
    if len(counted_entries(topic, session, by_phase=by_phase)) < topic.min_entries:
        return False
    return by_phase or not any(conflict.topic_id == topic.id for conflict in session.open_conflicts)


def updated_agenda(
    session: PanelSession, agenda: Agenda, wanted: Mapping[str, TopicStatus], covered: Mapping[str, tuple[str, ...]]
) -> tuple[TopicState, ...]:
    """Every topic's state after a round: closed only if asked for and met, partial as soon as it was talked about.

    A topic that was closed stays so unless a conflict about it has come up since.
    """
    return tuple(_updated(state, session, agenda, wanted, covered) for state in session.agenda)


def closing_topics(
    strategy: Strategy, wanted: Mapping[str, TopicStatus], *, reached: bool
) -> Mapping[str, TopicStatus]:
    """Under consent a topic is closed by the round that consents, and by none of those that lead there."""
    if strategy.policy is not Policy.CONSENT or reached:
        return wanted
    return {topic: TopicStatus.PARTIAL if status is TopicStatus.CLOSED else status for topic, status in wanted.items()}


def spoken_of(session: PanelSession, focus: Focus) -> tuple[str, ...]:
    """What is not settled yet, in words: what the round is about first, then what is disputed, asked and drafted."""
    conflicts, questions = session.open_conflicts, session.open_questions
    unsettled = [(one.id, f"{one.title} {one.description}") for one in conflicts]
    unsettled += [(one.id, f"{one.title} {one.description}") for one in questions]
    first = sorted(unsettled, key=lambda one: one[0] != focus.id)
    drafts = [one for one in session.live_entries if one.agreement != Agreement.CONSENSUS]
    return (*(text for _, text in first), *(f"{one.title} {one.description}" for one in drafts))


def focus_for(session: PanelSession, agenda: Agenda, strategy: Strategy) -> Focus:
    """Open critical topics, partial critical ones, conflicts two rounds old, questions that block, the rest.
    A strategy of several phases goes through all of them with one thing before it takes up the next.
    """
    if agenda.by_phase:
        return Focus(FocusType.AGENDA, session.phase, session.phase)
    if begun := _focus_of_this_pass(session, strategy):
        return begun
    found = next(_candidates(session, agenda, strategy), None)
    if found:
        return found
    # Everything is closed: what has been talked about least is looked at again.
    counts = {state.topic_id: 0 for state in session.agenda}
    for one in session.rounds:
        counts[one.topic_id] = counts.get(one.topic_id, 0) + 1
    least = min(session.agenda, key=lambda state: counts[state.topic_id], default=TopicState(""))
    return _about(least.topic_id)


def attempts(session: PanelSession, conflict: Conflict, strategy: Strategy) -> int:
    """How often this conflict was taken up: counted in the first phase, or in the present one if each counts anew."""
    counted = session.phase if strategy.attempts_per_phase else strategy.phases[0].name
    return sum(
        one.focus.type is FocusType.CONFLICT and one.focus.id == conflict.id and one.phase == counted
        for one in session.rounds
    )


def is_critical(agenda: Agenda, topic_id: str) -> bool:
    topic = agenda.topic(topic_id)
    return topic is not None and topic.critical


def _candidates(session: PanelSession, agenda: Agenda, strategy: Strategy) -> Iterator[Focus]:
    critical = [state for state in session.agenda if is_critical(agenda, state.topic_id)]
    others = [state for state in session.agenda if not is_critical(agenda, state.topic_id)]
    triable = [one for one in session.open_conflicts if attempts(session, one, strategy) < strategy.attempts]
    rounds = len(session.rounds)
    for status in (TopicStatus.OPEN, TopicStatus.PARTIAL):
        yield from (_about(state.topic_id) for state in critical if state.status is status)
    yield from (Focus(FocusType.CONFLICT, one.id, one.topic_id) for one in triable if one.age(rounds) >= OLD_CONFLICT)
    yield from (Focus(FocusType.OPEN_QUESTION, one.id, one.topic_id) for one in session.open_questions if one.blocking)
    for status in (TopicStatus.OPEN, TopicStatus.PARTIAL):
        yield from (_about(state.topic_id) for state in others if state.status is status)
    yield from (Focus(FocusType.CONFLICT, one.id, one.topic_id) for one in triable)
    yield from (Focus(FocusType.OPEN_QUESTION, one.id, one.topic_id) for one in session.open_questions)


def _focus_of_this_pass(session: PanelSession, strategy: Strategy) -> Focus | None:
    """What the phases are being gone through with; nothing where a new pass begins."""
    last, first = session.last_round, strategy.phases[0].name
    if last is None or len(strategy.phases) == 1 or (session.phase == first and last.phase != first):
        return None
    still_open = {one.id for one in session.open_conflicts} | {one.id for one in session.open_questions}
    if last.focus.type is FocusType.AGENDA or last.focus.id in still_open:
        return last.focus
    return _about(last.focus.topic_id) if last.focus.topic_id else None


def _about(topic_id: str) -> Focus:
    return Focus(FocusType.AGENDA, topic_id, topic_id)


def _updated(
    state: TopicState,
    session: PanelSession,
    agenda: Agenda,
    wanted: Mapping[str, TopicStatus],
    covered: Mapping[str, tuple[str, ...]],
) -> TopicState:
    topic = agenda.topic(state.topic_id)
    ids = tuple(entry.id for entry in session.live_entries if entry.topic_id == state.topic_id)
    coverage = tuple(dict.fromkeys((*state.coverage, *covered.get(state.topic_id, ()), *ids)))
    state = replace(state, coverage=coverage)
    met = topic is None or is_met(topic, session)
    asked = wanted.get(state.topic_id, state.status)
    if asked is TopicStatus.CLOSED and met:
        return replace(state, status=TopicStatus.CLOSED)
    talked = any(one.topic_id == state.topic_id for one in session.rounds)
    if state.status is TopicStatus.CLOSED or ids or talked:
        return replace(state, status=TopicStatus.PARTIAL)
    return replace(state, status=TopicStatus.OPEN)


def is_assessed(entry: Entry) -> bool:
    return bool(entry.text(ASSESSED).strip())
