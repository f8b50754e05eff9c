"""One marker changes in BACKLOG.md and not one other byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.storage.backlog import BacklogEntry, Marker, carries, entries, find, with_marker

BACKLOG = b"""# Backlog

- 1.1 [ ] Pay by invoice
- 1.2 [~] Faster search (#12)
- 2.1 [A] Dark mode -> [spec](docs/requirements/night-theme/spec.md)
- 2.2 [x] Done long ago
"""


def test_entries_are_the_lines_of_that_form() -> None:
    assert entries(BACKLOG)[:2] == [
        BacklogEntry("1.1", " ", "Pay by invoice", 2),
        BacklogEntry("1.2", "~", "Faster search (#12)", 3),
    ]


@pytest.mark.parametrize(
    ("line", "number", "ticket", "name"),
    [
        (b"- 1.2 [ ] Pay by invoice", "1.2", "", "Pay by invoice"),
        (b"- #30 [~] Pay by invoice", "", "GH-30", "Pay by invoice"),
        (b"- [A] #277 Pay by invoice", "", "GH-277", "Pay by invoice"),
        (b"- [x] #277: Pay by invoice", "", "GH-277", "Pay by invoice"),
        (b"- [ ] ABC-12: Pay by invoice", "", "ABC-12", "Pay by invoice"),
        (b"- [ ] #277 Pay [github: GH-277] -> [requirements](docs/requirements/pay/) **Done**", "", "GH-277", "Pay"),
    ],
)
def test_a_line_is_read_in_all_forms_in_use(line: bytes, number: str, ticket: str, name: str) -> None:
    (entry,) = entries(line)
    assert (entry.number, entry.ticket, entry.name) == (number, ticket, name)


@pytest.mark.parametrize(
    "line",
    [
        b"- 1.1 Pay",
        b"1.1 [ ] Pay",
        b"- [ ] Pay",
        b"- 1 [ ] Pay",
        b"- 1.1 [ab] Pay",
        b"- 1.1 []",
        b"- 1.1[ ] Pay",
        b"- [ ] #12",
        b"  - **#12** Pay",
    ],
)
def test_other_lines_are_no_entries(line: bytes) -> None:
    assert entries(line) == []


def test_a_fenced_example_is_no_entry() -> None:
    data = b"```\n- 1.1 [ ] Example\n```\n- 1.2 [ ] Real\n"
    assert [entry.number for entry in entries(data)] == ["1.2"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"- 1.1 [ ] Pay by invoice\n", b"- 1.1 [A] Pay by invoice\n"),
        (b"- 1.1 [ ] Pay by invoice", b"- 1.1 [A] Pay by invoice"),
        (b"- 1.1 [~] Pay by invoice  \r\nnext\r\n", b"- 1.1 [A] Pay by invoice  \r\nnext\r\n"),
        (b"\xef\xbb\xbf- 1.1 [ ] Pay by invoice\r\n", b"\xef\xbb\xbf- 1.1 [A] Pay by invoice\r\n"),
        (b"\xff\xfe\n- 1.1 [ ] Pay by invoice\r\nmixed\n", b"\xff\xfe\n- 1.1 [A] Pay by invoice\r\nmixed\n"),
        (b"  * 1.1  [ ]  Pay by invoice\t\n", b"  * 1.1  [A]  Pay by invoice\t\n"),
        (b"- #30 [ ] Pay by invoice\r\n", b"- #30 [A] Pay by invoice\r\n"),
        (b"- [~] #30 Pay by invoice\r\n- [ ] a task\r\n", b"- [A] #30 Pay by invoice\r\n- [ ] a task\r\n"),
    ],
)
def test_only_the_marker_changes(before: bytes, after: bytes) -> None:
    assert with_marker(before, Marker.ANALYZED, slug="pay-by-invoice") == after


@pytest.mark.parametrize(
    ("who", "number"),
    [
        ({"slug": "pay-by-invoice"}, "1.1"),
        ({"slug": "any", "number": "2.1"}, "2.1"),
        ({"slug": "night-theme"}, "2.1"),
        ({"slug": "quick-search", "source_id": "GH-12"}, "1.2"),
    ],
)
def test_a_line_is_the_items_by_number_title_link_or_ticket(who: dict[str, str], number: str) -> None:
    found = find(entries(BACKLOG), **who)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize(
    ("who", "title"),
    [
        ({"slug": "REQ-GH-30-pay", "source_id": "GH-30"}, "Pay by invoice"),
        ({"slug": "pay-late", "source_id": "GH-60+GH-61"}, "Pay late, with #60"),
        ({"slug": "REQ-GH-7-linked"}, "Linked -> [requirements](docs/requirements/REQ-GH-7-linked/)"),
    ],
)
def test_the_ticket_a_line_goes_by_counts_more_than_one_it_mentions(who: dict[str, str], title: str) -> None:
    lines = (
        b"- [ ] #30 Pay by invoice\n- #61 [ ] Pay late, with #60\n- [ ] #5 Remind, see #30\n"
        b"- [ ] #7 Linked -> [requirements](docs/requirements/REQ-GH-7-linked/)\n"
    )
    found = find(entries(lines), **who)
    assert found is not None
    assert found.title == title


def test_the_number_counts_more_than_the_title() -> None:
    found = find(entries(BACKLOG), slug="pay-by-invoice", number="1.2")
    assert found is not None
    assert found.number == "1.2"


@pytest.mark.parametrize(
    ("data", "who"),
    [
        (BACKLOG, {"slug": "unknown"}),
        (BACKLOG, {"slug": "pay-by-invoice-2"}),
        (b"- 1.1 [ ] Pay\n- 1.2 [ ] Pay\n", {"slug": "pay"}),
        (BACKLOG, {"slug": "done-long-ago"}),
        (b"- 1.1 [A] Pay\n", {"slug": "pay"}),
        (b"", {"slug": "pay"}),
        (b"- [x] #30 Pay\n", {"slug": "pay", "source_id": "GH-30"}),
        (b"~~~\n- [ ] #30 Pay\n~~~\n", {"slug": "pay", "source_id": "GH-30"}),
    ],
    ids=[
        "no line",
        "another item's line",
        "two lines",
        "a marker of others",
        "marked already",
        "empty file",
        "done elsewhere",
        "fenced",
    ],
)
def test_a_file_that_needs_no_change_is_not_written(data: bytes, who: dict[str, str]) -> None:
    assert with_marker(data, Marker.ANALYZED, **who) is None


@pytest.mark.parametrize(
    ("title", "source_id", "carried"),
    [
        ("Fix #12", "GH-12", True),
        ("gh-12: fix", "GH-12", True),
        ("Fix #123", "GH-12", False),
        ("ABC-12 fix", "ABC-12", True),
        ("XABC-12 fix", "ABC-12", False),
        ("ABC-120 fix", "ABC-12", False),
        ("anything", "", False),
    ],
)
def test_a_title_carries_a_ticket_only_as_a_whole_word(title: str, source_id: str, carried: bool) -> None:
    assert carries(title, source_id) is carried


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_whatever_surrounds_the_line_survives(before: bytes, after: bytes) -> None:
    data = before + b"\n- 9.9 [ ] Pay by invoice\n" + after
    changed = with_marker(data, Marker.PARTIAL, slug="pay-by-invoice", number="9.9")
    if changed is not None:
        assert changed == before + b"\n- 9.9 [~] Pay by invoice\n" + after
