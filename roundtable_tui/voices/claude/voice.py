"""The voice of a model: says what the analysts say, records what they learn, and always leaves the turn to the user."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.journal.events import Role
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.failures import ModelError
from roundtable_tui.voices.claude.replay import RememberingWire
from roundtable_tui.voices.claude.settings import ClaudeSettings, ModelRole
from roundtable_tui.voices.model.prompt import tasks
from roundtable_tui.voices.model.prompt.prompt import compose, tools
from roundtable_tui.voices.model.prompt.stable import ANALYSTS, seated
from roundtable_tui.voices.model.tools.toolbox import ENDING, LOOKING, RECORDING, Desk
from roundtable_tui.voices.model.turn.message import Manner
from roundtable_tui.voices.model.turn.outcome import confirmed_by, outcome
from roundtable_tui.voices.model.turn.perspectives import Perspectives
from roundtable_tui.voices.model.turn.turn import Turn
from roundtable_tui.voices.protocol import Purpose, Recorded

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

    from roundtable_tui.domain.knowledge.knowledge import Persona
    from roundtable_tui.voices.claude.types import Call
    from roundtable_tui.voices.protocol import Part, TurnRequest

_ROLES = {
    Purpose.ELABORATE: ModelRole.ELABORATION,
    Purpose.DISCUSS: ModelRole.ELABORATION,
    Purpose.SYNTHESISE: ModelRole.SYNTHESIS,
}
_TOOLS = {
    Purpose.FEEDBACK: LOOKING | RECORDING | {"ask"},
    Purpose.GAPS: LOOKING | RECORDING | {"ask"},
    Purpose.ELABORATE: LOOKING | {"ask"},
    Purpose.DISCUSS: LOOKING | {"ask"},
    Purpose.SYNTHESISE: LOOKING | RECORDING | {"propose_complete"},
}
_MUST_END = (Purpose.OPEN, Purpose.ANSWER, Purpose.GAPS)


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
        self._settings = settings
        self._wire = wire or Wire(settings)
        self._calls = RememberingWire(self._wire, before_call)
        self._redact = redact

    async def warm(self) -> None:
        """Loads what takes time, so that the first turn does not wait for it."""
        await asyncio.to_thread(tools)
        await self._wire.warm()

    async def close(self) -> None:
        await self._wire.close()

    async def speak(self, request: TurnRequest) -> AsyncIterator[Part]:
        """What came before trouble that has nothing to do with what was sent is not asked for again."""
        parts = self._elaborate(request) if request.purpose is Purpose.ELABORATE else self._turn(request)
        remembers = False
        try:
            async with aclosing(parts):
                async for part in parts:
                    yield part
        except VoiceError as trouble:
            remembers = not (isinstance(trouble, ModelError) and trouble.about_the_request)
            raise
        finally:
            if not remembers:
                self._calls.forget()

    def next_call(self, request: TurnRequest) -> Call:
        """What would be sent for this request."""
        return self._call(request, tasks.task_for(request, self._redact, confirmed_by(request)))

    async def _turn(self, request: TurnRequest) -> AsyncGenerator[Part, None]:
        desk = self._desk(request)
        for change in desk.recorder.confirm(confirmed_by(request), Confirmed(request.turn)):
            yield Recorded(change)
        role = Role.SYNTHESIS if request.purpose is Purpose.SYNTHESISE else Role.TALK
        at_table = () if role is Role.SYNTHESIS else seated(request.knowledge)
        turn = Turn(self._calls, desk, Manner(request.persona, at_table, role), must_end=request.purpose in _MUST_END)
        call = await asyncio.to_thread(self.next_call, request)
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part
        for part in outcome(request, desk, spoke=turn.spoke):
            yield part

    async def _elaborate(self, request: TurnRequest) -> AsyncGenerator[Part, None]:
        keys = dict.fromkeys((request.persona.key, *ANALYSTS))
        perspectives = Perspectives(
            [request.knowledge.persona(key) for key in keys], lambda persona: self._alone(request, persona)
        )
        async with aclosing(perspectives.parts()) as answers:
            async for part in answers:
                yield part
        desk = self._desk(request)
        turn = Turn(self._calls, desk, Manner(request.persona, seated(request.knowledge)), must_end=False)
        call = self._call(request, tasks.discussion(request, perspectives.answers))
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part
        for part in outcome(request, desk, spoke=turn.spoke):
            yield part

    async def _alone(self, request: TurnRequest, persona: Persona) -> AsyncGenerator[Part, None]:
        """One analyst who has not heard the others."""
        desk = Desk(replace(request, persona=persona), self._redact, LOOKING)
        turn = Turn(self._calls, desk, Manner(persona, (persona,)), must_end=False)
        call = await asyncio.to_thread(self._call, request, tasks.alone(request, persona))
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part

    def _desk(self, request: TurnRequest) -> Desk:
        return Desk(request, self._redact, _TOOLS.get(request.purpose, LOOKING | RECORDING | ENDING))

    def _call(self, request: TurnRequest, task: str) -> Call:
        model = self._settings.model_for(_ROLES.get(request.purpose, ModelRole.INTERVIEW))
        return compose(request, task, model, self._redact)
