"""Hands keys and pastes on one at a time, each to whoever has the focus once the one before has taken effect."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from textual.app import App
    from textual.events import Event
    from textual.timer import Timer

_LONGEST = 0.3
"""Seconds after which a key counts as done whose widget is gone."""


class KeyDone(Message):
    """Follows a key on its way from the widget up to the app."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class KeysInOrder:
    def __init__(self, app: App[int], deliver: Callable[[Event], Awaitable[None]]) -> None:
        """`deliver` hands an event to whoever has the focus then."""
        self._app = app
        self._deliver = deliver
        self._waiting: deque[Event] = deque()
        self._number = 0
        self._under_way = False
        self._patience: Timer | None = None

    async def take(self, event: Event) -> None:
        """A key or a paste, as it comes in."""
        if self._under_way:
            self._waiting.append(event)
            self._patience = self._patience or self._wait_for(self._number)
        else:
            await self._send(event)
            if self._waiting:
                self._patience = self._patience or self._wait_for(self._number)

    def done(self, message: KeyDone) -> None:
        """What the key set off comes first: a change of focus, for one, is already in line."""
        if message.number == self._number:
            self._app.call_later(self._next, message.number)

    def hold(self) -> None:
        """Nothing more is handed out until `go_on`, or until that takes too long."""
        self._stop_waiting()
        self._number += 1
        self._under_way = True

    def go_on(self, first: Iterable[Event] = ()) -> None:
        """With these before all others: they came in first and were put aside."""
        self._waiting.extendleft(reversed(tuple(first)))
        self._app.call_later(self._next, self._number)

    async def _send(self, event: Event) -> None:
        self._number += 1
        screen = self._app.screen
        if not screen.is_mounted and screen.post_message(KeyDone(self._number)):
            # It comes to this message once all that it consists of is there.
            self._waiting.appendleft(event)
            self._under_way = True
            return
        target = self._app.focused or screen
        await self._deliver(event)
        self._under_way = target.post_message(KeyDone(self._number))

    def _wait_for(self, number: int) -> Timer:
        return self._app.set_timer(_LONGEST, partial(self._next, number))

    def _stop_waiting(self) -> None:
        if self._patience:
            self._patience.stop()
            self._patience = None

    async def _next(self, number: int) -> None:
        """What follows the key of that number, unless another has gone out since."""
        if number != self._number:
            return
        self._stop_waiting()
        self._under_way = False
        while self._waiting and not self._under_way:
            await self._send(self._waiting.popleft())
        if self._waiting:
            self._patience = self._wait_for(self._number)
