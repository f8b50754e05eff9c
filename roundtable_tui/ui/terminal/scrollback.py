"""Writes a text into the terminal's own scrollback and waits there, so that it can be read, searched and copied."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from textual.app import SuspendNotSupported

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.errors import RoundtableError

if TYPE_CHECKING:
    from textual.app import App

BACK = "Enter goes back to roundtable."


async def lay_out(app: App[Any], text: str) -> None:
    """The screen is put away, the text stands in the terminal, and Enter brings the screen back."""
    try:
        with app.suspend(), app.batch_update():
            await asyncio.to_thread(_write_and_wait, text)
    except SuspendNotSupported:
        raise RoundtableError(
            "This terminal cannot be lent to a plain text.", "Open the document in your editor instead."
        ) from None


def _write_and_wait(text: str) -> None:
    out = sys.__stdout__
    if out is None:
        return
    out.write(f"\n{neutral(text).strip()}\n\n{BACK} ")
    out.flush()
    if sys.__stdin__ is not None:
        sys.__stdin__.readline()
