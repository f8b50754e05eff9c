"""The settings page: every setting explained, changed in place, written to the chosen file and in force at once."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from textual.widgets import Static

from roundtable_tui.config.loader import FILE_NAME, load_settings, user_folder
from roundtable_tui.config.model import all_settings
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.settings.rows import setting_rows, words_about
from roundtable_tui.ui.settings.screen import SettingsScreen
from roundtable_tui.ui.widgets.keybar import KeyBar
from tests.support.program import program
from tests.support.screen.tables import Sitting, app_in, begun, sitting
from tests.support.screen.textual_internals import notices_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import pytest


def user_file() -> Path:
    return user_folder() / FILE_NAME


def write_user_file(text: str) -> None:
    user_folder().mkdir(parents=True, exist_ok=True)
    user_file().write_text(text)


@asynccontextmanager
async def settings_in(root: Path, size: tuple[int, int] = (140, 40)) -> AsyncIterator[tuple[Sitting, SettingsScreen]]:
    async with sitting(app_in(root, begun(root, ())), size) as somebody:
        await somebody.leave_composer()
        await somebody.press("comma")
        screen = somebody.app.screen
        assert isinstance(screen, SettingsScreen)
        await somebody.until(lambda: bool(screen.settings.rows))
        yield somebody, screen


async def go_to(somebody: Sitting, screen: SettingsScreen, name: str) -> None:
    assert screen.settings.go_to(name)
    await somebody.settle()


def value_of(screen: SettingsScreen, name: str) -> str:
    return next(row.value for row in screen.settings.rows if row.key == name)


def test_every_setting_is_there_and_says_what_it_means(tmp_path: Path) -> None:
    loaded = load_settings(tmp_path / FILE_NAME)
    rows = {row.key: row for row in setting_rows(loaded) if row.selectable}
    assert set(rows) == {setting.name for setting in all_settings()}
    assert all(setting.meaning in words_about(rows[setting.name], loaded, ()) for setting in all_settings())


async def test_a_setting_says_its_value_where_that_comes_from_and_what_it_can_be(tmp_path: Path) -> None:
    write_user_file("# mine\ntier: epic\n")
    async with settings_in(tmp_path, (80, 24)) as (somebody, screen):
        await go_to(somebody, screen, "tier")
        assert f"Now: epic, from {user_file()}, line 2." in screen.words
        assert "One of: trivial, light, standard, epic." in screen.words


async def test_a_theme_is_worn_and_written_as_it_is_chosen_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    write_user_file("# mine\ndepth: deep  # always\n")
    async with settings_in(tmp_path) as (somebody, screen):
        await go_to(somebody, screen, "theme")
        await somebody.press("right")
        assert somebody.app.theme == "roundtable-light"
        assert user_file().read_text() == "# mine\ndepth: deep  # always\ntheme: roundtable-light\n"
        await somebody.press("right")
        assert somebody.app.theme not in ("roundtable-light", "roundtable-dark")
        await somebody.press("backspace")
        assert somebody.app.theme == "roundtable-dark"
        assert user_file().read_text() == "# mine\ndepth: deep  # always\n"
        await somebody.press("escape")
        assert somebody.app.screen is somebody.table


async def test_what_is_typed_is_checked_while_it_is_typed_and_taken_only_if_it_fits(tmp_path: Path) -> None:
    async with settings_in(tmp_path) as (somebody, screen):
        await go_to(somebody, screen, "elaboration.turns")
        await somebody.press("enter", "ctrl+u", "2")
        assert "greater than or equal to 3" in screen.problem
        await somebody.press("enter")
        assert not user_file().exists()
        await somebody.press("escape", "enter", "end", "0")
        assert screen.problem == ""
        await somebody.press("enter")
        assert user_file().read_text() == "elaboration:\n  turns: 20\n"
        assert value_of(screen, "elaboration.turns") == "20"


async def test_the_projects_file_is_written_only_when_chosen_and_never_what_is_the_users_alone(tmp_path: Path) -> None:
    project_file = tmp_path / ".roundtable" / FILE_NAME
    async with settings_in(tmp_path) as (somebody, screen):
        await go_to(somebody, screen, "depth")
        await somebody.press("w", "right")
        assert (screen.to_project, project_file.read_text()) == (True, "depth: brief\n")
        await go_to(somebody, screen, "theme")
        able = {label: on for _, label, on in screen.query_one(KeyBar).items}
        assert able["Other file"] is False
        await somebody.press("right")
        assert project_file.read_text() == "depth: brief\n"
        assert user_file().read_text() == "theme: roundtable-light\n"


async def test_a_value_that_a_stronger_place_overrules_says_so(tmp_path: Path) -> None:
    (tmp_path / ".roundtable").mkdir()
    (tmp_path / ".roundtable" / FILE_NAME).write_text("tier: light\n")
    async with settings_in(tmp_path) as (somebody, screen):
        await go_to(somebody, screen, "tier")
        await somebody.press("right")
        assert user_file().read_text() == "tier: standard\n"
        assert value_of(screen, "tier") == "light"
        assert any("says light, and that counts" in notice for notice in somebody.notices)
        assert "Your file says standard, which does not count here." in screen.words


async def test_a_command_is_put_on_another_key_and_works_there_at_once(tmp_path: Path) -> None:
    async with settings_in(tmp_path) as (somebody, screen):
        await go_to(somebody, screen, "keys")
        await somebody.press("enter", *"menu.skip: q")
        assert "already belongs to app.quit" in screen.problem
        await somebody.press("backspace", "Z", "enter")
        assert user_file().read_text() == "keys:\n  menu.skip: Z\n"
        assert "Z" in somebody.app.keymap["menu.skip"].keys
        await go_to(somebody, screen, "keys.menu.skip")
        await somebody.press("backspace")
        assert "s" in somebody.app.keymap["menu.skip"].keys


async def test_the_footer_names_the_key_that_changes_a_setting(tmp_path: Path) -> None:
    async with settings_in(tmp_path, (80, 24)) as (somebody, screen):
        await go_to(somebody, screen, "claude.model")
        assert ("Enter", "Change", True) in screen.query_one(KeyBar).items
        await somebody.press("enter")
        assert screen.field.has_focus
        assert "Change" not in {label for _, label, _ in screen.query_one(KeyBar).items}


async def test_a_file_written_between_braces_is_changed_in_its_own_form(tmp_path: Path) -> None:
    write_user_file("{depth: deep}\n")
    async with settings_in(tmp_path) as (somebody, screen):
        await go_to(somebody, screen, "tier")
        await somebody.press("right")
        assert user_file().read_text() == "{depth: deep, tier: epic}\n"


async def test_where_the_terminal_cannot_be_lent_to_an_editor_the_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", sys.executable)
    async with settings_in(tmp_path) as (somebody, _):
        await somebody.press("o")
        assert any(f"Open {user_file()} in another window" in notice for notice in somebody.notices)


_WRONG = """\
theme: no-such
depht: brief
keys:
  menu.continue: ctrl+h
  no.such: x
