"""Stories, files, decisions, modules and interfaces are read whatever their author calls the fields."""

from __future__ import annotations

import json
from typing import Any

import pytest

from roundtable_tui.artifacts.reading.context import context
from roundtable_tui.artifacts.reading.decisions import decision_record, decisions_in
from roundtable_tui.artifacts.reading.design import interfaces, modules
from roundtable_tui.artifacts.reading.files import affected_files, path_in
from roundtable_tui.artifacts.reading.size import size
from roundtable_tui.artifacts.reading.stories import stories_in_json, stories_in_text
from roundtable_tui.domain.dossier.kinds import Kind

CLERK = {"role": "clerk", "want": "to see late bills", "so_that": "nobody is forgotten"}
TOLD = "As a clerk, I want to see late bills, so that nobody is forgotten."


@pytest.mark.parametrize(
    "story",
    [
        {"role": "clerk", "want": "to see late bills", "so_that": "nobody is forgotten"},
        {"as_a": "clerk", "i_want": "to see late bills", "so_that": "nobody is forgotten"},
        {"as_a": "clerk", "i_want_to": "see late bills", "so_that": "nobody is forgotten"},
        {"persona": "clerk", "goal": "see late bills", "benefit": "nobody is forgotten"},
        {"role": "clerk", "action": "see late bills", "benefit": "nobody is forgotten"},
        {"story": TOLD},
        {"description": TOLD},
    ],
)
def test_a_story_is_read_whatever_its_fields_are_called(story: dict[str, str]) -> None:
    (found,) = stories_in_json(json.dumps([{"id": "US-001", "title": "Late bills", **story}]))
    assert dict(found.fields) == {"title": "Late bills", **CLERK}


@pytest.mark.parametrize("when", ["As the import fails at night", "As my team grows"])
def test_a_sentence_that_begins_with_when_names_no_role(when: str) -> None:
    story = f"{when}, I want a mail so that I know"
    found = stories_in_json(json.dumps([{"id": "US-001", "title": "Late bills", "story": story}]))
    assert not [one for one in found if "role" in one.fields]


@pytest.mark.parametrize(
    "shape",
    [
        lambda story: [story],
        lambda story: {"stories": [story]},
        lambda story: {"feature": "Pay", "user_stories": [story]},
        lambda story: {"stories": {"US-002": {key: value for key, value in story.items() if key != "id"}}},
    ],
    ids=["a list", "stories", "user_stories", "by id"],
)
def test_stories_are_found_wherever_the_file_keeps_them(shape: Any) -> None:
    (found,) = stories_in_json(json.dumps(shape({"id": "US-002", "title": "Late bills"})))
    assert (found.name, found.fields["title"]) == ("US-002", "Late bills")


@pytest.mark.parametrize(
    "traces",
    [
        {"traces": ["FR-001", "FR-002"]},
        {"traces_to": "FR-001, FR-002"},
        {"fr_refs": ["FR-001", "AC-002-01", "FR-002"]},
        {"linked_requirements": [{"id": "FR-001"}, {"id": "FR-002"}]},
        {"functional_requirement": "FR-001 and FR-002"},
    ],
)
def test_the_requirements_a_story_tells_of_are_found_under_any_name(traces: dict[str, object]) -> None:
    (found,) = stories_in_json(json.dumps([{"id": "US-001", "title": "Pay", **traces}]))
    assert found.fields["traces"] == ("FR-001", "FR-002")


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", '{"stories": "none"}', '{"bugs": []}', '[{"id": "US-001"}]', "NaN"]
)
def test_a_file_without_stories_has_none(text: str) -> None:
    assert list(stories_in_json(text)) == []


def test_a_story_in_a_specification_is_read_from_its_sentence() -> None:
    (found,) = stories_in_text(f"## User Stories\n\n### US-01: Late bills\n\n{TOLD}\n")
    assert (found.name, dict(found.fields)) == ("US-01", {"title": "Late bills", **CLERK})


OF_FILES = """\
## Impact Analysis

### Directly Affected Files

| # | File | Change Type | Requirement Traces | Description |
|---|------|-------------|--------------------|-------------|
| 1 | `src/pay.py` | Major modify | FR-001, FR-002 | Takes bills |
| 2 | ./src/new_bill.py | New | FR-002 | – |

### Tier 2: Transitively Affected

| File | Change | Why |
|---|---|---|
| `src/mail.py` (lines 3-9) | No change | Sends them |

### Existing Tests (covering affected files)

| Test File | Covers |
|---|---|
| `tests/test_pay.py` | pay |

### New Files (1)

| File | Purpose |
|---|---|
| `src/dunning.py` | Reminds |
"""


def test_files_are_read_from_every_table_that_says_what_happens_to_them() -> None:
    found = [dict(one.fields) for one in affected_files(OF_FILES)]
    assert found == [
        {"path": "src/pay.py", "action": "MODIFY", "tier": "1", "why": "Takes bills", "traces": ("FR-001", "FR-002")},
        {"path": "src/new_bill.py", "action": "CREATE", "tier": "1", "traces": ("FR-002",)},
        {"path": "src/mail.py", "action": "NO CHANGE", "tier": "2", "why": "Sends them"},
        {"path": "src/dunning.py", "action": "CREATE", "tier": "1", "why": "Reminds"},
    ]


