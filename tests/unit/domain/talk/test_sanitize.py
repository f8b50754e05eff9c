"""Text from outside keeps its content and loses what would steer a terminal or turn a line around."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.talk.sanitize import neutral, one_line, with_the_undrawn_shown
from tests.support.journals import wild_texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain words", "plain words"),
        ("naïve 🦜 日本語", "naïve 🦜 日本語"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("dos\r\nold mac\rend", "dos\nold mac\nend"),
        ("page\fline\vnext\x85sep\u2028par\u2029end", "page\nline\nnext\nsep\npar\nend"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[1;1Hgone", "gone"),
        ("\x9b31mred", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]52;c;c2VjcmV0", ""),
        ("\x1bPpayload\x1b\\after", "after"),
        ("one \x1b]0;never ended\ntwo\nthree", "one \ntwo\nthree"),
        ("\x9dtitle\r\nstays\x9c too", "\nstays too"),
        ("\x1bcreset", "reset"),
        ("\x1b(Bset", "set"),
        ("end\x1b", "end"),
        ("nul\x00bell\x07back\x08", "nulbellback"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("\ufeffmark", "mark"),
        ("\ud800half", "\ufffdhalf"),
        ("[bold]markup stays[/bold]", "[bold]markup stays[/bold]"),
        ("", ""),
    ],
)
def test_content_stays_and_control_goes(text: str, expected: str) -> None:
    assert neutral(text) == expected


@given(wild_texts)
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    found = neutral(text)
    assert all(char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs") for char in found)
    assert not any(
        unicodedata.bidirectional(char) in ("RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI") for char in found
    )
    found.encode()


@given(wild_texts)
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert neutral(neutral(text)) == neutral(text)


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"])))
def test_ordinary_words_are_never_touched(text: str) -> None:
    assert neutral(text) == text


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("  two \n lines\t here ", 0, "two lines here"),
        ("form\ffeed", 0, "form feed"),
        ("\x1b[31mred\x1b[0m", 0, "red"),
        ("exactly", 7, "exactly"),
        ("too long", 7, "too lo…"),
        ("cut here", 5, "cut…"),
        ("ab", 1, "…"),
        ("the  line `Total    3`\n and `-----  ---`", 0, "the line `Total    3` and `-----  ---`"),
        ("`a \x1b[2J  \x00b`  `unclosed  end", 0, "`a   b` `unclosed end"),
        ("``two  of`` them", 0, "``two of`` them"),
    ],
)
def test_a_line_is_one_line_and_no_longer_than_it_may_be(text: str, limit: int, expected: str) -> None:
    assert one_line(text, limit) == expected


@given(wild_texts, st.integers(1, 30))
def test_a_line_never_breaks_and_never_exceeds_its_limit(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line.splitlines()) <= 1
    assert len(line) <= limit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ask\u200bkindly", "ask⟨U+200B⟩kindly"),
        ("\U000e0041\U000e007f", "⟨U+E0041⟩⟨U+E007F⟩"),
        ("left\u202eright", "left⟨U+202E⟩right"),
        ("blank\u2800\U0001d159\U00013430", "blank⟨U+2800⟩⟨U+1D159⟩⟨U+13430⟩"),
        ("grüße 日本 👍️", "grüße 日本 👍️"),
    ],
)
def test_characters_that_draw_nothing_are_shown_as_numbers(text: str, expected: str) -> None:
    assert with_the_undrawn_shown(text) == expected


def test_everything_unicode_calls_a_format_character_is_shown() -> None:
    formats = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
    drawn = [char for char in formats if with_the_undrawn_shown(char) == char]
    assert all(unicodedata.name(char).split()[0] in ("ARABIC", "SYRIAC", "KAITHI") for char in drawn)


def test_a_long_line_is_cut_between_words_and_a_short_one_where_it_must() -> None:
    line = "the nightly import gets to the end even when a few rows are broken"
    assert one_line(line, 64) == "the nightly import gets to the end even when a few rows are…"
    assert one_line(line, 20) == "the nightly import…"
    assert one_line("x" * 100, 64) == "x" * 63 + "…"
