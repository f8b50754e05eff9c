"""Which entries of a list are meant by ids, ranges, numbers, names and words such as "all but the last"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.kinds import ACTIONS, LEVELS, PRIORITIES
from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.lists.operations import Listed
from roundtable_tui.domain.talk.lists.selections import select

LISTED = tuple(
    Listed(f"FR-{number:03}", name)
    for number, name in enumerate(("Pay", "Export to CSV", "Send and archive", "Cancel", "docs/a b.md"), start=1)
)
LATER = (Listed("FR-003", "a"), Listed("FR-004", "b"), Listed("FR-007", "c"))


def ids(*numbers: int) -> tuple[str, ...]:
    return tuple(f"FR-{number:03}" for number in numbers)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("FR-001", ids(1)),
        ("fr-1, FR2 and FR 003", ids(1, 2, 3)),
        ("FR-001 to FR-003", ids(1, 2, 3)),
        ("FR-003-001", ids(1, 2, 3)),
        ("FR-002..004", ids(2, 3, 4)),
        ("1, 3-5", ids(1, 3, 4, 5)),
        ("#2", ids(2)),
        ("export to csv", ids(2)),
        ("Pay, Cancel", ids(1, 4)),
        ("`Send and archive` and Pay", ids(3, 1)),
        ("all", ids(1, 2, 3, 4, 5)),
        ("all but FR-002 and FR-003", ids(1, 4, 5)),
        ("everything except the last", ids(1, 2, 3, 4)),
        ("the first two", ids(1, 2)),
        ("the last one", ids(5)),
        ("the last is in the way", ids(5)),
        ("the last unit that is shown is cut", ()),
        ("the first day of the month", ()),
        ("second", ids(2)),
        ("b.md", ()),
        ("nothing", ()),
        ("", ()),
    ],
)
def test_entries_are_chosen_in_many_ways(text: str, chosen: tuple[str, ...]) -> None:
    assert select(text, LISTED).ids == chosen


@pytest.mark.parametrize(
    ("text", "unknown"), [("FR-009", ("FR-009",)), ("9", ("9",)), ("2-9", ("2-9",)), ("MOD-001", ("MOD-001",))]
)
def test_what_is_not_there_is_named(text: str, unknown: tuple[str, ...]) -> None:
    assert select(text, LISTED).unknown == unknown


def test_a_number_that_could_be_a_place_or_an_id_is_not_guessed() -> None:
    assert select("3", LATER).unknown == ("3",)
    assert select("2", LATER).ids == ("FR-004",)


def test_what_follows_the_entries_is_left() -> None:
    text = "FR-001 and FR-002 must wait"
    assert text[select(text, LISTED).length :] == " must wait"


@given(st.text(), st.sampled_from([LISTED, LATER, ()]))
def test_only_entries_of_the_list_are_chosen(text: str, listed: tuple[Listed, ...]) -> None:
    chosen = select(text, listed)
    assert set(chosen.ids) <= {entry.id for entry in listed}
    assert chosen.length <= len(text)


@pytest.mark.parametrize(
    ("text", "values", "value"),
    [
        ("must", PRIORITIES, "Must Have"),
        ("Must have!", PRIORITIES, "Must Have"),
        ("musts", PRIORITIES, "Must Have"),
        ("it is a should pls", PRIORITIES, "Should Have"),
        ("won’t", PRIORITIES, "Won't Have"),
        ("shoud", PRIORITIES, "Should Have"),
        ("3", PRIORITIES, "Could Have"),
        ("7", PRIORITIES, ""),
        ("must or should", PRIORITIES, ""),
        ("must be fast", PRIORITIES, ""),
        ("no change", ACTIONS, "NO CHANGE"),
        ("modify", ACTIONS, "MODIFY"),
        ("HIGH", LEVELS, "high"),
        ("highest", LEVELS, ""),
        ("no go", ("go", "go with changes", "no-go"), "no-go"),
        ("go", ("go", "go with changes", "no-go"), "go"),
        ("²", PRIORITIES, ""),
        ("", PRIORITIES, ""),
    ],
)
def test_one_of_a_few_values_is_recognised(text: str, values: tuple[str, ...], value: str) -> None:
    assert value_of(text, values) == value
