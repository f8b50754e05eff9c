"""A comment finds its words again wherever they went, or says that they are gone; it never lands on other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.comments.anchors import Spot, anchored, entry_at, located
from roundtable_tui.domain.comments.comment import Anchor, CommentPlace

if TYPE_CHECKING:
    from collections.abc import Sequence

SPEC = """# Requirements

### FR-001: Pay by invoice
The customer chooses invoice at checkout.

- **AC-001-01**: The order is placed without a card.
- **AC-001-02**: The invoice is due in 30 days.

### FR-002: Download the invoice
The customer chooses invoice at checkout.

- **AC-002-01**: The PDF names the customer and the amount.
""".splitlines()

words = st.text("abcdefgh", min_size=1, max_size=8)
sentences = st.lists(words, min_size=3, max_size=7).map(" ".join)
documents = st.lists(sentences, min_size=3, max_size=12, unique=True)


def on(lines: list[str], first: int, last: int) -> Spot | None:
    return located(anchor(first, last, lines=lines), lines)


def anchor(first: int, last: int, entry: str = "", lines: Sequence[str] = SPEC) -> Anchor:
    return anchored(CommentPlace.DOCUMENT, "requirements-spec.md", lines, first, last, entry)


@given(documents, st.data())
def test_lines_are_found_where_they_are(lines: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    assert on(lines, first, last) == Spot(first, last)


@given(documents, st.lists(sentences, max_size=6), st.lists(sentences, max_size=6), st.data())
def test_lines_are_found_whatever_is_written_above_and_below_them(
    lines: list[str], above: list[str], below: list[str], data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, len(lines)))
    found = located(anchor(first, first, lines=lines), [*above, *lines, *below])
    assert found is not None
    now = [*above, *lines, *below][found.first - 1 : found.last]
    assert now == [lines[first - 1]]


@given(documents, st.data())
def test_lines_are_found_where_they_were_moved_to(lines: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, len(lines)))
    moved = [line for line in lines if line != lines[first - 1]]
    at = data.draw(st.integers(0, len(moved)))
    moved.insert(at, lines[first - 1])
    assert located(anchor(first, first, lines=lines), moved) == Spot(at + 1, at + 1)


@given(documents, st.lists(st.text("stuvwxyz ", min_size=4, max_size=30), max_size=8))
def test_where_the_words_are_gone_nothing_else_is_taken_for_them(lines: list[str], others: list[str]) -> None:
    assert located(anchor(1, len(lines), lines=lines), others) is None


def test_a_line_with_some_words_changed_is_the_same_line_edited() -> None:
    changed = [line.replace("30 days", "60 days after delivery") for line in SPEC]
    assert located(anchor(7, 7), changed) == Spot(7, 7, edited=True)


def test_of_two_places_with_the_same_words_it_is_the_one_with_the_same_surroundings() -> None:
    assert located(anchor(10, 10), ["New first line", *SPEC]) == Spot(11, 11)
    assert located(anchor(4, 4), ["New first line", *SPEC]) == Spot(5, 5)


def test_where_the_words_are_gone_the_line_that_names_the_entry_stands_in() -> None:
    rewritten = [line for line in SPEC if "30 days" not in line] + ["- **AC-001-02**: Nobody pays late."]
    assert located(anchor(7, 7, "AC-001-02"), rewritten) == Spot(len(rewritten), len(rewritten), edited=True)


def test_an_entry_is_the_one_a_line_names_else_the_one_it_stands_under() -> None:
    known = {"FR-001", "FR-002", "AC-001-01"}
    assert entry_at(SPEC, 6, 6, known) == "AC-001-01"
    assert entry_at(SPEC, 7, 7, known) == "FR-001"
    assert entry_at(SPEC, 10, 10, known) == "FR-002"
    assert entry_at(SPEC, 1, 1, known) == ""


def test_an_empty_line_is_found_between_the_lines_around_it() -> None:
    assert located(anchor(5, 5), ["x y z", *SPEC]) == Spot(6, 6)
