"""Carries what a model is asked to the user's own agent: one process, a session for each talk, our tools lent to it."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.voices.agent.link import AgentLink
from roundtable_tui.voices.agent.prompt_session import PromptSession
from roundtable_tui.voices.agent.tool_server import ToolServer
from roundtable_tui.voices.model.model_error import ModelError
from roundtable_tui.voices.model.prompt.templates import filled
from roundtable_tui.voices.model.turn.say_tool import SAY

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from roundtable_tui.voices.agent.agent_settings import AgentSettings
    from roundtable_tui.voices.model.exchange import Ask, AskPart, Desk, Round, ToolSpec

_MOST_SENT = 300_000
"""Characters of prompts after which a talk goes on in a new session: everything it needs is in its next prompt."""
_MOST_IDLE = 6
_MOST_OPENED = 60
"""Sessions of an agent that cannot close them, before it is started anew."""


class _Context(Struct, frozen=True):
    """What a session is for: the same rules and the same tools."""

    rules: str
    tools: tuple[str, ...]


class AgentTransport:
    """Used from one event loop. Requests may run side by side, each in a session of its own."""

    def __init__(self, settings: AgentSettings, redact: Callable[[str], str] = str) -> None:
        self.settings, self._redact = settings, redact
        self._link: AgentLink | None = None
        self._server = ToolServer()
        self._opening = asyncio.Lock()
        self._talks: dict[_Context, PromptSession] = {}
        self._apart: list[PromptSession] = []
        self._under_way = 0

    async def warm(self) -> None:
        """Starts the agent, so that the first turn does not wait for it; what goes wrong is told by that turn."""
        await self._linked()

    async def close(self) -> None:
        link, self._link = self._link, None
        self._talks.clear()
        self._apart.clear()
        if link:
            await link.close()
        await self._server.close()

    async def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:
        tools = tuple(spec for spec in ask.tools if spec.name != SAY)
        session, blocks = await self._prepared(ask, tools)
        session.sent_size += sum(map(len, blocks))
        self._under_way += 1
        try:
            async with aclosing(session.prompt(blocks, desk)) as parts:
                async for part in parts:
                    yield part
        except ModelError:
            self._forget(session)
            raise
        finally:
            self._under_way -= 1

    def _forget(self, session: PromptSession) -> None:
        """Nobody knows what it has heard: the next turn begins another, with the rules."""
        self._talks = {context: one for context, one in self._talks.items() if one is not session}
        if session not in self._apart:
            self._apart.append(session)

    async def _prepared(self, ask: Ask, tools: tuple[ToolSpec, ...]) -> tuple[PromptSession, list[str]]:
        """The session for it, and what is new to whoever answers there."""
        if ask.rounds and (known := _session_of(ask.rounds[-1])) and await known.can_go_on():
            return known, [_told(ask.rounds[-1])]
        rules = "\n\n".join(passage.text for passage in ask.system)
        context = _Context(rules, tuple(spec.name for spec in tools))
        session = None if ask.apart else self._talks.get(context)
        if session is None or session.sent_size > _MOST_SENT or not await session.can_go_on():
            session = await self._new_session(context, tools, talk=not ask.apart)
        blocks = [] if session.prompts else self._first_words(ask, session)
        for passage in ask.prompt:
            if not (passage.kept and passage.text in session.sent):
                blocks.append(passage.text)
            session.sent.add(passage.text)
        return session, [*blocks, *(_told(turn) for turn in ask.rounds)]

    def _first_words(self, ask: Ask, session: PromptSession) -> list[str]:
        """The rules, unless the agent was told them as its own; and how to speak here."""
        link = self._link
        blocks = [] if link and link.takes_system_prompt else [passage.text for passage in ask.system]
        return [*blocks, filled("agent", "Tools")] if session.loan.tools else blocks

    async def _new_session(self, context: _Context, tools: Sequence[ToolSpec], *, talk: bool) -> PromptSession:
        link = await self._linked()
        await self._let_go(link)
        session = await link.new_session(self._server, tools, context.rules)
        if talk:
            self._talks[context] = session
        else:
            self._apart.append(session)
        return session

    async def _let_go(self, link: AgentLink) -> None:
        """Of sessions nobody will come back to."""
        idle = [one for one in self._apart if not one.busy]
        for session in idle[: max(0, len(self._apart) - _MOST_IDLE)]:
            self._apart.remove(session)
            self._server.take_back(session.loan)
            await link.close_session(session)

    def _is_worn_out(self, link: AgentLink) -> bool:
        """Whether it is better started anew, where nobody speaks through it."""
        return link.signed_out or (not link.forgets_sessions and link.opened >= _MOST_OPENED)

    async def _linked(self) -> AgentLink:
        async with self._opening:
            link = self._link
            if link and (not link.alive or (self._is_worn_out(link) and not self._under_way)):
                await link.close()
                self._link = link = None
                self._talks.clear()
                self._apart.clear()
            if link is None:
                await self._server.open()
                self._link = link = await AgentLink.open(self.settings, self._redact)
            return link


def _session_of(turn: Round) -> PromptSession | None:
    return next((one for one in turn.said if isinstance(one, PromptSession)), None)


def _told(turn: Round) -> str:
    """What came of a message, where it was not told call by call."""
    results = (f"{result.call}: {result.text}" for result in turn.results)
    return "\n\n".join((*results, *([turn.more] if turn.more else ())))
