"""Does once, after several calls in a row, what would be wasted after each of them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class AfterBurst:
    """Waits for a pause in the calls, but not for ever; nothing that was asked for is left undone at the end."""

    def __init__(self, work: Callable[[], Awaitable[None]], pause: float, longest: float) -> None:
        """In seconds: how long nobody calls, and how long the first caller waits at most."""
        self._work = work
        self._pause = pause
        self._longest = longest
        self._asked = False
        self._due = self._at_latest = 0.0
        self._hurried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def call(self) -> None:
        now = asyncio.get_running_loop().time()
        if not self._asked:
            self._asked, self._at_latest = True, now + self._longest
        self._due = min(now + self._pause, self._at_latest)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._carry_out())

    async def finish(self) -> None:
        """Does at once what was asked for and is not done yet."""
        self._hurried.set()
        if self._task:
            await asyncio.shield(self._task)

    async def _carry_out(self) -> None:
        while self._asked:
            await self._pause_in_the_calls()
            self._asked = False
            await self._work()

    async def _pause_in_the_calls(self) -> None:
        clock = asyncio.get_running_loop().time
        while not self._hurried.is_set() and (left := self._due - clock()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), left)
