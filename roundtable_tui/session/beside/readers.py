"""Lets two readers who do not know of each other read the criteria; where they differ, the user is asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.conversation_events import CriteriaRead
from roundtable_tui.domain.readings.by_rule import differences_by_rule
from roundtable_tui.domain.readings.reading import as_questions, to_read
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.session.updates import Searching
from roundtable_tui.voices.protocol import CriterionReaders

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.domain.readings.reading import Difference
    from roundtable_tui.session.proposals import Accepted, Stale
    from roundtable_tui.session.record import Record
    from roundtable_tui.session.voice_turn import VoiceTurns

WHO = "readers"
"""Who contributes where they differ."""
_AT_ONCE = 10
"""Criteria in one request."""
_REQUESTS = 3
"""For so many criteria: two readers, and one who compares."""
_RULES, _ANSWER = 900, 1_200
"""Tokens of what is said around the criteria, and of an answer about ten of them."""


class Estimate(Struct, frozen=True):
    """What it would take, before it is done."""

    criteria: int = 0
    requests: int = 0
    tokens: int = 0
    there: int = 0
    """Criteria that are written down, read or not."""

    @property
    def sentence(self) -> str:
        if not self.there:
            return "There are no acceptance criteria yet."
        if not self.criteria:
            return "Every criterion was read twice since it last changed."
        what = f"{self.criteria} {'criterion' if self.criteria == 1 else 'criteria'}"
        if not self.requests:
            return (
                f"Without a model {what} would be looked through for words that are read in two ways. It costs nothing."
            )
        return (
            f"Two readers who do not know of each other would test {what} in their minds: "
            f"{self.requests} requests, about {self.tokens:,} tokens."
        )


def estimate(state: State, *, with_model: bool) -> Estimate:
    criteria, there = to_read(state), len(state.dossier.of(Kind.AC))
    if not with_model or not criteria:
        return Estimate(len(criteria), there=there)
    batches = -(-len(criteria) // _AT_ONCE)
    words = sum(len(entry.text()) for entry in criteria) // 4
    tokens = _REQUESTS * (words + batches * (_RULES + _ANSWER))
    return Estimate(len(criteria), batches * _REQUESTS, tokens, there)


class SecondReadings:
    def __init__(
        self, record: Record, turns: VoiceTurns, propose: Callable[[Proposal], Awaitable[Accepted | Stale]]
    ) -> None:
        self._record, self._turns, self._propose = record, turns, propose
        self._task: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> bool:
        return self._task is not None

    def estimate(self) -> Estimate:
        return estimate(self._record.state, with_model=isinstance(self._turns.voice, CriterionReaders))

    async def run(self) -> None:
        """Reads what was not read, batch by batch, and tells what came of it; stopping keeps what is done."""
        if self._task is None:
            self._task = asyncio.ensure_future(self._go_through())
        task = self._task
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise

    async def finish(self) -> None:
        """Where the talk waits for it: what could not be read is let be, so that the talk goes on."""
        await self.run()
        if left := to_read(self._record.state):
            await self._record.append(CriteriaRead(tuple(entry.id for entry in left)))

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def close(self) -> None:
        if task := self._task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _go_through(self) -> None:
        found = read = 0
        try:
            while batch := to_read(self._record.state)[:_AT_ONCE]:
                self._record.publish(Searching(f"Two readers test {batch[0].id} to {batch[-1].id} in their minds"))
                differences = await self._differences(batch)
                found, read = found + len(differences), read + len(batch)
                await self._take_in(differences, batch)
        except VoiceError as trouble:
            self._record.notice(f"The criteria could not all be read twice: {trouble.sentence}")
        finally:
            self._task = None
            self._record.publish(Searching(""))
            if read:
                self._record.notice(_told(read, found))

    async def _differences(self, batch: Sequence[Entry]) -> tuple[Difference, ...]:
        voice = self._turns.voice
        if not isinstance(voice, CriterionReaders):
            return tuple(differences_by_rule(batch))
        used: list[Tokens] = []
        try:
            return await voice.differences(self._record.state, batch, used.append)
        finally:
            if used:
                spent = Proposal(WHO, self._record.state.seq, tokens=tuple(used))
                await asyncio.shield(asyncio.ensure_future(self._propose(spent)))

    async def _take_in(self, differences: Sequence[Difference], batch: Sequence[Entry]) -> None:
        state = self._record.state
        if changes := as_questions(differences, state.dossier):
            await self._propose(Proposal(WHO, state.seq, changes))
        await self._record.append(CriteriaRead(tuple(entry.id for entry in batch)))


def _told(read: int, found: int) -> str:
    what = f"{read} {'criterion was' if read == 1 else 'criteria were'} read twice"
    if not found:
        return f"{what}, and both readers would test the same."
    return f"{what}. In {found} of them two readings would be built differently: they are open points now."
