"""Settings: the project's over the user's, keys one by one, and whatever does not fit is named and left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config import FILE_NAME, load_settings, user_folder

if TYPE_CHECKING:
    from pathlib import Path


def write_user_settings(text: str) -> None:
    folder = user_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE_NAME).write_text(text)


def test_the_projects_keys_are_added_to_the_users_own(tmp_path: Path) -> None:
    write_user_settings("keys:\n  menu.continue: w\n  menu.skip: f9\n")
    project = tmp_path / FILE_NAME
    project.write_text("keys:\n  menu.skip: none\n")
    loaded = load_settings(project)
    assert loaded.settings.keys == {"menu.continue": "w", "menu.skip": "none"}
    assert loaded.warnings == ()


def test_a_key_written_as_a_number_is_passed_on_for_the_screen_to_judge(tmp_path: Path) -> None:
    project = tmp_path / FILE_NAME
    project.write_text("keys:\n  menu.continue: 5\n")
    assert load_settings(project).settings.keys == {"menu.continue": "5"}


@pytest.mark.parametrize("written", ["keys: f9", "keys:\n  menu.continue: [w, f9]"])
def test_keys_in_another_form_are_named_and_left_out(tmp_path: Path, written: str) -> None:
    project = tmp_path / FILE_NAME
    project.write_text(f"depth: deep\n{written}\n")
    loaded = load_settings(project)
    assert (loaded.settings.keys, loaded.settings.depth) == ({}, "deep")
    (warning,) = loaded.warnings
    assert "line 2: 'keys' does not fit" in warning