"""


async def test_wrong_settings_are_told_with_file_and_line_and_those_beyond_the_room_are_counted(tmp_path: Path) -> None:
    write_user_file(_WRONG)
    async with settings_in(tmp_path, (80, 24)) as (_, screen):
        said = str(screen.query_one("#settings-warnings", Static).render())
        assert f"{FILE_NAME}, line 2: there is no setting 'depht'" in said
        assert f"{FILE_NAME}, line 1: there is no theme 'no-such'; roundtable-dark is used." in said
        assert "2 more" in said


async def test_what_only_the_screen_can_judge_is_told_at_the_start_with_file_and_line(tmp_path: Path) -> None:
    write_user_file(_WRONG.replace("depht", "depth"))
    app = RoundtableApp(OpenRequest(tmp_path, offline=True))
    async with app.run_test(size=(80, 24)) as pilot:
        services = await app.services()
        await pilot.pause()
        assert app.theme == "roundtable-dark"
        told = notices_of(app)
        assert told == list(services.warnings)
        assert [f"{FILE_NAME}, line {line}: " in one for line, one in zip((1, 3, 3), told, strict=True)] == [True] * 3


def test_doctor_lists_what_only_the_screen_can_judge(tmp_path: Path) -> None:
    write_user_file(_WRONG)
    ran = program("doctor", "--project", tmp_path)
    for fault in (
        "line 1: there is no theme",
        "line 3: menu.continue stays on",
        "line 3: There is no command 'no.such'",
    ):
        assert f"{FILE_NAME}, {fault}" in ran.out
