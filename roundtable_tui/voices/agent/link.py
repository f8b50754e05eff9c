"""The connection to one running agent, as a client of the Agent Client Protocol: its sessions and its requests."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING, Any

from roundtable_tui import __version__
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.agent import agent_failures as failures
from roundtable_tui.voices.agent import permissions
from roundtable_tui.voices.agent.json_rpc import (
    METHOD_NOT_FOUND,
    LineClosedError,
    LineTroubleError,
    Peer,
    RpcError,
)
from roundtable_tui.voices.agent.permissions import Wish
from roundtable_tui.voices.agent.process import AgentProcess
from roundtable_tui.voices.agent.prompt_session import PromptSession
from roundtable_tui.voices.model.exchange import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roundtable_tui.voices.agent.agent_settings import AgentSettings
    from roundtable_tui.voices.agent.tool_server import ToolServer
    from roundtable_tui.voices.model.exchange import ToolSpec
    from roundtable_tui.voices.model.model_error import ModelError

PROTOCOL = 1
_AUTH_REQUIRED = -32000
_NOT_SIGNED_IN = re.compile(
    r"auth(?!ors?\b|orit)|log ?in\b|logged in|sign(?:ed)? in\b|api[ _]key|credential", re.IGNORECASE
)
"""Not the authority that signed a certificate."""
_WISHES = {"fs/write_text_file": Wish.CHANGE, "terminal/create": Wish.RUN, "elicitation/create": Wish.OTHER}
_CLOSED_WITHIN = 5.0
_LAST_LINES = 1.0
"""Seconds in which what it wrote before it ended is still read."""


class AgentLink:
    """Made by `open`; gone for good once it has ended."""

    def __init__(self, settings: AgentSettings, process: AgentProcess, redact: Callable[[str], str]) -> None:
        self.settings, self._process, self._redact = settings, process, redact
        self._peer = Peer(*process.streams, self)
        self._listening = asyncio.ensure_future(self._peer.listen())
        self._watching = asyncio.ensure_future(self._until_gone())
        self._sessions: dict[str, PromptSession] = {}
        self._refused: set[Wish] = set()
        self._ending: asyncio.Task[None] | None = None
        self._owed = Usage()
        self._can_close = False
        self.opened = 0
        """How many sessions it was asked for."""
        self.title = ""
        """How it calls itself, with its version."""
        self.signed_out = False
        """It said so; some look for a sign-in only as they start."""

    @classmethod
    async def open(cls, settings: AgentSettings, redact: Callable[[str], str] = str) -> AgentLink:
        link = cls(settings, await AgentProcess.start(settings), redact)
        try:
            await link._greet()
        except BaseException:
            await link.close()
            raise
        return link

    @property
    def name(self) -> str:
        return self.settings.name

    @property
    def folder(self) -> str:
        """Where it works: empty."""
        return self._process.folder

    @property
    def model(self) -> str:
        """Under which its usage is counted."""
        return f"{self.name} (your agent)"

    @property
    def alive(self) -> bool:
        return not self._listening.done() and self._ending is None

    @property
    def takes_system_prompt(self) -> bool:
        """Whether it is known to honour rules, and to lay down its own tools, by `_meta`."""
        return "claude" in self.title.lower()

    async def _greet(self) -> None:
        wanted = {
            "protocolVersion": PROTOCOL,
            "clientCapabilities": {"fs": {"readTextFile": True, "writeTextFile": False}, "terminal": False},
            "clientInfo": {"name": "roundtable-tui", "title": "roundtable-tui", "version": __version__},
        }
        try:
            async with asyncio.timeout(self.settings.start_timeout):
                told = await self.request("initialize", wanted)
        except TimeoutError:
            raise failures.slow_to_start(self.name, self.settings.start_timeout) from None
        except RpcError as error:
            raise failures.not_the_protocol(self.name, self._redact(error.message)) from None
        except LineClosedError:
            await self._process.settled()
            why = self._process.last_words or self._peer.strange_line
            raise failures.not_the_protocol(self.name, self._redact(why)) from None
        version = told.get("protocolVersion") if isinstance(told, dict) else None
        if version is None:
            raise failures.not_the_protocol(self.name)
        if version != PROTOCOL:
            raise failures.other_version(self.name, version, PROTOCOL)
        info = _mapping(told, "agentInfo")
        self.title = one_line(f"{info.get('title') or info.get('name') or ''} {info.get('version') or ''}".strip(), 80)
        capabilities = _mapping(told, "agentCapabilities")
        self._can_close = _mapping(capabilities, "sessionCapabilities").get("close") is not None

    async def new_session(self, server: ToolServer, tools: Sequence[ToolSpec], rules: str) -> PromptSession:
        """`rules` are told as the agent's system prompt, where it is known to take one."""
        session = PromptSession(self, tools, self._is_told)
        lent = [server.lend(session.loan)] if tools else []
        wanted: dict[str, Any] = {"cwd": self._process.folder, "mcpServers": lent}
        if self.takes_system_prompt:
            wanted["_meta"] = {"systemPrompt": rules, "disableBuiltInTools": True}
        self.opened += 1
        try:
            async with asyncio.timeout(self.settings.start_timeout):
                told = await self.request("session/new", wanted)
                name = told.get("sessionId") if isinstance(told, dict) else None
                if not isinstance(name, str):
                    raise failures.not_the_protocol(self.name)
                session.id = name
                self._sessions[name] = session
                await self._ask_first(session, told)
                if tools:
                    await self._until_listed(session)
        except TimeoutError:
            raise failures.slow_to_start(self.name, self.settings.start_timeout) from None
        except RpcError as error:
            raise self.trouble_in(error) from None
        except LineClosedError:
            await self.last_words()
            raise self.ending() from None
        return session

    async def _ask_first(self, session: PromptSession, told: Mapping[str, Any]) -> None:
        """Has the agent work in a mode in which it asks before it acts; one that has none such is not spoken to."""
        modes = permissions.modes_in(told)
        if modes is None:
            return
        if wanted := permissions.better_mode(modes.current, modes.names):
            method = "session/set_config_option" if modes.option else "session/set_mode"
            which = {"configId": modes.option, "value": wanted} if modes.option else {"modeId": wanted}
            with contextlib.suppress(RpcError):
                await self.request(method, {"sessionId": session.id, **which})
                return
        if permissions.asks_nobody(modes.current):
            raise failures.asks_nobody(self.name, modes.current)

    async def _until_listed(self, session: PromptSession) -> None:
        """Some agents start the server of the tools only with the first prompt: they are not waited for."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.tools_timeout):
                await session.loan.listed.wait()

    async def close_session(self, session: PromptSession) -> None:
        self._sessions.pop(session.id, None)
        if self._can_close and self.alive:
            with contextlib.suppress(RpcError, LineClosedError, TimeoutError):
                async with asyncio.timeout(_CLOSED_WITHIN):
                    await self.request("session/close", {"sessionId": session.id})

    @property
    def forgets_sessions(self) -> bool:
        return self._can_close

    # What was used

    def owe(self, usage: Usage | None) -> None:
        """Told after the turn it belongs to was over for us: it counts with the next."""
        self._owed = self._owed + usage if usage else self._owed

    def usage_owed(self) -> Usage | None:
        owed, self._owed = self._owed, Usage()
        return owed if owed != Usage() else None

    # The line

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        return await self._peer.request(method, params)

    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        await self._peer.notify(method, params)

    def notified(self, method: str, params: Mapping[str, Any]) -> None:
        session, update = self._sessions.get(str(params.get("sessionId"))), params.get("update")
        if method == "session/update" and session and isinstance(update, dict):
            session.take(update)

    async def requested(self, method: str, params: Mapping[str, Any]) -> Any:
        session = self._sessions.get(str(params.get("sessionId")))
        match method:
            case "session/request_permission" if session:
                return await session.permission(params)
            case "session/request_permission":
                return permissions.reply(params.get("options"), allowed=False)
            case "fs/read_text_file" if session:
                return await session.read_file(params)
        if session and method in _WISHES:
            session.refuse(_WISHES[method])
        raise RpcError(METHOD_NOT_FOUND, "This is not to be had here.")

    def _is_told(self, wish: Wish) -> bool:
        known = wish in self._refused
        self._refused.add(wish)
        return known

    # Trouble, and the end

    def trouble_in(self, error: RpcError) -> ModelError:
        message = self._redact(error.message)
        if error.code == _AUTH_REQUIRED or _NOT_SIGNED_IN.search(message):
            self.signed_out = True
            return failures.not_signed_in(self.name, self.settings.sign_in)
        return failures.fault(self.name, message)

    async def _until_gone(self) -> None:
        """What it started may hold its line open: once it has ended itself, nobody answers there."""
        await self._process.gone.wait()
        await asyncio.wait({self._listening}, timeout=_LAST_LINES)
        self._listening.cancel()

    async def last_words(self) -> None:
        """Where it has hung up: waits for what it ended with."""
        if self._listening.done():
            await self._process.settled()

    def ending(self) -> ModelError:
        """Why nobody answers any more."""
        if self._listening.done() and not self._listening.cancelled():
            trouble = self._listening.exception()
            if isinstance(trouble, LineTroubleError):
                return failures.garbled(self.name, str(trouble))
        last = one_line(self._redact(self._process.last_words), 160)
        return failures.ended(self.name, self._process.status, last)

    async def give_up(self) -> None:
        """Ends a process nobody waits for any more."""
        await self.close()

    async def close(self) -> None:
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        self._watching.cancel()
        self._listening.cancel()
        with contextlib.suppress(asyncio.CancelledError, LineTroubleError):
            await self._listening
        await self._process.stop()


def _mapping(told: object, name: str) -> Mapping[str, Any]:
    found = told.get(name) if isinstance(told, dict) else None
    return found if isinstance(found, dict) else {}
