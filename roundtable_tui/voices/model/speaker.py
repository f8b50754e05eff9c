"""A model's turn at the table, whatever carries it: a brief comes in, typed parts go out, and it always ends."""

from __future__ import annotations

import asyncio
import dataclasses
from contextlib import aclosing
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import IdGiver
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.model.look import LookTurn
from roundtable_tui.voices.model.model_error import ModelError
from roundtable_tui.voices.model.prompt import task_text
from roundtable_tui.voices.model.prompt.prompt import compose
from roundtable_tui.voices.model.prompt.stable import ANALYSTS, seated
from roundtable_tui.voices.model.roles import ModelRole
from roundtable_tui.voices.model.talk_turn import Conversation
from roundtable_tui.voices.model.tools.acceptance import settle
from roundtable_tui.voices.model.tools.recorder import Recorder
from roundtable_tui.voices.model.tools.toolbox import ENDING, LOOKING, RECORDING, Toolbox
from roundtable_tui.voices.model.turn.message import Manner
from roundtable_tui.voices.model.turn.outcome import outcome
from roundtable_tui.voices.model.turn.perspectives import Perspectives
from roundtable_tui.voices.model.turn.replay import RememberingTransport
from roundtable_tui.voices.model.turn.text_fallback import TextFallback
from roundtable_tui.voices.model.turn.turn import Turn
from roundtable_tui.voices.protocol import Recorded
from roundtable_tui.voices.tasks import (
    Answer,
    Discuss,
    Elaborate,
    Feedback,
    Gaps,
    Look,
    OpenStep,
    Synthesise,
    TalkTask,
    Task,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.domain.knowledge.knowledge import Persona
    from roundtable_tui.domain.plan.proposal import ProposedTask
    from roundtable_tui.domain.readings.reading import Difference
    from roundtable_tui.voices.model.exchange import Ask, Transport
    from roundtable_tui.voices.model.tools.acceptance import Settlement
    from roundtable_tui.voices.protocol import Brief, LookPiece, Part


_ROLES: dict[type[Task], ModelRole] = {
    Elaborate: ModelRole.ELABORATION,
    Discuss: ModelRole.ELABORATION,
    Synthesise: ModelRole.SYNTHESIS,
}
_TOOLS: dict[type[Task], frozenset[str]] = {
    Feedback: LOOKING | RECORDING | {"ask"},
    Gaps: LOOKING | RECORDING | {"ask"},
    Elaborate: LOOKING | {"ask"},
    Discuss: LOOKING | {"ask"},
    Synthesise: LOOKING | RECORDING | {"propose_complete"},
}
_MUST_END = (OpenStep, Answer, Gaps)


class ModelSpeaker:
    def __init__(
        self,
        transport: Transport,
        model_for: Callable[[ModelRole], str],
        redact: Callable[[str], str] = str,
        before_call: Callable[[], None] = lambda: None,
    ) -> None:
        """`redact` takes secrets out of everything the model reads; `before_call` may refuse a call by raising."""
        self._plain_transport, self._before_call = TextFallback(transport), before_call
        self._transport = RememberingTransport(self._plain_transport, before_call)
        self._model_for = model_for
        self._redact = redact

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        """What came before trouble that has nothing to do with what was sent is not asked for again."""
        parts = self._parts(brief)
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
                self._transport.forget()

    def _parts(self, brief: Brief) -> AsyncGenerator[Part, None]:
        if isinstance(brief.task, TalkTask):
            return self._conversation.parts(brief)
        return self._elaborate(brief) if isinstance(brief.task, Elaborate) else self._turn(brief)

    async def look(self, brief: Brief) -> AsyncIterator[LookPiece]:
        """Beside the talk, so what it is told is remembered apart from that."""
        if not isinstance(brief.task, Look):
            raise TypeError(brief.task)
        transport = RememberingTransport(self._plain_transport, self._before_call)
        model = self._model_for(ModelRole.INVESTIGATION)
        turn = LookTurn(transport, brief, brief.task, model, self._redact)
        async with aclosing(turn.pieces()) as pieces:
            async for piece in pieces:
                yield piece

    async def differences(
        self, state: State, criteria: Sequence[Entry], used: Callable[[Tokens], None]
    ) -> tuple[Difference, ...]:
        """Each reader is asked over a transport of their own: nothing said to one reaches the other."""
        from roundtable_tui.voices.model.second_reading import SecondReading

        def transport() -> Transport:
            return RememberingTransport(self._plain_transport, self._before_call)

        change = one_line(state.item.description) if state.item else ""
        return await SecondReading(transport, self._model_for, self._redact, used).differences(change, criteria)

    async def tasks(self, state: State, used: Callable[[Tokens], None]) -> tuple[ProposedTask, ...]:
        from roundtable_tui.voices.model.task_cutting import TaskCutting

        transport = RememberingTransport(self._plain_transport, self._before_call)
        return await TaskCutting(transport, self._model_for(ModelRole.SYNTHESIS), self._redact).tasks(state, used)

    @property
    def _conversation(self) -> Conversation:
        return Conversation(self._transport, self._model_for(ModelRole.INTERVIEW), self._redact)

    def ask_for(self, brief: Brief) -> Ask:
        """What would be sent for this brief."""
        if isinstance(brief.task, TalkTask):
            return self._conversation.ask_for(replace(brief, ids=IdGiver(brief.state.dossier.used)))
        trying = Recorder(replace(brief, ids=IdGiver(brief.state.dossier.used)), self._redact)
        return self._ask_after(settle(brief, trying), brief, trying)

    def _ask_after(self, settled: Settlement, brief: Brief, recorder: Recorder) -> Ask:
        """The model is shown the dossier as the user's reply has left it."""
        task = task_text.task_for(brief, self._redact, settled)
        return self._ask(replace(brief, state=recorder.state), task)

    async def _turn(self, brief: Brief) -> AsyncGenerator[Part, None]:
        toolbox = self._toolbox(brief)
        settled = settle(brief, toolbox.recorder)
        for change in toolbox.recorder.changes:
            yield Recorded(change)
        role = Role.SYNTHESIS if isinstance(brief.task, Synthesise) else Role.TALK
        at_table = () if role is Role.SYNTHESIS else seated(brief.knowledge)
        turn = Turn(
            self._transport, toolbox, Manner(brief.persona, at_table, role), must_end=isinstance(brief.task, _MUST_END)
        )
        ask = await asyncio.to_thread(self._ask_after, settled, brief, toolbox.recorder)
        async with aclosing(turn.parts(ask)) as parts:
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
        turn = Turn(self._transport, toolbox, Manner(brief.persona, seated(brief.knowledge)), must_end=False)
        ask = self._ask(brief, task_text.discussion(brief, perspectives.answers))
        async with aclosing(turn.parts(ask)) as parts:
            async for part in parts:
                yield part
        for part in outcome(brief, toolbox, spoke=turn.spoke):
            yield part

    async def _alone(self, brief: Brief, persona: Persona) -> AsyncGenerator[Part, None]:
        """One analyst who has not heard the others."""
        toolbox = Toolbox(replace(brief, speakers=(persona,)), self._redact, LOOKING)
        turn = Turn(self._transport, toolbox, Manner(persona, (persona,)), must_end=False)
        ask = await asyncio.to_thread(self._ask, brief, task_text.alone(brief, persona))
        ask = dataclasses.replace(ask, apart=True)
        async with aclosing(turn.parts(ask)) as parts:
            async for part in parts:
                yield part

    def _toolbox(self, brief: Brief) -> Toolbox:
        return Toolbox(brief, self._redact, _TOOLS.get(type(brief.task), LOOKING | RECORDING | ENDING))

    def _ask(self, brief: Brief, task: str) -> Ask:
        model = self._model_for(_ROLES.get(type(brief.task), ModelRole.INTERVIEW))
        return compose(brief, task, model, self._redact)
