"""A document of another program comes into our forms with its own words in place, and follows the analysis."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.artifacts.merge.three_way import merge
from roundtable_tui.artifacts.reading.adoption import adopted
from roundtable_tui.artifacts.reading.intake import taken_in
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Stated
from tests.support.dossiers import state_of
from tests.unit.artifacts.render.test_renderer import shipped

if TYPE_CHECKING:
    from roundtable_tui.artifacts.merge.verdict import Merged

SPEC = "requirements-spec.md"
THEIRS = """\
# Specification of bills

**Author**: somebody

## 1. Business Context

Bills are written by hand.
- forty every month

## 2. Functional Requirements

## FR-1 — Order on invoice

**Priority**: Must | **Owner**: Sofia
Said in May.

### Why

Because of procurement.

### Acceptance Criteria

- AC-1.1: The form asks for an address
  and a name

## 3. Out of Scope

- Instalments
"""


def merged(name: str, text: str, *later: Change) -> Merged:
    """The document after it was read, those changes were made, and ours was merged into it."""
    found = taken_in({name: text})
    state = state_of([*(found.changes if found else ()), *later])
    render = shipped().render(name, state)
    known = adopted(name, text, render, state.dossier)
    return merge(name, known.base, known.text, render)


def test_what_was_read_stands_once_and_in_our_form() -> None:
    result = merged(SPEC, THEIRS)
    assert result.conflicts == ()
    for line in (
        "## Business Context",
        "## Functional Requirements",
        "### FR-001: Order on invoice",
        "**Priority**: Must Have",
        "- **AC-001-01**: The form asks for an address and a name",
        "- **EXC-001** Instalments",
    ):
        assert result.text.split("\n").count(line) == 1, line
    assert result.text.count("Bills are written by hand.") == 1


@pytest.mark.parametrize("words", ["**Author**: somebody", "- forty every month", "Because of procurement."])
def test_what_was_not_read_stays(words: str) -> None:
    assert words in merged(SPEC, THEIRS).text.split("\n")


def test_headings_below_a_requirement_stay_below_it() -> None:
    lines = merged(SPEC, THEIRS).text.split("\n")
    assert lines.index("### FR-001: Order on invoice") < lines.index("#### Why")


@pytest.mark.parametrize(
    ("kind", "entry_id", "fields", "gone", "there"),
    [
        (Kind.FR, "FR-001", {"title": "Order on account"}, "Order on invoice", "### FR-001: Order on account"),
        (Kind.FR, "FR-001", {"priority": "Could Have"}, "**Priority**: Must", "**Priority**: Could Have"),
        (Kind.AC, "AC-001-01", {"text": "It asks"}, "The form asks", "- **AC-001-01**: It asks"),
        (Kind.PROBLEM, "PROB-001", {"text": "It takes long."}, "Bills are written", "It takes long."),
        (Kind.EXCLUSION, "EXC-001", {"text": "Credit"}, "Instalments", "- **EXC-001** Credit"),
    ],
)
def test_what_was_read_follows_the_analysis_without_a_conflict(
    kind: Kind, entry_id: str, fields: dict[str, Value], gone: str, there: str
) -> None:
    result = merged(SPEC, THEIRS, Change(Op.REVISE, entry_id, kind, fields, (Stated(1),)))
    assert result.conflicts == ()
    assert there in result.text
    assert gone not in result.text


@pytest.mark.parametrize(
    ("kind", "entry_id", "gone"),
    [(Kind.EXCLUSION, "EXC-001", "Instalments"), (Kind.AC, "AC-001-01", "The form asks")],
)
def test_what_the_user_dropped_leaves_the_document_too(kind: Kind, entry_id: str, gone: str) -> None:
    assert gone not in merged(SPEC, THEIRS, Change(Op.DROP, entry_id, kind)).text


def test_a_document_that_says_nothing_known_is_merged_as_it_is() -> None:
    known = adopted("quick-scan.md", "# Scan\n\nSome words.\n", "# Quick Scan\n", state_of([]).dossier)
    assert (known.text, known.base) == ("# Scan\n\nSome words.\n", None)


def test_stories_come_under_the_name_readers_look_for() -> None:
    theirs = [{"id": "US-1", "title": "Pay", "persona": "clerk", "goal": "pay", "points": 3}]
    written = json.loads(merged("user-stories.json", json.dumps({"feature": "Bills", "user_stories": theirs})).text)
    assert written["feature"] == "Bills"
    (story,) = written["stories"]
    assert (story["id"], story["role"], story["want"], story["points"]) == ("US-001", "clerk", "to pay", 3)


def test_a_table_with_our_columns_follows_us_and_keeps_rows_of_its_own() -> None:
    head = "FR_ID,AC_ID,User_Story_ID,Confidence,Source"
    ours = f"{head}\nFR-001,AC-001-01,US-001,Medium,requirements-spec.md\n"
    theirs = f"{head}\nFR-001,AC-001-01,US-001,High,the boss\nFR-009,,,Low,a dream\n"
    known = adopted("traceability-matrix.csv", theirs, ours, state_of([]).dossier)
    result = merge("traceability-matrix.csv", known.base, known.text, ours)
    assert result.conflicts == ()
    assert result.text == f"{ours}FR-009,,,Low,a dream\n"
