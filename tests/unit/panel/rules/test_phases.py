"""Phases come in their order, each at least as long as it must be, and show what they may."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import Agenda, EntryKind
from roundtable_tui.panel.record.entries import Entry
from roundtable_tui.panel.record.session import (
    Focus,
    FocusType,
    Limits,
    NextAction,
    PanelSession,
    TopicState,
    TopicStatus,
)
from roundtable_tui.panel.rules.agenda import focus_for, updated_agenda
from roundtable_tui.panel.rules.conclusion import next_action
from roundtable_tui.panel.rules.phases import current_phase, phase_after, visible_history
from tests.unit.panel.samples import FULL, SHIPPED, round_of, session_of

MAIN = SHIPPED.agendas["roundtable"]
SPECS = SHIPPED.agendas["specs"]
STRATEGIES = st.sampled_from(sorted(SHIPPED.strategies))
WISHES = st.lists(st.sampled_from(NextAction), min_size=1, max_size=40)


def played(
    strategy_id: str, wishes: list[NextAction], limits: Limits, agenda: Agenda = MAIN
) -> tuple[PanelSession, list[NextAction]]:
    """A panel in which the facilitator wants these things one after another, until it ends."""
    strategy = SHIPPED.strategies[strategy_id]
    session = session_of(
        strategy=strategy_id,
        phase=strategy.phases[0].name,
        phases=tuple(phase.name for phase in strategy.phases),
        limits=limits,
        agenda=tuple(TopicState(topic.id) for topic in agenda.topics),
        entries=(Entry("ARCH-001", EntryKind.DECISION, "It", topic_id="main", agreement="consensus"),),
    )
    taken: list[NextAction] = []
    for number, wish in enumerate(wishes, start=1):
        focus = focus_for(session, agenda, strategy)
        done = round_of(number, phase=session.phase, topic_id=focus.topic_id, focus=focus)
        session = replace(session, rounds=(*session.rounds, done))
        session = replace(session, agenda=updated_agenda(session, agenda, {focus.topic_id: TopicStatus.CLOSED}, {}))
        taken.append(next_action(session, agenda, strategy, wish, escalates=False))
        if taken[-1] is NextAction.PHASE:
            session = replace(session, phase=phase_after(strategy, session.phase))
        if taken[-1] is NextAction.CONCLUDE:
            break
    return session, taken


@given(STRATEGIES, WISHES, st.integers(1, 6), st.integers(1, 5))
def test_phases_never_skip_and_go_back_only_from_the_last_to_the_first(
    name: str, wishes: list[NextAction], least: int, per_phase: int
) -> None:
    session, _ = played(name, wishes, Limits(min_rounds=least, max_rounds_per_phase=per_phase))
    order = [phase.name for phase in SHIPPED.strategies[name].phases]
    places = [order.index(one.phase) for one in session.rounds]
    assert places[0] == 0
    steps = [(after - before) % len(order) for before, after in itertools.pairwise(places)]
    assert all(step in (0, 1 % len(order)) for step in steps)


@given(STRATEGIES, WISHES, st.integers(1, 6))
def test_one_thing_is_gone_through_all_phases_before_the_next(name: str, wishes: list[NextAction], least: int) -> None:
    session, _ = played(name, wishes, Limits(min_rounds=least, max_rounds=100), SPECS)
    order = [phase.name for phase in SHIPPED.strategies[name].phases]
    for before, after in itertools.pairwise(session.rounds):
        new_pass = len(order) == 1 or (before.phase == order[-1] and after.phase == order[0])
        assert new_pass or after.focus == before.focus


@given(STRATEGIES, WISHES, st.integers(1, 5))
def test_a_phase_ends_after_its_most_rounds(name: str, wishes: list[NextAction], per_phase: int) -> None:
    session, _ = played(name, wishes, Limits(max_rounds_per_phase=per_phase, max_rounds=100))
    runs = [len(list(group)) for _, group in itertools.groupby(session.rounds, key=lambda one: one.phase)]
    alone = len(runs) == 1 and len(SHIPPED.strategies[name].phases) == 1
    assert max(runs) <= (max(per_phase, Limits().min_rounds) if alone else per_phase)


def test_the_last_phase_of_a_brainstorm_ends_after_its_most_rounds_though_it_brought_too_little() -> None:
    strategy, agenda = SHIPPED.strategies["disney"], SHIPPED.agendas["brainstorm"]
    rounds = tuple(round_of(number, phase="critic") for number in range(1, 11))

    def after(held: int) -> NextAction:
        session = session_of(*rounds[:held], phase="critic", agenda=())
        return next_action(session, agenda, strategy, NextAction.CONTINUE, escalates=False)

    assert (after(9), after(10)) == (NextAction.CONTINUE, NextAction.CONCLUDE)


@given(STRATEGIES, WISHES, st.integers(1, 8), st.integers(1, 12))
def test_a_panel_ends_no_earlier_than_it_may_and_no_later_than_it_must(
    name: str, wishes: list[NextAction], least: int, most: int
) -> None:
    session, taken = played(name, wishes, Limits(min_rounds=least, max_rounds=most))
    assert len(session.rounds) <= most
    if taken[-1] is NextAction.CONCLUDE and len(session.rounds) < most:
        assert len(session.rounds) >= least
        assert session.rounds[-1].phase == SHIPPED.strategies[name].phases[-1].name


@pytest.mark.parametrize("name", sorted(SHIPPED.strategies))
def test_a_facilitator_who_always_wants_to_end_gets_through_every_phase(name: str) -> None:
    session, taken = played(name, [NextAction.CONCLUDE] * 20, Limits())
    assert taken[-1] is NextAction.CONCLUDE
    assert len(session.rounds) == max(3, len(SHIPPED.strategies[name].phases))


def test_a_phase_may_need_more_than_one_round() -> None:
    strategy = SHIPPED.strategies["debate"]
    longer = replace(strategy, phases=(replace(strategy.phases[0], min_rounds=2), *strategy.phases[1:]))
    once = session_of(round_of(1, phase="opening"), phase="opening")
    twice = session_of(round_of(1, phase="opening"), round_of(2, phase="opening"), phase="opening")
    assert next_action(once, MAIN, longer, NextAction.PHASE, escalates=False) is NextAction.CONTINUE
    assert next_action(twice, MAIN, longer, NextAction.PHASE, escalates=False) is NextAction.PHASE


def test_the_dreamer_phase_is_not_left_before_three_ideas() -> None:
    strategy, agenda = SHIPPED.strategies["disney"], SHIPPED.agendas["brainstorm"]
    ideas = tuple(Entry(f"IDEA-00{number}", EntryKind.IDEA, "An idea") for number in (1, 2, 3))
    few = session_of(round_of(1, phase="dreamer"), phase="dreamer", agenda=(), entries=ideas[:2])
    assert next_action(few, agenda, strategy, NextAction.PHASE, escalates=False) is NextAction.CONTINUE
    enough = replace(few, entries=ideas)
    assert next_action(enough, agenda, strategy, NextAction.PHASE, escalates=False) is NextAction.PHASE


def test_the_realist_phase_is_not_left_before_each_idea_is_assessed() -> None:
    strategy, agenda = SHIPPED.strategies["disney"], SHIPPED.agendas["brainstorm"]
    ideas = (
        Entry("IDEA-001", EntryKind.IDEA, "One", fields={"feasibility": "A week."}),
        Entry("IDEA-002", EntryKind.IDEA, "Two"),
    )
    session = session_of(round_of(1, phase="realist"), phase="realist", agenda=(), entries=ideas)
    assert next_action(session, agenda, strategy, NextAction.PHASE, escalates=False) is NextAction.CONTINUE
    assessed = replace(session, entries=(ideas[0], replace(ideas[1], fields={"feasibility": "A year."})))
    assert next_action(assessed, agenda, strategy, NextAction.PHASE, escalates=False) is NextAction.PHASE


def test_an_unknown_phase_is_the_first() -> None:
    assert current_phase(session_of(phase="gone"), SHIPPED.strategies["debate"]).name == "opening"


@pytest.mark.parametrize(
    ("strategy", "phase", "syntheses", "conflicts"),
    [
        ("standard", "discussion", 2, 1),
        ("disney", "dreamer", 1, 0),
        ("disney", "critic", 2, 1),
        ("debate", "opening", 0, 0),
        ("debate", "rebuttal", 2, 1),
        ("six-hats", "red", 1, 0),
    ],
)
def test_a_phase_shows_what_of_the_history_it_may(strategy: str, phase: str, syntheses: int, conflicts: int) -> None:
    found = SHIPPED.strategies[strategy].phase(phase)
    assert found
    session = replace(FULL, rounds=(round_of(1), round_of(2, synthesis="Later.")))
    seen = visible_history(session, found, Focus(FocusType.AGENDA, "main", "main"))
    assert (len(seen.syntheses), len(seen.conflicts)) == (syntheses, conflicts)
    assert not seen.syntheses or seen.syntheses[-1] == (2, "Later.")
