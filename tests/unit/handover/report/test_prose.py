"""Words of others on the page: code and lists are shown as such, and nothing else of them is markup."""

from __future__ import annotations

import pytest

from roundtable_tui.handover.report.prose import inline, prose, sentence


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a `b` c", "a <code>b</code> c"),
        ("``two ` ticks``", "<code>two ` ticks</code>"),
        ("`unclosed", "`unclosed"),
        ("`<b>` & <i>", "<code>&lt;b&gt;</code> &amp; &lt;i&gt;"),
        ("one\ntwo", "one two"),
        ("\x1b[31mred\x1b[0m \u202eEVIL", "red EVIL"),
    ],
)
def test_a_line_keeps_its_code_and_nothing_else(text: str, made: str) -> None:
    assert inline(text) == made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("one\n\ntwo", '<p dir="auto">one</p><p dir="auto">two</p>'),
        ("one\ntwo", '<p dir="auto">one<br>two</p>'),
        ("Then:\n- a\n  goes on", '<p dir="auto">Then:</p><ul><li dir="auto">a goes on</li></ul>'),
        ("1. <b>\n2) c", '<ul><li dir="auto">&lt;b&gt;</li><li dir="auto">c</li></ul>'),
        ("  ", ""),
    ],
)  # fmt: skip
def test_paragraphs_and_lists_stay(text: str, made: str) -> None:
    assert prose(text) == made


@pytest.mark.parametrize(
    ("typed", "said"), [("it is late", "It is late."), ("Why?", "Why?"), (" ", ""), ('he said "no"', 'He said "no"')]
)
def test_a_sentence_has_a_capital_and_an_end(typed: str, said: str) -> None:
    assert sentence(typed) == said
