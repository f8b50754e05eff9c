"""Typing while text streams: how long a key takes to show, against the same screen with an empty transcript."""

from __future__ import annotations

import os

os.environ.setdefault("TEXTUAL_FPS", "240")

import asyncio
import gc
import statistics
import tracemalloc
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from textual.app import App
from textual.events import Key
from textual.widgets import Input

from bench.measuring import Measured, show
from roundtable_tui.ui.lines.blocks import Block, Kind
from roundtable_tui.ui.lines.view import LineView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.app import ComposeResult

KEYS = 60
EVERY = 0.05
TOKENS_A_SECOND = 200
MESSAGES = 1_000
SIZE = (120, 40)
_TALK = (
    "The **cart** is kept in `session.cart`, so it goes when the session goes. Two things follow from that:\n\n"
    "- whoever waits too long begins again\n- support hears of it first\n\n"
    "What should happen instead, and who decides it?"
)


class Host(App[None]):
    CSS = "LineView { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.typed = asyncio.Event()

    def on_input_changed(self) -> None:
        self.call_after_refresh(self.typed.set)

    def compose(self) -> ComposeResult:
        yield LineView()
        yield Input()


def conversation(count: int) -> list[Block]:
    """About fifty tokens in each."""
    kinds = (Kind.TALK, Kind.USER)
    return [Block(f"m{n}", f"{n}. {_TALK}", kinds[n % 2], markdown=n % 2 == 0) for n in range(count)]


def prose() -> Iterator[str]:
    while True:
        for word in _TALK.split(" "):
            yield word + " "


def fence() -> Iterator[str]:
    n = 0
    while True:
        n += 1
        yield from (f"value_{n}", " = ", f"compute({n}, ", "'text')", "  # why\n")


def table() -> Iterator[str]:
    n = 0
    while True:
        n += 1
        yield from (f"| row {n} ", "| some `code` ", "| and **words** here ", f"| {n} |\n")


async def typing(blocks: Sequence[Block], opening: str, tokens: Iterator[str]) -> list[float]:
    """Seconds from a key press until the screen was updated with it, one for each key."""
    app = Host()
    async with app.run_test(size=SIZE) as pilot:
        view, field = app.query_one(LineView), app.query_one(Input)
        view.set_blocks(blocks)
        while any(entry.lines is None for entry in view._store):  # noqa: SLF001
            await pilot.pause(0.05)
        field.focus()
        await pilot.pause()
        gc.collect()
        gc.freeze()
        view.open_block(Block("open", opening))
        streaming = asyncio.create_task(_stream(view, tokens))
        await asyncio.sleep(0.5)
        times = [await _echo(app) for _ in range(KEYS)]
        streaming.cancel()
        gc.unfreeze()
    return times


async def _stream(view: LineView, tokens: Iterator[str]) -> None:
    began, sent = perf_counter(), 0
    while True:
        due = int((perf_counter() - began) * TOKENS_A_SECOND)
        view.extend("".join(next(tokens) for _ in range(due - sent)))
        sent = due
        await asyncio.sleep(1 / TOKENS_A_SECOND)


async def _echo(app: Host) -> float:
    await asyncio.sleep(EVERY)
    app.typed.clear()
    began = perf_counter()
    app.post_message(Key("x", "x"))
    await app.typed.wait()
    return perf_counter() - began


def _measured(what: str, times: list[float]) -> list[Measured]:
    ordered = sorted(times)
    late = ordered[int(len(ordered) * 0.95)]
    return [Measured(f"{what}, median", statistics.median(times)), Measured(f"{what}, 95 of 100", late)]


async def memory(blocks: Sequence[Block]) -> int:
    """Bytes taken by the rendered blocks, texts included, above the app without them."""
    app = Host()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        view = app.query_one(LineView)
        gc.collect()
        tracemalloc.start()
        view.set_blocks([Block(b.key, f"{b.text} ", b.kind, markdown=b.markdown) for b in blocks])
        while any(entry.lines is None for entry in view._store):  # noqa: SLF001
            await pilot.pause(0.05)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
    return taken


async def reflow(blocks: Sequence[Block]) -> float:
    """The longest time the loop stood still while the terminal was resized again and again."""
    app = Host()
    async with app.run_test(size=SIZE) as pilot:
        app.query_one(LineView).set_blocks(blocks)
        await pilot.pause()
        worst, running = 0.0, True

        async def watch() -> None:
            nonlocal worst
            while running:
                began = perf_counter()
                await asyncio.sleep(0.001)
                worst = max(worst, perf_counter() - began - 0.001)

        watching = asyncio.create_task(watch())
        for width in (100, 60, 90, 50, 120):
            await pilot.resize_terminal(width, 40)
            await pilot.pause(0.3)
        running = False
        await watching
    return worst


def main() -> None:
    long = conversation(MESSAGES)
    code = "```python\n" + "".join(islice(fence(), 500 * 5))
    rows = "| a | b | c | d |\n|---|---|---|--:|\n" + "".join(
        next(tokens) for tokens in [table()] for _ in range(300 * 4)
    )
    baseline, late = _measured("an empty transcript", asyncio.run(typing([], "", prose())))
    rows_shown = [late]
    for what, blocks, opening, tokens in (
        (f"{MESSAGES:,} messages", long, "", prose()),
        ("and a 500-line open fence", long, code, fence()),
        ("and a 300-row open table", long, rows, table()),
    ):
        rows_shown += _measured(what, asyncio.run(typing(blocks, opening, tokens)))
    show(f"Key echo while {TOKENS_A_SECOND} tokens a second stream", baseline, rows_shown)
    print(f"  memory above an empty transcript: {asyncio.run(memory(long)) / 1e6:.1f} MB")
    empty, full = asyncio.run(reflow([])), asyncio.run(reflow(long))
    show(
        "Longest stall in five resizes",
        Measured("an empty transcript", empty),
        [Measured(f"{MESSAGES:,} messages", full)],
    )


if __name__ == "__main__":
    main()
