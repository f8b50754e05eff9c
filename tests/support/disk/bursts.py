"""Bytes as a terminal sends them, read by Textual's own parser and delivered all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual._xterm_parser import XTermParser

if TYPE_CHECKING:
    from textual.message import Message
    from textual.pilot import Pilot

PASTE = "\x1b[200~{}\x1b[201~"


def messages_for(data: str) -> list[Message]:
    """What the parser makes of these bytes, with what it holds back for a longer sequence."""
    parser = XTermParser()
    return [*parser.feed(data), *parser.feed("")]


async def burst(pilot: Pilot[Any], data: str) -> None:
    """Sends the bytes without a pause between them, then waits until all of it has taken effect."""
    for message in messages_for(data):
        pilot.app.post_message(message)
    await pilot.pause()
