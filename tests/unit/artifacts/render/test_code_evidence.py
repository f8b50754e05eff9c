"""What quick-scan.md and impact-analysis.md say of the code: with the lines that show it, and marked where none do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.artifacts.reading import parsing
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.journal.values import LookEnd, LookPart
from tests.support.dossiers import change, state_of
from tests.support.projects import project_in
from tests.support.scans import MODELS, ROUTE, SCAN
from tests.support.states import changed

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

IMPACT = "impact-analysis.md"
STATED = state_of(
    [
        change(Kind.FILE, "FILE-001", path="billing/models.py", action="MODIFY", tier="1", why="adds Invoice"),
        change(Kind.FILE, "FILE-002", path="billing/pdf.py", action="CREATE", tier="1"),
        change(Kind.FILE, "FILE-003", path="billing/tasks.py", action="NO CHANGE", tier="2"),
    ],
    SCAN,
)
GUESSED = state_of(
    [
        change(Kind.FILE, "FILE-001", (MODELS,), path="billing/models.py", action="MODIFY", tier="1"),
        change(Kind.FILE, "FILE-002", (Inferred(),), path="billing/other.py", action="MODIFY", tier="1"),
        change(Kind.ENTRY_POINT, "ENTRY-001", (ROUTE,), text="the route /invoices", path="billing/urls.py"),
    ],
    SCAN,
)


def rendered(root: Path, name: str, state: State) -> str:
    return project_in(root).renderer.render(name, state)


def rows(document: str, path: str) -> str:
    """All that the tables of a document say of a file."""
    return "\n".join(line for line in document.splitlines() if line.startswith(f"| `{path}`"))


@pytest.mark.parametrize("state", [STATED, GUESSED, state_of([], SCAN), changed(STATED, lost={MODELS: "it is gone"})])
def test_the_forms_that_programs_read_hold_with_findings_in_the_documents(tmp_path: Path, state: State) -> None:
    impact, quick = (rendered(tmp_path, name, state) for name in (IMPACT, "quick-scan.md"))
    files = state.dossier.of(Kind.FILE)
    direct = {file.text("path"): file.text("action") for file in files if file.text("tier") == "1"}
    assert {file.path: file.action for file in parsing.directly_affected(impact)} == direct
    tiers = {file.path: file.tier for file in parsing.tiers(impact)}
    assert tiers == {file.text("path"): file.text("tier") for file in files}
    block = parsing.last_json(impact)
    named = block["files"]
    assert isinstance(named, list)
    assert named[: len(direct)] == list(direct)
    assert block["risk_level"] == "medium"
    edited = str(block["files_directly_affected"])
    assert edited == str(len(named))
    assert parsing.size(quick) == {"Scope": "small", "File Count": edited, "Complexity": "low"}
    assert parsing.last_json(quick)["risk_level"] == "medium"


@pytest.mark.parametrize(
    ("state", "path", "says"),
    [
        (STATED, "billing/models.py", "| MODIFY | adds Invoice |"),
        (STATED, "billing/models.py", "| `billing/models.py` | billing/models.py:9 |"),
        (STATED, "billing/pdf.py", "| CREATE | *(proposed)* |"),
        (STATED, "billing/tasks.py", "| uses billing/models.py | billing/tasks.py:3 |"),
        (
            STATED,
            "tests/test_billing.py",
            "tests billing/tasks.py, by way of billing/models.py: `tests/test_",
        ),
        (GUESSED, "billing/models.py", "| MODIFY | invoice 12× | Low |"),
        (GUESSED, "billing/other.py", "| MODIFY | *(assumption)* | Low |"),
        (
            changed(STATED, missing=("billing/models.py",)),
            "billing/models.py",
            "*(not found in the code)* adds",
        ),
        (
            changed(GUESSED, lost={MODELS: "these lines have changed"}),
            "billing/models.py",
            "| *(assumption)* invoice 12× | Low |\n| `billing/models.py` | billing/models.py:9 *(lost: these lines",
        ),
    ],
)
def test_a_row_shows_the_lines_that_prove_it_or_what_keeps_it_from_being_a_fact(
    tmp_path: Path, state: State, path: str, says: str
) -> None:
    assert says in rows(rendered(tmp_path, "impact-analysis.md", state), path)


@pytest.mark.parametrize(
    ("name", "state", "says"),
    [
        (
            "impact-analysis.md",
            STATED,
            "40 files were searched at commit abc1234; 3 were left out (2 binary, 1 secret).",
        ),
        ("quick-scan.md", STATED, "40 files were searched at commit abc1234; 3 were left out (2 binary, 1 secret)."),
        ("quick-scan.md", STATED, "| `billing/models.py` | invoice 12×: `billing/models.py:9` |"),
        (IMPACT, STATED, "| `billing/models.py` | 30 of the last 120 | 4 |"),
        (
            "impact-analysis.md",
            STATED,
            "The risk by the code is medium: billing/models.py was changed by 30 of the last",
        ),
        (IMPACT, STATED, "The risk is medium, by what the code says."),
        (IMPACT, STATED, "- `/invoices` (route), `billing/urls.py:4`"),
        (
            "impact-analysis.md",
            GUESSED,
            "- the route /invoices – `billing/urls.py:4`",
        ),
        (
            "impact-analysis.md",
            GUESSED,
            "- Nobody has confirmed these affected files yet: billing/models.py, billing/other.py.",
        ),
        (
            IMPACT,
            changed(GUESSED, lost={MODELS: "there is no such file"}),
            "- billing/models.py: billing/models.py:9 leads nowhere: there is no such file.",
        ),
        ("quick-scan.md", state_of([], replace(SCAN, problem="The search was stopped.")), "The search was stopped."),
    ],
)
def test_what_the_search_found_stands_in_the_documents(tmp_path: Path, name: str, state: State, says: str) -> None:
    assert says in rendered(tmp_path, name, state)


def test_an_entry_point_on_record_is_not_listed_as_news(tmp_path: Path) -> None:
    assert "The search found these ways in, too" not in rendered(tmp_path, "impact-analysis.md", GUESSED)


def test_what_does_not_resolve_is_a_gap_for_programs_too(tmp_path: Path) -> None:
    state = changed(GUESSED, lost={MODELS: "these lines have changed"}, missing=("billing/other.py",))
    gaps = parsing.last_json(rendered(tmp_path, "impact-analysis.md", state))["gaps"]
    assert gaps == [
        "billing/other.py is not found in the code",
        "FILE-001: billing/models.py:9 leads nowhere: these lines have changed",
    ]


def test_once_the_code_was_read_the_words_of_the_search_are_left_out_and_its_lines_carry_a_risk(tmp_path: Path) -> None:
    zone = change(Kind.ZONE, "ZONE-001", (MODELS, Inferred()), text="Invoices are numbered twice", type="fragile")
    guess = change(Kind.ZONE, "ZONE-002", (Inferred(),), text="It may be slow", type="fragile")
    file = change(Kind.FILE, "FILE-001", (MODELS,), path="billing/models.py", action="MODIFY", tier="1")
    state = replace(state_of([file, zone, guess], SCAN), mode="conversation")
    searched = rendered(tmp_path, IMPACT, state)
    assert "## Files the Search Points At" in searched
    told = replace(state.conversation, look={LookPart.READING: LookEnd.DONE})
    read = rendered(tmp_path, IMPACT, replace(state, conversation=told))
    assert "## Files the Search Points At" not in read
    assert "The search found these ways in" not in read
    row, other = (next(line for line in read.splitlines() if text in line) for text in ("numbered twice", "be slow"))
    assert row.endswith("| from the code |")
    assert other.endswith("| Low |")
