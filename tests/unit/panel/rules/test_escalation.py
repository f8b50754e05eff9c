"""What goes to the user goes once, with every position and nobody's name, and the user's word settles it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.record.entries import Conflict, Entry
from roundtable_tui.panel.record.session import Choice, Escalation, Limits, PanelSession
from roundtable_tui.panel.rules.escalation import Decision, decided, due_issues, raised_hand, words_in
from tests.unit.panel.samples import SHIPPED, ballot, round_of, session_of

MAIN = SHIPPED.agendas["roundtable"]
QUARREL = Conflict(
    "CONF-001", "Queue or table", created_round=1, topic_id="main", positions={"a": "A queue", "b": "A table"}
)
QUIET = {"a": ballot("A queue"), "b": ballot("A table")}


def after(rounds: int, **changes: object) -> PanelSession:
    told = tuple(round_of(number, QUIET, recommendation="A table.") for number in range(1, rounds + 1))
    return session_of(*told, **changes)


def keys(session: PanelSession, asked: str = "") -> list[str]:
    return [issue.key for issue in due_issues(session, MAIN, asked)]


def test_a_conflict_goes_to_the_user_after_three_rounds() -> None:
    assert keys(after(2, conflicts=(QUARREL,))) == []
    assert keys(after(3, conflicts=(QUARREL,))) == ["conflict:CONF-001"]


def test_the_number_of_rounds_is_a_setting() -> None:
    assert keys(after(1, conflicts=(QUARREL,), limits=Limits(max_rounds_per_conflict=1))) == ["conflict:CONF-001"]


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("A Security question", ["conflict:CONF-001"]),
        ("It is must-have", ["conflict:CONF-001"]),
        ("insecurity and blockings", []),
        ("securityish", []),
    ],
)
def test_a_critical_word_in_a_standing_conflict_goes_at_once(title: str, key: list[str]) -> None:
    assert keys(after(1, conflicts=(replace(QUARREL, title=title),))) == key


def test_a_critical_word_in_a_resolved_conflict_goes_nowhere() -> None:
    assert keys(after(5, conflicts=(replace(QUARREL, title="legal", status="resolved"),))) == []


def test_a_blocking_concern_with_a_critical_word_goes_at_once() -> None:
    blocked = round_of(1, {"a": ballot("No.", stance=Stance.BLOCK, concerns=("It is a legal risk",)), "b": ballot()})
    (issue,) = due_issues(session_of(blocked), MAIN)
    assert issue.key == "block:a:main"
    assert issue.positions == ("No.", "Do it.", "What blocks: It is a legal risk")
    concerned = round_of(1, {"a": ballot(stance=Stance.CONCERN, concerns=("legal",)), "b": ballot()})
    assert keys(session_of(concerned)) == []


def test_a_facilitator_who_asks_about_the_only_block_asks_about_that_block() -> None:
    blocked = round_of(1, {"a": ballot("No.", stance=Stance.BLOCK), "b": ballot()})
    session = session_of(blocked)
    assert keys(session, "Only you can lift the block.") == ["block:a:main"]
    assert keys(session, "Only you know the budget.") == ["facilitator:main"]
    both = round_of(1, {"a": ballot("No.", stance=Stance.BLOCK), "b": ballot("Never.", stance=Stance.BLOCK)})
    assert keys(session_of(both), "Only you can lift the block.") == ["facilitator:main"]


@pytest.mark.parametrize(("confidence", "key"), [(0.49, ["confidence:main"]), (0.5, [])])
def test_little_confidence_in_a_critical_topic_goes_to_the_user(confidence: float, key: list[str]) -> None:
    unsure = round_of(1, {"a": ballot(confidence=confidence), "b": ballot(confidence=confidence)})
    assert keys(session_of(unsure)) == key


def test_little_confidence_in_a_lesser_topic_does_not() -> None:
    unsure = round_of(1, {"a": ballot(confidence=0.1)}, topic_id="integration")
    assert [issue.key for issue in due_issues(session_of(unsure), SHIPPED.agendas["design"])] == []


def test_the_facilitator_may_ask_even_where_the_rules_are_switched_off() -> None:
    session = after(3, conflicts=(QUARREL,), limits=Limits(escalation=False))
    assert keys(session) == []
    assert keys(session, "Only you can settle it.") == ["conflict:CONF-001"]
    assert keys(replace(session, conflicts=()), "Only you know the budget.") == ["facilitator:main"]


@given(st.sampled_from([Choice.ACCEPT, Choice.DECIDE]), st.integers(1, 6))
def test_what_was_decided_never_comes_again(choice: Choice, later: int) -> None:
    session = after(3, conflicts=(QUARREL,))
    (issue,) = due_issues(session, MAIN)
    session = decided(session, issue, Decision(choice, "My way."))
    more = tuple(round_of(number, QUIET) for number in range(4, 4 + later))
    assert keys(replace(session, rounds=(*session.rounds, *more))) == []


@given(st.integers(1, 5), st.integers(0, 8))
def test_a_panel_that_may_go_on_asks_again_only_after_so_many_rounds(more: int, passed: int) -> None:
    session = after(3, conflicts=(QUARREL,))
    session = decided(session, due_issues(session, MAIN)[0], Decision(Choice.CONTINUE, rounds=more))
    later = tuple(round_of(number, QUIET) for number in range(4, 4 + passed))
    session = replace(session, rounds=(*session.rounds, *later))
    assert keys(session) == (["conflict:CONF-001"] if passed >= more else [])


@given(st.lists(st.sampled_from(["legal", "plain"]), min_size=1, max_size=12))
def test_without_a_new_issue_the_user_is_asked_at_most_once(titles: list[str]) -> None:
    session = session_of(conflicts=(QUARREL,))
    asked: list[str] = []
    for number, _ in enumerate(titles, start=1):
        session = replace(session, rounds=(*session.rounds, round_of(number, QUIET)))
        for issue in due_issues(session, MAIN, "Please decide."):
            asked.append(issue.key)
            session = decided(session, issue, Decision(Choice.DECIDE, "So be it."))
    assert len(asked) == len(set(asked))


@given(st.sampled_from(Choice), st.booleans(), st.booleans())
def test_a_conflict_goes_to_the_user_once_whoever_brings_it_up(choice: Choice, critical: bool, by_word: bool) -> None:
    """The facilitator, its age and a critical word in it: three reasons, one issue."""
    quarrel = replace(QUARREL, title="A legal question") if critical else QUARREL
    session = after(3, conflicts=(quarrel,))
    first, *more = due_issues(session, MAIN, "Please settle it." if by_word else "")
    assert not more
    session = decided(session, first, Decision(choice, "My way.", rounds=2))
    assert keys(session) == []
    assert choice is not Choice.CONTINUE or keys(session, "Do settle it.") == []


def test_a_conflict_of_a_session_of_before_was_asked_too() -> None:
    told = Escalation(1, "critical:CONF-001", "It is about legal.", choice=Choice.CONTINUE, until_round=5)
    session = after(3, conflicts=(replace(QUARREL, title="legal"),), escalations=(told,))
    assert keys(session) == []


def test_the_facilitator_can_ask_about_one_thing_again_where_it_is_something_new() -> None:
    session = after(1)
    (issue,) = due_issues(session, MAIN, "Only you know what the budget is.")
    session = decided(session, issue, Decision(Choice.DECIDE, "Ten thousand."))
    assert keys(session, "Only you can know what the budget is!") == []
    assert keys(session, "Somebody has to say who answers the telephone.") == ["facilitator:main#2"]


def test_a_facilitator_does_not_press_a_user_who_lets_the_panel_go_on() -> None:
    session = after(1)
    (issue,) = due_issues(session, MAIN, "Only you know what the budget is.")
    session = decided(session, issue, Decision(Choice.CONTINUE, rounds=2))
    assert keys(session, "Somebody has to say who answers the telephone.") == []
    later = replace(session, rounds=(*session.rounds, round_of(2, QUIET), round_of(3, QUIET)))
    assert keys(later, "Only you know what the budget is.") == ["facilitator:main"]


def test_whoever_has_just_decided_is_not_told_that_the_panel_was_unsure() -> None:
    unsure = round_of(1, {"a": ballot(confidence=0.1), "b": ballot(confidence=0.1)})
    session = session_of(unsure)
    asked, doubted = due_issues(session, MAIN, "Only you know the budget.")
    assert doubted.key == "confidence:main"
    session = decided(session, asked, Decision(Choice.DECIDE, "Ten thousand."))
    assert keys(session, "Only you know the budget.") == []
    assert keys(replace(session, rounds=(unsure, replace(unsure, number=2)))) == ["confidence:main"]


def test_a_decision_resolves_the_conflict_in_the_users_name() -> None:
    session = after(3, conflicts=(QUARREL,))
    (issue,) = due_issues(session, MAIN)
    (conflict,) = decided(session, issue, Decision(Choice.DECIDE, "A table, for now.")).conflicts
    assert (conflict.status, conflict.resolution, conflict.resolved_round) == ("resolved", "A table, for now.", 3)
    assert (conflict.resolution_method, conflict.resolved_by) == ("escalation", "user")


def test_what_the_facilitator_asked_is_answered_though_its_conflict_is_gone() -> None:
    session = after(1, conflicts=(QUARREL,))
    (issue,) = due_issues(session, MAIN, "Please settle it.")
    session = decided(session, issue, Decision(Choice.DECIDE, "A table."))
    assert keys(session, "Please settle it.") == []


def test_what_was_contested_with_a_conflict_is_agreed_as_the_user_decides() -> None:
    contested = Entry("ARCH-001", EntryKind.DECISION, "It", agreement="conflict", created_round=1, topic_id="main")
    draft, other = replace(contested, agreement="draft"), replace(contested, topic_id="other")
    session = after(3, conflicts=(QUARREL,), entries=(contested, draft, other))
    (issue,) = due_issues(session, MAIN)
    session = decided(session, issue, Decision(Choice.DECIDE, "A table."))
    first, *rest = session.entries
    assert (first.agreement, first.text("decision"), first.status) == ("consensus", "A table.", "amended")
    assert rest == [draft, other]


def test_accepting_takes_the_recommendation() -> None:
    session = after(3, conflicts=(QUARREL,))
    (issue,) = due_issues(session, MAIN)
    session = decided(session, issue, Decision(Choice.ACCEPT))
    assert session.escalations[0].user_decision == "A table."
    assert session.conflicts[0].resolution == "A table."


def test_going_on_resolves_nothing() -> None:
    session = after(3, conflicts=(QUARREL,))
    session = decided(session, due_issues(session, MAIN)[0], Decision(Choice.CONTINUE, rounds=2))
    assert session.conflicts == (QUARREL,)
    assert session.escalations[0].until_round == 5


def test_the_user_is_shown_no_names() -> None:
    (issue,) = due_issues(after(3, conflicts=(QUARREL,)), MAIN)
    assert issue.positions == ("A queue", "A table")


def test_every_raised_hand_is_an_issue_of_its_own() -> None:
    session = after(1)
    first = raised_hand(session)
    session = decided(session, first, Decision(Choice.DECIDE, "Mind the cost."))
    assert raised_hand(session).key != first.key


def test_words_are_found_as_whole_words() -> None:
    assert words_in("A LEGAL, must-have thing", ["legal", "must-have", "leg", ""]) == ("legal", "must-have")
