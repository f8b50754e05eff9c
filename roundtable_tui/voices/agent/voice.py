"""The voice of the user's own command-line agent: settings in, the turns of the analysts out."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, cast

from roundtable_tui.voices.agent.transport import AgentTransport
from roundtable_tui.voices.model.model_error import ModelError
from roundtable_tui.voices.model.prompt.prompt import tools
from roundtable_tui.voices.model.speaker import ModelSpeaker

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.domain.plan.proposal import ProposedTask
    from roundtable_tui.domain.readings.reading import Difference
    from roundtable_tui.voices.agent.agent_settings import AgentSettings
    from roundtable_tui.voices.protocol import Brief, LookPiece, Part


class AgentVoice:
    """Speaks through whatever speaks the Agent Client Protocol; the user's own account with it pays."""

    name = "agent"

    def __init__(
        self,
        settings: AgentSettings,
        transport: AgentTransport | None = None,
        redact: Callable[[str], str] = str,
    ) -> None:
        """`redact` takes secrets out of everything the agent is told."""
        self._transport = transport or AgentTransport(settings, redact)
        self.limits = settings.look
        self._speaker = ModelSpeaker(self._transport, lambda _: f"{settings.name} (your agent)", redact)

    async def warm(self) -> None:
        await asyncio.to_thread(tools)
        with suppress(ModelError):
            await self._transport.warm()

    async def close(self) -> None:
        await self._transport.close()

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
