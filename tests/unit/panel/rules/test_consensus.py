"""The arithmetic of agreement, for any set of ballots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind, Policy
from roundtable_tui.panel.record.ballots import Ballot, Stance
from roundtable_tui.panel.record.entries import Conflict, Entry
from roundtable_tui.panel.record.session import Choice, Escalation, PanelSession
from roundtable_tui.panel.rules.consensus import (
    blockers,
    checked_groups,
    is_partition,
    share_of_largest,
    standing_blocks,
    verdict,
    weight,
)
from tests.unit.panel.samples import BALLOT_SETS, SHIPPED, ballot, round_of, session_of

STANDARD = SHIPPED.strategies["standard"]
CONSENT = SHIPPED.strategies["consensus-driven"]
DEBATE = SHIPPED.strategies["debate"]
Ballots = dict[str, Ballot]
PROPOSALS = st.lists(st.lists(st.sampled_from("abcdefghxyz"), max_size=4), max_size=5)


@given(BALLOT_SETS, PROPOSALS)
def test_groups_are_always_a_partition_of_those_who_voted(ballots: Ballots, proposed: list[list[str]]) -> None:
    assert is_partition(checked_groups(ballots, proposed), ballots)


@given(BALLOT_SETS, PROPOSALS)
def test_nobody_is_grouped_with_another_option(ballots: Ballots, proposed: list[list[str]]) -> None:
    for group in checked_groups(ballots, proposed):
        assert len({ballots[seat].option for seat in group if ballots[seat].option}) <= 1


@given(BALLOT_SETS)
def test_a_partition_that_respects_the_options_is_kept(ballots: Ballots) -> None:
    alone = [[seat] for seat in ballots]
    assert {*checked_groups(ballots, alone)} == {(seat,) for seat in ballots}


def test_whoever_was_wrongly_put_with_another_option_joins_their_own() -> None:
    ballots = {"a": ballot("x", option="table"), "b": ballot("y", option="queue"), "c": ballot("z", option="table")}
    assert {*checked_groups(ballots, [["a", "b"], ["c"]])} == {("a", "c"), ("b",)}


@given(BALLOT_SETS)
def test_the_heaviest_group_comes_first(ballots: Ballots) -> None:
    weights = [weight(group, ballots) for group in checked_groups(ballots)]
    assert weights == sorted(weights, reverse=True)


@given(BALLOT_SETS, st.randoms())
def test_the_order_of_the_ballots_changes_nothing(ballots: Ballots, random: st.DataObject) -> None:
    seats = list(ballots)
    random.shuffle(seats)  # type: ignore[attr-defined]
    assert checked_groups({seat: ballots[seat] for seat in seats}) == checked_groups(ballots)


@given(BALLOT_SETS)
def test_the_share_is_a_share(ballots: Ballots) -> None:
    assert 0 <= share_of_largest(ballots, checked_groups(ballots)) <= 1.0000001


@given(BALLOT_SETS, st.floats(0.01, 1))
def test_a_weighted_majority_is_reached_exactly_from_the_threshold_on(ballots: Ballots, threshold: float) -> None:
    groups = checked_groups(ballots)
    reached = verdict(STANDARD, ballots, groups, threshold=threshold).reached
    assert reached == (len(ballots) >= 2 and share_of_largest(ballots, groups) >= threshold)


@given(BALLOT_SETS, st.floats(0.01, 1))
def test_more_confidence_in_the_leading_group_never_ends_an_agreement(ballots: Ballots, threshold: float) -> None:
    groups = checked_groups(ballots)
    surer = {
        seat: replace(one, confidence=1.0) if groups and seat in groups[0] else one for seat, one in ballots.items()
    }
    if verdict(STANDARD, ballots, groups, threshold=threshold).reached:
        assert verdict(STANDARD, surer, groups, threshold=threshold).reached


@given(BALLOT_SETS)
def test_consent_is_the_absence_of_a_block(ballots: Ballots) -> None:
    blocked = any(one.stance is Stance.BLOCK for one in ballots.values())
    assert verdict(CONSENT, ballots, checked_groups(ballots)).reached == (len(ballots) >= 2 and not blocked)


@given(BALLOT_SETS)
def test_a_block_of_somebody_who_is_missing_still_stands(ballots: Ballots) -> None:
    assert not verdict(CONSENT, ballots, checked_groups(ballots), blocks=["z"]).reached


@given(BALLOT_SETS, st.booleans(), st.booleans())
def test_where_the_facilitator_judges_only_the_last_phase_can_agree(
    ballots: Ballots, claimed: bool, last: bool
) -> None:
    found = verdict(DEBATE, ballots, checked_groups(ballots), claimed=claimed, is_last_phase=last)
    assert found.reached == (claimed and last)


def test_three_against_two_by_confidence() -> None:
    ballots = {
        "a": ballot("x", 0.9, option="x"),
        "b": ballot("x", 0.9, option="x"),
        "c": ballot("y", 0.4, option="y"),
        "d": ballot("y", 0.4, option="y"),
        "e": ballot("y", 0.4, option="y"),
    }
    found = verdict(STANDARD, ballots, checked_groups(ballots))
    assert (found.leading, round(found.share, 2), found.reached) == (("a", "b"), 0.6, True)


def test_nobody_is_sure_so_nothing_is_agreed() -> None:
    ballots = {"a": ballot("x", 0.0), "b": ballot("x", 0.0)}
    assert verdict(STANDARD, ballots, checked_groups(ballots)).share == 0
    assert not verdict(STANDARD, ballots, checked_groups(ballots)).reached


def test_one_ballot_alone_decides_nothing() -> None:
    ballots = {"a": ballot("x", 1.0)}
    assert not verdict(STANDARD, ballots, checked_groups(ballots)).reached
    assert not verdict(CONSENT, ballots, checked_groups(ballots)).reached


def who_blocks(session: PanelSession) -> list[str]:
    return [one.seat for one in standing_blocks(session)]


BLOCKED = round_of(1, {"a": ballot(stance=Stance.BLOCK), "b": ballot(stance=Stance.BLOCK)})


def test_a_block_is_lifted_by_the_seat_itself() -> None:
    first = round_of(1, {"a": ballot(stance=Stance.BLOCK), "b": ballot()})
    assert who_blocks(session_of(first)) == ["a"]
    assert who_blocks(session_of(first, round_of(2, {"b": ballot()}))) == ["a"]
    assert who_blocks(session_of(first, round_of(2, {"a": ballot()}))) == []


def test_a_word_about_another_topic_lifts_nothing() -> None:
    session = session_of(BLOCKED, round_of(2, {"a": ballot(), "b": ballot()}, topic_id="other"))
    assert who_blocks(session) == ["a", "b"]
    assert blockers(session, "main") == {"a", "b"}
    assert blockers(session, "other") == set()


@pytest.mark.parametrize(
    ("issue", "left"),
    [
        ("block:a:main", ["b"]),
        ("block:a:other", ["a", "b"]),
        ("conflict:CONF-001", ["b"]),
        ("critical:CONF-001", ["b"]),
        ("conflict:CONF-002", ["a", "b"]),
        ("facilitator:main", ["a", "b"]),
        ("confidence:main", ["a", "b"]),
        ("hand:1", ["a", "b"]),
    ],
)
def test_the_user_lifts_only_the_block_they_decide_about(issue: str, left: list[str]) -> None:
    conflicts = (
        Conflict("CONF-001", "x", topic_id="main", positions={"a": "No."}),
        Conflict("CONF-002", "y", topic_id="other", positions={"a": "No.", "b": "No."}),
    )
    decision = Escalation(1, issue, "y", choice=Choice.DECIDE, user_decision="Do it.")
    session = session_of(BLOCKED, escalations=(decision,), conflicts=conflicts)
    assert who_blocks(session) == left
    going_on = replace(decision, choice=Choice.CONTINUE, user_decision="", until_round=3)
    assert who_blocks(replace(session, escalations=(going_on,))) == ["a", "b"]
    again = replace(session, rounds=(BLOCKED, replace(BLOCKED, number=2)))
    assert who_blocks(again) == ["a", "b"], "said again since"


def test_an_objection_before_anything_is_proposed_counts_for_nothing() -> None:
    phases = ("proposal", "refinement", "convergence")
    early = replace(BLOCKED, phase="proposal")
    assert who_blocks(session_of(early, phases=phases)) == []
    assert who_blocks(session_of(replace(BLOCKED, phase="refinement"), phases=phases)) == ["a", "b"]
    draft = Entry("ARCH-001", EntryKind.DECISION, "It", topic_id="main", created_round=1)
    again = session_of(round_of(1), replace(early, number=2), phases=phases, entries=(draft,))
    assert who_blocks(again) == ["a", "b"], "a draft of an earlier pass is on the table"


@given(BALLOT_SETS)
def test_consent_is_given_in_the_last_phase_and_not_before(ballots: Ballots) -> None:
    assert not verdict(CONSENT, ballots, checked_groups(ballots), is_last_phase=False).reached


@pytest.mark.parametrize("policy", Policy)
def test_a_round_without_ballots_agrees_on_nothing_by_itself(policy: Policy) -> None:
    assert not verdict(replace(STANDARD, policy=policy), {}, ()).reached


@given(BALLOT_SETS)
def test_what_is_consented_to_is_carried_by_everybody_who_does_not_stand_aside(ballots: Ballots) -> None:
    found = verdict(CONSENT, ballots, checked_groups(ballots))
    assert is_partition(found.groups, ballots)
    aside = {seat for seat, one in ballots.items() if one.stance is Stance.STAND_ASIDE}
    if found.reached and len(aside) < len(ballots):
        assert found.leading == found.groups[0] == tuple(sorted(set(ballots) - aside))
