"""The user's words survive Markdown, and Markdown survives the user's words."""

from __future__ import annotations

import csv
import io
import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.artifacts.reading.parsing import cells
from roundtable_tui.artifacts.render import machine_data
from roundtable_tui.artifacts.render.markup import (
    as_csv,
    as_yaml,
    bullet,
    cell,
    code,
    fenced,
    inline,
    item,
    prose,
    sentence,
    unescaped,
)
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from tests.support.dossiers import texts


@given(texts())
def test_a_line_reads_back_as_it_was_written(text: str) -> None:
    assert unescaped(inline(text)) == one_line(text)


@given(st.lists(texts(), min_size=1, max_size=4))
def test_cells_of_a_row_read_back_as_they_were_written(values: list[str]) -> None:
    found = cells(f"| {' | '.join(cell(value) for value in values)} |")
    assert [unescaped(one) for one in found] == [
        "\n".join(line.strip() for line in neutral(value).strip().split("\n")) or "–" for value in values
    ]


@given(texts())
def test_no_line_of_prose_starts_a_heading_a_fence_a_table_or_a_parsed_line(text: str) -> None:
    structure = re.compile(r"\s*(#{1,6}(\s|$)|```|~~~|\||(Scope|File Count|Complexity):|- \*\*AC-\d|\*\*Priority)")
    assert not [line for line in prose(text).split("\n") if structure.match(line)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one line", "one line"),
        ("a\nb\nc", "\n  - a\n  - b\n  - c"),
        ("Three things:\none\ntwo", "Three things:\n  - one\n  - two"),
        ("Three things:\n- one\n  goes on\n* two", "Three things:\n  - one goes on\n  - two"),
        ("1. one\n2) two", "\n  1. one\n  2. two"),
        ("A line that ends with a comma,\nand then goes on.", None),
        ("A long line without a comma that somebody broke where the window was full\nand then went on.", None),
    ],
)
def test_a_list_in_a_list_item_keeps_its_lines_and_a_broken_line_is_mended(text: str, expected: str | None) -> None:
    assert item(text) == (expected if expected is not None else inline(text))


@given(texts())
def test_what_stands_in_a_list_item_says_the_same_words(text: str) -> None:
    words = re.findall(r"[^\W_]+", one_line(text))
    said = re.findall(r"[^\W_]+", unescaped(re.sub(r"^ {2}(?:-|\d+\.) ", "", item(text), flags=re.MULTILINE)))
    assert [word for word in words if not word.isdigit()] == [word for word in said if not word.isdigit()]


@given(texts())
def test_no_line_below_a_list_item_is_read_by_programs(text: str) -> None:
    assert all(line.startswith(("  - ", "  ")) for line in item(text).split("\n")[1:])


@given(texts())
def test_no_text_opens_a_tag_or_a_comment(text: str) -> None:
    outside_code = re.sub(r"(?<!\\)`[^`\n]+`", "", inline(text))
    assert not re.search(r"(?<!\\)(?:\\\\)*<[A-Za-z/!?]", outside_code)


@given(texts())
def test_a_fence_is_longer_than_any_inside_it(text: str) -> None:
    first, *_, last = fenced(text).split("\n")
    assert first == f"{last}text"
    assert last not in neutral(text)


@given(texts())
def test_a_label_of_a_diagram_holds_nothing_that_mermaid_reads(text: str) -> None:
    assert not re.search(r"[\"\[\]{}<>|`%\\&;]", re.sub(r"#\d+;", "", machine_data.label(text)))


@given(st.lists(texts(), min_size=2, max_size=5))
def test_a_record_of_a_csv_file_reads_back(values: list[str]) -> None:
    (row,) = csv.reader(io.StringIO(as_csv(values) + "\n", newline=""), strict=True)
    assert row == [neutral(value) for value in values]


@given(texts())
def test_a_value_of_a_yaml_file_reads_back_as_text(text: str) -> None:
    loaded = yaml.safe_load(f"- key: {as_yaml(text, 2)}\n  other: 1\n")[0]
    expected = "\n".join(line.rstrip() for line in neutral(text).strip().split("\n"))
    assert "\n".join(line.rstrip() for line in loaded["key"].split("\n")) == expected
    assert loaded["other"] == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a.py", "`a.py`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``"), ("", "–")],
)
def test_code_stands_between_as_many_backticks_as_it_takes(text: str, expected: str) -> None:
    assert code(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it works", "It works."),
        ("Does it?", "Does it?"),
        ("", ""),
        ("call `f`", "Call `f`."),
        ("billing/models.py is gone", "billing/models.py is gone."),
        ("csv module", "csv module."),
    ],
)
def test_a_sentence_gets_the_capital_and_the_stop_the_user_left_out(text: str, expected: str) -> None:
    assert sentence(text) == expected


def test_what_stands_between_backticks_stays_code() -> None:
    assert inline("use `List<String>` or <b>") == "use `List<String>` or \\<b>"


def test_a_note_that_is_nothing_but_a_list_is_that_list() -> None:
    assert bullet("humanize.time\nhumanize.i18n") == "- humanize.time\n- humanize.i18n"
    assert bullet("Both of them:\n- one\n- two") == "- Both of them:\n  - one\n  - two"
    assert bullet("One thing.") == "- One thing."


def test_code_with_a_pipe_does_not_make_code_of_the_words_after_it_in_a_cell() -> None:
    assert cell("in html `a|b`, which ends it; `c` does not") == "in html \\`a\\|b\\`, which ends it; `c` does not"
