"""The offline interviewer with a cold: it speaks like the real one, but breaks off, hangs or discusses when told to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import ELABORATION_KEY, Question
from roundtable_tui.domain.journal.values import Role, Tokens
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Asked, Busy, Part, Ready, Said, Used
from roundtable_tui.voices.tasks import Discuss, Elaborate, Synthesise

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from roundtable_tui.voices.protocol import Brief

USED = Tokens("a-model", 10, 20, 30, 40)


class TroubledVoice:
    """Remembers what it was asked for; `fails` says how many of the next turns break off after half a sentence."""

    name = "troubled"

    def __init__(self) -> None:
        self.requests: list[Brief] = []
        self.fails = 0
        self.hangs = asyncio.Event()
        self.hang_next = False
        self.waits = asyncio.Event()
        self.wait_next = ""
        """What it says while it waits to try again; then it waits until `waits` is set."""

    async def speak(self, request: Brief) -> AsyncIterator[Part]:
        self.requests.append(request)
        yield Used(USED)
        if self.wait_next:
            yield Busy(self.wait_next, counts_down=True)
            self.hangs.set()
            await self.waits.wait()
        if self.hang_next:
            self.hang_next = False
            yield Said(request.persona.key, "Well, I would")
            self.hangs.set()
            await asyncio.Event().wait()
        if self.fails:
            self.fails -= 1
            yield Said(request.persona.key, "Well, I would")
            raise VoiceError("The line went dead.", "Press R to try again.")
        match request.task:
            case Elaborate() | Discuss():
                yield Said("solutions-architect", "From where I sit, the risk is the migration.")
                yield Asked(Question(request.step.id, ELABORATION_KEY, "What do you think?"))
            case Synthesise():
                yield Said(request.persona.key, "Alex: migrate in two steps.", Role.SYNTHESIS)
                yield Ready()
            case _:
                async for part in OfflineVoice().speak(request):
                    yield part
