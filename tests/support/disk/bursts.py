"""Bytes as a terminal sends them, read by Textual's own parser and delivered all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support.screen.textual_internals import parsed

if TYPE_CHECKING:
    from textual.pilot import Pilot

PASTE = "\x1b[200~{}\x1b[201~"


async def burst(pilot: Pilot[Any], data: str) -> None:
    """Sends the bytes without a pause between them, then waits until all of it has taken effect."""
    for message in parsed(data):
        pilot.app.post_message(message)
    await pilot.pause()
