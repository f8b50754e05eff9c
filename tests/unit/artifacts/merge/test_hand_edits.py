"""Which hand edits change the analysis, and as what."""

from __future__ import annotations

import json

import pytest

from roundtable_tui.artifacts.merge.hand_edits import both_changed, find_edits
from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, Op, apply_change, note_used
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import HandEdit, Stated

SPEC = """## Functional Requirements

### FR-001: Pay by invoice

**Priority**: Must Have

- **AC-001-01**: The form asks for a VAT ID.
"""
IMPACT = """## Directly Affected Files

| File | Action | Why |
|---|---|---|
| `src/pay.py` | MODIFY | offers invoices |

### Tier 1

| File | Action |
|---|---|
| `src/pay.py` | MODIFY |
"""
STORIES = {
    "stories": [
        {
            "id": "US-001",
            "title": "Order",
            "role": "buyer",
            "want": "to order on invoice",
            "so_that": "I need no card",
            "story": "As a buyer, I want to order on invoice, so that I need no card.",
            "priority": "Must Have",
            "traces": ["FR-001"],
        }
    ]
}


def dossier() -> Dossier:
    entries: dict[str, tuple[Kind, dict[str, Value]]] = {
        "FR-001": (Kind.FR, {"title": "Pay by invoice", "priority": "Must Have"}),
        "AC-001-01": (Kind.AC, {"text": "The form asks for a VAT ID.", "fr": ("FR-001",)}),
        "US-001": (
            Kind.STORY,
            {"title": "Order", "role": "buyer", "want": "to order on invoice", "so_that": "I need no card"},
        ),
        "FILE-001": (Kind.FILE, {"path": "src/pay.py", "action": "MODIFY"}),
    }
    used: dict[str, int] = {}
    store: dict[str, Entry] = {}
    for entry_id, (kind, fields) in entries.items():
        assert apply_change(store, Change(Op.RECORD, entry_id, kind, fields, (Stated(1),)), 1)
        note_used(used, entry_id)
    return Dossier(store, used)


def edits(name: str, base: str, theirs: str) -> list[tuple[Op, str, dict[str, Value]]]:
    found = find_edits(name, base, theirs, dossier())
    assert all(change.sources == (HandEdit(name),) for change in found.changes)
    return [(change.op, change.id, dict(change.fields)) for change in found.changes]


@pytest.mark.parametrize(
    ("old", "new", "entry", "field", "value"),
    [
        ("FR-001: Pay by invoice", "FR-001: Pay later", "FR-001", "title", "Pay later"),
        ("a VAT ID.", "a VAT ID and a name.", "AC-001-01", "text", "The form asks for a VAT ID and a name."),
        ("Must Have", "Could Have", "FR-001", "priority", "Could Have"),
        ("Pay by invoice", r"Pay by \<b> invoice", "FR-001", "title", "Pay by <b> invoice"),
    ],
)
def test_an_edit_of_a_parsed_line_of_the_specification_revises_the_entry(
    old: str, new: str, entry: str, field: str, value: str
) -> None:
    assert edits("requirements-spec.md", SPEC, SPEC.replace(old, new)) == [(Op.REVISE, entry, {field: value})]


def test_a_requirement_and_its_criterion_added_by_hand_are_recorded() -> None:
    added = SPEC + "\n### FR-002: Print it\n\n**Priority**: Could Have\n\n- **AC-002-01**: It fits on one page.\n"
    assert edits("requirements-spec.md", SPEC, added) == [
        (Op.RECORD, "FR-002", {"title": "Print it", "priority": "Could Have"}),
        (Op.RECORD, "AC-002-01", {"text": "It fits on one page.", "fr": ("FR-002",)}),
    ]


def test_an_added_entry_may_not_take_an_id_that_meant_something_else() -> None:
    known = dossier()
    used = Dossier(known.entries, {**known.used, "FR": 7})
    found = find_edits("requirements-spec.md", SPEC, SPEC + "\n### FR-005: Print it\n", used)
    assert found.changes == ()
    assert len(found.refused) == 1


def test_a_priority_that_is_none_changes_nothing_but_the_file() -> None:
    found = find_edits("requirements-spec.md", SPEC, SPEC.replace("Must Have", "Urgent"), dossier())
    assert found.changes == ()
    assert "Urgent" in found.refused[0]


def test_text_that_no_program_reads_is_no_edit_of_the_analysis() -> None:
    assert edits("requirements-spec.md", SPEC, SPEC + "\nA remark.\n") == []


def test_a_deleted_entry_is_no_edit_of_the_analysis() -> None:
    assert edits("requirements-spec.md", SPEC, "## Functional Requirements\n") == []


def test_an_edit_the_dossier_has_already_is_not_found_again() -> None:
    older = SPEC.replace("Pay by invoice", "Pay somehow")
    assert edits("requirements-spec.md", older, SPEC) == []


def test_an_action_changed_in_one_of_two_tables_revises_the_file() -> None:
    theirs = IMPACT.replace("| MODIFY | offers", "| DELETE | offers")
    assert edits("impact-analysis.md", IMPACT, theirs) == [(Op.REVISE, "FILE-001", {"action": "DELETE"})]


@pytest.mark.parametrize("when", ["As the import fails at night", "As my team grows"])
def test_a_story_that_begins_with_when_names_no_role(when: str) -> None:
    theirs = {"stories": [{**STORIES["stories"][0], "story": f"{when}, I want a mail so that I know"}]}
    found = edits("user-stories.json", json.dumps(STORIES), json.dumps(theirs))
    assert not [fields for _, _, fields in found if "role" in fields]


@pytest.mark.parametrize(
    ("field", "value", "revised"),
    [
        ("role", "clerk", {"role": "clerk"}),
        ("priority", "Should Have", {"priority": "Should Have"}),
        ("story", "As a clerk, I want to order on invoice, so that I need no card.", {"role": "clerk"}),
    ],
)
def test_an_edited_story_revises_the_entry(field: str, value: str, revised: dict[str, Value]) -> None:
    theirs = {"stories": [{**STORIES["stories"][0], field: value}]}
    found = edits("user-stories.json", json.dumps(STORIES), json.dumps(theirs))
    assert found == [(Op.REVISE, "US-001", revised)]


def test_a_line_that_the_talk_changed_too_is_told() -> None:
    theirs = SPEC.replace("Pay by invoice", "Pay later")
    ours = SPEC.replace("Pay by invoice", "Pay by invoice or card")
    found = find_edits("requirements-spec.md", SPEC, theirs, dossier())
    assert len(both_changed("requirements-spec.md", SPEC, ours, found, dossier())) == 1
    assert both_changed("requirements-spec.md", SPEC, SPEC, found, dossier()) == ()


def test_a_heading_given_by_hand_keeps_the_long_sentence_it_was_short_for() -> None:
    said = "the owner can pause the subscription from a first to a last day that lie at most 12 months ahead"
    store: dict[str, Entry] = {}
    assert apply_change(store, Change(Op.RECORD, "FR-001", Kind.FR, {"title": said}, (Stated(3),)), 1)
    base = "## Functional Requirements\n\n### FR-001: the owner can pause the subscription…\n"
    theirs = base.replace("the owner can pause the subscription…", "Pause")
    assert find_edits("requirements-spec.md", base, theirs, Dossier(store, {"FR": 1})).changes == (
        Change(Op.REVISE, "FR-001", Kind.FR, {"title": "Pause"}, (HandEdit("requirements-spec.md"),)),
        Change(Op.REVISE, "FR-001", Kind.FR, {"text": said}, (Stated(3),)),
    )
