"""Replays a recorded conversation in which the table read the code and drafted beside the talk."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.domain.journal.values import LookDepth, LookEnd
from roundtable_tui.domain.knowledge.look_parts import parts_left
from roundtable_tui.domain.knowledge.phases import ALEX
from roundtable_tui.domain.plan.planning import WHO as PLAN
from roundtable_tui.domain.plan.proposal import ProposedTask, as_proposed
from roundtable_tui.voices.protocol import Batch, Busy, Claimed, Looked, LookLimits, LookOver, Recorded, Used
from roundtable_tui.voices.script import ScriptedTurn, ScriptVoice
from roundtable_tui.voices.tasks import Look

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import LookPart, Tokens
    from roundtable_tui.voices.protocol import Brief, LookPiece, Part
    from roundtable_tui.voices.script import Waiter

_A_PLACE = 8
"""As many words could have been said while one place is read."""
_READ_IN_VIEW = 6
"""Places that the status line names for one batch."""


class ScriptedPiece(Struct, frozen=True):
    """What the table found by itself, or the end of a part of that; after which exchange and how many turns it came."""

    exchange: int
    turns: int
    body: Contributed | LookEnded


class ScriptedTable(ScriptVoice):
    """What was found beside the talk comes in after the turn it came in after; `arrived` says whether it has.

    Parts that go on at the same time bring it in the order in which it was recorded, whoever brings it; each of them
    ends where it ended then.
    """

    def __init__(
        self,
        turns: Sequence[ScriptedTurn],
        pieces: Sequence[ScriptedPiece],
        pace: float = 0.0,
        wait: Waiter = asyncio.sleep,
    ) -> None:
        super().__init__(turns, pace, wait)
        self._pieces = [piece for piece in pieces if _plan_in(piece) is None]
        self._cuts = deque(cut for piece in pieces if (cut := _plan_in(piece)))
        self._arrived = 0
        self._bringing, self._goes_on = asyncio.Lock(), asyncio.Event()
        depth = LookDepth.THOROUGH if self._pieces else LookDepth.NONE
        self.limits = LookLimits(depth)

    def arrived(self, exchange: int) -> bool:
        """Whether all has come in that was there when the user began this exchange."""
        return all(piece.exchange >= exchange for piece in self._pieces[self._arrived :])

    async def until_arrived(self, exchange: int) -> None:
        while not self.arrived(exchange):
            await self._until_it_goes_on()

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        async for part in super().speak(brief):
            yield part
        self._goes_on.set()

    async def look(self, brief: Brief) -> AsyncIterator[LookPiece]:
        task, noted = brief.task, ""
        mine = [part for part in (task.part, task.also) if part] if isinstance(task, Look) else []
        while self._arrived < len(self._pieces):
            piece = self._pieces[self._arrived]
            if piece.turns > self._next or self._bringing.locked() or self._ends_another(piece, mine, brief):
                await self._until_it_goes_on()
                continue
            async with self._bringing:
                for tokens in piece.body.tokens:
                    yield Used(tokens)
                if isinstance(piece.body, Contributed):
                    async for brought in self._bring(piece.body, brief):
                        yield brought
                self._arrived += 1
            self._goes_on.set()
            if isinstance(piece.body, LookEnded) and piece.body.part in mine:
                mine.remove(piece.body.part)
                noted = noted or piece.body.note
                if not self._ends_later(mine):
                    yield LookOver(piece.body.how, self._names.text(noted))
                    return
        yield LookOver(LookEnd.DONE)

    async def tasks(self, _state: State, used: Callable[[Tokens], None]) -> tuple[ProposedTask, ...]:
        """Those that a model cut then; none where the rules did."""
        if not self._cuts:
            return ()
        cut = self._cuts.popleft()
        for tokens in cut.tokens:
            used(tokens)
        return as_proposed(tuple(self._names.changes(cut)))

    async def _until_it_goes_on(self) -> None:
        self._goes_on.clear()
        await self._goes_on.wait()

    def _ends_later(self, parts: Sequence[LookPart]) -> bool:
        later = (piece.body for piece in self._pieces[self._arrived :])
        return any(isinstance(body, LookEnded) and body.part in parts for body in later)

    @staticmethod
    def _ends_another(piece: ScriptedPiece, mine: Sequence[LookPart], brief: Brief) -> bool:
        """Whether somebody else has to bring it: the end of a part that is not theirs, and not over."""
        if not isinstance(piece.body, LookEnded) or piece.body.part in mine:
            return False
        return piece.body.part in parts_left(_now(brief))

    async def _bring(self, found: Contributed, brief: Brief) -> AsyncIterator[LookPiece]:
        for path in list(dict.fromkeys(seen.path for seen in found.seen))[:_READ_IN_VIEW]:
            yield Busy(f"{brief.knowledge.persona(ALEX).first_name} reads {path}")
            await self._pause(_A_PLACE)
        self._names = self._names.giving(found.changes, brief)
        parts = list(self._names.records(found))
        yield Batch(
            changes=tuple(part.change for part in parts if isinstance(part, Recorded)),
            claims=tuple(part.claim for part in parts if isinstance(part, Claimed)),
            seen=tuple(part.seen for part in parts if isinstance(part, Looked)),
            read=_now(brief).seq,
        )


def _plan_in(piece: ScriptedPiece) -> Contributed | None:
    return piece.body if isinstance(piece.body, Contributed) and piece.body.who == PLAN else None


def _now(brief: Brief) -> State:
    return brief.latest() if brief.latest else brief.state
