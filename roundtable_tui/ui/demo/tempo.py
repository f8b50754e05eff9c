"""How fast a recording is played: faster, slower, paused, and changed at any moment."""

from __future__ import annotations

import asyncio

SLOWEST, FASTEST = 0.25, 1000.0
_UNNOTICED = 0.004
"""Seconds nobody would notice; shorter waits are saved up."""


class Tempo:
    def __init__(self, speed: float = 1.0) -> None:
        self._speed = min(max(speed, SLOWEST), FASTEST)
        self._saved_up = 0.0
        self._changed = asyncio.Event()
        self._playing = asyncio.Event()
        self._playing.set()

    @property
    def speed(self) -> float:
        return self._speed

    @property
    def paused(self) -> bool:
        return not self._playing.is_set()

    def pause(self) -> None:
        self._playing.clear()
        self._changed.set()

    def play(self) -> None:
        self._playing.set()

    def faster(self) -> None:
        self._set(self._speed * 2)

    def hurry(self) -> None:
        """Nobody watches any more: whoever waits is kept no longer."""
        self._set(FASTEST)
        self.play()

    def slower(self) -> None:
        self._set(self._speed / 2)

    def _set(self, speed: float) -> None:
        self._speed = min(max(speed, SLOWEST), FASTEST)
        self._changed.set()

    async def wait(self, seconds: float) -> None:
        """Lets so many seconds of the recording pass; what changes meanwhile counts from then on."""
        await self._playing.wait()
        left = seconds + self._saved_up
        self._saved_up = 0.0
        if left / self._speed < _UNNOTICED:
            self._saved_up = left
            return
        clock = asyncio.get_running_loop().time
        while left > 0:
            speed, began = self._speed, clock()
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left / speed)
            except TimeoutError:
                return
            left -= (clock() - began) * speed
            await self._playing.wait()
