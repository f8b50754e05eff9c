"""Blocks of any text become lines of any width."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable_tui.ui.lines.blocks import STOPPED, Block, Kind, Rendered, Styles, render_block
from roundtable_tui.ui.lines.line_wrap import Run, wrap
from roundtable_tui.ui.lines.open_block import OpenBlock
from roundtable_tui.ui.lines.search import find_in, pattern_for, plain_text

STYLES = Styles()

_PIECES = st.sampled_from(
    [
        "# Heading\n",
        "### Smaller\n",
        "word ",
        "**strong** ",
        "*soft",
        "`code",
        "` ",
        "\n",
        "\n\n",
        "- item\n",
        "  - nested\n",
        "1. first\n",
        "10) tenth\n",
        "> quoted ",
        "> > deeper\n",
        "```python\ndef f():\n    return '''x\n",
        "```\n",
        "~~~\n",
        "| a | b |\n|---|--:|\n",
        "| one | two |\n",
        "| 日本語 | `x` |",
        "---\n",
        "===\n",
        "[link](http://a.b/c) ",
        "![alt](x.png)",
        "https://example.org/a?b=c. ",
        "<br>",
        "<div>\n",
        "\t",
        "日本語",
        "👩‍👩‍👧‍👦",
        "e\u0301",
        "\u200d",
        "\ufe0f",
        "\x1b[31m",
        "\u202e",
        "x" * 70,
        "~~gone~~",
        "&amp;",
        "\\",
        "[ref]: http://a\n",
        "\r\n",
        "    indented\n",
        "\x00",
    ]
)
garbage = st.lists(_PIECES | st.text(max_size=12), max_size=30).map("".join)
blocks = st.builds(
    Block,
    key=st.just("k"),
    text=garbage,
    kind=st.sampled_from(Kind),
    label=st.sampled_from(["", "Maya", "日本"]),
    markdown=st.booleans(),
    partial=st.booleans(),
    language=st.sampled_from(["", "json", "no such language"]),
    mark=st.sampled_from(["", "changed"]),
)


def shown(text: str, width: int = 60, **fields: object) -> list[str]:
    block = Block("k", text, gap=0, **fields)  # type: ignore[arg-type]
    return [strip.text.rstrip() for strip in render_block(block, width, STYLES).strips]


@given(block=blocks, width=st.integers(1, 130))
@settings(deadline=None, max_examples=150)
def test_any_text_fits_any_width(block: Block, width: int) -> None:
    assert all(strip.cell_length <= width for strip in render_block(block, width, STYLES).strips)


@pytest.mark.parametrize("text", ["abc def", "日本語 x", ""])
@pytest.mark.parametrize("width", [-3, 0, 1])
def test_where_there_is_no_room_each_letter_has_a_line_and_it_ends(text: str, width: int) -> None:
    laid = wrap((Run(text),), width)
    assert "".join(run.text for line in laid for run in line.runs) == text.replace(" ", "")
    assert len(laid) <= max(len(text), 1)


@given(text=garbage, width=st.integers(1, 130))
@settings(deadline=None)
def test_the_lines_of_plain_text_join_to_what_was_written(text: str, width: int) -> None:
    block = Block("k", text, Kind.USER, markdown=False, gap=0)
    narrow, wide = (plain_text(render_block(block, cells, STYLES).lines) for cells in (width, 10_000))
    assert narrow == wide


@given(pieces=st.lists(garbage, max_size=8), width=st.integers(8, 90), markdown=st.booleans())
@settings(deadline=None, max_examples=150)
def test_an_open_block_fits_whatever_it_is_fed(pieces: list[str], width: int, markdown: bool) -> None:
    growing = OpenBlock(Block("k", "", markdown=markdown), width, STYLES)
    for piece in pieces:
        growing.extend(piece)
        assert all(line.strip.cell_length <= width for line in growing.lines)
    assert growing.block.text == "".join(pieces)


FENCE = "Look:\n\n```python\n" + "".join(f"value_{n} = '{n}'  # note\n" for n in range(200)) + "```\n\nDone."
TABLE = "| name | value |\n|---|--:|\n" + "".join(f"| row | {n} |\n" for n in range(300)) + "\nDone."
LIST = "".join(f"- item {n}\n  - inner\n" for n in range(100)) + "\nDone."
LOOSE = "".join(f"{n}. item\n\n   more of it\n\n" for n in range(1, 60)) + "Done."


@pytest.mark.parametrize("text", [FENCE, TABLE, LIST, LOOSE], ids=["fence", "table", "list", "loose list"])
@pytest.mark.parametrize("chunk", [7, 120, 3_000])
def test_a_long_block_looks_the_same_while_it_grows(text: str, chunk: int) -> None:
    growing = OpenBlock(Block("k", "", gap=0), 60, STYLES)
    for start in range(0, len(text), chunk):
        growing.extend(text[start : start + chunk])
    whole = render_block(Block("k", text, gap=0), 60, STYLES)
    grown = [line.strip.text.split() for line in growing.lines]
    assert grown == [strip.text.split() for strip in whole.strips]


@pytest.mark.parametrize("text", [FENCE, TABLE, LIST], ids=["fence", "table", "list"])
def test_only_the_end_of_a_long_open_block_is_rendered_again(text: str) -> None:
    growing = OpenBlock(Block("k", "", gap=0), 60, STYLES)
    growing.extend(text[: len(text) * 3 // 4])
    first_changed = growing.extend("x")
    assert len(growing.lines) - first_changed <= 70


@given(text=garbage, query=st.text(min_size=1, max_size=3) | _PIECES, width=st.integers(1, 60))
@settings(deadline=None, max_examples=150)
def test_a_search_finds_exactly_what_the_text_holds(text: str, query: str, width: int) -> None:
    lines = render_block(Block("k", text), width, STYLES).lines
    found = find_in(lines, pattern_for(query))
    assert len(found.first_lines) == len(pattern_for(query).findall(plain_text(lines)))
    for number, stretches in found.stretches.items():
        for start, end, _ in stretches:
            assert lines[number].lead <= start < end <= lines[number].lead + len(lines[number].text)


def test_words_are_found_where_a_line_was_broken_between_them() -> None:
    lines = render_block(Block("k", "lost carts come back"), 14, STYLES).lines
    assert len(find_in(lines, pattern_for("carts come")).first_lines) == 1


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# Title\n\ntext", ["  Title", "", "  text"]),
        ("one\ntwo", ["  one", "  two"]),
        ("- a\n  - b\n- c", ["  • a", "    • b", "  • c"]),
        ("9. a\n10. b", ["   9. a", "  10. b"]),
        ("- a\n\n- b", ["  • a", "", "  • b"]),
        ("> said\n>\n> so", ["  ▎ said", "  ▎", "  ▎ so"]),
        ("```\na  b\n```", ["   a  b"]),
        ("| a | b |\n|---|--:|\n| 日本 | 1 |", ["  a    │ b", "  ─────┼──", "  日本 │ 1"]),
        ("~~old~~ [new](x)", ["  old new"]),
    ],
)
def test_markdown_is_set_in_lines(text: str, lines: list[str]) -> None:
    assert shown(text) == lines


@pytest.mark.parametrize(
    "name", ["__main__.py", "src/__init__.py", "__all__", "snake_case_name", "src/_private_/x.py", "_mod_.py", "_x_()"]
)
def test_a_name_from_the_code_keeps_its_underscores(name: str) -> None:
    assert shown(f"See {name} or {name}.") == [f"  See {name} or {name}."]


def test_underscores_around_words_are_still_emphasis() -> None:
    assert shown("_really_ so, __very much__") == ["  really so, very much"]


def test_the_words_of_the_user_are_shown_as_they_are() -> None:
    assert shown("**not** bold\n  - kept", kind=Kind.USER, markdown=False) == ["▌ **not** bold", "▌   - kept"]


def test_a_header_stands_in_a_rule() -> None:
    assert shown("Step 1", 20, kind=Kind.HEADER, markdown=False) == ["── Step 1 " + "─" * 10]


def test_a_document_joins_the_lines_of_a_paragraph() -> None:
    assert shown("one\ntwo", kind=Kind.DOCUMENT) == ["  one two"]


def test_stopped_talk_says_so() -> None:
    assert shown("half a sen", partial=True)[-1].endswith(STOPPED)


def test_a_table_that_is_too_wide_wraps_its_cells() -> None:
    lines = shown("| name | what |\n|---|---|\n| x | some long text in here |", 24)
    assert lines == ["  name │ what", "  ─────┼────────────────", "  x    │ some long text", "       │ in here"]


def test_a_table_without_room_becomes_a_list() -> None:
    lines = shown("| aaaaaaa | bbbbbbb | ccccccc |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 |  | 5 |", 16)
    assert lines == ["  1", "    bbbbbbb 2 ·", "    ccccccc 3", "  4", "    ccccccc 5"]


def test_links_know_where_they_lead() -> None:
    rendered = render_block(Block("k", "see [it](http://a.b) or http://c.d/e.", gap=0), 60, STYLES)
    line = rendered.lines[0]
    targets = {line.strip.text[start:end]: target for start, end, target in line.links}
    assert targets == {"it": "http://a.b", "http://c.d/e": "http://c.d/e"}


def test_control_sequences_never_reach_the_screen() -> None:
    assert shown("a\x1b]0;title\x07b\x1b[31mc\u202ed") == ["  abcd"]


def _names(rendered: Rendered) -> set[str]:
    return {name for line in rendered.lines for run in line._laid.runs for name in run.names}


def test_code_is_coloured_by_its_parts() -> None:
    rendered = render_block(Block("k", "```python\ndef f():  # note\n    return 'x'\n```"), 60, STYLES)
    assert {"code-keyword", "code-comment", "code-string", "code-name"} <= _names(rendered)
