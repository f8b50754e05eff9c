"""The head of a document says how far it is and how sure, its foot what it lacks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.artifacts.reading import parsing
from roundtable_tui.artifacts.render.file_names import artifact_files
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited, FromDocument, Source, Stated
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import WrittenFile
from tests.support.dossiers import ITEM, change, small, state_of
from tests.support.states import changed
from tests.unit.artifacts.render.test_renderer import shipped

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

ERRORS = (change(Kind.ERROR, "ERR-001", text="It breaks", response="500", recovery="Try again"),)


def head(state: State, name: str = "error-taxonomy.md") -> str:
    return str(dict(parsing.header(shipped().render(name, state))))


def with_step(status: StepStatus, gaps: tuple[str, ...] = ()) -> State:
    step = StepRecord("04-04", "Error Handling & Validation", "04-design", status, gaps=gaps)
    return changed(state_of(ERRORS), steps={"04-04": step})


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (state_of(ERRORS), "Draft"),
        (with_step(StepStatus.ENGAGED), "Draft"),
        (with_step(StepStatus.READY), "Complete"),
        (with_step(StepStatus.DONE), "Complete"),
        (with_step(StepStatus.DONE, ("a recovery for ERR-002",)), "Draft"),
    ],
)
def test_a_document_is_complete_when_its_steps_are_done_without_gaps(state: State, status: str) -> None:
    assert f"'Status': '{status}'" in head(state)


def test_what_is_not_done_stands_under_pending_sections() -> None:
    text = shipped().render("error-taxonomy.md", state_of([]))
    assert "## Pending Sections\n\n- Error Handling & Validation (step 04-04): at least 1 error" in text


def test_gaps_a_step_was_closed_with_stand_under_their_own_heading() -> None:
    text = shipped().render("error-taxonomy.md", with_step(StepStatus.DONE, ("a recovery for ERR-002",)))
    assert "## Gaps and Assumptions\n\n- Error Handling & Validation: a recovery for ERR-002" in text


def test_after_an_early_exit_what_was_never_reached_is_a_gap() -> None:
    text = shipped().render("error-taxonomy.md", changed(state_of(ERRORS), ending=Ending.EARLY))
    assert "- Error Handling & Validation was not covered" in text


def test_in_conversation_mode_the_topics_tell_how_far_a_document_is() -> None:
    talk = state_of(ERRORS, item=replace(ITEM, mode="conversation"))
    text = shipped().render("error-taxonomy.md", talk)
    assert "'Coverage': '1 of 11 criteria'" in str(parsing.header(text))
    assert "'Status': 'In Progress'" in str(parsing.header(text))


def test_confidence_is_mixed_when_entries_differ() -> None:
    guess = change(Kind.ERROR, "ERR-002", (Cited("a.py", 1, 1),), text="It hangs")
    assert "'Confidence': 'High'" in head(state_of(ERRORS))
    assert "'Confidence': 'Low'" in head(state_of([guess]))
    assert "'Confidence': 'Mixed'" in head(state_of([*ERRORS, guess]))


def test_the_last_turn_is_the_one_that_changed_this_document() -> None:
    later = change(Kind.RISK, "RISK-001", (Stated(9),), text="Nobody pays")
    assert "'Last Updated': 'turn 3'" in head(state_of([*ERRORS, later]))


def test_the_date_comes_from_the_journal() -> None:
    assert "'Date': '2026-11-16'" in head(state_of(ERRORS))


def test_a_decision_keeps_the_file_it_was_first_written_to() -> None:
    name = "adr-0001-an-earlier-title.md"
    written = changed(small(), artifacts={name: WrittenFile(name, "", "")})
    assert artifact_files(written, ["tech-stack-decision.md"]) == ("tech-stack-decision.md", name)


THEIRS = FromDocument("ADR-002-own-numbering.md", 1)


@pytest.mark.parametrize(
    ("sources", "written"),
    [
        ((THEIRS,), ()),
        ((FromDocument("adrs/ADR-0002-own-numbering.md", 1),), ()),
        ((THEIRS, Stated(3)), ("ADR-002-own-numbering.md",)),
        ((FromDocument("architecture-overview.md", 9),), ("adr-0002-own-numbering.md",)),
    ],
    ids=["in its record", "in a folder of records", "changed here", "in the overview only"],
)
def test_a_record_of_another_program_stays_as_it_is_until_the_decision_changes(
    sources: tuple[Source, ...], written: tuple[str, ...]
) -> None:
    state = state_of([change(Kind.DECISION, "ADR-0002", sources, title="Own numbering")])
    assert artifact_files(state, ["tech-stack-decision.md"]) == ("tech-stack-decision.md", *written)


def test_the_record_of_a_decision_taken_back_says_so() -> None:
    assert "Withdrawn" in shipped().render("adr-0007-gone.md", small())
