"""Themes are tried on by moving in their list: Enter keeps one for good, Esc brings back the one there was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.ui.keys.palette import ScreenCommands
from roundtable_tui.ui.settings.screen import SettingsScreen
from roundtable_tui.ui.settings.theme_picker import ThemeScreen
from tests.support.screen.tables import Sitting, app_in, begun, sitting
from tests.ui.settings.test_settings import user_file

if TYPE_CHECKING:
    from pathlib import Path


async def from_the_palette(sat: Sitting) -> None:
    commands = [hit async for hit in ScreenCommands(sat.table).discover()]
    await next(hit for hit in commands if hit.text == "Program: Theme").command()
    await sat.until(lambda: isinstance(sat.app.screen, ThemeScreen))


async def from_the_settings(sat: Sitting) -> None:
    await sat.press("ctrl+f5")
    settings = sat.app.screen
    assert isinstance(settings, SettingsScreen)
    await sat.until(lambda: settings.settings.go_to("theme"))
    await sat.press("enter")
    assert isinstance(sat.app.screen, ThemeScreen)


WAYS = {"palette": from_the_palette, "settings": from_the_settings}


@pytest.mark.parametrize("way", WAYS)
async def test_the_theme_under_the_cursor_is_worn_and_enter_keeps_it(tmp_path: Path, way: str) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await WAYS[way](sat)
        assert sat.app.theme == "roundtable-dark"
        await sat.press("down")
        assert sat.app.theme == "roundtable-light"
        assert not user_file().exists()
        await sat.press("enter")
        await sat.until(user_file().exists)
        await sat.settle()
        assert user_file().read_text() == "theme: roundtable-light\n"
        assert sat.app.theme == "roundtable-light"


@pytest.mark.parametrize("way", WAYS)
async def test_esc_brings_back_the_theme_there_was(tmp_path: Path, way: str) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await WAYS[way](sat)
        await sat.press("G", "k")
        assert sat.app.theme not in ("roundtable-light", "roundtable-dark")
        await sat.press("escape")
        assert sat.app.theme == "roundtable-dark"
        assert not user_file().exists()
