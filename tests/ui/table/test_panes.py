"""The panes of the table at every width: three, two, or one with tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.ui.table.panes import TABS, PaneTabs
from tests.support.screen.tables import Sitting, app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path

    from textual.widget import Widget

WIDE, MEDIUM, NARROW, TINY = (140, 40), (80, 24), (60, 24), (40, 15)


def shown(sat: Sitting) -> set[str]:
    table = sat.table
    panes: dict[str, Widget] = {
        "sidebar": table.sidebar,
        "conversation": table.transcript,
        "preview": table.preview,
    }
    return {name for name, pane in panes.items() if pane.region.width > 0 and pane.is_on_screen}


@pytest.mark.parametrize(
    ("size", "at_first", "with_steps", "with_document"),
    [
        (WIDE, set(TABS), set(TABS), set(TABS)),
        (MEDIUM, {"sidebar", "conversation"}, {"sidebar", "conversation"}, {"preview"}),
        (NARROW, {"conversation"}, {"sidebar"}, {"preview"}),
        (TINY, {"conversation"}, {"sidebar"}, {"preview"}),
    ],
)
async def test_each_width_shows_the_panes_it_has_room_for(
    tmp_path: Path, size: tuple[int, int], at_first: set[str], with_steps: set[str], with_document: set[str]
) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), size) as sat:
        assert shown(sat) == at_first
        await sat.press("ctrl+l")
        assert shown(sat) == with_steps
        assert sat.table.sidebar.has_focus
        await sat.press("ctrl+o")
        assert shown(sat) == with_document
        assert sat.table.preview.body.has_focus
        await sat.press("ctrl+n")
        assert shown(sat) == at_first
        assert sat.table.composer.has_focus


async def test_asked_for_once_more_a_pane_goes_away_and_comes_back(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), WIDE) as sat:
        await sat.press("ctrl+l")
        await sat.press("ctrl+l")
        assert shown(sat) == {"conversation", "preview"}
        assert sat.table.composer.has_focus
        await sat.press("ctrl+o")
        await sat.press("ctrl+o")
        assert shown(sat) == {"conversation"}
        await sat.press("ctrl+l")
        await sat.press("ctrl+o")
        assert shown(sat) == set(TABS)


@pytest.mark.parametrize("size", [NARROW, TINY])
async def test_tabs_lead_to_each_pane_and_mark_the_current_one(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), size) as sat:
        tabs = sat.table.query_one(PaneTabs)
        words = str(tabs.render())
        for pane in ("sidebar", "preview", "conversation", "preview", "sidebar"):
            await sat.click(PaneTabs, 1 + words.index(TABS[pane]))
            assert shown(sat) == {pane}
            assert tabs.current == pane
        await sat.click(PaneTabs, 1 + words.index("Steps"))
        assert shown(sat) == {"sidebar"}, "a click on the current tab leaves it"


async def test_there_are_no_tabs_where_panes_stand_beside_each_other(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), MEDIUM) as sat:
        assert not sat.table.query_one(PaneTabs).display


@pytest.mark.parametrize("size", [MEDIUM, TINY])
async def test_after_sending_the_conversation_is_there_again(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), size) as sat:
        await sat.press("ctrl+o")
        await sat.say("The finance team must agree first.")
        assert "conversation" in shown(sat)
        assert "preview" not in shown(sat)


async def test_what_was_put_away_when_narrow_is_there_when_it_is_wide_again(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), NARROW) as sat:
        await sat.press("ctrl+l")
        await sat.press("ctrl+l")
        assert shown(sat) == {"conversation"}
        await sat.pilot.resize_terminal(*WIDE)
        await sat.settle()
        assert shown(sat) == set(TABS)


async def test_at_the_smallest_size_everything_needed_to_answer_is_visible(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), TINY) as sat:
        assert sat.table.composer.region.bottom <= TINY[1]
        assert sat.table.transcript.size.height >= 7
        await sat.say("C")
        assert sat.state.guided.current == "00-02"


# One pane alone


@pytest.mark.parametrize(("pane", "key", "name"), [("sidebar", "ctrl+l", "Steps"), ("preview", "ctrl+o", "Document")])
@pytest.mark.parametrize("size", [WIDE, MEDIUM, NARROW])
async def test_a_pane_fills_the_screen_and_gives_it_back(
    tmp_path: Path, size: tuple[int, int], pane: str, key: str, name: str
) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), size) as sat:
        await sat.press(key)
        before = shown(sat)
        widget = sat.table.sidebar if pane == "sidebar" else sat.table.preview
        await sat.press("z")
        assert shown(sat) == {pane}
        assert widget.region.width == size[0]
        assert widget.region.height == size[1] - 2, "all but the header and the footer"
        assert f"{name} alone · z back" in sat.table.headline.render().plain
        await sat.press("z")
        assert shown(sat) == before
        assert "alone" not in sat.table.headline.render().plain
        assert sat.table.composer.region.height > 0


async def test_a_notice_is_seen_while_a_pane_fills_the_screen(tmp_path: Path) -> None:
    app = app_in(tmp_path, begun(tmp_path))
    async with app.run_test(size=MEDIUM, notifications=True) as pilot:
        sat = Sitting(app, pilot)
        await sat.settle()
        await sat.press("ctrl+o", "z")
        sat.table.notify("Look here.")
        await sat.settle()
        assert sat.table.find_widget(sat.table.query_one("Toast")).visible_region.area


async def test_who_writes_has_the_conversation_alone_and_can_go_on_writing(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), MEDIUM) as sat:
        await sat.press("ctrl+f8")
        assert shown(sat) == {"conversation"}
        assert sat.table.transcript.region.width == MEDIUM[0]
        assert "Talk alone · ctrl+F8 back" in sat.table.headline.render().plain
        await sat.press(*"Yes")
        assert sat.table.composer.text == "Yes"
        await sat.press("ctrl+f8")
        assert shown(sat) == {"conversation", "sidebar"}


@pytest.mark.parametrize("keys", [("ctrl+n",), ("A",), ("ctrl+g",)], ids=["write", "type", "talk"])
async def test_what_is_asked_for_comes_into_sight_whatever_fills_the_screen(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), WIDE) as sat:
        await sat.press("ctrl+o", "z")
        await sat.press(*keys)
        assert shown(sat) == set(TABS)
        assert sat.table.composer.region.height > 0
