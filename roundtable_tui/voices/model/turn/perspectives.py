"""More perspectives on a step: each analyst thinks alone and at the same time, then they discuss."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.knowledge.knowledge import Persona
from roundtable_tui.voices.model.model_error import ModelError
from roundtable_tui.voices.protocol import Busy, Part, Said, Used

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence


@dataclass(slots=True)
class _Seat:
    """One analyst's answer as it comes in, whether or not it is their turn to be heard."""

    persona: Persona
    waiting: list[Part] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    trouble: ModelError | None = None
    over: bool = False

    def take(self, part: Part | None) -> None:
        """None ends the answer."""
        if part is None:
            self.over = True
            return
        self.waiting.append(part)
        if isinstance(part, Said) and part.speaker == self.persona.key:
            self.words.append(part.text if part.more else f"\n{part.text}")

    def heard(self) -> list[Part]:
        """What has come since the last time."""
        came, self.waiting = self.waiting, []
        return came


class Perspectives:
    """The independent answers: asked for at once, shown one after another, the first while it is being written."""

    def __init__(self, personas: Sequence[Persona], speak: Callable[[Persona], AsyncGenerator[Part, None]]) -> None:
        self._seats = [_Seat(persona) for persona in personas]
        self._speak = speak
        self._coming: asyncio.Queue[tuple[_Seat, Part | None]] = asyncio.Queue()

    @property
    def answers(self) -> dict[str, str]:
        """What each of those who could answer said, by first name."""
        return {seat.persona.first_name: text for seat in self._seats if (text := "".join(seat.words).strip())}

    async def parts(self) -> AsyncGenerator[Part, None]:
        tasks = [asyncio.ensure_future(self._listen_to(seat)) for seat in self._seats]
        try:
            for seat in self._seats:
                while not seat.over:
                    whose, part = await self._coming.get()
                    if isinstance(part, Used):  # counts at once, whatever becomes of the rest
                        yield part
                        continue
                    if isinstance(part, Busy) and whose is not seat:  # what it says is over when it is their turn
                        continue
                    whose.take(part)
                    for heard in seat.heard():
                        yield heard
                for heard in seat.heard():
                    yield heard
                if seat.trouble:
                    yield Said(APP, f"{seat.persona.first_name} could not finish: {seat.trouble.sentence}", Role.NOTICE)
            await asyncio.gather(*tasks)
            failed = [seat.trouble for seat in self._seats if seat.trouble]
            if len(failed) == len(self._seats):
                raise failed[0]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen_to(self, seat: _Seat) -> None:
        try:
            async with aclosing(self._speak(seat.persona)) as parts:
                async for part in parts:
                    self._coming.put_nowait((seat, part))
        except ModelError as trouble:
            seat.trouble = trouble
        finally:
            self._coming.put_nowait((seat, None))