@pytest.mark.parametrize(
    ("cell", "path"),
    [
        ("`src/a.py`", "src/a.py"),
        ("src/a.py", "src/a.py"),
        ("`./src/a.py:12`", "src/a.py"),
        ("`/src/a.py`", "src/a.py"),
        ("`src/a.py` (new)", "src/a.py"),
        ("**`Makefile`**", "Makefile"),
        ("`src/**/*.py`", "src/**/*.py"),
        ("the parser", ""),
        ("–", ""),
        ("12 files", ""),
    ],
)
def test_a_cell_holds_a_path_or_none(cell: str, path: str) -> None:
    assert path_in(cell) == path


RECORD = """\
# ADR-0002: Keep bills in Postgres

## Status

Accepted

## Context

One transaction.

## Decision

Postgres it is.

## Consequences

- We number them ourselves
"""


@pytest.mark.parametrize("path", ["adr-0002-bills.md", "ADR-002-bills.md", "adrs/ADR-0002-bills.md"])
def test_a_decision_record_is_read_from_its_headings(path: str) -> None:
    found = decision_record(path, RECORD)
    assert found is not None
    assert dict(found.fields) == {
        "title": "Keep bills in Postgres",
        "context": "One transaction.",
        "decision": "Postgres it is.",
        "consequences": "We number them ourselves",
        "status": "accepted",
    }


@pytest.mark.parametrize(
    ("text", "name", "title"),
    [
        ("### ADR-01: Bills in SQL\n\n- **Status**: Accepted\n- **Decision**: Postgres", "ADR-01", "Bills in SQL"),
        ("### 4.1 ADR-1 — Bills in Postgres\n\n**Decision**: Postgres", "ADR-1", "Bills in Postgres"),
        ("### Decision 1: Bills in Postgres\n\nPostgres", "", "Bills in Postgres"),
        ("## Key Decisions\n\n| Decision | Choice |\n|---|---|\n| Where bills are | Postgres |", "", "Where bills are"),
    ],
)  # fmt: skip
def test_decisions_in_an_overview_are_read(text: str, name: str, title: str) -> None:
    (found,) = decisions_in(text)
    assert (found.name, found.fields["title"], found.fields["decision"]) == (name, title, "Postgres")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## MOD-001: billing\n\n- **Responsibility**: Numbers bills", "Numbers bills"),
        ("## 2. Module: `billing` (New)\n\n### 2.1 Responsibility\n\nNumbers bills", "Numbers bills"),
        ("## M1: billing\n\nNumbers bills", "Numbers bills"),
        (
            "## Module Overview\n\n| Module | Responsibility |\n|---|---|\n| `billing` | Numbers bills |",
            "Numbers bills",
        ),
    ],
)
def test_a_module_is_read_with_what_it_is_for(text: str, said: str) -> None:
    (found,) = modules(text)
    assert (found.fields["text"], found.fields["responsibility"]) == ("billing", said)


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("### IF-001: qualifies(order)", "qualifies(order)"),
        ("### 2.1 `qualifies(order)`", "qualifies(order)"),
        ("### GET /bills/{id}", "GET /bills/{id}"),
    ],
)
def test_an_interface_is_read_with_the_code_below_it(heading: str, text: str) -> None:
    (found,) = interfaces(f"{heading}\n\nSome words.\n\n```python\norder: Order -> bool\n```\n")
    assert dict(found.fields) == {"text": text, "schema": "order: Order -> bool"}


SPEC = """\
# Requirements Specification: Bills

## 1. Business Context

Clinics may not pay by card.

**Problem Statement**: Bills are written by hand.

## 2. Stakeholders and Personas

### Primary: Practice manager
- **Pain Points**: Has to wait

### Clerk

## 6. Out of Scope

- Instalments
- None

### NFR-01: Speed

**Target**: under 400 ms
"""


def test_what_surrounds_requirements_is_read_by_its_headings() -> None:
    found = [(one.kind, dict(one.fields)) for one in context(SPEC)]
    assert found == [
        (Kind.PROBLEM, {"text": "Bills are written by hand."}),
        (Kind.USER, {"text": "Practice manager", "role": "primary", "pain": "Has to wait"}),
        (Kind.USER, {"text": "Clerk"}),
        (Kind.QUALITY, {"text": "Speed", "threshold": "under 400 ms"}),
        (Kind.EXCLUSION, {"text": "Instalments"}),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Scope: medium\nFile Count: 7\n", ["medium", 7]),
        ("**Estimated Scope**: LARGE (many)\n**File Count Estimate**: ~20 files\n", ["large", 20]),
        ('```json\n{"affected_file_count": 3, "scope_estimate": "small"}\n```\n', ["small", 3]),
        ("**File Count Estimate**: ~10-12 files\n", []),
        ("A scan.", []),
    ],
)
def test_a_quick_scan_says_how_big_the_change_looks(text: str, found: list[object]) -> None:
    assert [value for one in size(text) for value in one.fields.values()] == found
