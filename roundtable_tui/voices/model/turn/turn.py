"""One turn of the model: its words, its tool calls and their results, as many rounds as it takes and no more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.voices.model.prompt.task_text import nudge
from roundtable_tui.voices.model.turn.message import Manner, Message, is_busy
from roundtable_tui.voices.model.turn.say_tool import Once
from roundtable_tui.voices.protocol import Said

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from roundtable_tui.voices.model.exchange import Ask, Transport
    from roundtable_tui.voices.model.tools.toolbox import Result, Toolbox
    from roundtable_tui.voices.protocol import Part

MOST_ROUNDS = 12


class Nudge(Protocol):
    """What a model is told whose turn has come to nothing yet."""

    def __call__(self, *, spoke: bool) -> str | None:
        """None: it has come to something after all."""
        ...


class Turn:
    """Speaks and acts until the turn has its end, or until there is nothing more to wait for."""

    def __init__(
        self, transport: Transport, toolbox: Toolbox, manner: Manner, *, must_end: bool, nudge: Nudge = nudge
    ) -> None:
        """`must_end` is for turns that have to come to something: one that does not is reminded once, by `nudge`."""
        self._transport, self._toolbox, self._manner, self._nudge = transport, toolbox, manner, nudge
        self._reminders = 1 if must_end else 0
        self._once = Once()
        self.spoke = False

    async def parts(self, ask: Ask) -> AsyncGenerator[Part, None]:
        muted = False
        for number in range(MOST_ROUNDS):
            if number:
                yield is_busy(self._manner.speaker, "thinking")
            message = Message(self._transport, ask, self._manner, self._once, muted=muted, desk=self._toolbox)
            async for part in message.parts():
                yield part
            self.spoke = self.spoke or message.spoke
            if message.wrote_the_users_part:
                break
            results = await asyncio.to_thread(self._toolbox.take_all, message.calls)
            more = self._why_go_on(results)
            if more is None or not message.answerable:
                break
            muted = self._has_said_enough(results)
            ask = ask.going_on(
                message.content, tuple(result.as_result() for result in results), more, len(message.carried)
            )
        for why in self._toolbox.passed_over:
            yield Said(APP, why, Role.NOTICE)

    def _has_said_enough(self, results: list[Result]) -> bool:
        """Whether further words would only repeat: not after a look-up, nor where the words themselves went wrong."""
        if not self.spoke and any(result.of_words and result.bad for result in results):
            return False
        return self._toolbox.done or (self.spoke and not any(result.looked for result in results))

    def _why_go_on(self, results: list[Result]) -> str | None:
        """What to tell the model beside its results; None where the turn is over."""
        if any(result.bad and not result.useless for result in results):
            return ""
        if self._toolbox.done:
            return None
        if any(result.looked or (result.bad and not self.spoke) for result in results):
            return ""
        if not self._reminders:
            return None
        self._reminders -= 1
        return self._nudge(spoke=self.spoke)
