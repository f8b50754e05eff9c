"""A person says by numbers which ballots come to the same, in whatever way they write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.panel.seats.likeness import numbered_groups, read_groups

LABELS = ("A", "B", "C", "D")


@given(st.permutations(range(12)), st.lists(st.integers(0, 5), min_size=12, max_size=12))
def test_what_is_shown_is_read_as_the_same_groups(order: list[int], places: list[int]) -> None:
    labels = tuple("ABCDEFGHIJKL"[number] for number in order)
    groups: dict[int, list[str]] = {}
    for label, place in zip(labels, places, strict=True):
        groups.setdefault(place, []).append(label)
    found = read_groups(numbered_groups(groups.values(), labels), labels)
    assert {frozenset(group) for group in found} == {frozenset(group) for group in groups.values()}


@pytest.mark.parametrize("text", ["1 3 / 2 4", "1,3;2,4", "1 and 3 | 4 + 2", " 3 1 /\n 2 4 / "])
def test_it_can_be_written_in_many_ways(text: str) -> None:
    assert {frozenset(group) for group in read_groups(text, LABELS)} == {frozenset("AC"), frozenset("BD")}


def test_a_ballot_that_is_not_named_stands_alone() -> None:
    assert read_groups("2 4", LABELS) == (("B", "D"), ("A",), ("C",))
    assert read_groups("", LABELS) == (("A",), ("B",), ("C",), ("D",))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 5", "no ballot '5'"),
        ("0", "no ballot '0'"),
        ("A", "no ballot 'A'"),
        ("1 2 / 2", "Ballot 2"),
        ("3 3", "Ballot 3"),
    ],
)
def test_what_makes_no_sense_is_said(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_groups(text, LABELS)
