"""The plan from the command line: made, made again, and edited by hand in between."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code
from tests.support.screen.tables import with_criterion

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    with_criterion(folder)
    return folder


def tasks_md(root: Path) -> Path:
    return root / "docs/requirements" / SLUG / "tasks.md"


def test_an_item_becomes_tasks_that_serve_its_criteria(root: Path) -> None:
    made = json.loads(program("plan", SLUG, "--json", "--project", root).out)
    assert made["added"] == [task["id"] for task in sorted(made["tasks"], key=lambda task: task["id"])]
    assert made["tasks"][0]["id"] == "T001"
    assert all(any(name.startswith(("AC-", "ADR-")) for name in task["traces"]) for task in made["tasks"])
    assert "## Traceability Matrix" in tasks_md(root).read_text()


def test_made_again_without_a_change_nothing_is_written(root: Path) -> None:
    program("plan", SLUG, "--project", root)
    before = tasks_md(root).read_bytes()
    again = program("plan", SLUG, "--project", root)
    assert "The plan is up to date" in again.out
    assert tasks_md(root).read_bytes() == before


def test_a_box_ticked_and_words_written_by_hand_stay(root: Path) -> None:
    program("plan", SLUG, "--project", root)
    text = tasks_md(root).read_text()
    title = next(line for line in text.splitlines() if line.startswith("- [ ] T001 "))
    mine = title.replace("- [ ] T001 ", "- [x] T001 First of all: ")
    tasks_md(root).write_text(text.replace(title, mine) + "\n## My own notes\n\nAsk Jonas.\n")
    made = json.loads(program("plan", SLUG, "--json", "--project", root).out)
    first = next(task for task in made["tasks"] if task["id"] == "T001")
    assert first["done"]
    assert first["title"].startswith("First of all: ")
    after = tasks_md(root).read_text()
    assert mine in after
    assert "Ask Jonas." in after


def test_a_box_ticked_with_a_capital_is_ticked_and_no_conflict(root: Path) -> None:
    program("plan", SLUG, "--project", root)
    text = tasks_md(root).read_text()
    tasks_md(root).write_text(text.replace("- [ ] T001 ", "- [X] T001 First of all: "))
    ran = program("plan", SLUG, "--project", root)
    assert ran.code == 0
    assert "Conflict" not in ran.out


def test_a_task_written_without_an_id_is_told_which_one_is_free(root: Path) -> None:
    tasks = json.loads(program("plan", SLUG, "--json", "--project", root).out)["tasks"]
    free = f"T{len(tasks) + 1:03d}"
    mine = "- [ ] Tell support | traces: AC-001-01\n  files: docs/support.md (CREATE)\n- [ ] ask Jonas\n"
    text = tasks_md(root).read_text()
    tasks_md(root).write_text(text.replace("\n## Traceability Matrix", f"\n{mine}\n## Traceability Matrix"))
    told = program("plan", SLUG, "--project", root).out
    assert f"write {free} before its title" in told
    assert "ask Jonas" not in told, "a list of one's own is no task"
    tasks_md(root).write_text(tasks_md(root).read_text().replace("] Tell", f"] {free} Tell"))
    program("plan", SLUG, "--project", root)
    assert free in [task["id"] for task in json.loads(program("plan", SLUG, "--json", "--project", root).out)["tasks"]]


def test_where_nothing_can_be_planned_that_is_said(tmp_path: Path) -> None:
    write_code(tmp_path)
    run(project_in(tmp_path), PHASE_00)
    ran = program("plan", SLUG, "--project", tmp_path)
    assert ran.code == 0
    assert "There is nothing to plan yet" in ran.out
    assert not tasks_md(tmp_path).exists()
