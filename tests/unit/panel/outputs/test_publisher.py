"""What a panel writes is what other programs parse, joins what stands there, and never takes anybody's text away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.outputs.minority import last_minority, minority_of
from roundtable_tui.panel.outputs.publisher import Published, Publisher, ids_in
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion
from roundtable_tui.panel.record.session import Escalation, Sides
from roundtable_tui.panel.rules.consensus import checked_groups, verdict
from tests.unit.panel.samples import SHIPPED, ballot, round_of, session_of
from tests.unit.panel.tables import shelf_in

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.panel.record.session import PanelSession

VOTES = {
    "software-architect": ballot("A table.", 0.9, rationale=("Few parts",)),
    "technical-lead": ballot("A table.", 0.8),
    "qa-lead": ballot("A queue.", 0.6, rationale=("It retries by itself",)),
}
ROUND = round_of(
    1,
    VOTES,
    groups=(("software-architect", "technical-lead"), ("qa-lead",)),
    recommendation="Take the table, because it is there.",
    consensus=True,
)


def requirement(number: int = 1, title: str = "Pay by invoice", **more: object) -> Entry:
    facts: dict[str, object] = {
        "description": "Customers get an invoice.",
        "agreement": "consensus",
        "fields": {"priority": "must", "acceptance": ["It prints", "It is sent"]},
    }
    return Entry(f"REQ-{number:03d}", EntryKind.REQUIREMENT, title, **{**facts, **more})  # type: ignore[arg-type]


DECISION = Entry(
    "ARCH-001",
    EntryKind.DECISION,
    "Keep messages in a table",
    agreement="consensus",
    topic_id="main",
    supported_by=("software-architect", "technical-lead"),
    fields={
        "context": "Mail goes out in bursts.",
        "decision": "A table with one worker.",
        "rationale": "It is there already",
        "options": [
            {"name": "Table", "pros": ["Few parts"], "cons": ["Slow"]},
            {"name": "Queue", "cons": ["One more part"]},
        ],
        "consequences": {"positive": ["Nothing new to run"], "negative": ["At most 100 a second"]},
    },
)


def ended(output: str, *entries: Entry, **more: object) -> PanelSession:
    return session_of(ROUND, output=output, entries=entries, **more)


def publish(root: Path, session: PanelSession) -> Published:
    return Publisher(shelf_in(root), "shop").publish(session)


def test_requirements_have_the_form_other_programs_parse(tmp_path: Path) -> None:
    session = ended(
        "requirements",
        requirement(),
        Entry(
            "BR-001",
            EntryKind.BUSINESS_RULE,
            "Credit",
            "Only with credit.",
            agreement="draft",
            fields={"conditions": "Always"},
        ),
        Entry("NFR-001", EntryKind.NFR, "Speed", agreement="consensus", fields={"target": "1 s", "minimum": "3 s"}),
        Entry("EX-001", EntryKind.EXCLUSION, "No cheques", agreement="consensus", fields={"rationale": "Nobody asks"}),
        questions=(OpenQuestion("OQ-001", "Which currency?", blocking=True),),
        conflicts=(Conflict("CONF-001", "Who pays", positions={"a": "We", "b": "They"}),),
    )
    published = publish(tmp_path, session)
    assert published.outcome.file == ".s2s/requirements.md"
    text = (tmp_path / ".s2s/requirements.md").read_text()
    assert text.startswith("# Software Requirements Specification\n\n**Project**: shop\n**Generated**: 2026-11-16\n")
    assert "**Strategy**: standard\n" in text
    assert "### REQ-001: Pay by invoice\n\n- **Priority**: Must\n- **Description**: Customers get an invoice.\n" in text
    assert "- **Acceptance Criteria**:\n  - [ ] It prints\n  - [ ] It is sent\n" in text
    assert "- **Agreement**: draft" in text
    assert "- **EX-001**: No cheques. Nobody asks." in text
    assert "- **OQ-001**: Which currency? *(blocks)*" in text
    assert "- **CONF-001**: Who pays. We / They." in text


def test_an_architecture_comes_with_a_record_of_each_decision(tmp_path: Path) -> None:
    component = Entry(
        "COMP-001",
        EntryKind.COMPONENT,
        "Worker",
        fields={"responsibility": "Sends", "interfaces": {"provides": ["send"]}},
    )
    published = publish(tmp_path, ended("architecture", DECISION, component))
    assert published.outcome.files == (".s2s/architecture.md", ".s2s/decisions/0001-keep-messages-in-a-table.md")
    text = (tmp_path / ".s2s/architecture.md").read_text()
    for line in (
        "### ARCH-001: Keep messages in a table",
        "- **Status**: Accepted",
        "- **Context**: Mail goes out in bursts.",
        "- **Decision**: A table with one worker.",
        "- **Rationale**: It is there already",
        "- **Trade-offs**: At most 100 a second",
        "- **Alternatives Considered**: Table; Queue",
        "- **Provides**: send",
    ):
        assert line in text


def test_a_decision_record_has_all_parts_and_the_minority_view(tmp_path: Path) -> None:
    publish(tmp_path, ended("adr", DECISION))
    text = (tmp_path / ".s2s/decisions/0001-keep-messages-in-a-table.md").read_text()
    headings = re.findall(r"^##+ (.*)$", text, re.MULTILINE)
    assert headings == [
        "Status",
        "Context",
        "Decision",
        "Options Considered",
        "Table",
        "Queue",
        "Consequences",
        "Minority View",
    ]
    assert "accepted" in text
    assert "**qa-lead**: A queue.\n\n- It retries by itself" in text
    assert "- Bad, because At most 100 a second" in text


def test_records_of_one_panel_tell_a_minority_once_and_what_the_user_decided_where_it_counts(tmp_path: Path) -> None:
    later = replace(DECISION, id="ARCH-002", title="Send in bursts", created_round=3)
    rounds = [replace(ROUND, number=number) for number in (1, 2, 3)]
    decided = (Escalation(2, "main", "Two ways.", user_decision="Bursts it is."),)
    session = session_of(
        *rounds, output="adr", entries=(replace(DECISION, created_round=1), later), escalations=decided
    )
    first, second = ((tmp_path / name).read_text("utf-8") for name in publish(tmp_path, session).outcome.files)
    assert "A queue." in first
    assert "A queue." not in second
    assert "The same as in [0001-keep-messages-in-a-table](0001-keep-messages-in-a-table.md#minority-view)." in second
    assert "Bursts it is." not in first
    assert "Bursts it is." in second


def test_a_panel_that_put_no_decision_down_leaves_its_result_as_one(tmp_path: Path) -> None:
    published = publish(tmp_path, ended("adr"))
    text = (tmp_path / published.outcome.file).read_text()
    assert published.outcome.file == ".s2s/decisions/0001-queue-or-table.md"
    assert "Take the table, because it is there." in text


@pytest.mark.parametrize(
    ("names", "file"),
    [
        ((), "0001-"),
        (("0007-x.md",), "0008-"),
        (("ADR-012-x.md", "0003-y.md"), "0013-"),
        (("adr_0004_x.md", "README.md"), "0005-"),
        (("12-x.md", "notes.txt"), "0013-"),
    ],
)
def test_a_record_gets_the_next_free_number_whatever_the_others_are_called(
    tmp_path: Path, names: tuple[str, ...], file: str
) -> None:
    folder = tmp_path / ".s2s/decisions"
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_text("# x\n")
    published = publish(tmp_path, ended("adr", DECISION))
    assert published.outcome.file.removeprefix(".s2s/decisions/").startswith(file)


@pytest.mark.parametrize("output", ["adr", "requirements", "architecture", "summary"])
def test_publishing_again_changes_nothing(tmp_path: Path, output: str) -> None:
    session = ended(output, DECISION, requirement())
    first = publish(tmp_path, session)
    before = {path: path.read_bytes() for path in (tmp_path / ".s2s").rglob("*") if path.is_file()}
    assert publish(tmp_path, session) == first
    assert {path: path.read_bytes() for path in (tmp_path / ".s2s").rglob("*") if path.is_file()} == before


STANDING = """\
<!-- Generated by somebody -->

