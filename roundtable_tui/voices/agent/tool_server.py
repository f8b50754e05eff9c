"""Lends our tools to agents: a door only this user can open, and behind it the Model Context Protocol, tools alone."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roundtable_tui import __version__
from roundtable_tui.voices.agent.json_rpc import METHOD_NOT_FOUND, LineTroubleError, Peer, RpcError
from roundtable_tui.voices.model.exchange import ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from roundtable_tui.voices.model.exchange import ToolSpec

SERVER = "roundtable"
"""What agents call the server that lends the tools."""
_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
_PATIENCE = 10.0
_INVALID_PARAMS = -32602


class Loan:
    """The tools of one session, and who answers its calls."""

    def __init__(self, tools: Sequence[ToolSpec], answer: Callable[[ToolCall], Awaitable[ToolResult]]) -> None:
        self.secret = secrets.token_urlsafe(24)
        self.tools = {spec.name: spec for spec in tools}
        self.listed = asyncio.Event()
        """Whether the agent has seen which tools there are."""
        self._answer = answer
        self._count = 0

    def notified(self, method: str, params: Mapping[str, Any]) -> None:
        """Nothing an agent tells here matters."""

    async def requested(self, method: str, params: Mapping[str, Any]) -> Any:
        match method:
            case "initialize":
                wanted = params.get("protocolVersion")
                return {
                    "protocolVersion": wanted if wanted in _VERSIONS else _VERSIONS[0],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": SERVER, "title": "roundtable-tui", "version": __version__},
                }
            case "ping":
                return {}
            case "tools/list":
                self.listed.set()
                return {"tools": [_shown(spec) for spec in self.tools.values()]}
            case "tools/call":
                return await self._called(params)
        raise RpcError(METHOD_NOT_FOUND, f"There is no {method[:60]} here.")

    async def _called(self, params: Mapping[str, Any]) -> Any:
        name, given = params.get("name"), params.get("arguments")
        if not isinstance(name, str) or name not in self.tools:
            raise RpcError(_INVALID_PARAMS, f"There is no such tool. There are {', '.join(self.tools)}.")
        self._count += 1
        call = ToolCall(f"{self.secret[:6]}-{self._count}", name, given if isinstance(given, dict) else {})
        result = await self._answer(call)
        return {"content": [{"type": "text", "text": result.text}], "isError": result.bad}


def _shown(spec: ToolSpec) -> dict[str, Any]:
    reads = spec.name.startswith(("read_", "search_", "list_"))
    return {
        "name": spec.name,
        "description": spec.description,
        "inputSchema": dict(spec.schema),
        "annotations": {"readOnlyHint": reads, "destructiveHint": False, "openWorldHint": False},
    }


class ToolServer:
    """The door: a Unix socket in a folder of its own, or where there are none, a port of this machine."""

    def __init__(self) -> None:
        self._loans: dict[str, Loan] = {}
        self._server: asyncio.Server | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._door = ""
        self._lines: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        if self._server is not None:
            return
        if hasattr(asyncio, "start_unix_server") and sys.platform != "win32":
            self._folder = tempfile.TemporaryDirectory(prefix="rt-")  # made for this user alone: 0700
            self._door = str(Path(self._folder.name) / "door")
            self._server = await asyncio.start_unix_server(self._welcome, self._door)
        else:
            self._server = await asyncio.start_server(self._welcome, "127.0.0.1", 0)
            self._door = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        server, self._server = self._server, None
        self._loans.clear()
        for line in (*self._lines,):
            line.close()
        if server:
            server.close()
        if self._folder:
            self._folder.cleanup()
            self._folder = None

    def lend(self, loan: Loan) -> dict[str, Any]:
        """How an agent starts the server of this session: as `session/new` wants it."""
        self._loans[loan.secret] = loan
        return {
            "name": SERVER,
            "command": sys.executable,
            "args": ["-I", str(Path(__file__).with_name("shim.py"))],
            "env": [
                {"name": "ROUNDTABLE_DOOR", "value": self._door},
                {"name": "ROUNDTABLE_PASS", "value": loan.secret},
            ],
        }

    def take_back(self, loan: Loan) -> None:
        self._loans.pop(loan.secret, None)

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines.add(writer)
        try:
            loan = await self._known(reader)
            if loan is not None:
                await Peer(reader, writer, loan).listen()
        except (LineTroubleError, ConnectionError):
            pass
        finally:
            self._lines.discard(writer)
            with contextlib.suppress(OSError, RuntimeError):
                writer.close()

    async def _known(self, reader: asyncio.StreamReader) -> Loan | None:
        try:
            async with asyncio.timeout(_PATIENCE):
                said = (await reader.readline()).strip()
        except (TimeoutError, ValueError, ConnectionError):
            return None
        return next((loan for secret, loan in self._loans.items() if hmac.compare_digest(said, secret.encode())), None)
