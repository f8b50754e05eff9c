"""Requests to the model within one turn: each is allowed first, and none is made twice when the turn is tried again."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from roundtable_tui.voices.model.exchange import AskPart, Calling, Carried, Saying, Stopped, TextDelta, ToolCall

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from roundtable_tui.voices.model.exchange import Ask, Desk, Transport

_TOLD_AGAIN = (TextDelta, Saying, Calling, ToolCall, Carried, Stopped)
"""Not what was used or waited for: that happened once."""


class RememberingTransport:
    """Gives the same answer to the same request until it is told to forget.

    A turn that is tried again sends the same bytes as long as the user's words, the dossier and the code are what they
    were. So what the model looked up before the connection broke is looked up again here, at no cost, and the model is
    asked only for what it had not said yet. Where anything differs, the request does, and the model is asked.
    """

    def __init__(self, transport: Transport, before_call: Callable[[], None]) -> None:
        """`before_call` may refuse a call by raising VoiceError."""
        self._transport = transport
        self._before_call = before_call
        self._answered: list[tuple[Ask, tuple[AskPart, ...]]] = []

    async def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:
        for asked, answer in self._answered:
            if asked == ask:
                for part in answer:
                    if isinstance(part, Carried) and desk:
                        await asyncio.to_thread(desk.take_all, (part.call,))
                    yield part
                return
        self._before_call()
        heard: list[AskPart] = []
        async with aclosing(self._transport.call(ask, desk)) as parts:
            async for part in parts:
                heard.append(part)
                yield part
        self._answered.append((ask, tuple(part for part in heard if isinstance(part, _TOLD_AGAIN))))

    def forget(self) -> None:
        self._answered.clear()
