"""The view that draws lines: it follows, stays, reflows, finds, selects and grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.geometry import Offset
from textual.selection import SELECT_ALL, Selection

from roundtable_tui.ui.lines.blocks import Block, Kind
from roundtable_tui.ui.lines.selection import row_of
from roundtable_tui.ui.lines.view import LineView
from tests.support.screen.line_views import Host, all_rendered, talk, until, visible

if TYPE_CHECKING:
    from textual.app import ComposeResult


async def test_blocks_given_before_the_first_layout_are_shown() -> None:
    class Early(Host):
        def compose(self) -> ComposeResult:
            view = LineView()
            view.set_blocks([Block("a", "hello", gap=0)])
            yield view

    app = Early()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert visible(app.view)[0] == "  hello"


async def test_it_follows_its_end_as_blocks_come() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        for block in talk(40):
            app.view.append(block)
        await pilot.pause()
        assert app.view.at_tail
        assert visible(app.view)[-1].endswith("cart 39")
        assert app.heard.below == []


async def test_a_reader_further_up_stays_there_and_hears_of_what_comes() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks(talk(40))
        await pilot.pause()
        app.view.focus()
        await pilot.press("home")
        before = visible(app.view)
        app.view.append(Block("x", "new"))
        app.view.open_block(Block("y", ""))
        app.view.extend("more and more")
        app.view.close_block()
        await pilot.pause()
        assert (app.view.at_tail, visible(app.view)) == (False, before)
        assert app.heard.below == [1, 2]
        await pilot.press("end")
        assert app.view.at_tail
        assert app.heard.below[-1] == 0


@pytest.mark.parametrize(
    ("keys", "top"),
    [(["home"], 0), (["home", "down", "down"], 2), (["home", "pagedown"], 23), (["home", "pagedown", "up"], 22)],
)
async def test_keys_move_the_view(keys: list[str], top: int) -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks(talk(60))
        app.view.focus()
        await pilot.pause()
        await pilot.press(*keys)
        assert app.view.scroll_y == top


def test_every_binding_has_an_id_and_a_tooltip() -> None:
    bindings = [binding for _, binding in LineView._merged_bindings.key_to_bindings.items()]  # type: ignore[union-attr]
    assert all(one.id and one.tooltip and one.group for many in bindings for one in many)


async def test_jumping_puts_a_block_at_the_top() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks(talk(100))
        await pilot.pause()
        assert app.view.jump_to("b50")
        await pilot.pause()
        assert visible(app.view)[0].endswith("cart 50")
        assert not app.view.at_tail
        assert not app.view.jump_to("nowhere")


async def test_a_resize_keeps_the_reader_at_the_same_block() -> None:
    app = Host()
    async with app.run_test(size=(100, 24)) as pilot:
        app.view.set_blocks(talk(300, "words that go on for a while so that a narrow view has to break them"))
        await pilot.pause()
        app.view.jump_to("b150")
        for width in (40, 70, 25, 100):
            await pilot.resize_terminal(width, 24)
            await until(pilot, lambda: all_rendered(app.view))
            top = app.view._store.at(round(app.view.scroll_y))
            assert top is not None
            assert top[0].block.key == "b150"
        assert app.view.virtual_size.height == len(app.view.rendered_lines)


async def test_a_resize_at_the_end_stays_at_the_end() -> None:
    app = Host()
    async with app.run_test(size=(100, 24)) as pilot:
        app.view.set_blocks(talk(300))
        await pilot.pause()
        await pilot.resize_terminal(30, 12)
        await until(pilot, lambda: all_rendered(app.view))
        assert app.view.at_tail
        assert visible(app.view)[-1].endswith("299")


async def test_only_what_is_visible_is_rendered_at_once() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.view.set_blocks(talk(1_000))
        assert sum(entry.lines is not None for entry in app.view._store) <= 24
        await until(pilot, lambda: all_rendered(app.view))
        assert app.view.virtual_size.height == 2_000


async def test_a_block_that_did_not_change_is_not_rendered_again() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.view.set_blocks(talk(5))
        kept = app.view._store.entries[0].lines
        app.view.set_blocks([*talk(4), Block("b4", "other")])
        assert app.view._store.entries[0].lines is kept
        assert visible(app.view)[9] == "  other"


async def test_a_search_goes_round_all_places_and_shows_them() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks(
            [*talk(100), Block("x", "a needle"), *[Block(f"y{n}", "hay") for n in range(100)], Block("z", "Needle")]
        )
        await until(pilot, lambda: all_rendered(app.view))
        assert app.view.search("needle") == 2
        app.view.next_match()
        assert app.view.match_position == (1, 2)
        assert any("a needle" in line for line in visible(app.view))
        app.view.previous_match()
        assert app.view.match_position == (2, 2)
        assert any("Needle" in line for line in visible(app.view))
        await pilot.pause()
        assert app.heard.matches[-1] == (2, 2)
        app.view.clear_search()
        assert app.view.match_position == (0, 0)


async def test_a_search_that_finds_nothing_moves_nothing() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks(talk(50))
        await pilot.pause()
        assert (app.view.search("zebra"), app.view.match_position, app.view.at_tail) == (0, (0, 0), True)


async def test_the_current_place_stands_out_from_the_others() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks([Block("a", "cart cart", gap=0)])
        await pilot.pause()
        app.view.search("cart")
        styles = [segment.style for segment in app.view.render_line(0) if segment.text == "cart"]
        plain = [segment.style for segment in app.view.render_line(1)]
        backgrounds = [style.bgcolor for style in (*styles, *plain) if style]
        assert len(set(backgrounds)) == 3


async def test_copying_leaves_out_gutters_and_soft_breaks() -> None:
    app = Host()
    async with app.run_test(size=(24, 24)) as pilot:
        text = "several words that have to be broken\nand a second line"
        app.view.set_blocks([Block("a", text, Kind.USER, markdown=False), Block("b", "- one\n- two")])
        await pilot.pause()
        assert app.view.get_selection(SELECT_ALL) == (f"\n{text}\n\n• one\n• two", "\n")


async def test_a_stretch_selected_with_the_mouse_is_copied() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks([Block("a", "hello brave world", gap=0)])
        await pilot.pause()
        await pilot.mouse_down(LineView, offset=(8, 0))
        await pilot.hover(LineView, offset=(12, 0))
        await pilot.mouse_up(LineView, offset=(12, 0))
        assert app.screen.get_selected_text() == "brave"
        assert app.heard.blocks == []


async def test_a_selection_is_visible_and_gone_after_a_reflow() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks([Block("a", "hello brave world", gap=0)])
        await pilot.pause()
        row = row_of(app.view._store.entries[0], 0)
        app.screen.selections = {app.view: Selection(Offset(8, row), Offset(13, row))}
        await pilot.pause()
        assert "brave" in [segment.text for segment in app.view.render_line(0)]
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert app.screen.get_selected_text() is None


@pytest.mark.parametrize(("times", "text"), [(2, "brave"), (3, "hello brave world")])
async def test_clicking_again_selects_a_word_then_the_block(times: int, text: str) -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks([Block("a", "hello brave world", gap=0)])
        await pilot.pause()
        await pilot.click(LineView, offset=(9, 0), times=times)
        assert app.screen.get_selected_text() == text


async def test_a_click_tells_the_link_or_the_block() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks([Block("a", "日本 [there](http://a.b) end", gap=0)])
        await pilot.pause()
        await pilot.click(LineView, offset=(8, 0))
        await pilot.pause()
        await pilot.click(LineView, offset=(14, 0))
        await pilot.pause()
        assert (app.heard.links, app.heard.blocks) == (["http://a.b"], ["a"])


async def test_another_theme_colours_what_is_already_there() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_blocks([Block("a", "# Title", gap=0)])
        await pilot.pause()
        before = app.view.render_line(0)
        app.theme = "textual-light"
        await pilot.pause()
        await pilot.pause()
        assert [segment.style for segment in app.view.render_line(0)] != [segment.style for segment in before]


async def test_a_theme_changed_while_it_is_hidden_leaves_it_as_wide_as_it_is() -> None:
    app = Host()
    async with app.run_test(size=(40, 12)) as pilot:
        app.view.set_blocks([Block("a", "hello there", gap=0)])
        await pilot.pause()
        app.view.display = False
        await pilot.pause()
        app.theme = "nord"
        await pilot.pause()
        app.view.display = True
        await pilot.pause()
        assert visible(app.view)[0] == "  hello there"


async def test_a_view_shown_without_being_told_of_it_is_laid_out_when_it_is_drawn() -> None:
    """Textual keeps silent when somebody has looked at its map between two layouts."""
    app = Host()
    async with app.run_test(size=(40, 12)) as pilot:
        app.view.set_blocks([Block("a", "hello there", gap=0)])
        await pilot.pause()
        app.view._laid_out, app.view._store.width = False, 1
        app.view._store.forget_lines(app.view._store)
        app.view.refresh()
        await pilot.pause()
        await pilot.pause()
        assert visible(app.view)[0] == "  hello there"
