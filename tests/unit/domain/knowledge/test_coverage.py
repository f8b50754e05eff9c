"""How much of a topic is covered, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred, Source, Stated
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.values import Claim
from roundtable_tui.domain.knowledge.checks import parse_check
from roundtable_tui.domain.knowledge.coverage import coverage, coverage_of
from roundtable_tui.domain.knowledge.knowledge import Criterion, Topic
from tests.support.journals import any_journal
from tests.support.states import changed
from tests.support.walks import sessions

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.domain.journal.state import State

PROBLEM = Criterion("problem", "The problem is stated", captures=(Capture(Kind.PROBLEM, "text"),))
THREE_FRS = Criterion("frs", "Three requirements", check=parse_check("count(fr) >= 3"))
THREATS = Criterion("threats", "Threats are known")
STATED: tuple[Source, ...] = (Stated(1),)
CLAIM = Claim("problem-discovery", "threats", (Inferred((1,)),))


def topic(*criteria: Criterion) -> Topic:
    return Topic("problem-discovery", "Problem discovery", "business-analyst", (), criteria)


def entry(entry_id: str, kind: Kind, sources: tuple[Source, ...] = STATED) -> Entry:
    return Entry(entry_id, kind, {"text": FieldValue("words", sources)}, 1)


def state(*entries: Entry, claims: tuple[Claim, ...] = ()) -> State:
    return changed(
        dossier=Dossier({one.id: one for one in entries}),
        claims={(claim.topic, claim.criterion): claim for claim in claims},
    )


FRS = tuple(entry(f"FR-{number:03d}", Kind.FR) for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("criterion", "now", "met"),
    [
        (PROBLEM, state(entry("PROB-001", Kind.PROBLEM)), True),
        (PROBLEM, state(FRS[0]), False),
        (THREE_FRS, state(*FRS), True),
        (THREE_FRS, state(*FRS[:2]), False),
        (THREE_FRS, state(claims=(Claim("problem-discovery", "frs", STATED),)), False),
        (THREATS, state(*FRS), False),
        (THREATS, state(claims=(CLAIM,)), True),
        (THREATS, state(claims=(Claim("security", "threats", STATED),)), False),
    ],
)
def test_a_criterion_is_met_by_its_check_else_by_a_claim_or_by_what_its_answer_becomes(
    criterion: Criterion, now: State, met: bool
) -> None:
    assert coverage_of(topic(criterion), now).covered is met


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (state(entry("PROB-001", Kind.PROBLEM)), Confidence.HIGH),
        (state(entry("PROB-001", Kind.PROBLEM, (Inferred((1,)),))), Confidence.MEDIUM),
        (state(entry("PROB-001", Kind.PROBLEM), claims=(CLAIM,)), Confidence.MEDIUM),
        (state(), Confidence.LOW),
    ],
)
def test_a_topic_is_as_sure_as_the_weakest_criterion_that_is_met(now: State, expected: Confidence) -> None:
    assert coverage_of(topic(PROBLEM, THREATS), now).confidence is expected


def test_coverage_counts_what_is_met_of_all_there_is() -> None:
    found = coverage_of(topic(PROBLEM, THREE_FRS, THREATS), state(entry("PROB-001", Kind.PROBLEM), *FRS))
    assert (found.met, found.missing, found.total, found.percent) == (("problem", "frs"), ("threats",), 3, 66)
    assert not found.covered


def test_a_topic_without_criteria_is_never_covered() -> None:
    found = coverage_of(topic(), state(*FRS))
    assert (found.percent, found.covered) == (0, False)


_checks = st.sampled_from(["count(fr) >= 1", "every(fr, ac)", "scanned()", "acyclic(module)"]).map(parse_check)
criteria = st.builds(
    Criterion,
    st.sampled_from(["problem", "user", "frs", "threats"]),
    st.just("words"),
    captures=st.lists(st.builds(Capture, st.sampled_from(Kind), st.just("text")), max_size=2).map(tuple),
    check=st.none() | _checks,
)
topics = st.builds(
    Topic,
    st.sampled_from(["problem-discovery", "architecture"]),
    st.just("A topic"),
    st.just("business-analyst"),
    st.just(()),
    st.lists(criteria, max_size=5, unique_by=lambda criterion: criterion.id).map(tuple),
)


@given(st.lists(topics, max_size=3), sessions() | any_journal)
def test_coverage_never_exceeds_its_criteria(known: list[Topic], journal: list[Event]) -> None:
    now = fold(journal)
    for one, found in zip(known, coverage(known, now), strict=True):
        assert sorted((*found.met, *found.missing)) == sorted(criterion.id for criterion in one.criteria)
        assert 0 <= found.percent <= 100
        assert found.covered == (found.percent == 100)


def test_a_topic_that_was_put_off_is_not_covered_whatever_is_known_of_it() -> None:
    now = state(entry("PROB-001", Kind.PROBLEM))
    put_off = replace(now, conversation=replace(now.conversation, deferred=(topic(PROBLEM).id,)))
    assert coverage_of(topic(PROBLEM), now).covered
    assert not coverage_of(topic(PROBLEM), put_off).covered
    assert coverage_of(topic(PROBLEM), put_off).met == ("problem",)
