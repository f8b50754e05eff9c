"""What becomes of a hand edit, case by case."""

from __future__ import annotations

import json

import pytest

from roundtable_tui.artifacts.merge.three_way import dressed_as, merge
from roundtable_tui.artifacts.merge.verdict import UnreadableError

SPEC = """# Requirements Specification: Invoices

**Source**: manual
**Status**: Draft
**Last Updated**: turn 3

## Business Context

Accounting writes invoices by hand.

It takes a morning every month.

## Functional Requirements

### FR-001: Pay by invoice

**Priority**: Must Have

- **AC-001-01**: The form asks for a VAT ID.
- **AC-001-02**: The order is stored.

### FR-002: Send a reminder

**Priority**: Should Have

- **AC-002-01**: A reminder goes out after 14 days.

## Risks

| Id | Risk | Impact |
|---|---|---|
| RISK-001 | Fraud | high |
| RISK-002 | Delay | low |

## Pending Sections

- User journeys

```json
{
  "affected": 3
}
```
"""
TURN_9 = SPEC.replace("turn 3", "turn 9")


def merged(theirs: str, ours: str, base: str = SPEC) -> str:
    """The text, where nothing should be in dispute."""
    result = merge("requirements-spec.md", base, theirs, ours)
    assert result.conflicts == ()
    return result.text


def conflicts(theirs: str, ours: str, base: str = SPEC) -> tuple[str, ...]:
    return merge("requirements-spec.md", base, theirs, ours).conflicts


def test_a_changed_paragraph_stays_while_its_neighbour_is_updated() -> None:
    theirs = SPEC.replace("Accounting writes", "Sofia in accounting writes")
    ours = TURN_9.replace("a morning every month", "a whole day every month")
    assert merged(theirs, ours) == ours.replace("Accounting writes", "Sofia in accounting writes")


def test_an_added_paragraph_stays_where_it_was_written() -> None:
    theirs = SPEC.replace("## Risks\n", "## Risks\n\nWe talked to the bank about these.\n")
    ours = TURN_9.replace("| RISK-002 | Delay | low |", "| RISK-002 | Delay | low |\n| RISK-003 | Outage | high |")
    assert merged(theirs, ours) == ours.replace("## Risks\n", "## Risks\n\nWe talked to the bank about these.\n")


@pytest.mark.parametrize(
    "removed",
    [
        "It takes a morning every month.\n\n",
        "| RISK-002 | Delay | low |\n",
        SPEC[SPEC.index("## Risks") : SPEC.index("## Pending")],
    ],
    ids=["paragraph", "row", "section"],
)
def test_what_the_user_deleted_stays_deleted(removed: str) -> None:
    assert merged(SPEC.replace(removed, ""), TURN_9) == TURN_9.replace(removed, "")


def test_a_deleted_requirement_stays_deleted_and_is_a_conflict_while_the_analysis_has_it() -> None:
    gone = SPEC[SPEC.index("### FR-002") : SPEC.index("## Risks")]
    result = merge("requirements-spec.md", SPEC, SPEC.replace(gone, ""), TURN_9)
    assert result.text == TURN_9.replace(gone, "")
    assert result.conflicts == ("FR-002 was deleted by hand and stays deleted; the analysis still has it",)


def test_a_requirement_deleted_here_and_dropped_there_is_no_conflict() -> None:
    gone = SPEC[SPEC.index("### FR-002") : SPEC.index("## Risks")]
    assert merged(SPEC.replace(gone, ""), TURN_9.replace(gone, "")) == TURN_9.replace(gone, "")


def test_a_deleted_paragraph_that_the_analysis_changed_is_a_conflict() -> None:
    theirs = SPEC.replace("It takes a morning every month.\n\n", "")
    ours = TURN_9.replace("It takes a morning every month.", "It takes a whole morning every month.")
    assert len(conflicts(theirs, ours)) == 1


def test_a_renamed_heading_keeps_its_new_name_and_its_content_is_updated() -> None:
    theirs = SPEC.replace("## Business Context", "## Why We Do This")
    ours = TURN_9.replace("a morning every month", "a whole day every month")
    assert merged(theirs, ours) == ours.replace("## Business Context", "## Why We Do This")


def test_a_heading_without_text_of_its_own_can_be_renamed() -> None:
    theirs = SPEC.replace("## Functional Requirements", "## What It Must Do")
    assert merged(theirs, TURN_9) == TURN_9.replace("## Functional Requirements", "## What It Must Do")


def test_a_moved_section_stays_where_the_user_put_it() -> None:
    risks = SPEC[SPEC.index("## Risks") : SPEC.index("## Pending")]
    theirs = SPEC.replace(risks, "").replace("## Business Context", f"{risks}## Business Context")
    text = merged(theirs, TURN_9.replace("| Fraud |", "| Card fraud |"))
    assert text.index("## Risks") < text.index("## Business Context")
    assert "| RISK-001 | Card fraud | high |" in text


