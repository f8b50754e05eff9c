"""Journal, state and listeners of one item: nothing counts before it is on disk, and all hear of it after."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from roundtable_tui.domain.journal.events import APP, Body, Event
from roundtable_tui.domain.journal.fold.fold import Fold
from roundtable_tui.errors import ReadOnlyError
from roundtable_tui.items.gc_policy import collector_paused
from roundtable_tui.session.updates import Happened, Noticed
from roundtable_tui.storage.meta import timestamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.session.updates import Subscriber, Update

_T = TypeVar("_T")


class Record:
    def __init__(self, opened: OpenItem) -> None:
        self._opened = opened
        self._clock = opened.project.clock
        with collector_paused():
            self._fold = Fold(opened.events)
        self._subscribers: list[Subscriber] = []
        self._disk_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="disk")
        self._alone = asyncio.Lock()
        """One line after another, whoever wants to add one."""
        self.closed = False

    @property
    def state(self) -> State:
        return self._fold.state

    @property
    def events(self) -> Sequence[Event]:
        return self._fold.events

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Tells the subscriber of everything from now on, until what is returned is called."""
        self._subscribers.append(subscriber)
        return partial(self._subscribers.remove, subscriber)

    def publish(self, update: Update) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(update)

    def notice(self, text: str) -> None:
        self.publish(Noticed(text))

    def now(self) -> str:
        """The time as events are stamped with it."""
        return timestamp(self._clock())

    async def append(
        self, *bodies: Body, actor: str = APP, new_exchange: bool = False, exchange: int | None = None
    ) -> None:
        """Journals these events, and only then lets them count."""
        async with self._alone:
            await self._append(bodies, actor, new_exchange=new_exchange, exchange=exchange)

    async def append_made(self, make: Callable[[State], Sequence[Body]], actor: str = APP) -> None:
        """Journals what is made of the state as it is when nothing else is being journaled."""
        async with self._alone:
            await self._append(make(self.state), actor)

    async def _append(
        self, bodies: Sequence[Body], actor: str, *, new_exchange: bool = False, exchange: int | None = None
    ) -> None:
        state = self.state
        number = exchange if exchange is not None else state.exchange + (1 if new_exchange else 0)
        if exchange is None and not new_exchange and state.talk.turn:
            number = state.talk.turn.number
        cause = state.talk.turn.seq if state.talk.turn else 0
        now = self._clock()
        events = [
            Event(state.seq + offset, timestamp(now), number, actor, cause, body)
            for offset, body in enumerate(bodies, 1)
        ]
        await self.on_disk(self._opened.append, events, self._fold.events, now)
        for event in events:
            self.publish(Happened(event, self._fold.add(event)))

    async def on_disk(self, work: Callable[..., _T], *arguments: object) -> _T:
        """Runs in the one thread that touches the disk, so that writes keep their order and the loop stays free."""
        if self.closed:
            raise ReadOnlyError("This item is not open here any more.", "Open it again to go on.")
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._disk_thread, partial(work, *arguments)))

    async def close(self) -> None:
        """Waits for the disk, then lets go of the item; whoever still waits for a turn with it comes too late."""
        self.closed = True
        await asyncio.to_thread(self._disk_thread.shutdown)
        self._opened.release()
