"""One end of a line of JSON-RPC: requests out and in, a message a line, and nothing on the line taken on trust."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import TYPE_CHECKING, Any, Protocol

from roundtable_tui.errors import RoundtableError

if TYPE_CHECKING:
    from collections.abc import Mapping

METHOD_NOT_FOUND = -32601
_INTERNAL_ERROR = -32603
_LONGEST_LINE = 8_000_000
_MOST_GARBAGE = 1_000
"""Lines that are no messages: programs print what they should not, but not for ever."""
_CHUNK = 65_536
_AT_ONCE = 64
"""Requests of the other side that wait for an answer; it is not read further before some have one."""


class RpcError(Exception):
    """An error as it stands in an answer, theirs or ours."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class LineTroubleError(Exception):
    """The line cannot be read any further."""


class LineClosedError(Exception):
    """The other side hung up."""


class Handler(Protocol):
    """What the other side may want. What is raised other than RpcError or RoundtableError is ours to mend."""

    def notified(self, method: str, params: Mapping[str, Any]) -> None:
        """In the order in which they came."""
        ...

    async def requested(self, method: str, params: Mapping[str, Any]) -> Any: ...


class Peer:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, handler: Handler) -> None:
        self._reader, self._writer, self._handler = reader, writer, handler
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._garbage = 0
        self.heard = False
        """Whether a message of the protocol ever came."""
        self.strange_line = ""
        """The first line that was none."""

    async def listen(self) -> None:
        """Until the other side hangs up; LineTroubleError where it cannot be read further."""
        begun = bytearray()
        try:
            while chunk := await self._reader.read(_CHUNK):
                begun += chunk
                if b"\n" not in chunk:
                    if len(begun) > _LONGEST_LINE:
                        raise LineTroubleError("a line does not end")
                    continue
                *lines, rest = begun.split(b"\n")
                begun = bytearray(rest)
                for line in lines:
                    await self._take(bytes(line))
        except (ConnectionError, OSError):
            return
        finally:
            self._hang_up()

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """RpcError where they answer with one, LineClosedError where nobody answers any more."""
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        await self._send({"jsonrpc": "2.0", "method": method, "params": params})

    async def _send(self, message: Mapping[str, Any]) -> None:
        if self._writer.is_closing():
            raise LineClosedError
        line = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        try:
            self._writer.write(line)
            await self._writer.drain()
        except (ConnectionError, OSError, RuntimeError):
            raise LineClosedError from None

    async def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = _read(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict) or not isinstance(message.get("method", ""), str):
            self._garbage += 1
            self.strange_line = self.strange_line or line[:400].decode("utf-8", "replace")
            if self._garbage > _MOST_GARBAGE:
                raise LineTroubleError("most of it is not the protocol")
            return
        method, params = message.get("method"), message.get("params")
        params = params if isinstance(params, dict) else {}
        self.heard = True
        if method is None:
            self._answered(message)
        elif message.get("id") is None:
            self._handler.notified(method, params)
        else:
            await self._free.acquire()
            task = asyncio.ensure_future(self._answer(message["id"], method, params))
            self._answering.add(task)
            task.add_done_callback(self._is_answered)

    def _is_answered(self, task: asyncio.Task[None]) -> None:
        self._answering.discard(task)
        self._free.release()

    def _answered(self, message: Mapping[str, Any]) -> None:
        number = message.get("id")
        answer = self._waiting.get(number) if isinstance(number, int) else None
        if answer is None or answer.done():
            return
        error = message.get("error")
        if isinstance(error, dict):
            code = error.get("code")
            answer.set_exception(RpcError(code if isinstance(code, int) else _INTERNAL_ERROR, _told(error)))
        else:
            answer.set_result(message.get("result"))

    async def _answer(self, number: Any, method: str, params: Mapping[str, Any]) -> None:
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": number}
        try:
            reply["result"] = await self._handler.requested(method, params)
        except RpcError as error:
            reply["error"] = {"code": error.code, "message": error.message}
        except RoundtableError as error:
            reply["error"] = {"code": _INTERNAL_ERROR, "message": error.sentence}
        try:
            await self._send(reply)
        except LineClosedError:
            return

    def _hang_up(self) -> None:
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(LineClosedError())
        for task in self._answering:
            task.cancel()
        self._writer.close()


def _read(line: bytes) -> Any:
    """Halves of a character, which JSON can name and no file or screen can take, become question marks."""
    message = json.loads(line)
    if rb"\ud" in line.lower():
        return json.loads(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))
    return message


def _told(error: Mapping[str, Any]) -> str:
    """What an error says, with the detail that some put beside it."""
    message, data = str(error.get("message") or ""), error.get("data")
    detail = (
        next((str(data[key]) for key in ("details", "message") if data.get(key)), "")
        if isinstance(data, dict)
        else data
    )
    return f"{message}: {detail}" if isinstance(detail, str) and detail and detail != message else message
