"""Documents become entries: under their own numbers, tied together as they tie themselves, each with its document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.artifacts.reading.intake import is_read, taken_in
from roundtable_tui.domain.dossier.dossier import Change, Entry, IdGiver, apply_change, note_used
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence, FromDocument, confidence
from tests.support.golden import GOLDEN

SPEC, STORIES, MATRIX = "requirements-spec.md", "user-stories.json", "traceability-matrix.csv"


def changes(documents: dict[str, str]) -> dict[str, Change]:
    found = taken_in(documents)
    return {change.id: change for change in found.changes} if found else {}


def fields(documents: dict[str, str], entry_id: str) -> dict[str, object]:
    return dict(changes(documents)[entry_id].fields)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("### FR-001: Pay\n\n- **AC-001-01**: Paid", ["FR-001", "AC-001-01"]),
        ("## FR-1 — Pay\n\n- AC-1.2: Paid", ["FR-001", "AC-001-02"]),
        ("### REQ-004: Pay\n\n**AC-04b**: Paid", ["FR-004", "AC-004-02"]),
        ("### FR-12: Pay\n\n- AC-7: Paid\n- AC-8: Booked", ["FR-012", "AC-012-01", "AC-012-02"]),
        ("### FR-001: Pay\n\n### FR-001: Pay again", ["FR-001"]),
        ("### REQ-0011-FR-02: Pay\n\n### REQ-0011-NFR-01: Fast", ["FR-002"]),
        ("### FR-1.1: Pay\n\n### FR-1.2: Remind", ["FR-001", "FR-002"]),
        ("### FR-001: Pay\n\n### REQ-001: Remind", ["FR-001", "FR-002"]),
        ("## Requirements\n\n- Pay\n- Remind", ["FR-001", "FR-002"]),
        ("### FR-003: Pay\n\n- **AC-003-05**: Paid\n- AC-9: Booked", ["FR-003", "AC-003-05", "AC-003-06"]),
    ],
)
def test_ids_keep_the_numbers_that_the_document_gave(text: str, ids: list[str]) -> None:
    assert list(changes({SPEC: text})) == ids


def test_the_next_id_collides_with_none_of_theirs() -> None:
    used: dict[str, int] = {}
    for entry_id in changes(
        {SPEC: "### FR-9: Pay\n\n- AC-9.4: Paid", "adr-0012-x.md": "# Bills\n\n## Decision\n\nYes"}
    ):
        note_used(used, entry_id)
    ids = IdGiver(used)
    given_out = [ids.next(kind, "FR-009") for kind in (Kind.FR, Kind.AC, Kind.DECISION)]
    assert given_out == ["FR-010", "AC-009-05", "ADR-0013"]


def test_an_entry_has_the_document_and_line_as_its_source_and_never_the_user() -> None:
    change = changes({SPEC: "# Bills\n\n### FR-001: Pay\n"})["FR-001"]
    assert change.sources == (FromDocument(SPEC, 3),)
    assert confidence(change.sources) is Confidence.MEDIUM


def test_what_a_document_doubts_is_doubted_here() -> None:
    change = changes({SPEC: "### FR-001: Pay\n\n**Confidence**: Low\n"})["FR-001"]
    assert confidence(change.sources) is Confidence.LOW


@pytest.mark.parametrize(
    ("spec", "matrix"),
    [
        ("### FR-02: Pay\n\n**Acceptance Criteria**: AC-7\n\n## Criteria\n\n### AC-7: Paid", ""),
        ("### FR-02: Pay\n\n## Criteria\n\n- AC-7: Paid", "Requirement,AC,Test\nFR-02,AC-7,T1\n"),
        ("### FR-02: Pay\n\n## Criteria\n\n- AC-02-07: Paid", ""),
    ],
    ids=["claimed", "by the matrix", "by its number"],
)
def test_a_criterion_told_elsewhere_finds_its_requirement(spec: str, matrix: str) -> None:
    found = [change for change in changes({SPEC: spec, MATRIX: matrix}).values() if change.kind is Kind.AC]
    assert [change.fields["fr"] for change in found] == [("FR-002",)]


def test_a_criterion_of_no_requirement_is_left_in_its_document() -> None:
    assert list(changes({SPEC: "### FR-001: Pay\n\n## Criteria\n\n- AC-99: Paid"})) == ["FR-001"]


def test_stories_and_files_trace_to_requirements_under_their_ids_here() -> None:
    documents = {
        SPEC: "### REQ-1: Pay",
        STORIES: '[{"id": "US-1", "title": "Pay", "traces": ["REQ-1", "REQ-9"]}]',
        "impact-analysis.md": "### Tier 1\n\n| File | Action | Traces |\n|---|---|---|\n| `a.py` | New | REQ-1 |",
    }
    assert fields(documents, "US-001")["traces"] == ("FR-001",)
    assert fields(documents, "FILE-001")["traces"] == ("FR-001",)


def test_an_item_of_ours_without_its_journal_is_read_with_what_its_places_say() -> None:
    documents = {
        SPEC: "## Stakeholders and Personas\n\n### USER-001: the owner of a clinic\n\n"
        "the owner of a clinic who goes on holiday with the whole team in the month of August\n\nUses it.\n\n"
        "## Technical Context\n\n### Limits\n\n- **CON-003** No new service\n"
    }
    owner = "the owner of a clinic who goes on holiday with the whole team in the month of August"
    assert fields(documents, "USER-001") == {"text": owner, "role": "primary"}
    assert fields(documents, "CON-003") == {"text": "No new service", "type": "limit"}


def test_what_two_documents_say_of_one_decision_is_put_together() -> None:
    documents = {
        "architecture-overview.md": "### ADR-001: Bills in Postgres\n\n**Decision**: Postgres",
        "ADR-001-bills.md": "# ADR-001: Bills\n\n## Status\n\nAccepted\n",
    }
    assert fields(documents, "ADR-0001") == {"title": "Bills in Postgres", "decision": "Postgres", "status": "accepted"}


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (SPEC, True),
        ("ADR-002-bills.md", True),
        ("adrs/ADR-0001-bills.md", True),
        ("draft.md", False),
        ("meta.json", False),
        ("test-strategy.md", False),
    ],
)
def test_only_documents_that_may_say_something_are_read(name: str, read: bool) -> None:
    assert is_read(name) is read


def test_the_plainer_specification_is_read_only_where_there_is_no_other() -> None:
    assert list(changes({"requirements.md": "### FR-001: Pay", SPEC: "### FR-002: Remind"})) == ["FR-002"]


def test_our_own_documents_read_back_to_the_entries_they_tell() -> None:
    documents = {path.name: path.read_text(encoding="utf-8") for path in GOLDEN.rglob("*") if path.is_file()}
    found = changes({name: text for name, text in documents.items() if is_read(name)})
    counted = {kind: sum(change.kind is kind for change in found.values()) for kind in Kind}
    assert {kind.value: number for kind, number in counted.items() if number >= 1}.items() >= {
        "fr": 8, "ac": 17, "story": 8, "file": 19, "decision": 1, "module": 6, "interface": 9,
        "user": 2, "metric": 3, "constraint": 10, "quality": 3, "risk": 3, "exclusion": 4,
    }.items()  # fmt: skip
    assert found["FR-005"].fields["title"] == "Book bank transfers against open invoices"
    assert found["FR-005"].fields["priority"] == "Should Have"
    assert found["AC-005-03"].fields == {"text": "Uploading the same file twice books nothing twice", "fr": ("FR-005",)}
    assert found["MOD-002"].fields


FRAGMENTS = [
    "### FR-001: Pay", "## FR-1 — Pay", "- **AC-001-01**: Paid", "- AC-1: Paid", "**AC-01b**:", "**Priority**: Must",
    "## Requirements", "### ", "- ", "| FR-001 | x |", "|---|---|", "| ID | Title |", "```", "~~~", "1. x", "# x",
    "### NFR-001: x", "- **NFR-001**:", "## Out of Scope", "### ADR-1: x", "### MOD-001: x", "**Confidence**: Low",
    "| File | Action |", "| `a` | New |", "## Tier 1", "\t- x", "  y", "", "\x1b[2J", "\u202e", "**", "[x](y)", "\\|",
]  # fmt: skip


@given(st.dictionaries(
    st.sampled_from([SPEC, "impact-analysis.md", "architecture-overview.md", "module-design.md", "interface-spec.md",
                     "quick-scan.md", "ADR-1-x.md", STORIES, MATRIX]),
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=30)), max_size=14).map("\n".join),
    max_size=4,
))  # fmt: skip
def test_whatever_stands_in_documents_becomes_entries_with_ids_of_their_own(
    documents: dict[str, str],
) -> None:
    entries: dict[str, Entry] = {}
    found = taken_in(documents)
    for number, change in enumerate(found.changes if found else (), 1):
        assert change.id not in entries
        assert apply_change(entries, change, number)
        assert all("\x1b" not in str(value) for value in change.fields.values())
