"""Whether a panel may end, and if not, everything that is still missing, each as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import Policy
from roundtable_tui.panel.record.session import NextAction, Round, TopicStatus
from roundtable_tui.panel.rules.agenda import counted_entries, is_critical, is_met
from roundtable_tui.panel.rules.consensus import blockers, standing_blocks
from roundtable_tui.panel.rules.phases import current_phase, is_last, may_leave, must_leave, rounds_held

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.knowledge.panel import Agenda, Strategy
    from roundtable_tui.panel.record.entries import Conflict
    from roundtable_tui.panel.record.session import PanelSession

EARLY = 2
EASY = 0.8


def missing_for_conclusion(session: PanelSession, agenda: Agenda, strategy: Strategy) -> tuple[str, ...]:
    """What keeps the panel from ending; nothing if it may."""
    return tuple(_missing(session, agenda, strategy))


def next_action(
    session: PanelSession, agenda: Agenda, strategy: Strategy, wanted: NextAction, *, escalates: bool
) -> NextAction:
    """What follows the last round: the facilitator's wish within what the rules allow."""
    if escalates:
        return NextAction.ESCALATE
    if len(session.rounds) >= session.limits.max_rounds:
        return NextAction.CONCLUDE
    last = is_last(strategy, current_phase(session, strategy).name)
    if last and wanted is NextAction.CONCLUDE and not missing_for_conclusion(session, agenda, strategy):
        return NextAction.CONCLUDE
    # One phase alone is never left, and the phases of an agenda are gone through once: their limit ends the panel.
    if len(strategy.phases) == 1 or (last and agenda.by_phase):
        over = len(session.agenda) <= 1 and len(session.rounds) >= session.limits.min_rounds
        return NextAction.CONCLUDE if over and must_leave(session, strategy) else NextAction.CONTINUE
    leaves = wanted in (NextAction.PHASE, NextAction.CONCLUDE) and may_leave(session, strategy, agenda)
    return NextAction.PHASE if leaves or must_leave(session, strategy) else NextAction.CONTINUE


def is_easy_agreement(one: Round, session: PanelSession, strategy: Strategy) -> bool:
    """Agreed early, by everybody, with high confidence and nothing in dispute: too good to be left untested.

    Under consent nothing is adopted so early, but everybody may have proposed the same.
    """
    agreed = one.consensus or (strategy.policy is Policy.CONSENT and len(one.groups) == 1)
    disputed = any(conflict.created_round <= one.number for conflict in session.conflicts)
    confident = bool(one.ballots) and all(ballot.confidence >= EASY for ballot in one.ballots.values())
    return one.number <= EARLY and agreed and confident and not disputed


def owes_stress_test(session: PanelSession, strategy: Strategy) -> bool:
    easy = [one.number for one in session.rounds if is_easy_agreement(one, session, strategy)]
    tested = [one.number for one in session.rounds if one.stress_test]
    return bool(easy) and max(tested, default=0) <= min(easy)


def blocking_conflicts(session: PanelSession, agenda: Agenda) -> tuple[Conflict, ...]:
    """Open conflicts about something critical, or between seats of whom one blocks."""
    return tuple(
        conflict
        for conflict in session.open_conflicts
        if is_critical(agenda, conflict.topic_id) or blockers(session, conflict.topic_id) & set(conflict.positions)
    )


def _missing(session: PanelSession, agenda: Agenda, strategy: Strategy) -> Iterator[str]:
    done, least = len(session.rounds), session.limits.min_rounds
    phase = current_phase(session, strategy)
    if done < least:
        yield f"{done} of at least {least} rounds have been held."
    if not is_last(strategy, phase.name):
        yield f"The phase {strategy.phases[-1].name} has not been reached."
    elif rounds_held(session) < phase.min_rounds:
        yield f"The phase {phase.name} has had {rounds_held(session)} of its {phase.min_rounds} rounds."
    yield from _missing_in_phases(session, agenda) if agenda.by_phase else _missing_in_topics(session, agenda)
    for conflict in blocking_conflicts(session, agenda):
        yield f"{conflict.id} is open and blocks."
    if strategy.policy is Policy.CONSENT and standing_blocks(session):
        yield "Somebody's block stands."
    if owes_stress_test(session, strategy):
        yield "The early agreement has not been put to the test."


def _missing_in_topics(session: PanelSession, agenda: Agenda) -> Iterator[str]:
    critical = [state for state in session.agenda if is_critical(agenda, state.topic_id)]
    others = [state for state in session.agenda if not is_critical(agenda, state.topic_id)]
    for state in critical:
        if state.status is not TopicStatus.CLOSED:
            topic = agenda.topic(state.topic_id)
            yield f"The critical topic “{topic.name if topic and topic.name else state.topic_id}” is {state.status}."
    closed = sum(state.status is TopicStatus.CLOSED for state in others)
    if 2 * closed < len(others):
        yield f"{closed} of the {len(others)} other topics are closed, and half of them must be."
    least = sum(topic.min_entries for topic in agenda.topics)
    found = len({entry.id for topic in agenda.topics for entry in counted_entries(topic, session)})
    if found < least:
        yield f"{found} of at least {least} entries have been put down."


def _missing_in_phases(session: PanelSession, agenda: Agenda) -> Iterator[str]:
    for topic in agenda.topics:
        if not is_met(topic, session, by_phase=True):
            what = f"has to assess every {topic.assess}" if topic.assess else f"needs {topic.min_entries} entries"
            yield f"The phase {topic.id} {what}."