def test_a_new_requirement_goes_after_the_one_before_it_also_in_a_reordered_file() -> None:
    first = SPEC[SPEC.index("### FR-001") : SPEC.index("### FR-002")]
    theirs = SPEC.replace(first, "").replace("## Risks", f"{first}## Risks")
    ours = TURN_9.replace("## Risks", "### FR-003: Print it\n\n**Priority**: Could Have\n\n## Risks")
    text = merged(theirs, ours)
    assert [line[4:10] for line in text.split("\n") if line.startswith("### ")] == ["FR-002", "FR-003", "FR-001"]


def test_a_row_the_user_added_stays_in_its_table() -> None:
    theirs = SPEC.replace("| RISK-002 | Delay | low |\n", "| RISK-002 | Delay | low |\n| mine | Strike | low |\n")
    ours = TURN_9.replace("| RISK-002 | Delay | low |\n", "| RISK-002 | Delay | low |\n| RISK-003 | Rain | low |\n")
    table = merged(theirs, ours).split("|---|---|---|\n")[1].split("\n\n")[0].split("\n")
    assert sorted(table) == sorted(
        [
            "| RISK-001 | Fraud | high |",
            "| RISK-002 | Delay | low |",
            "| mine | Strike | low |",
            "| RISK-003 | Rain | low |",
        ]
    )


def test_a_changed_cell_stays_in_its_column_when_the_table_gets_another() -> None:
    theirs = SPEC.replace("| RISK-001 | Fraud |", "| RISK-001 | Fraud by card |")
    ours = TURN_9.replace(
        "| Id | Risk | Impact |\n|---|---|---|", "| Id | Risk | Likelihood | Impact |\n|---|---|---|---|"
    )
    ours = ours.replace("| Fraud | high |", "| Fraud | low | high |").replace(
        "| Delay | low |", "| Delay | low | low |"
    )
    assert merged(theirs, ours) == ours.replace("| Fraud |", "| Fraud by card |")


def test_a_changed_cell_whose_column_is_gone_stays_and_is_told() -> None:
    theirs = SPEC.replace("| Fraud | high |", "| Fraud | very high |")
    ours = SPEC.replace("| Id | Risk | Impact |\n|---|---|---|", "| Id | Risk |\n|---|---|")
    ours = ours.replace("| Fraud | high |", "| Fraud |").replace("| Delay | low |", "| Delay |")
    assert "very high" in merge("requirements-spec.md", SPEC, theirs, ours).text
    assert len(conflicts(theirs, ours)) == 1


def test_a_column_the_user_took_out_stays_out() -> None:
    theirs = SPEC.replace("| Id | Risk | Impact |\n|---|---|---|", "| Id | Risk |\n|---|---|")
    theirs = theirs.replace("| Fraud | high |", "| Fraud |").replace("| Delay | low |", "| Delay |")
    assert merged(theirs, TURN_9) == theirs.replace("turn 3", "turn 9")


def test_where_both_changed_one_paragraph_the_user_wins_and_the_conflict_is_told() -> None:
    theirs = SPEC.replace("Accounting writes invoices by hand.", "Sofia writes invoices by hand.")
    ours = TURN_9.replace("Accounting writes invoices by hand.", "Accounting writes 40 invoices by hand.")
    result = merge("requirements-spec.md", SPEC, theirs, ours)
    assert "Sofia writes invoices by hand." in result.text
    assert "40 invoices" not in result.text
    assert len(result.conflicts) == 1
    assert "Sofia" in result.conflicts[0]


def test_text_the_user_changed_stays_when_the_analysis_drops_its_entry() -> None:
    theirs = SPEC.replace("| RISK-002 | Delay | low |", "| RISK-002 | A delay of weeks | low |")
    ours = TURN_9.replace("| RISK-002 | Delay | low |\n", "")
    result = merge("requirements-spec.md", SPEC, theirs, ours)
    assert "| RISK-002 | A delay of weeks | low |" in result.text
    assert len(result.conflicts) == 1


def test_the_header_pending_sections_and_the_json_block_are_always_rendered() -> None:
    theirs = (
        SPEC.replace("Draft", "Approved")
        .replace("- User journeys", "- Nothing")
        .replace('"affected": 3', '"affected": 99')
    )
    ours = TURN_9.replace('"affected": 3', '"affected": 4')
    result = merge("requirements-spec.md", SPEC, theirs, ours)
    assert (result.text, result.conflicts) == (ours, ())
    assert result.left_out == ("**Status**: Approved", "- Nothing", "the json block at the end")


def test_a_line_the_user_added_to_the_header_is_kept() -> None:
    theirs = SPEC.replace("**Status**: Draft", "**Status**: Draft\n**Owner**: Sofia")
    assert "**Owner**: Sofia" in merged(theirs, TURN_9)


def test_text_after_the_json_block_is_kept_before_it() -> None:
    text = merged(SPEC + "\nA last word.\n", TURN_9)
    assert "A last word." in text
    assert text.endswith('```json\n{\n  "affected": 3\n}\n```\n')


