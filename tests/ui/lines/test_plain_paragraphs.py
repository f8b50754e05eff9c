"""What is shown without asking the Markdown parser is what the parser would have said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.ui.lines.markdown_parser import parse, read_markdown

_WORDS = st.text("aZé日9 ,.;:?!'’“…–—()-_*`/\\[]<>&#\n", max_size=40)


@given(_WORDS, st.booleans())
def test_the_short_way_and_the_parser_agree_on_any_text(text: str, keep_breaks: bool) -> None:
    assert parse(text, keep_breaks) == read_markdown(text, keep_breaks)


@pytest.mark.parametrize(
    "text",
    ["See https://example.org/x for more.", "a_b_c", "Title: it's (nearly) done!", "x -", "One  two", "Wait. ", "A!!"],
)
def test_they_agree_where_it_is_close(text: str) -> None:
    assert parse(text) == read_markdown(text, True)
