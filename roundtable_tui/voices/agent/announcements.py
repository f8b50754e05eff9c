"""What an agent says in the talk of the calls it makes: they come on one line, the calls for our tools on another."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from roundtable_tui.voices.agent import permissions

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_MOST = 400
_WITHIN = 1.0
"""Seconds a call waits for its announcement, so that words before it stay before it: busy agents are late with them."""
_ONCE_MISSED = 0.1


class Announcements:
    def __init__(self, tools: Collection[str]) -> None:
        self._tools = tools
        self._announced: dict[str, dict[str, Any]] = {}
        self._news = asyncio.Condition()
        self._ours = self._calls = 0
        self._in_vain = False

    def take(self, update: Mapping[str, Any]) -> None:
        name = update.get("toolCallId")
        if not isinstance(name, str):
            return
        known = self._announced.setdefault(name, {})
        was_ours = self._is_ours(known)
        known.update({key: update[key] for key in ("title", "kind", "locations") if update.get(key)})
        if self._is_ours(known) and not was_ours:
            self._ours += 1
            asyncio.ensure_future(self._tell())  # noqa: RUF006  # it only wakes whoever waits
        while len(self._announced) > _MOST:
            self._announced.pop(next(iter(self._announced)))

    def of(self, call: object) -> Mapping[str, Any]:
        return self._announced.get(str(call), {})

    async def until_next(self) -> None:
        """For a call that has come in: until it is announced, with an agent that announces."""
        self._calls += 1
        number = self._calls
        if self._in_vain and not self._ours:
            return
        try:
            async with asyncio.timeout(_ONCE_MISSED if self._in_vain else _WITHIN), self._news:
                await self._news.wait_for(lambda: self._ours >= number)
        except TimeoutError:
            self._in_vain = True

    def _is_ours(self, announced: Mapping[str, Any]) -> bool:
        return permissions.is_ours(str(announced.get("title", "")), self._tools)

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()
