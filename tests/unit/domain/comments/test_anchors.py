"""A comment finds its words again wherever they went, or says that they are gone; it never lands on other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume, given
from hypothesis import strategies as st

from roundtable_tui.domain.comments.anchors import Spot, anchored, located
from roundtable_tui.domain.comments.comment import Anchor, CommentPlace
from roundtable_tui.domain.comments.surroundings import entry_at, words_of

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
    above, below = ([line for line in others if line not in lines] for others in (above, below))
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


REPEATED = "The customer chooses invoice at checkout."
sections = st.lists(
    st.tuples(st.lists(words, min_size=2, max_size=2), st.lists(sentences, max_size=2)), min_size=2, max_size=6
)


def sectioned(parts: list[tuple[list[str], list[str]]]) -> list[list[str]]:
    """Sections under headings of their own, each with a line that stands in all of them."""
    return [
        [f"### FR-{number:03}: {' '.join(title)}", REPEATED, *others, "**Sources**: the talk", ""]
        for number, (title, others) in enumerate(parts, 1)
    ]


@given(sections, st.data())
def test_of_repeated_lines_each_finds_its_own_again_or_says_that_it_is_gone(
    parts: list[tuple[list[str], list[str]]], data: st.DataObject
) -> None:
    before = sectioned(parts)
    lines = [line for section in before for line in section]
    mine = data.draw(st.integers(0, len(before) - 1))
    at = sum(map(len, before[:mine])) + 2
    entry = data.draw(st.sampled_from(["", f"FR-{mine + 1:03}"]))
    kept = data.draw(st.sets(st.integers(0, len(before) - 1)))
    order = data.draw(st.permutations(sorted(kept)))
    new = ["### FR-100: quite another", REPEATED, "**Sources**: the talk", ""] * data.draw(st.integers(0, 1))
    now = [line for number in order for line in before[number]] + new
    found = located(anchor(at, at, entry, lines), now)
    if mine not in kept:
        assert found is None
    else:
        own = 2 + sum(len(before[number]) for number in order[: order.index(mine)])
        assert found == Spot(own, own)


def test_a_repeated_line_that_was_deleted_is_not_taken_for_the_one_that_is_left() -> None:
    without = [line for number, line in enumerate(SPEC, 1) if number != 4]
    assert located(anchor(4, 4), without) is None
    assert located(anchor(4, 4, "FR-001"), without) == Spot(3, 3, edited=True)


def test_a_repeated_line_that_was_edited_is_found_though_the_other_says_what_it_said() -> None:
    changed = [line.replace("invoice at", "invoice late, at") if at == 3 else line for at, line in enumerate(SPEC)]
    assert located(anchor(4, 4), changed) == Spot(4, 4, edited=True)


def test_of_lines_with_the_same_all_around_it_is_the_one_in_the_same_place_while_all_are_there() -> None:
    rows = ["| a | b |"] * 5
    assert located(anchor(3, 3, lines=rows), ["first", *rows, "last"]) == Spot(4, 4)
    assert located(anchor(3, 3, lines=rows), rows[1:]) is None


def test_a_line_that_was_copied_since_is_the_one_with_what_stood_around_it() -> None:
    copied = [*SPEC, "", "### FR-003: Pay later", SPEC[6], "Nothing else."]
    assert located(anchor(7, 7), copied) == Spot(7, 7)


def test_words_quoted_by_hand_that_stand_in_several_places_are_not_given_one_of_them() -> None:
    by_hand = Anchor(CommentPlace.DOCUMENT, "requirements-spec.md", (SPEC[3],))
    assert located(by_hand, SPEC) is None
    assert located(by_hand, SPEC[:8]) == Spot(4, 4)


@given(documents, st.data())
def test_some_words_of_a_line_quoted_by_hand_are_found_where_nothing_else_says_them(
    lines: list[str], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    by_hand = Anchor(CommentPlace.DOCUMENT, "notes.md", (lines[at],))
    shown = [*lines[:at], f"- **AC-9**: before, *{lines[at]}* and after.", *lines[at + 1 :]]
    assume(sum(_says(line, lines[at]) for line in shown) == 1)
    assert located(by_hand, shown) == Spot(at + 1, at + 1)


def _says(line: str, words: str) -> bool:
    return f" {' '.join(words_of((words,)))} " in f" {' '.join(words_of((line,)))} "


def test_a_line_about_another_entry_is_not_the_same_line_edited() -> None:
    criteria = ["### FR-001: Pay", "- **AC-001-01**: The invoice is due in 30 days.", "### FR-002: Owe", ""]
    criteria += ["- **AC-002-01**: The invoice is due in 30 days."]
    assert located(anchor(2, 2, lines=criteria), [criteria[0], *criteria[2:]]) is None


def test_another_class_is_not_the_same_one_edited_unless_it_stands_where_that_stood() -> None:
    code = [
        "import models",
        "class Customer(models.Model):",
        "    name = text()",
        "class Charge(models.Model):",
        "    x = 1",
    ]
    customer = anchored(CommentPlace.CODE, "shop.py", code, 2, 2)
    assert located(customer, [code[0], *code[3:]]) is None
    renamed = "class Client(models.Model):"
    assert located(customer, [code[0], renamed, *code[2:]]) == Spot(2, 2, edited=True)


def test_repeated_lines_of_code_are_told_apart_by_what_they_are_indented_under() -> None:
    code = [
        "def pay():",
        "    order = load()",
        "    return order",
        "",
        "def owe():",
        "    order = load()",
        "    return order",
    ]
    on_code = anchored(CommentPlace.CODE, "shop.py", code, 6, 6)
    assert located(on_code, [*code[4:], "", *code[:3]]) == Spot(2, 2)
    assert located(on_code, code[:4]) is None
