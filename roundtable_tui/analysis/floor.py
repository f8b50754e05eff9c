"""Who has the floor: asks the voice for its turn, listens, stops it when told to, and lets go of it in the end."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from roundtable_tui.analysis import speech
from roundtable_tui.analysis.listening import Answer
from roundtable_tui.domain.journal.events import APP, Outcome, Role, Spoke
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.protocol import Connected, Purpose, Said

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from roundtable_tui.voices.protocol import Part, TurnRequest, Voice

_WARN_AT = 2
"""Turns left of an elaboration when the user is told that it will end."""

_AGAIN = "Send your words again, or change them first."
_FROM_THE_START = "Try again to go on, or change who speaks."


@dataclass(frozen=True, slots=True)
class Heard:
    """One attempt at a turn: what to journal, and what to raise after that."""

    spoke: Spoke
    trouble: VoiceError | None = None


class Floor:
    def __init__(self, voice: Voice, tell: Callable[[Part], None]) -> None:
        """`tell` hears each part of a turn as it comes."""
        self.voice = voice
        self._tell = tell
        self._heard_of: list[Voice] = [voice]
        self._speaking: asyncio.Task[None] | None = None

    def give_to(self, voice: Voice) -> None:
        self.voice = voice
        if voice not in self._heard_of:
            self._heard_of.append(voice)

    async def warm(self) -> None:
        """Lets a voice load what takes time, so that its first turn does not wait for it."""
        if isinstance(self.voice, Connected):
            await self.voice.warm()

    async def close(self) -> None:
        for voice in self._heard_of:
            if isinstance(voice, Connected):
                await voice.close()

    def stop(self) -> None:
        if self._speaking:
            self._speaking.cancel()

    async def hear(self, request: TurnRequest) -> Heard:
        """Everything the voice says and records is one event, or, stopped or failed, only its words."""
        name, answer = self.voice.name, Answer(request)
        self._speaking = asyncio.ensure_future(self._listen(request, answer))
        try:
            await self._speaking
        except asyncio.CancelledError:
            trouble = VoiceError("The turn was stopped.", _AGAIN if request.words else _FROM_THE_START)
            return Heard(answer.as_event(name, Outcome.STOPPED), trouble)
        except VoiceError as trouble:
            return Heard(answer.as_event(name, Outcome.FAILED), trouble)
        finally:
            self._speaking = None
        return Heard(answer.as_event(name, Outcome.FINISHED))

    async def _listen(self, request: TurnRequest, answer: Answer) -> None:
        if request.purpose is Purpose.DISCUSS and request.turns_left == _WARN_AT:
            self._take(Said(APP, speech.ELABORATION_ENDS_SOON, Role.NOTICE), answer)
        parts = cast("AsyncGenerator[Part, None]", self.voice.speak(request))
        async with aclosing(parts):
            async for part in parts:
                self._take(part, answer)

    def _take(self, part: Part, answer: Answer) -> None:
        answer.take(part)
        self._tell(part)
