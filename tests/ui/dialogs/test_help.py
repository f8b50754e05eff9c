"""The help: made from the bindings, grouped, filterable, true after remapping, and readable at 80×24."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from roundtable_tui.ui.dialogs.help import HelpScreen, help_rows
from roundtable_tui.ui.history.version_list import VersionList
from roundtable_tui.ui.keys.all import ALL_KEYS
from roundtable_tui.ui.keys.key_overrides import Keymap, remapped
from roundtable_tui.ui.lobby.item_list import ItemList
from roundtable_tui.ui.widgets.search_field import SearchField
from tests.support.disk.bursts import burst

if TYPE_CHECKING:
    from textual.pilot import Pilot


class Host(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("behind")


async def opened(pilot: Pilot[None], keymap: Keymap | None = None) -> HelpScreen:
    screen = HelpScreen((keymap or Keymap()).keys)
    await pilot.app.push_screen(screen)
    await pilot.pause()
    return screen


def drawn(screen: HelpScreen) -> str:
    return str(screen.query_one("#help-rows", Static).render())


async def test_every_command_is_listed_with_its_keys_under_its_group() -> None:
    async with Host().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        assert [row.id for row in screen.rows] == [
            key.id
            for group in dict.fromkeys(row.group for row in screen.rows)
            for key in ALL_KEYS
            if key.group == group
        ]
        text = drawn(screen)
        assert all(key.label in text and key.group.value in text for key in ALL_KEYS)


async def test_a_remapped_command_is_listed_with_the_keys_it_has_now() -> None:
    async with Host().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, remapped({"menu.continue": "Z, f13", "menu.skip": "none"}))
        rows = {row.id: (row.key, row.chord) for row in screen.rows}
        assert rows["menu.continue"] == ("Z", "F13")
        assert rows["menu.skip"] == ("", "")


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("take back the last", {"talk.undo"}),
        ("ctrl+q", {"app.quit"}),
        ("depth", {"depth.brief", "depth.standard", "depth.deep"}),
        ("no such thing", set()),
    ],
)
async def test_typing_filters_by_word_key_or_group(typed: str, ids: set[str]) -> None:
    async with Host().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await burst(pilot, typed)
        assert {row.id for row in screen.rows} == ids
        assert ids or drawn(screen) == "Nothing matches."


async def test_it_scrolls_at_80_by_24_and_closes_with_escape() -> None:
    async with Host().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        rows = screen.query_one("#help-list", VerticalScroll)
        await pilot.press("down", "pagedown")
        await pilot.pause()
        assert rows.scroll_y > 1
        await pilot.press("pageup", "up", "pageup")
        await pilot.pause()
        assert rows.scroll_y == 0
        await pilot.press("escape")
        assert pilot.app.screen is not screen


def test_what_widgets_bind_for_themselves_is_listed_too() -> None:
    rows = {row.id: row for row in help_rows(Keymap().keys, [SearchField("Search")])}
    assert rows["search.previous"].chord == "shift+Enter ↑"
    assert rows["search.previous"].group == "Search field"


def test_what_a_widget_takes_over_is_listed_and_what_it_leaves_behind_is_not() -> None:
    assert {"move.down", "list.select"} <= {row.id for row in help_rows((), [VersionList()])}
    assert "list.select" not in {row.id for row in help_rows((), [ItemList()])}
