"""A specification is read by the ids it gives its requirements, and by plain headings where it gives none."""

from __future__ import annotations

import pytest

from roundtable_tui.artifacts.reading.specification import requirements
from roundtable_tui.domain.dossier.kinds import Kind


def titles(text: str) -> list[tuple[str, str]]:
    found = (one for one in requirements(text) if one.kind is Kind.FR and "title" in one.fields)
    return [("" if one.name.startswith("§") else one.name, str(one.fields["title"])) for one in found]


def criteria(text: str) -> list[tuple[str, str, str]]:
    return [(one.of, one.name, str(one.fields["text"])) for one in requirements(text) if one.kind is Kind.AC]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("### FR-001: Order by invoice", [("FR-001", "Order by invoice")]),
        ("## FR-1 — Order by invoice", [("FR-1", "Order by invoice")]),
        ("#### 2.1 FR-02 Order by invoice", [("FR-02", "Order by invoice")]),
        ("### **REQ-001**: Order by invoice", [("REQ-001", "Order by invoice")]),
        ("### REQ-013-FR-01: Order by invoice", [("REQ-013-FR-01", "Order by invoice")]),
        ("### FR-001: Order by invoice (Must Have)", [("FR-001", "Order by invoice")]),
        ("### FR-001:\n\nClinics order by invoice. They pay later.", [("FR-001", "Clinics order by invoice")]),
        ("- **FR-001**: The shop takes orders by invoice.", [("FR-001", "The shop takes orders by invoice")]),
        ("1. FR-7 - Order by invoice", [("FR-7", "Order by invoice")]),
        ("| ID | Requirement | Priority |\n|---|---|---|\n| FR-3 | Order | Must |", [("FR-3", "Order")]),
        ("## Functional Requirements\n\n### Order\n\n### Remind", [("", "Order"), ("", "Remind")]),
        ("## Requirements\n\n- Order by invoice\n- Remind", [("", "Order by invoice"), ("", "Remind")]),
    ],
    ids=[
        "ours", "one digit and a dash", "numbered heading", "bold", "with the item's name", "priority in brackets",
        "title in the text", "item", "numbered item", "table", "headings without ids", "items without ids",
    ],
)  # fmt: skip
def test_a_requirement_is_read_in_every_form_it_is_written_in(text: str, found: list[tuple[str, str]]) -> None:
    assert titles(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "# FR-001: the title of the document",
        "```\n### FR-001: an example\n```",
        "## Dependencies\n\n- REQ-0064: another item",
        "| Requirement | AC | Source |\n|---|---|---|\n| FR-01 | AC-01 | ticket |",
        "## Non-Functional Requirements\n\n- It is fast",
        "Nothing at all.",
    ],
    ids=["title", "fenced", "other items", "a table of traces", "qualities", "prose"],
)
def test_what_is_no_requirement_is_read_as_none(text: str) -> None:
    assert titles(text) == []


@pytest.mark.parametrize(
    ("line", "name", "said"),
    [
        ("- **AC-001-01**: It is paid.", "AC-001-01", "It is paid."),
        ("- AC-001-01: It is paid.", "AC-001-01", "It is paid."),
        ("- **AC-01:** It is paid.", "AC-01", "It is paid."),
        ("**AC-01b**: It is paid.", "AC-01b", "It is paid."),
        ("- [x] AC-1.2 It is paid.", "AC-1.2", "It is paid."),
        ("- **AC-001-05** (new): It is paid.", "AC-001-05", "It is paid."),
        ("- **AC-01:**\n  ```\n  Given a bill\n  Then it is paid\n  ```", "AC-01", "Given a bill Then it is paid"),
        ("**AC-001-01: Paid**\n- Given a bill\n- Then it is paid", "AC-001-01", "Paid Given a bill Then it is paid"),
        ("**Acceptance Criteria**:\n- It is paid.", "", "It is paid."),
        ("#### Acceptance Criteria\n\n1. It is paid.", "", "It is paid."),
    ],
)  # fmt: skip
def test_a_criterion_belongs_to_the_requirement_it_stands_under(line: str, name: str, said: str) -> None:
    assert criteria(f"### FR-004: Pay\n\nSome words.\n\n{line}\n") == [("FR-004", name, said)]


def test_criteria_of_qualities_are_none_of_a_requirement() -> None:
    assert criteria("### FR-001: Pay\n\n### NFR-001: Fast\n\n- **AC-NFR-001-01**: Under a second") == []


@pytest.mark.parametrize(
    ("line", "priority"),
    [
        ("**Priority**: Must Have", "Must Have"),
        ("**Priority:** P1", "Should Have"),
        ("**MoSCoW**: could", "Could Have"),
        ("- **Priority**: Won't Have this time", "Won't Have"),
        ("**Priority**: Must Have | **Confidence**: High", "Must Have"),
        ("**Priority**: soon", None),
    ],
)
def test_a_priority_is_read_in_other_words(line: str, priority: str | None) -> None:
    (found,) = (one for one in requirements(f"### FR-001: Pay\n\n{line}\n") if one.kind is Kind.FR)
    assert found.fields.get("priority") == priority


def test_a_requirement_that_is_not_sure_of_itself_is_doubtful() -> None:
    told = list(requirements("### FR-001: Pay\n\n**Confidence**: Low\n\n- AC-001-01: Paid\n\n### FR-002: Remind"))
    assert [one.doubtful for one in told] == [True, True, False]


def test_a_table_of_priorities_adds_to_what_headings_say() -> None:
    table = "## MoSCoW\n\n| FR | Title | Priority |\n|---|---|---|\n| FR-001 | Pay | Should Have |"
    rated = [one.fields["priority"] for one in requirements(f"### FR-001: Pay\n\n{table}") if "priority" in one.fields]
    assert rated == ["Should Have"]
