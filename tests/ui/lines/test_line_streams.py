"""Text that is still being written: shown as it comes, exact in the end."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable_tui.ui.lines.blocks import Block
from tests.support.screen.line_views import Host, until, visible

texts = st.lists(
    st.sampled_from(["word ", "\n\n", "- a\n", "```\n", "| a | b |\n|--|--|\n", "| 1 | 2 |\n", "**", "日本"])
).map("".join)


async def test_streamed_text_appears_without_being_closed() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.view.open_block(Block("a", "", gap=0))
        app.view.extend("Hello ")
        app.view.extend("**you**")
        await until(pilot, lambda: visible(app.view)[0] == "  Hello you")


@given(text=texts, cuts=st.lists(st.integers(0, 60), max_size=6), width=st.integers(10, 60))
@settings(deadline=None, max_examples=15)
async def test_streaming_in_any_pieces_ends_like_the_whole(text: str, cuts: list[int], width: int) -> None:
    app = Host()
    async with app.run_test(size=(width, 12)) as pilot:
        await pilot.pause()
        app.view.open_block(Block("a", ""))
        places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
        for start, end in pairwise(places):
            app.view.extend(text[start:end])
            app.view._flush()
        app.view.close_block()
        streamed = [line.strip for line in app.view.rendered_lines]
        app.view.set_blocks([Block("b", text)])
        assert streamed == [line.strip for line in app.view.rendered_lines]


async def test_a_long_block_is_rendered_exactly_once_it_is_closed() -> None:
    text = "| name | value |\n|---|--:|\n" + "".join(f"| row {'x' * (n // 10)} | {n} |\n" for n in range(300))
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.view.open_block(Block("a", ""))
        for start in range(0, len(text), 500):
            app.view.extend(text[start : start + 500])
            app.view._flush()
        app.view.close_block()
        await app.workers.wait_for_complete()
        streamed = [line.strip for line in app.view.rendered_lines]
        app.view.set_blocks([Block("b", text)])
        assert streamed == [line.strip for line in app.view.rendered_lines]


async def test_a_resize_while_text_streams_loses_nothing() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.view.open_block(Block("a", "", gap=0))
        app.view.extend("before the resize ")
        await pilot.resize_terminal(40, 15)
        app.view.extend("and after it")
        app.view.close_block()
        assert app.view.blocks[0].text == "before the resize and after it"
        assert visible(app.view)[:2] == ["  before the resize and after it", ""]
