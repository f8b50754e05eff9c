"""A panel ends only when every rule allows it, and says what is missing when one does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.ballots import Ballot, Stance
from roundtable_tui.panel.record.entries import Conflict, Entry
from roundtable_tui.panel.record.session import Limits, NextAction, PanelSession, TopicState, TopicStatus
from roundtable_tui.panel.rules.conclusion import missing_for_conclusion, next_action, owes_stress_test
from tests.unit.panel.samples import SHIPPED, ballot, round_of, session_of

SPECS = SHIPPED.agendas["specs"]
STANDARD = SHIPPED.strategies["standard"]
MIXED = {"a": ballot("x", 0.7), "b": ballot("x", 0.9)}
SURE = {"a": ballot("x", 0.9), "b": ballot("x", 0.8)}
_KINDS = (EntryKind.REQUIREMENT,) * 5 + (EntryKind.BUSINESS_RULE, EntryKind.NFR)
_TOPICS = ("user-workflows",) * 2 + ("functional-requirements",) * 3 + ("business-rules", "nfr-measurable")


def finished(**changes: object) -> PanelSession:
    """A requirements panel that has everything it needs, unless a test takes something away."""
    entries = tuple(
        Entry(f"{kind}-{number}", kind, "It", topic_id=topic, agreement="consensus")
        for number, (kind, topic) in enumerate(zip(_KINDS, _TOPICS, strict=True))
    )
    facts: dict[str, object] = {
        "agenda": tuple(TopicState(topic.id, TopicStatus.CLOSED) for topic in SPECS.topics),
        "entries": entries,
        "workflow": "specs",
    }
    rounds = tuple(round_of(number, MIXED) for number in (1, 2, 3))
    return session_of(*rounds, **{**facts, **changes})


def missing(session: PanelSession) -> tuple[str, ...]:
    return missing_for_conclusion(session, SPECS, STANDARD)


def with_topics(closed: set[str]) -> tuple[TopicState, ...]:
    return tuple(
        TopicState(topic.id, TopicStatus.CLOSED if topic.id in closed else TopicStatus.PARTIAL)
        for topic in SPECS.topics
    )


CRITICAL = {"user-workflows", "functional-requirements"}
OTHERS = {"business-rules", "nfr-measurable", "acceptance-criteria", "out-of-scope"}


def test_a_panel_that_has_everything_may_end() -> None:
    assert missing(finished()) == ()


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (finished(rounds=(round_of(1, MIXED), round_of(2, MIXED))), "2 of at least 3 rounds"),
        (
            finished(agenda=with_topics({"user-workflows"} | OTHERS)),
            "The critical topic “Functional requirements” is partial",
        ),
        (finished(agenda=with_topics(CRITICAL | {"out-of-scope"})), "1 of the 4 other topics"),
        (finished(entries=()), "0 of at least 7 entries"),
        (
            finished(conflicts=(Conflict("CONF-001", "x", topic_id="user-workflows", created_round=1),)),
            "CONF-001 is open and blocks",
        ),
        (
            finished(
                rounds=(*finished().rounds[:2], round_of(3, {"a": ballot(stance=Stance.BLOCK), "b": ballot()})),
                conflicts=(Conflict("CONF-002", "x", positions={"a": "no", "b": "yes"}, created_round=1),),
            ),
            "CONF-002 is open and blocks",
        ),
        (
            finished(rounds=(round_of(1, SURE, consensus=True), round_of(2, MIXED), round_of(3, MIXED))),
            "put to the test",
        ),
    ],
    ids=["rounds", "critical topic", "other topics", "entries", "critical conflict", "block", "stress test"],
)
def test_each_rule_by_itself_keeps_a_panel_from_ending(session: PanelSession, said: str) -> None:
    (sentence,) = missing(session)
    assert said in sentence
    assert next_action(session, SPECS, STANDARD, NextAction.CONCLUDE, escalates=False) is NextAction.CONTINUE


def test_half_of_the_other_topics_are_enough() -> None:
    assert missing(finished(agenda=with_topics(CRITICAL | {"out-of-scope", "business-rules"}))) == ()


def test_a_lesser_conflict_does_not_keep_it_from_ending() -> None:
    conflict = Conflict("CONF-001", "x", topic_id="out-of-scope", positions={"a": "y"}, created_round=1)
    assert missing(finished(conflicts=(conflict,))) == ()


def test_under_consent_a_block_that_nobody_made_a_conflict_of_holds_too() -> None:
    consent = SHIPPED.strategies["consensus-driven"]
    rounds = (
        *finished().rounds[:2],
        round_of(3, {"a": ballot(stance=Stance.BLOCK), "b": ballot()}, phase="convergence"),
    )
    session = finished(rounds=rounds, phase="convergence")
    assert missing_for_conclusion(session, SPECS, consent) == ("Somebody's block stands.",)


def test_the_last_phase_must_have_been_reached() -> None:
    session = finished(phase="opening")
    assert "The phase closing has not been reached." in missing_for_conclusion(
        session, SPECS, SHIPPED.strategies["debate"]
    )


def test_it_ends_at_the_latest_when_the_rounds_are_used_up() -> None:
    session = finished(entries=(), limits=Limits(max_rounds=3))
    assert next_action(session, SPECS, STANDARD, NextAction.CONTINUE, escalates=False) is NextAction.CONCLUDE


def test_what_goes_to_the_user_comes_first() -> None:
    session = finished(limits=Limits(max_rounds=3))
    assert next_action(session, SPECS, STANDARD, NextAction.CONCLUDE, escalates=True) is NextAction.ESCALATE


@given(
    st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=4), min_size=1, max_size=5),
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.booleans(),
)
def test_only_easy_agreement_in_the_first_two_rounds_is_put_to_the_test_and_only_once(
    confidences: list[list[float]], agreed: list[bool], tested: list[bool], disputed: bool
) -> None:
    rounds = tuple(
        round_of(
            number,
            {str(seat): Ballot("x", confidence=one) for seat, one in enumerate(given_)},
            consensus=agreed[number - 1],
            stress_test=tested[number - 1],
        )
        for number, given_ in enumerate(confidences, start=1)
    )
    conflicts = (Conflict("CONF-001", "x", created_round=1),) if disputed else ()
    session = session_of(*rounds, conflicts=conflicts)
    easy = [n for n, given_ in enumerate(confidences, 1) if n <= 2 and agreed[n - 1] and min(given_) >= 0.8]
    expected = bool(easy) and not disputed and not any(tested[n - 1] for n in range(easy[0] + 1, len(rounds) + 1))
    assert owes_stress_test(session, STANDARD) == expected


def test_the_test_itself_may_agree_easily_without_being_tested_again() -> None:
    rounds = (round_of(1, SURE, consensus=True), round_of(2, SURE, consensus=True, stress_test=True))
    assert not owes_stress_test(session_of(*rounds), STANDARD)


def test_a_brainstorm_ends_when_its_phases_have_brought_what_they_must() -> None:
    agenda, strategy = SHIPPED.agendas["brainstorm"], SHIPPED.strategies["disney"]
    ideas = [Entry(f"IDEA-00{n}", EntryKind.IDEA, "An idea", fields={"feasibility": "Soon"}) for n in (1, 2, 3)]
    risks = [Entry("RISK-001", EntryKind.RISK, "A risk"), Entry("MIT-001", EntryKind.MITIGATION, "A remedy")]
    rounds = [round_of(n, MIXED, phase=phase) for n, phase in enumerate(("dreamer", "realist", "critic"), 1)]
    session = session_of(*rounds, phase="critic", by_phase=True, agenda=(), entries=(*ideas, *risks))
    assert missing_for_conclusion(session, agenda, strategy) == ()
    few = replace(session, entries=(*ideas, risks[0]))
    assert missing_for_conclusion(few, agenda, strategy) == ("The phase critic needs 2 entries.",)
