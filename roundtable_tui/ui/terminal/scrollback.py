"""Writes a text into the terminal's own scrollback and waits there, so that it can be read, searched and copied."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from textual.app import SuspendNotSupported

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.errors import RoundtableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import App

BACK = "Enter goes back to roundtable."
_CTRL_C = b"\x03"
_NO_KEY = b"\0"
_MOST_TYPED = 4096


async def lay_out(app: App[Any], text: str) -> None:
    """The screen is put away, the text stands in the terminal, and Enter or ctrl+c brings the screen back."""
    stopped: BaseException | None = None
    try:
        # Textual does not come back from an exception inside suspend(): nothing may leave the block but its end.
        with app.suspend(), app.batch_update():
            try:
                await asyncio.to_thread(_write, text)
                await _line_typed()
            except (OSError, asyncio.CancelledError) as problem:
                stopped = problem
    except SuspendNotSupported:
        raise RoundtableError(
            "This terminal cannot be lent to a plain text.", "Open the document in your editor instead."
        ) from None
    if isinstance(stopped, asyncio.CancelledError):
        raise stopped


def _write(text: str) -> None:
    if out := sys.__stdout__:
        out.write(f"\n{neutral(text).strip()}\n\n{BACK} ")
        out.flush()


async def _line_typed() -> None:
    """Waits in the loop, not in a thread: a thread that reads would keep a program that is told to end."""
    keyboard = sys.__stdin__
    if keyboard is None:
        return
    if sys.platform == "win32":
        await asyncio.to_thread(keyboard.readline)
        return
    loop, typed = asyncio.get_running_loop(), asyncio.Event()
    with _ctrl_c_ends_a_line(keyboard.fileno()):
        loop.add_reader(keyboard, typed.set)
        try:
            await typed.wait()
        finally:
            loop.remove_reader(keyboard)
        os.read(keyboard.fileno(), _MOST_TYPED)


@contextmanager
def _ctrl_c_ends_a_line(terminal: int) -> Iterator[None]:
    """ctrl+c is what one presses to get out of a text; as a signal it would end the program."""
    import termios

    try:
        before = termios.tcgetattr(terminal)
    except termios.error:
        yield
        return
    calm = [*before[:6], list(before[6])]
    calm[6][termios.VINTR], calm[6][termios.VEOL] = _NO_KEY, _CTRL_C
    termios.tcsetattr(terminal, termios.TCSANOW, calm)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
