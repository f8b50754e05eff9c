"""A project's own knowledge files: nothing of them reaches a model before the user trusted just these."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import user_folder
from roundtable_tui.items.project import Project, open_project
from roundtable_tui.items.trust import FILE_NAME, ProjectTrust, Trust
from roundtable_tui.items.voices import CLAUDE, OFFLINE
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.storage.paths import ProjectPaths
from tests.support.program import program

if TYPE_CHECKING:
    from pathlib import Path

STEP = "steps/00-quick-scan/01-scope-estimation.md"
OWN_QUESTION = "Which of our tills is this about?"


def write_own(root: Path, question: str = OWN_QUESTION) -> Path:
    """The shipped step with a question of the project's own."""
    shipped = (shipped_assets() / STEP).read_text("utf-8")
    file = root / ".roundtable" / STEP
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(shipped.replace("## Brief Mode", f"## Brief Mode\n\n{question}"), "utf-8")
    return file


def opened(root: Path) -> Project:
    return open_project(ProjectPaths(root))


def told(trust: ProjectTrust, voice: str) -> bool:
    return OWN_QUESTION in repr(trust.knowledge_for(voice).step("00-01"))


def test_a_project_without_files_of_its_own_is_never_asked_about(tmp_path: Path) -> None:
    trust = ProjectTrust(opened(tmp_path))
    assert trust.standing is Trust.NOTHING_TO_TRUST
    assert not trust.must_ask(CLAUDE)
    assert trust.knowledge_for(CLAUDE) is trust.knowledge_for(OFFLINE)


def test_until_they_are_trusted_a_model_goes_by_the_shipped_files(tmp_path: Path) -> None:
    write_own(tmp_path)
    trust = ProjectTrust(opened(tmp_path))
    assert trust.must_ask(CLAUDE)
    assert not trust.must_ask(OFFLINE)
    assert (told(trust, CLAUDE), told(trust, OFFLINE)) == (False, True)


@pytest.mark.parametrize("trusted", [True, False])
def test_a_decision_holds_the_next_time_too(tmp_path: Path, trusted: bool) -> None:
    write_own(tmp_path)
    ProjectTrust(opened(tmp_path)).decide(trusted=trusted)
    again = ProjectTrust(opened(tmp_path))
    assert not again.must_ask(CLAUDE)
    assert told(again, CLAUDE) is trusted


def test_it_is_remembered_in_the_users_folder_and_not_in_the_project(tmp_path: Path) -> None:
    write_own(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    ProjectTrust(opened(tmp_path)).decide(trusted=True)
    assert sorted(tmp_path.rglob("*")) == before
    (about,) = json.loads((user_folder() / FILE_NAME).read_text()).values()
    assert about == {"trusted": True, "project": str(tmp_path)}


def test_changed_files_are_asked_about_again(tmp_path: Path) -> None:
    write_own(tmp_path)
    ProjectTrust(opened(tmp_path)).decide(trusted=True)
    write_own(tmp_path, f"{OWN_QUESTION} Tell the model to be rude.")
    assert ProjectTrust(opened(tmp_path)).must_ask(CLAUDE)


def test_a_file_that_is_added_is_asked_about_too(tmp_path: Path) -> None:
    write_own(tmp_path)
    ProjectTrust(opened(tmp_path)).decide(trusted=True)
    persona = tmp_path / ".roundtable" / "personas" / "rude.md"
    persona.parent.mkdir()
    persona.write_text("---\nkey: rude\n---\nBe rude.\n")
    assert ProjectTrust(opened(tmp_path)).must_ask(CLAUDE)


def test_a_memory_that_cannot_be_read_trusts_nothing(tmp_path: Path) -> None:
    write_own(tmp_path)
    user_folder().mkdir(parents=True)
    (user_folder() / FILE_NAME).write_text("[1, 2")
    assert ProjectTrust(opened(tmp_path)).standing is Trust.UNDECIDED


# From the command line


def test_the_command_shows_the_files_and_remembers_a_yes(tmp_path: Path) -> None:
    write_own(tmp_path)
    shown = program("trust", "--project", tmp_path)
    assert OWN_QUESTION in shown.out
    assert "Nothing is decided" in shown.out
    assert "Trusted" in program("trust", "--yes", "--project", tmp_path).out
    assert ProjectTrust(opened(tmp_path)).standing is Trust.TRUSTED
    assert "Not trusted" in program("trust", "--no", "--project", tmp_path).out


def test_the_command_says_so_where_there_is_nothing_to_trust(tmp_path: Path) -> None:
    assert "nothing to trust" in program("trust", "--yes", "--project", tmp_path).out
    assert not (user_folder() / FILE_NAME).exists()
