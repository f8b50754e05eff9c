"""What holds for every merge: an untouched file is the render, no line of the user's is lost, twice is once."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.artifacts.merge.markdown_sections import as_text, parse
from roundtable_tui.artifacts.merge.three_way import merge

WORDS = st.sampled_from(["invoice", "checkout", "customer", "PDF", "retry", "amount", "limit", "email"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
NAMES = ("Business Context", "Stakeholders", "Journeys", "Out of Scope")


@st.composite
def renders(draw: st.DrawFn) -> str:
    """A document as the program writes it: header, sections, requirements, a table, pending parts, a json block."""
    parts = ["# Requirements", "", f"**Source**: {draw(WORDS)}", f"**Last Updated**: turn {draw(st.integers(1, 9))}"]
    for name in draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=3)):
        parts += ["", f"## {name}", "", draw(SENTENCES), "", draw(SENTENCES)]
    parts += ["", "## Functional Requirements"]
    for number in draw(st.lists(st.integers(1, 5), unique=True, max_size=4)):
        parts += [
            "",
            f"### FR-00{number}: {draw(SENTENCES)}",
            "",
            "**Priority**: Must Have",
            "**Confidence**: High",
            "",
        ]
        parts += [f"- **AC-00{number}-0{ac}**: {draw(SENTENCES)}" for ac in range(1, draw(st.integers(1, 3)))]
    parts += ["", "## Risks", "", "| Id | Risk |", "|---|---|"]
    parts += [f"| RISK-00{n} | {draw(SENTENCES)} |" for n in draw(st.lists(st.integers(1, 5), unique=True, max_size=4))]
    if draw(st.booleans()):
        parts += ["", "## Pending Sections", "", f"- {draw(SENTENCES)}"]
    if draw(st.booleans()):
        parts += ["", "```json", f'{{"count": {draw(st.integers(0, 99))}}}', "```"]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts) + "\n")


def last_parts(text: str) -> int:
    """Where the parts begin that are always rendered; a user's line after them is theirs, inside them it is not."""
    found = [at for mark in ("## Pending Sections", "```json") if (at := text.find(mark)) >= 0]
    return text.count("\n", 0, min(found)) if found else text.count("\n")


@st.composite
def edits_of(draw: st.DrawFn, text: str) -> tuple[str, list[str]]:
    """The text after a user was at it, and the lines that are theirs."""
    lines = text.split("\n")
    head = 5
    mine: list[str] = []
    for number in range(draw(st.integers(0, 4))):
        at = draw(st.integers(head, max(head, last_parts("\n".join(lines)) - 1)))
        match draw(st.sampled_from(["insert", "paragraph", "change", "delete", "section", "row", "at the end"])):
            case "at the end":
                mine.append(f"My last word {number}")
                lines += ["", f"## My end {number}" if text.count("Pending") else "", "", mine[-1], ""]
            case "insert":
                mine.append(f"My own line {number}")
                lines.insert(at, mine[-1])
            case "paragraph":
                mine.append(f"My own paragraph {number}")
                lines[at:at] = ["", mine[-1], ""]
            case "section":
                mine += [f"## My section {number}", f"with my text {number}"]
                lines[at:at] = ["", mine[-2], "", mine[-1], ""]
            case "row":
                mine.append(f"| MINE-{number} | mine |")
                lines.insert(at, mine[-1])
            case "change" if lines[at].strip() and not lines[at].startswith("|--"):
                if lines[at] in mine:
                    mine.remove(lines[at])
                lines[at] += f" changed by me {number}"
                mine.append(lines[at])
            case "delete":
                if lines[at] in mine:
                    mine.remove(lines[at])
                del lines[at]
    return "\n".join(lines), mine


@given(renders())
def test_taking_a_render_apart_and_putting_it_together_changes_nothing(text: str) -> None:
    assert as_text(parse(text)) == text


@given(renders(), renders())
def test_the_merge_of_an_untouched_file_is_the_pure_render(base: str, ours: str) -> None:
    merged = merge("requirements-spec.md", base, base, ours)
    assert (merged.text, merged.conflicts) == (ours, ())


@given(st.data(), renders(), renders())
def test_a_merge_never_loses_a_line_the_user_wrote(data: st.DataObject, base: str, ours: str) -> None:
    theirs, mine = data.draw(edits_of(base))
    merged = merge("requirements-spec.md", base, theirs, ours).text.split("\n")
    assert [line for line in mine if line not in merged] == []


@given(st.data(), renders(), renders())
def test_merging_twice_changes_nothing(data: st.DataObject, base: str, ours: str) -> None:
    theirs, _ = data.draw(edits_of(base))
    once = merge("requirements-spec.md", base, theirs, ours).text
    assert merge("requirements-spec.md", ours, once, ours).text == once


@given(st.data(), renders())
def test_without_news_from_the_analysis_no_line_comes_or_goes(data: st.DataObject, base: str) -> None:
    theirs, _ = data.draw(edits_of(base))
    merged = merge("requirements-spec.md", base, theirs, base)
    assert sorted(filter(None, merged.text.split("\n"))) == sorted(filter(None, theirs.split("\n")))
