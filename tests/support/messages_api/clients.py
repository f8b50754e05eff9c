"""A wire to the server of the tests that waits for nothing, and what came over it."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.settings import DEFAULT_MODEL, ClaudeSettings
from roundtable_tui.voices.claude.types import Call
from roundtable_tui.voices.model.exchange import AskPart, TextDelta
from roundtable_tui.voices.model.model_error import ModelError
from tests.support.messages_api.server import KEY

if TYPE_CHECKING:
    from roundtable_tui.voices.claude.types import Block

CALL = Call(DEFAULT_MODEL, ({"role": "user", "content": "Invoices go out late."},))


class Pauses:
    """Stands for the time between two attempts, and notes how long it was to be."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def wire_to(url: str, pauses: Pauses | None = None, key: str = KEY, **settings: Any) -> Wire:
    """Tries again once."""
    chosen = ClaudeSettings(**{"base_url": url, "retries": 1, **settings})
    return Wire(chosen, {"ANTHROPIC_API_KEY": key}, pauses or Pauses())


def call_with(*messages: Block, **fields: Any) -> Call:
    return Call(**{"model": DEFAULT_MODEL, "messages": messages, **fields})


async def listen(wire: Wire, call: Call = CALL) -> tuple[list[AskPart], ModelError | None]:
    """All parts of a call, and how it failed if it did."""
    parts: list[AskPart] = []
    try:
        async with aclosing(wire.call(call)) as stream:
            async for part in stream:
                parts.append(part)  # noqa: PERF401 - what came before a failure counts
    except ModelError as error:
        return parts, error
    else:
        return parts, None
    finally:
        await wire.close()


def words(parts: list[AskPart]) -> str:
    return "".join(part.text for part in parts if isinstance(part, TextDelta))
