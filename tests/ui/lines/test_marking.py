"""Lines of a text are walked and marked by key: what is marked stands out without colours, and is what is copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App, ComposeResult

from roundtable_tui.ui.lines.blocks import Block, Kind
from roundtable_tui.ui.lines.view import LineView

if TYPE_CHECKING:
    from textual.pilot import Pilot


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.view = LineView()
        self.copied: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.view.set_blocks(Block(f"b{at}", f"Sentence number {at}.", Kind.TALK, gap=1) for at in range(30))
        self.view.focus()

    def copy_to_clipboard(self, text: str) -> None:
        self.copied.append(text)


def signs(view: LineView) -> list[str]:
    return [view.render_line(y).text[:1] for y in range(view.size.height)]


async def at_top(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.press("g", "m")


async def test_marking_begins_in_sight_and_grows_with_shift() -> None:
    app = Host()
    async with app.run_test(size=(60, 12)) as pilot:
        await at_top(pilot)
        assert app.view.marks.text == "Sentence number 0."
        await pilot.press("shift+down")
        assert app.view.marks.text == "Sentence number 0.\n\nSentence number 1."
        drawn = signs(app.view)
        assert (drawn.count("▸"), drawn.count("┃")) == (1, 2)
        await pilot.press("shift+up", "j")
        assert len(list(app.view.marks.lines)) == 1


async def test_holding_marks_everything_between_and_moving_scrolls_along() -> None:
    app = Host()
    async with app.run_test(size=(60, 12)) as pilot:
        await at_top(pilot)
        await pilot.press("V", "G")
        assert app.view.marks.text.startswith("Sentence number 0.")
        assert app.view.marks.text.endswith("Sentence number 29.")
        assert "▸" in signs(app.view)


async def test_the_cursor_begins_on_what_was_searched_for() -> None:
    app = Host()
    async with app.run_test(size=(60, 12)) as pilot:
        await pilot.pause()
        app.view.search("number 17")
        await pilot.press("m")
        assert app.view.marks.text == "Sentence number 17."


async def test_leaving_marks_nothing_and_the_keys_scroll_again() -> None:
    app = Host()
    async with app.run_test(size=(60, 12)) as pilot:
        await at_top(pilot)
        await pilot.press("escape")
        assert not app.view.marks.active
        before = app.view.scroll_y
        await pilot.press("j")
        assert app.view.scroll_y == before + 1


async def test_what_comes_in_above_leaves_the_marks_on_their_lines() -> None:
    app = Host()
    async with app.run_test(size=(60, 12)) as pilot:
        await at_top(pilot)
        await pilot.press("j", "j")
        marked = app.view.marks.text
        app.view.set_blocks([Block("new", "Something else.", Kind.TALK), *app.view.blocks])
        await pilot.pause()
        assert app.view.marks.text == marked
