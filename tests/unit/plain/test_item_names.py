"""Every command that takes an item takes all its names, and all of them speak of an item in the same words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.cli import commands
from roundtable_tui.items.lookup import open_by_words
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