# Our Requirements

**Project**: TaskTracker
**Version**: 1.0
**Date**: 2026-01-11

## 1. Introduction

We sell shoes.

## Functional Requirements

### REQ-001: Sell shoes
- **Priority**: Must
- **Description**: In pairs.
- **Acceptance Criteria**:
  - [x] Two at a time
"""


def test_what_stands_there_already_stays_and_ours_is_added_under_free_ids(tmp_path: Path) -> None:
    (tmp_path / ".s2s").mkdir()
    (tmp_path / ".s2s/requirements.md").write_text(STANDING)
    published = publish(tmp_path, ended("requirements", requirement(1), requirement(2, "Send reminders")))
    text = (tmp_path / ".s2s/requirements.md").read_text()
    assert text.startswith("# Our Requirements\n\n**Project**: shop\n")
    assert text.count("# Our Requirements") == 1
    assert "We sell shoes." in text
    assert "### REQ-001: Sell shoes" in text
    assert "- [x] Two at a time" in text
    assert ids_in(text) == {"REQ-001", "REQ-002", "REQ-003"}
    assert "TaskTracker" not in text
    assert published.notices == (
        "REQ-001 of this panel is called REQ-002 in requirements.md, because the other id is taken there.",
        "REQ-002 of this panel is called REQ-003 in requirements.md, because the other id is taken there.",
    )
    (before,) = (tmp_path / ".roundtable/local").rglob("requirements.md.before")
    assert before.read_text() == STANDING


def test_sections_that_others_number_are_not_doubled(tmp_path: Path) -> None:
    (tmp_path / ".s2s").mkdir()
    path = tmp_path / ".s2s/requirements.md"
    path.write_bytes(STANDING.replace("## Functional", "## 3. Functional").replace("\n", "\r\n").encode())
    session = ended("requirements", requirement())
    publish(tmp_path, session)
    publish(tmp_path, replace(session, entries=(*session.entries, requirement(2, "Send reminders"))))
    text = path.read_bytes().decode()
    assert re.findall("## .*Functional.*", text) == ["## 3. Functional Requirements\r"]
    assert ids_in(text.replace("\r", "")) == {"REQ-001", "REQ-002", "REQ-003"}


def test_a_hand_edit_stays_when_the_panel_writes_again(tmp_path: Path) -> None:
    session = ended("requirements", requirement())
    publish(tmp_path, session)
    path = tmp_path / ".s2s/requirements.md"
    path.write_text(
        path.read_text().replace("- [ ] It prints", "- [x] It prints").replace("an invoice", "a paper invoice")
    )
    more = replace(session, entries=(*session.entries, requirement(2, "Send reminders")))
    published = publish(tmp_path, more)
    text = path.read_text()
    assert "- [x] It prints" in text
    assert "a paper invoice" in text
    assert "### REQ-002: Send reminders" in text
    assert published.notices == ()


def test_where_both_changed_the_same_the_users_words_stay_and_it_is_said(tmp_path: Path) -> None:
    session = ended("requirements", requirement())
    publish(tmp_path, session)
    path = tmp_path / ".s2s/requirements.md"
    path.write_text(path.read_text().replace("Customers get an invoice.", "By post."))
    changed = replace(session, entries=(requirement(description="By mail."),))
    published = publish(tmp_path, changed)
    assert "By post." in path.read_text()
    assert "By mail." not in path.read_text()
    assert len(published.notices) == 1
    assert published.notices[0].startswith("Conflict in .s2s/requirements.md")


@pytest.mark.parametrize("broken", [b"# x\n\n```\nopen fence\n", b"\xff\xfe", b"# x\n<<<<<<< mine\n"])
def test_a_file_that_cannot_be_joined_is_left_alone(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / ".s2s/requirements.md"
    path.parent.mkdir()
    path.write_bytes(broken)
    published = publish(tmp_path, ended("requirements", requirement()))
    assert path.read_bytes() == broken
    assert "is left as it is" in published.notices[0]
    kept = list((tmp_path / ".roundtable/local/panels").rglob("requirements.md"))
    assert b"Pay by invoice" in kept[0].read_bytes()


def test_two_panels_write_into_the_same_document(tmp_path: Path) -> None:
    publish(tmp_path, ended("requirements", requirement()))
    other = replace(ended("requirements", requirement(1, "Send reminders")), id="20261117-specs-more")
    publish(tmp_path, other)
    text = (tmp_path / ".s2s/requirements.md").read_text()
    assert "### REQ-001: Pay by invoice" in text
    assert "### REQ-002: Send reminders" in text


def test_a_summary_tells_the_whole_panel(tmp_path: Path) -> None:
    idea = Entry("IDEA-001", EntryKind.IDEA, "Shoes on the moon", fields={"feasibility": "Not soon"})
    published = publish(tmp_path, ended("summary", idea))
    assert published.outcome.file.endswith("-summary.md")
    text = (tmp_path / published.outcome.file).read_text()
    assert "### IDEA-001: Shoes on the moon" in text
    assert "- **Feasibility**: Not soon" in text
    assert "| 1 | discussion | What would you do? | They would do it. | yes |" in text
    assert "## Minority View" in text


def test_words_of_a_panel_cannot_break_its_documents(tmp_path: Path) -> None:
    nasty = requirement(title="# Title | with\n## tricks", description="```\n<script>\n- **Priority**: Must")
    publish(tmp_path, ended("requirements", nasty))
    text = (tmp_path / ".s2s/requirements.md").read_text()
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == 1
    assert "\n```" not in text
    assert "<script>" not in text.replace("\\<script>", "")


def test_the_minority_is_whoever_is_not_in_the_leading_group_or_stood_aside() -> None:
    votes = {
        "a": ballot("x", 0.9),
        "b": ballot("x", 0.5, Stance.STAND_ASIDE, concerns=("Cost",)),
        "c": ballot("y", 0.4),
    }
    found = minority_of(round_of(1, votes, groups=(("a", "b"), ("c",))))
    assert [(one.seats, one.position) for one in found] == [(("c",), "y"), (("b",), "x")]
    assert found[1].rationale == ("Cost",)


def test_a_view_that_was_given_up_on_the_way_is_kept_with_its_round(tmp_path: Path) -> None:
    agreed = {seat: ballot("A table.", 0.8) for seat in VOTES}
    last = round_of(2, agreed, groups=(tuple(agreed),), consensus=True)
    publish(tmp_path, replace(ended("adr", DECISION), rounds=(ROUND, last)))
    (path,) = (tmp_path / ".s2s/decisions").iterdir()
    text = path.read_text()
    assert "**qa-lead** (in round 1; in the end nobody held it): A queue." in text
    assert "It retries by itself" in text


@pytest.mark.parametrize(
    ("supported", "named"),
    [
        (("qa-lead",), "software-architect, technical-lead"),
        (("qa-lead", "technical-lead"), "technical-lead"),
        ((), "software-architect, technical-lead"),
    ],
)
def test_whoever_dissents_in_the_end_is_not_said_to_have_decided_it(
    tmp_path: Path, supported: tuple[str, ...], named: str
) -> None:
    publish(tmp_path, ended("adr", replace(DECISION, supported_by=supported)))
    (path,) = (tmp_path / ".s2s/decisions").iterdir()
    assert f"**Decided by**: {named}\n" in path.read_text()


def test_whoever_held_before_what_is_decided_now_is_no_minority() -> None:
    before = round_of(1, {"a": ballot("A table."), "b": ballot("a table"), "c": ballot("A queue.")}, phase="discussion")
    after = round_of(2, dict.fromkeys("abc", ballot("A table.")), groups=(("a", "b", "c"),), phase="discussion")
    found = last_minority(session_of(replace(before, groups=(("a",), ("b",), ("c",))), after))
    assert [(one.seats, one.given_up) for one in found] == [(("c",), 1)]


def test_what_was_said_as_a_part_in_an_earlier_phase_is_no_minority() -> None:
    opening = replace(ROUND, phase="opening")
    agreed = {seat: ballot("A table.", 0.8) for seat in VOTES}
    closing = round_of(2, agreed, groups=(tuple(agreed),), phase="closing")
    assert last_minority(session_of(opening, closing)) == ()


def test_a_long_title_ends_with_a_whole_word_in_its_file_name(tmp_path: Path) -> None:
    title = "Keep outgoing mails in a table and retry from there every hour"
    publish(tmp_path, ended("adr", replace(DECISION, title=title)))
    (path,) = (tmp_path / ".s2s/decisions").iterdir()
    assert path.name == "0001-keep-outgoing-mails-in-a-table-and-retry-from.md"


def test_who_consents_in_other_words_is_no_minority_and_who_stands_aside_is() -> None:
    votes = {
        "software-architect": ballot("All right, the table."),
        "technical-lead": ballot("A table."),
        "qa-lead": ballot("I would not.", stance=Stance.STAND_ASIDE, rationale=("It is slow",)),
    }
    found = verdict(SHIPPED.strategies["consensus-driven"], votes, checked_groups(votes))
    assert found.reached
    (only,) = last_minority(session_of(round_of(1, votes, groups=found.groups, consensus=True)))
    assert only.seats == ("qa-lead",)


def test_where_the_facilitator_sums_up_alone_only_an_objection_is_a_minority() -> None:
    """Under the hats nobody votes: what was said under the green one is no other decision."""
    said = {
        "software-architect": ballot("What about a file?"),
        "technical-lead": ballot("What about mail?", stance=Stance.BLOCK),
        "qa-lead": ballot("What about paper?"),
    }
    green = round_of(1, said, groups=tuple((seat,) for seat in said))
    closing = round_of(2, {}, synthesis="A table.")
    assert [one.seats for one in last_minority(session_of(green, closing))] == [("technical-lead",)]


def test_a_record_of_a_debate_names_what_its_sides_argued_for(tmp_path: Path) -> None:
    opening = round_of(
        1,
        {
            "software-architect": ballot("Keep the table.", rationale=("It is there",)),
            "technical-lead": ballot("Take a queue.", rationale=("It retries",), concerns=("One more part",)),
        },
        phase="opening",
        groups=(("software-architect",), ("technical-lead",)),
    )
    both = {seat: ballot("A table with retries.") for seat in opening.ballots}
    closing = round_of(2, both, phase="closing", consensus=True)
    entry = Entry(
        "ARCH-001",
        EntryKind.DECISION,
        "A table with retries",
        "A table with retries.",
        agreement="consensus",
        created_round=2,
        topic_id="main",
    )
    session = session_of(
        opening,
        closing,
        strategy="debate",
        phases=("opening", "rebuttal", "closing"),
        sides=Sides(("software-architect",), ("technical-lead",)),
        entries=(entry,),
        escalations=(Escalation(1, "hand:1", "You raised your hand.", user_decision="No new service."),),
        output="adr",
    )
    text = (tmp_path / publish(tmp_path, session).outcome.file).read_text()
    listed = text.split("## Options Considered\n\n")[1].split("## Consequences")[0]
    assert listed.startswith("- A table with retries\n- Keep the table.\n- Take a queue.\n")
    assert "### Take a queue.\n\n- Good, because It retries\n- Bad, because One more part" in listed
    assert "The user decided after round 1: No new service." in text.split("## Decision")[0]


def test_no_option_is_made_up(tmp_path: Path) -> None:
    entry = replace(DECISION, fields={"decision": "A table."})
    agreed = round_of(1, {seat: ballot("A table.") for seat in VOTES}, consensus=True)
    session = session_of(agreed, entries=(entry,), output="adr")
    text = (tmp_path / publish(tmp_path, session).outcome.file).read_text()
    assert "## Options Considered\n\n- Keep messages in a table\n\nNo other option was put into words.\n" in text
