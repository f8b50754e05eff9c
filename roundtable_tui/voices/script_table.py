"""Replays a recorded conversation in which the table read the code and drafted beside the talk."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed, Outcome, Spoke
from roundtable_tui.domain.journal.values import LookDepth, LookEnd
from roundtable_tui.voices.protocol import Batch, Busy, Claimed, Looked, LookLimits, LookOver, Recorded
from roundtable_tui.voices.script import ScriptedTurn, ScriptVoice

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from roundtable_tui.voices.protocol import Brief, LookPiece, Part
    from roundtable_tui.voices.script import Waiter

_A_PLACE = 8
"""As many words could have been said while one place is read."""
_READ_IN_VIEW = 6
"""Places that the status line names for one batch."""


class ScriptedPiece(Struct, frozen=True):
    """What the table found by itself, or the end of a part of that, and the exchange it came after."""

    exchange: int
    body: Contributed | LookEnded


class ScriptedTable(ScriptVoice):
    """What was found beside the talk comes in after the turn it came in after; `arrived` says whether it has."""

    def __init__(
        self,
        turns: Sequence[ScriptedTurn],
        pieces: Sequence[ScriptedPiece],
        pace: float = 0.0,
        wait: Waiter = asyncio.sleep,
    ) -> None:
        super().__init__(turns, pace, wait)
        self._pieces = pieces
        self._arrived = 0
        self._spoken, self._came_in = asyncio.Event(), asyncio.Event()
        depth = LookDepth.THOROUGH if pieces else LookDepth.NONE
        self.limits = LookLimits(depth)

    def arrived(self, exchange: int) -> bool:
        """Whether all has come in that was there when the user began this exchange."""
        return all(piece.exchange >= exchange for piece in self._pieces[self._arrived :])

    async def until_arrived(self, exchange: int) -> None:
        while not self.arrived(exchange):
            self._came_in.clear()
            await self._came_in.wait()

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        async for part in super().speak(brief):
            yield part
        self._spoken.set()

    async def look(self, brief: Brief) -> AsyncIterator[LookPiece]:
        while self._arrived < len(self._pieces):
            piece = self._pieces[self._arrived]
            await self._until_said(piece.exchange)
            match piece.body:
                case LookEnded(how=how, note=note):
                    self._count()
                    yield LookOver(how, self._names.text(note))
                    return
                case Contributed() as found:
                    for path in list(dict.fromkeys(seen.path for seen in found.seen))[:_READ_IN_VIEW]:
                        yield Busy(f"{brief.persona.first_name} reads {path}")
                        await self._pause(_A_PLACE)
                    yield self._batch(piece.exchange, found, brief)
                    self._count()
        yield LookOver(LookEnd.DONE)

    def _count(self) -> None:
        self._arrived += 1
        self._came_in.set()

    async def _until_said(self, exchange: int) -> None:
        """Until every turn of this exchange and of those before it is said."""
        while any(turn.exchange <= exchange for turn in self._turns[self._next :]):
            self._spoken.clear()
            await self._spoken.wait()

    def _batch(self, exchange: int, found: Contributed, brief: Brief) -> Batch:
        spoke = Spoke(self.name, "", Outcome.FINISHED, changes=found.changes, claims=found.claims, seen=found.seen)
        self._names = self._names.after(ScriptedTurn(exchange, spoke), brief)
        parts = list(self._names.records(spoke))
        return Batch(
            changes=tuple(part.change for part in parts if isinstance(part, Recorded)),
            claims=tuple(part.claim for part in parts if isinstance(part, Claimed)),
            seen=tuple(part.seen for part in parts if isinstance(part, Looked)),
        )
