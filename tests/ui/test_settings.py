"""The settings page: every setting explained, changed in place, written to the chosen file and in force at once."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from roundtable_tui.config import FILE_NAME, all_settings, load_settings, user_folder
from roundtable_tui.ui.screens.settings import SettingsScreen
from roundtable_tui.ui.setting_rows import setting_rows, words_about
from roundtable_tui.ui.widgets.keybar import KeyBar
from tests.support.tables import Sitting, app_in, begun, sitting

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
        await somebody.press("backspace", *"z", "enter")
        assert user_file().read_text() == "keys:\n  menu.skip: z\n"
        assert "z" in somebody.app.keymap["menu.skip"].keys
        await go_to(somebody, screen, "keys.menu.skip")
        await somebody.press("backspace")
        assert "s" in somebody.app.keymap["menu.skip"].keys


async def test_a_file_that_cannot_be_changed_here_is_left_alone_and_named(tmp_path: Path) -> None:
    write_user_file("{depth: deep}\n")
    async with settings_in(tmp_path) as (somebody, screen):
        await go_to(somebody, screen, "tier")
        await somebody.press("right")
        assert user_file().read_text() == "{depth: deep}\n"
        assert any("is written between braces" in notice for notice in somebody.notices)


async def test_where_the_terminal_cannot_be_lent_to_an_editor_the_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", sys.executable)
    async with settings_in(tmp_path) as (somebody, _):
        await somebody.press("o")
        assert any(f"Open {user_file()} in another window" in notice for notice in somebody.notices)


async def test_a_theme_that_does_not_exist_is_named_and_the_own_one_kept(tmp_path: Path) -> None:
    async with settings_in(tmp_path) as (somebody, _):
        somebody.app.wear("no-such")
        assert somebody.app.theme == "roundtable-dark"
        await somebody.until(lambda: any("There is no theme 'no-such'" in notice for notice in somebody.notices))
