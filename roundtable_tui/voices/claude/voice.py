"""The voice of a model behind the Messages API: settings and a connection in, the turns of the analysts out."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.requests import MessagesTransport, as_call
from roundtable_tui.voices.model.prompt.prompt import tools
from roundtable_tui.voices.model.speaker import ModelSpeaker

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.domain.plan.proposal import ProposedTask
    from roundtable_tui.domain.readings.reading import Difference
    from roundtable_tui.voices.claude.settings import ClaudeSettings
    from roundtable_tui.voices.claude.types import Call
    from roundtable_tui.voices.protocol import Brief, LookPiece, Part


class ClaudeVoice:
    """Speaks to whatever speaks the Messages API."""

    name = "claude"

    def __init__(
        self,
        settings: ClaudeSettings,
        wire: Wire | None = None,
        redact: Callable[[str], str] = str,
        before_call: Callable[[], None] = lambda: None,
    ) -> None:
        """`redact` takes secrets out of everything the model reads; `before_call` may refuse one by raising."""
        self._wire = wire or Wire(settings)
        self.limits = settings.look
        self._speaker = ModelSpeaker(MessagesTransport(self._wire), settings.model_for, redact, before_call)

    async def warm(self) -> None:
        """Loads what takes time, so that the first turn does not wait for it."""
        await asyncio.to_thread(tools)
        await self._wire.warm()

    async def close(self) -> None:
        await self._wire.close()

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        parts = cast("AsyncGenerator[Part, None]", self._speaker.speak(brief))
        async with aclosing(parts):
            async for part in parts:
                yield part

    async def look(self, brief: Brief) -> AsyncIterator[LookPiece]:
        pieces = cast("AsyncGenerator[LookPiece, None]", self._speaker.look(brief))
        async with aclosing(pieces):
            async for piece in pieces:
                yield piece

    async def differences(
        self, state: State, criteria: Sequence[Entry], used: Callable[[Tokens], None]
    ) -> tuple[Difference, ...]:
        return await self._speaker.differences(state, criteria, used)

    async def tasks(self, state: State, used: Callable[[Tokens], None]) -> tuple[ProposedTask, ...]:
        return await self._speaker.tasks(state, used)

    def next_call(self, brief: Brief) -> Call:
        """What would be sent for this brief."""
        return as_call(self._speaker.ask_for(brief))
