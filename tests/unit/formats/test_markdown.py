"""Sections and lists are found where Markdown would show them, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.formats.markdown import Fences, Listing, listing, paragraphs, sections, without_sections


@pytest.mark.parametrize(
    "heading", ["## Brief Mode", "##   brief   MODE  ", "## Brief Mode ##", "   ## Brief Mode", "## Brief Mode:"]
)
def test_a_heading_is_matched_in_any_case_and_spacing(heading: str) -> None:
    assert sections(f"{heading}\nwords") == [("brief mode", "words")]


@pytest.mark.parametrize("line", ["### Brief Mode", "##Brief Mode", "    ## Brief Mode", "Brief Mode\n----"])
def test_what_only_looks_like_a_heading_is_text(line: str) -> None:
    assert [title for title, _ in sections(f"## First\n{line}")] == ["first"]


@pytest.mark.parametrize("fence", ["```", "~~~", "`````"])
def test_a_heading_in_a_code_block_is_text(fence: str) -> None:
    body = f"## One\n{fence}md\n## Two\n{fence}\n## Three\n"
    assert [title for title, _ in sections(body)] == ["one", "three"]


def test_a_code_block_ends_only_with_a_fence_as_long_as_its_own() -> None:
    assert [title for title, _ in sections("## One\n````\n```\n## Two\n````\n## Three")] == ["one", "three"]


def test_a_first_level_heading_ends_a_section() -> None:
    assert sections("## One\na\n# Title\nb\n## Two\nc") == [("one", "a"), ("two", "c")]


def test_the_body_without_some_sections_keeps_the_words_of_the_others() -> None:
    body = "intro\n## Deep Mode\nasked\n## Validation\nnot asked\n## Other\nkept"
    assert without_sections(body, frozenset({"validation"})).split() == ["intro", "asked", "kept"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lead\nin two lines.\n\n1. One\n2. Two", Listing("Lead in two lines.", ("One", "Two"))),
        ("- One\n* Two\n+ Three\n4) Four", Listing("", ("One", "Two", "Three", "Four"))),
        ("1. One\n   goes on\nlazily\n2. Two", Listing("", ("One goes on lazily", "Two"))),
        ("1. One\n\n   another paragraph\n2. Two", Listing("", ("One another paragraph", "Two"))),
        ("1. One\n   - part\n   - part\n2. Two", Listing("", ("One - part - part", "Two"))),
        ("  - One\n  - Two", Listing("", ("One", "Two"))),
        ("- One\n\nNow the rest:\n\n- Two", Listing("", ("One", "Now the rest: Two"))),
        ("- One\n\nEdge case: none.", Listing("", ("One",), "Edge case: none.")),
        ("- One\n\n---\n\n- Two\n* * *", Listing("", ("One", "Two"))),
        ("```\n- not an item\n```\n- One", Listing("``` - not an item ```", ("One",))),
        ("**Bold** words\n-no item\n2.5 is a number", Listing("**Bold** words -no item 2.5 is a number", ())),
        ("-\n- One", Listing("", ("One",))),
        ("", Listing("", ())),
    ],
)
def test_a_list_is_taken_apart(text: str, expected: Listing) -> None:
    assert listing(text) == expected


def test_paragraphs_are_unwrapped() -> None:
    assert paragraphs("one\n  two\n\n\n three ") == "one two\n\nthree"


@given(st.lists(st.sampled_from(["- a", "1. b", "  c", "d", "", "```", "---", "## e", "   - f"])))
def test_no_word_of_a_text_is_lost(lines: list[str]) -> None:
    text = "\n".join(lines)
    found = listing(text)
    kept = " ".join([found.lead, *found.items, found.rest])
    assert [kept.count(word) for word in "abcdef"] == [text.count(word) for word in "abcdef"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (("```json", "x", "```", "y"), "1110"),
        (("~~~", "```", "~~~~ ", "y"), "1110"),
        (("````", "```", "````", "y"), "1110"),
        (("```", "``` py", "x"), "111"),
        (("```x``` is code in a line", "y"), "00"),
        (("    ```", "y"), "00"),
        (("   ```", "x"), "11"),
    ],
)
def test_lines_between_fences_are_code(lines: tuple[str, ...], code: str) -> None:
    fences = Fences()
    assert "".join(str(int(fences.take(line))) for line in lines) == code
