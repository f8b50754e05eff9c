"""Jump mode: a letter on everything one can go to, on any screen, and pressed it goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest
from textual.app import App
from textual.geometry import Offset
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.ui.composer.composer import Composer
from roundtable_tui.ui.dialogs.jump import JumpScreen
from roundtable_tui.ui.keys.jump_targets import LETTERS, Target
from roundtable_tui.ui.lines.blocks import Block
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.table.sidebar import Sidebar
from roundtable_tui.ui.widgets.keybar import MenuLine
from tests.support.screen.tables import Sitting, app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult


class Plain(App[None]):
    """A screen that knows nothing of jumping."""

    CSS: ClassVar[str] = "OptionList { height: 4; } Input { display: none; }"

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static("Nothing to go to")
        yield OptionList(*(Option(f"Row {n}", id=f"row-{n}", disabled=n == 1) for n in range(9)))
        yield Input()
        yield Button("Press me")

    def on_button_pressed(self) -> None:
        self.chosen.append("button")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.chosen.append(event.option_id or "")


def letters(app: App[int] | App[None]) -> tuple[Target, ...]:
    assert isinstance(app.screen, JumpScreen)
    return app.screen.targets


def letter_on(somebody: Sitting, widget: type[object], click: Offset | None = None) -> str:
    [found] = [one for one in letters(somebody.app) if isinstance(one.widget, widget) and one.click == click]
    return found.letter


async def jump(somebody: Sitting) -> None:
    await somebody.pilot.press("ctrl+@")
    assert isinstance(somebody.app.screen, JumpScreen)


async def test_on_any_screen_whatever_shows_and_can_be_gone_to_has_a_letter() -> None:
    app = Plain()
    async with app.run_test(size=(60, 20)) as pilot:
        app.push_screen(JumpScreen(app.screen))
        await pilot.pause()
        found = [(type(target.widget), target.click is None) for target in letters(app)]
        in_sight = 3  # of four lines in the list, two are its border; scrolled to the top, row 1 cannot be chosen
        assert found.count((OptionList, True)) == found.count((Button, True)) == 1
        assert 0 < found.count((OptionList, False)) < in_sight
        assert len(found) == 2 + found.count((OptionList, False))
        button = next(target.letter for target in letters(app) if isinstance(target.widget, Button))
        await pilot.press(button)
        await pilot.pause()
        assert app.chosen == ["button"]
        app.push_screen(JumpScreen(app.screen))
        await pilot.pause()
        row = next(target.letter for target in letters(app) if isinstance(target.widget, OptionList) and target.click)
        await pilot.press(row)
        await pilot.pause()
        assert app.chosen == ["button", "row-0"]


@pytest.mark.parametrize("size", [(140, 40), (80, 24), (40, 15)])
async def test_at_every_size_letters_are_different_and_cover_no_other(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), size) as somebody:
        await jump(somebody)
        found = letters(somebody.app)
        names = [target.letter for target in found]
        assert len(set(names)) == len(names) > 5
        assert set(names) <= set(LETTERS)
        assert all(0 <= one.at.x <= size[0] - 3 and 0 <= one.at.y < size[1] for one in found)
        cells = [(one.at.x + x, one.at.y) for one in found for x in range(3)]
        assert len(set(cells)) == len(cells)


async def test_a_letter_goes_to_a_pane_and_esc_stays(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as somebody:
        await jump(somebody)
        await somebody.press(letter_on(somebody, Sidebar))
        assert somebody.table.sidebar.has_focus
        await jump(somebody)
        await somebody.press("escape")
        assert somebody.table.sidebar.has_focus
        await jump(somebody)
        await somebody.press(letter_on(somebody, Composer))
        assert somebody.table.composer.has_focus


async def test_a_letter_on_the_menu_is_the_option_itself(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), (80, 24)) as somebody:
        await jump(somebody)
        menu = {target.letter for target in letters(somebody.app) if isinstance(target.widget, MenuLine)}
        assert menu == {"e", "c", "s"}
        await somebody.press("c")
        assert somebody.state.guided.current == "00-02"
        assert isinstance(somebody.state.talk.waiting, ForAnswer)


async def test_a_letter_on_a_row_of_the_sidebar_chooses_it(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), (80, 24)) as somebody:
        await jump(somebody)
        rows = somebody.table.sidebar.rows
        document = next(number for number, row in enumerate(rows) if row.kind == "artifact")
        place = somebody.table.sidebar.content_region.offset + Offset(0, document)
        await somebody.press(letter_on(somebody, Sidebar, place))
        assert somebody.table.preview.document == "quick-scan.md"
        assert somebody.table.preview.has_focus_within


async def test_a_window_that_changes_its_size_ends_it(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as somebody:
        await jump(somebody)
        await somebody.pilot.resize_terminal(80, 24)
        await somebody.until(lambda: somebody.app.screen is somebody.table)


class Linked(App[None]):
    """Lines with two links, the second behind wide letters."""

    def __init__(self) -> None:
        super().__init__()
        self.followed: list[str] = []

    def compose(self) -> ComposeResult:
        yield LineView()

    def on_mount(self) -> None:
        self.query_one(LineView).append(Block("page", "See [one](one.md).\n\n日本語 [two](two.md)", gap=0))

    def on_line_view_link_clicked(self, event: LineView.LinkClicked) -> None:
        self.followed.append(event.target)


async def test_a_link_in_a_text_is_followed_by_its_letter() -> None:
    app = Linked()
    async with app.run_test(size=(60, 20)) as pilot:
        for number in range(2):
            app.push_screen(JumpScreen(app.screen))
            await pilot.pause()
            links = [target.letter for target in letters(app) if target.click is not None]
            assert len(links) == 2
            await pilot.press(links[number])
            await pilot.pause()
        assert app.followed == ["one.md", "two.md"]
