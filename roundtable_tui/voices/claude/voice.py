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
from roundtable_tui.voices.model.tools.toolbox import ENDING, LOOKING, RECORDING, Toolbox
from roundtable_tui.voices.model.turn.message import Manner
from roundtable_tui.voices.model.turn.outcome import confirmed_by, outcome
from roundtable_tui.voices.model.turn.perspectives import Perspectives
from roundtable_tui.voices.model.turn.turn import Turn
from roundtable_tui.voices.protocol import Recorded
from roundtable_tui.voices.tasks import Answer, Discuss, Elaborate, Feedback, Gaps, OpenStep, Synthesise

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

    from roundtable_tui.domain.knowledge.knowledge import Persona
    from roundtable_tui.voices.claude.types import Call
    from roundtable_tui.voices.protocol import Brief, Part

_ROLES = {
    Elaborate: ModelRole.ELABORATION,
    Discuss: ModelRole.ELABORATION,
    Synthesise: ModelRole.SYNTHESIS,
}
_TOOLS = {
    Feedback: LOOKING | RECORDING | {"ask"},
    Gaps: LOOKING | RECORDING | {"ask"},
    Elaborate: LOOKING | {"ask"},
    Discuss: LOOKING | {"ask"},
    Synthesise: LOOKING | RECORDING | {"propose_complete"},
}
_MUST_END = (OpenStep, Answer, Gaps)


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

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        """What came before trouble that has nothing to do with what was sent is not asked for again."""
        parts = self._elaborate(brief) if isinstance(brief.task, Elaborate) else self._turn(brief)
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

    def next_call(self, brief: Brief) -> Call:
        """What would be sent for this brief."""
        return self._call(brief, tasks.task_for(brief, self._redact, confirmed_by(brief)))

    async def _turn(self, brief: Brief) -> AsyncGenerator[Part, None]:
        toolbox = self._toolbox(brief)
        for change in toolbox.recorder.confirm(confirmed_by(brief), Confirmed(brief.turn)):
            yield Recorded(change)
        role = Role.SYNTHESIS if isinstance(brief.task, Synthesise) else Role.TALK
        at_table = () if role is Role.SYNTHESIS else seated(brief.knowledge)
        turn = Turn(
            self._calls, toolbox, Manner(brief.persona, at_table, role), must_end=isinstance(brief.task, _MUST_END)
        )
        call = await asyncio.to_thread(self.next_call, brief)
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part
        for part in outcome(brief, toolbox, spoke=turn.spoke):
            yield part

    async def _elaborate(self, brief: Brief) -> AsyncGenerator[Part, None]:
        keys = dict.fromkeys((brief.persona.key, *ANALYSTS))
        perspectives = Perspectives(
            [brief.knowledge.persona(key) for key in keys], lambda persona: self._alone(brief, persona)
        )
        async with aclosing(perspectives.parts()) as answers:
            async for part in answers:
                yield part
        toolbox = self._toolbox(brief)
        turn = Turn(self._calls, toolbox, Manner(brief.persona, seated(brief.knowledge)), must_end=False)
        call = self._call(brief, tasks.discussion(brief, perspectives.answers))
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part
        for part in outcome(brief, toolbox, spoke=turn.spoke):
            yield part

    async def _alone(self, brief: Brief, persona: Persona) -> AsyncGenerator[Part, None]:
        """One analyst who has not heard the others."""
        toolbox = Toolbox(replace(brief, speakers=(persona,)), self._redact, LOOKING)
        turn = Turn(self._calls, toolbox, Manner(persona, (persona,)), must_end=False)
        call = await asyncio.to_thread(self._call, brief, tasks.alone(brief, persona))
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part

    def _toolbox(self, brief: Brief) -> Toolbox:
        return Toolbox(brief, self._redact, _TOOLS.get(type(brief.task), LOOKING | RECORDING | ENDING))

    def _call(self, brief: Brief, task: str) -> Call:
        model = self._settings.model_for(_ROLES.get(type(brief.task), ModelRole.INTERVIEW))
        return compose(brief, task, model, self._redact)
