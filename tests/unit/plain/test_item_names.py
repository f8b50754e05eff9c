"""Every command that takes an item takes all its names, and all of them speak of an item in the same words."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.cli import commands
from roundtable_tui.items.lookup import is_unknown_name, open_by_words
from roundtable_tui.items.status import standing
from roundtable_tui.plain.history import item_and_document
from roundtable_tui.storage.items import list_items
from tests.support.guests import FINISHED, META, SLUG, bytes_below, leave_guest
from tests.support.program import program
from tests.support.projects import project_in

if TYPE_CHECKING:
    from pathlib import Path

BACKLOG = (
    f"- [~] #30 Let clinics pay by invoice [github: GH-30] -> [requirements](docs/requirements/{SLUG}/)\n"
    "- 1.2 [ ] Remind late payers\n"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    leave_guest(tmp_path)
    (tmp_path / "BACKLOG.md").write_text(BACKLOG)
    return tmp_path


@pytest.mark.parametrize("name", [SLUG, "pay-by-invoice", "#30", "GH-30", "REQ-GH-30", "30", "clinics pay"])
@pytest.mark.parametrize("command", [("history",), ("check",), ("prompt",), ("prompt", "--dispatch")])
def test_an_item_is_found_by_all_its_names_and_stays_as_it_is(root: Path, command: tuple[str, ...], name: str) -> None:
    before = bytes_below(root)
    ran = program(command[0], *name.split(" "), *command[1:], "--project", root)
    assert (ran.code, ran.sentences) == (0, [])
    assert bytes_below(root) == before


@pytest.mark.parametrize("command", ["history", "check", "prompt"])
def test_an_item_is_found_by_the_words_it_was_begun_with(tmp_path: Path, command: str) -> None:
    words = "Receipts arrive within a minute"
    open_by_words(project_in(tmp_path), words).release()

    assert program(command, words, "--project", tmp_path).code == 0


@pytest.mark.parametrize("command", ["history", "check", "prompt"])
def test_an_item_is_found_by_a_part_of_its_title_without_a_backlog(tmp_path: Path, command: str) -> None:
    project = project_in(tmp_path)
    open_by_words(project, "I want documents in a table to expire after some time").release()

    assert program(command, "to expire after", "--project", tmp_path).code == 0
    opened = open_by_words(project, "expire")
    opened.release()
    assert opened.slug.startswith("i-want-documents")
    open_by_words(project, "Let sessions expire at night").release()
    ran = program(command, "expire", "--project", tmp_path)
    assert ran.code == 2
    assert ran.sentences[0].startswith("'expire' could be any of ")


@pytest.mark.parametrize(
    ("words", "unknown"),
    [("expire", True), ("expire it", True), ("pay-by-invoice", False), ("invoice", False), ("let it expire", False)],
)
def test_one_or_two_words_that_no_item_has_rather_name_one_than_begin_one(
    tmp_path: Path, words: str, unknown: bool
) -> None:
    project = project_in(tmp_path)
    open_by_words(project, "Pay by invoice").release()
    assert is_unknown_name(project, words) is unknown


@pytest.mark.parametrize(("answer", "begins"), [("n", False), ("y", True)])
def test_on_a_terminal_a_name_nobody_has_is_asked_about_before_anything_begins(
    tmp_path: Path, answer: str, begins: bool
) -> None:
    master, slave = pty.openpty()
    try:
        os.write(master, f"{answer}\n\x04".encode())
        command = [
            sys.executable,
            "-c",
            "from roundtable_tui.cli import main; main()",
            "analyze",
            "expire",
            "--plain",
            "--offline",
        ]
        ran = subprocess.run(
            [*command, "--project", tmp_path], stdin=slave, capture_output=True, text=True, timeout=60, check=False
        )
    finally:
        os.close(master)
        os.close(slave)
    assert "There is no item 'expire'. Begin a new one that is called so?" in ran.stdout + ran.stderr
    assert (tmp_path / "docs/requirements/expire").is_dir() is begins


@pytest.mark.parametrize("command", ["history", "check", "prompt", "record"])
def test_what_is_only_planned_has_not_begun(root: Path, command: str) -> None:
    ran = program(command, "1.2", "--project", root)
    assert (ran.code, ran.sentences) == (2, ["The analysis of '1.2' has not begun. `list` shows the items."])


def test_a_name_that_fits_several_is_a_choice(root: Path) -> None:
    leave_guest(root, slug="BUG-0030-pay-twice")
    ran = program("check", "30", "--project", root)
    assert ran.code == 2
    assert ran.sentences == [f"'30' could be any of BUG-0030-pay-twice, {SLUG}. Name one of them."]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("pay",), ("pay", "")),
        (("pay", "requirements-spec.md"), ("pay", "requirements-spec.md")),
        (("clinics", "pay", "user-stories.json"), ("clinics pay", "user-stories.json")),
        (("clinics", "pay"), ("clinics pay", "")),
    ],
)
def test_a_document_is_told_from_the_name_of_its_item(words: tuple[str, ...], found: tuple[str, str]) -> None:
    assert item_and_document(words) == found


@pytest.mark.parametrize("meta", [META, FINISHED, {"analysis_status": "analyzed", "mode": "conversation"}, {}])
def test_the_list_speaks_of_an_item_as_the_lobby_does(tmp_path: Path, meta: dict[str, object]) -> None:
    leave_guest(tmp_path, meta)
    project = project_in(tmp_path)
    (item,) = list_items(project.disk, project.paths, project.clock())
    ran = program("list", "--project", tmp_path)
    assert f"{SLUG}  {standing(item).words}  " in ran.out
    (listed,) = json.loads(program("list", "--json", "--project", tmp_path).out)
    assert (listed["stage"], listed["status"]) == (standing(item).words, item.status)


def test_the_project_may_stand_before_the_command_or_alone(root: Path) -> None:
    assert SLUG in program("--project", root, "list").out
    assert commands.make_context("roundtable-tui", ["--project", str(root)]).params["folder"] == root


def test_who_speaks_may_stand_before_the_command_or_alone(root: Path) -> None:
    alone = commands.make_context("roundtable-tui", ["--offline", "--project", str(root)])
    assert alone.params["offline"] is True
    before = commands.make_context(
        "roundtable-tui", ["--model", "claude-x", "--offline", "analyze", "--depth", "deep", SLUG]
    )
    analyze = commands.commands["analyze"]
    context = analyze.make_context("analyze", ["--depth", "deep", SLUG], parent=before)
    assert (context.params["offline"], context.params["model"]) == (True, "claude-x")