def test_a_json_block_of_the_users_own_is_kept() -> None:
    own = '```json\n{"mine": true}\n```\n\n'
    assert own in merged(SPEC.replace("## Risks", f"{own}## Risks"), TURN_9)


def test_conflict_markers_are_never_written() -> None:
    theirs = SPEC.replace("Accounting writes", "Sofia writes")
    assert "<<<<" not in merge("requirements-spec.md", SPEC, theirs, TURN_9.replace("Accounting", "Billing")).text


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        (
            "requirements-spec.md",
            SPEC.replace("## Risks", "```\n## Risks", 1).replace("```json", "").replace("```\n", "", 1),
        ),
        ("requirements-spec.md", "<<<<<<< HEAD\n" + SPEC),
        ("user-stories.json", '{"stories": [}'),
        ("user-stories.json", '{"stories": NaN}'),
        ("interface-spec.yaml", "a: [1"),
        ("traceability-matrix.csv", 'FR_ID,AC_ID\n"FR-001,x'),
        ("traceability-matrix.csv", "AC_ID\nAC-001-01\n"),
    ],
)
def test_a_file_that_cannot_be_understood_is_refused(name: str, theirs: str) -> None:
    ours = {"md": TURN_9, "json": '{"stories": []}\n', "yaml": "a: 1\n", "csv": "FR_ID,AC_ID\nFR-001,AC-001-01\n"}
    render = ours[name.rpartition(".")[2]]
    with pytest.raises(UnreadableError):
        merge(name, render + "", theirs, render)


def test_json_records_merge_by_their_id() -> None:
    base = json.dumps({"stories": [{"id": "US-001", "title": "a"}, {"id": "US-002", "title": "b"}]})
    theirs = json.dumps({"stories": [{"id": "US-002", "title": "b"}, {"id": "US-001", "title": "a", "mine": [1]}]})
    ours = json.dumps({"stories": [{"id": "US-001", "title": "A"}, {"id": "US-002", "title": "b"}, {"id": "US-003"}]})
    result = merge("user-stories.json", base, theirs, ours)
    assert json.loads(result.text) == {
        "stories": [{"id": "US-002", "title": "b"}, {"id": "US-003"}, {"id": "US-001", "title": "A", "mine": [1]}]
    }
    assert result.conflicts == ()


def test_a_json_file_only_laid_out_differently_is_left_as_the_user_laid_it_out() -> None:
    base = '{"stories": [{"id": "US-001", "title": "a"}]}\n'
    theirs = '{"stories":\n  [{"id": "US-001",   "title": "a"}]\n}\n'
    assert merge("user-stories.json", base, theirs, base).text == theirs


def test_a_json_field_changed_on_both_sides_is_a_conflict() -> None:
    base, theirs, ours = (json.dumps({"stories": [{"id": "US-001", "title": title}]}) for title in "abc")
    result = merge("user-stories.json", base, theirs, ours)
    assert json.loads(result.text)["stories"][0]["title"] == "b"
    assert result.conflicts == ("US-001 title: “b” stays; the analysis now says “c”",)


def test_csv_rows_merge_by_their_ids_and_an_own_column_stays() -> None:
    base = "FR_ID,AC_ID,Confidence\nFR-001,AC-001-01,Low\n"
    theirs = 'FR_ID,AC_ID,Confidence,Note\nFR-001,AC-001-01,Low,"ask, then decide"\n'
    ours = "FR_ID,AC_ID,Confidence\nFR-001,AC-001-01,High\nFR-002,,Low\n"
    result = merge("traceability-matrix.csv", base, theirs, ours)
    assert result.text == ('FR_ID,AC_ID,Confidence,Note\nFR-001,AC-001-01,High,"ask, then decide"\nFR-002,,Low,\n')


def test_yaml_keeps_comments_where_lines_can_be_merged() -> None:
    base = "interfaces:\n- id: IF-001\n  text: a\n- id: IF-002\n  text: b\n"
    theirs = "# reviewed by Sofia\n" + base
    ours = base.replace("text: b", "text: B")
    assert merge("interface-spec.yaml", base, theirs, ours).text == "# reviewed by Sofia\n" + ours


def test_yaml_merges_by_id_where_lines_cannot_be_merged() -> None:
    base = "interfaces:\n- id: IF-001\n  text: a\n  module: m\n"
    theirs = base.replace("text: a", "text: mine")
    ours = base.replace("module: m", "module: n")
    result = merge("interface-spec.yaml", base, theirs, ours)
    assert "text: mine" in result.text
    assert "module: n" in result.text


def test_a_file_that_was_there_before_the_first_render_keeps_all_it_says() -> None:
    theirs = "# My notes\n\n## Business Context\n\nWe lose money.\n"
    text = merge("requirements-spec.md", None, theirs, TURN_9).text
    assert "We lose money." in text
    assert "### FR-002: Send a reminder" in text


def test_an_older_version_wears_the_header_of_the_newer_render() -> None:
    assert dressed_as(SPEC.replace("a morning", "an hour"), TURN_9) == TURN_9.replace("a morning", "an hour")
