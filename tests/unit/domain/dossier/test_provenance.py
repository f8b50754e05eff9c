"""Confidence follows from where a thing comes from, and from nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.provenance import (
    Ballot,
    Cited,
    Confidence,
    Confirmed,
    FromDocument,
    HandEdit,
    Inferred,
    Source,
    Stated,
    confidence,
    lowest,
)
from tests.support.journals import sources

CODE = Cited("app/pay.py", 3, 9)
BALLOT = Ballot("20261116-specs-pay", 1, "qa-lead")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ((Stated(1),), Confidence.HIGH),
        ((Confirmed(2),), Confidence.HIGH),
        ((HandEdit("requirements-spec.md"),), Confidence.HIGH),
        ((Inferred((1,)), CODE), Confidence.MEDIUM),
        ((Inferred((1,), ("FR-001",)),), Confidence.MEDIUM),
        ((FromDocument("requirements-spec.md", 12),), Confidence.MEDIUM),
        ((FromDocument("requirements-spec.md", 12, doubtful=True),), Confidence.LOW),
        ((FromDocument("requirements-spec.md"), Confirmed(3)), Confidence.HIGH),
        ((CODE,), Confidence.LOW),
        ((BALLOT,), Confidence.LOW),
        ((Inferred(),), Confidence.LOW),
        ((Inferred(entries=("FR-001",)), CODE), Confidence.LOW),
        ((), Confidence.LOW),
        ((CODE, Inferred(), Confirmed(3)), Confidence.HIGH),
        ((Inferred((1,)), BALLOT, Inferred()), Confidence.MEDIUM),
    ],
)
def test_the_users_word_is_high_what_rests_on_it_medium_and_all_else_low(
    found: tuple[Source, ...], expected: Confidence
) -> None:
    assert confidence(found) is expected


RANK = [Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH]


@given(st.lists(sources), sources)
def test_another_source_never_lowers_confidence(found: list[Source], more: Source) -> None:
    assert RANK.index(confidence([*found, more])) >= RANK.index(confidence(found))


@given(st.lists(sources))
def test_the_order_of_sources_does_not_matter(found: list[Source]) -> None:
    assert confidence(found) is confidence(found[::-1])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([Confidence.HIGH, Confidence.MEDIUM], Confidence.MEDIUM),
        ([Confidence.MEDIUM, Confidence.LOW, Confidence.HIGH], Confidence.LOW),
        ([Confidence.HIGH], Confidence.HIGH),
        ([], Confidence.LOW),
    ],
)
def test_a_whole_is_as_sure_as_its_weakest_part(values: list[Confidence], expected: Confidence) -> None:
    assert lowest(values) is expected
