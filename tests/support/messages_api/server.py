"""A real HTTP server on loopback that speaks the Messages API: it refuses, caches, streams and fails as told."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import socket
import struct
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from tests.support.messages_api.cache import CHARACTERS_PER_TOKEN, InputTokens, PromptCache, count_tokens
from tests.support.messages_api.replies import INSTEAD, PAGES, Fault, Reply, Text, Thinking, as_the_default_model
from tests.support.messages_api.rules import RefusedError, bad, check_headers, check_request

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

KEY = "a-key-for-tests"
_PAGE = b"<!doctype html><html><body>Please log in to the hotel's network.</body></html>"
_IN_A_MOMENT = 60.0


@dataclass(slots=True)
class Received:
    """One request as it came, byte for byte."""

    number: int
    path: str
    headers: dict[str, str]
    body: bytes
    gone: threading.Event = field(default_factory=threading.Event)
    """The client went away before the answer was complete."""
    answered: threading.Event = field(default_factory=threading.Event)
    """The whole of a streamed answer was sent."""
    tokens: InputTokens | None = None

    @property
    def request(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class MessagesServer:
    """Runs in a thread of its own, so that it serves async tests, plain ones and programs in a pty alike.

    Replies come from `script`, one for each request, then from `answer`, a function of the request; a request for
    which there is neither is refused.
    """

    def __init__(
        self, *replies: Reply, answer: Callable[[Received], Reply] | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.key = KEY
        self.context_window = 1_000_000
        self.like_the_default_model = False
        """Text between the tool calls of a turn comes as an empty thought, and input piece by piece only if wanted."""
        self.more_models: Collection[str] = ()
        """Of its own, beside those of Anthropic."""
        self.cache = PromptCache(clock)
        self.script = deque(replies)
        self.answer = answer
        self.received: list[Received] = []
        self.arrived = threading.Semaphore(0)
        """Can be acquired once for each request that has come."""
        self.url = ""
        self._signatures: set[str] = set()
        self._numbers = itertools.count(1)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="messages-server", daemon=True)
        self._ready = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(_IN_A_MOMENT)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_IN_A_MOMENT)

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The requests for answers, without those that only count."""
        return [received.request for received in self.received if not received.path.endswith("count_tokens")]

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.url = "http://127.0.0.1:{1}".format(*server.sockets[0].getsockname())
        self._ready.set()
        try:
            self._loop.run_forever()
        finally:
            server.close()
            self._loop.run_until_complete(_hang_up())
            self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await _Exchange(self, await self._receive(reader), reader, writer).carry_out():
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return
        finally:
            writer.close()

    async def _receive(self, reader: asyncio.StreamReader) -> Received:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in head[1:] if line)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        received = Received(next(self._numbers), head[0].split()[1].partition("?")[0], headers, body)
        self.received.append(received)
        self.arrived.release()
        return received

    def reply_to(self, received: Received) -> Reply:
        """The reply for a request that the real server would have taken; otherwise its refusal."""
        check_headers(received.headers, self.key)
        request = received.request
        check_request(request, self._signatures, self.more_models)
        if (tokens := count_tokens(request)) > self.context_window:
            raise bad(f"prompt is too long: {tokens} tokens > {self.context_window} maximum")
        if self.script:
            reply = self.script.popleft()
        elif self.answer:
            reply = self.answer(received)
        else:
            raise bad(f"the test has no reply for request {received.number}")
        if self.like_the_default_model:
            reply = as_the_default_model(reply, request)
        self._signatures.update(block.signature for block in reply.blocks if isinstance(block, Thinking))
        if reply.fault not in INSTEAD:
            received.tokens = self.cache.account(request)
        return reply

    def count(self, received: Received) -> dict[str, Any]:
        check_headers(received.headers, self.key)
        check_request(received.request, self._signatures, counting=True)
        return {"input_tokens": count_tokens(received.request)}


@dataclass(slots=True)
class _Exchange:
    """One request and its answer; says whether the connection may be used again."""

    server: MessagesServer
    received: Received
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def carry_out(self) -> bool:
        try:
            if self.received.path == "/v1/messages/count_tokens":
                return await self._json(200, self.server.count(self.received))
            if self.received.path != "/v1/messages":
                return await self._error(404, "not_found_error", "Not Found")
            return await self._answer(self.server.reply_to(self.received))
        except RefusedError as refusal:
            return await self._error(refusal.status, refusal.kind, refusal.message)
        except ConnectionError:
            self.received.gone.set()
            return False

    async def _answer(self, reply: Reply) -> bool:
        fault = reply.fault
        match fault:
            case Fault.NEVER:
                return await self._wait_until_gone()
            case Fault.HANG_UP:
                return False
            case Fault.SENT_ON:
                return await self._send(307, "text/plain", b"", reply.headers)
            case Fault.ENDLESS_ERROR | Fault.ENDLESS_LINE | Fault.ENDLESS_WORDS | Fault.PACKED:
                return await self._without_end(fault)
            case Fault.HTML | Fault.PROXY_PAGE | Fault.NOT_FOUND_PAGE:
                return await self._send(PAGES[fault], "text/html", _PAGE)
        if fault in INSTEAD:
            return await self._error(*INSTEAD[fault], reply.headers)
        if not self.received.request.get("stream") or fault is Fault.JSON:
            return await self._json(200, self._message(reply, [block.whole() for block in reply.blocks]))
        return await self._stream(reply)

    async def _stream(self, reply: Reply) -> bool:
        self._head(200, "text/event-stream", {"transfer-encoding": "chunked"})
        await self._event({"type": "message_start", "message": self._message(reply, [])})
        await self._event({"type": "ping"})
        deltas = 0
        for event in reply.events():
            if event["type"] == "content_block_delta":
                if reply.fault and deltas == reply.after:
                    return await self._break_off(reply)
                deltas += 1
                await asyncio.sleep(reply.pause)
            await self._event(event)
        if reply.fault:
            return await self._break_off(reply)
        end = {"stop_reason": reply.ends_with, "stop_sequence": None, "stop_details": reply.stop_details}
        await self._event({"type": "message_delta", "delta": end, "usage": {"output_tokens": output_tokens(reply)}})
        await self._event({"type": "message_stop"})
        self.received.answered.set()
        return await self._end_of_chunks()

    async def _break_off(self, reply: Reply) -> bool:
        match reply.fault:
            case Fault.STALL:
                return await self._wait_until_gone()
            case Fault.RESET:
                connection: socket.socket = self.writer.get_extra_info("socket")
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.writer.transport.abort()
                return False
            case Fault.CLOSE:
                return False
            case Fault.ERROR_EVENT:
                error = {"type": reply.error_kind, "message": reply.error_message}
                await self._event({"type": "error", "error": error})
            case Fault.BAD_JSON:
                await self._chunk(b"event: content_block_delta\ndata: {not json\n\n")
            case Fault.BAD_UTF8:
                await self._chunk(b'event: content_block_delta\ndata: {"type": "\xff\xfe"}\n\n')
            case Fault.BAD_INDEX:
                delta = {"type": "text_delta", "text": "?"}
                await self._event({"type": "content_block_delta", "index": 7, "delta": delta})
            case Fault.MISSING_FIELD:
                await self._event({"type": "content_block_delta", "index": 0})
        return await self._end_of_chunks()

    async def _without_end(self, fault: Fault) -> bool:
        """Until whoever listens has had enough."""
        packed = {"content-encoding": "gzip"} if fault is Fault.PACKED else {}
        status, kind = (500, "application/json") if fault is Fault.ENDLESS_ERROR else (200, "text/event-stream")
        self._head(status, kind, {"transfer-encoding": "chunked", **packed})
        if fault is Fault.PACKED:
            self.writer.write(_chunked(gzip.compress(bytes(300_000_000), 1)))
        elif fault is Fault.ENDLESS_WORDS:
            await self._event({"type": "message_start", "message": self._message(Reply(), [])})
            await self._event({"type": "content_block_start", "index": 0, "content_block": Text("").whole()})
        words = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "word " * 200}}
        more = f"data: {json.dumps(words)}\n\n".encode() * 100 if fault is Fault.ENDLESS_WORDS else b"x" * 500_000
        while fault is not Fault.PACKED:
            await self._chunk(more)
        return await self._end_of_chunks()

    async def _wait_until_gone(self) -> bool:
        await self.reader.read(1)
        self.received.gone.set()
        return False

    def _message(self, reply: Reply, content: list[dict[str, Any]]) -> dict[str, Any]:
        tokens = self.received.tokens
        assert tokens is not None
        usage = {
            "input_tokens": tokens.plain,
            "cache_creation_input_tokens": tokens.cache_write,
            "cache_read_input_tokens": tokens.cache_read,
            "output_tokens": output_tokens(reply) if content else 1,
        }
        return {
            "id": f"msg_{self.received.number}",
            "type": "message",
            "role": "assistant",
            "model": self.received.request["model"],
            "content": content,
            "stop_reason": reply.ends_with if content else None,
            "stop_sequence": None,
            "usage": usage,
        }

    async def _error(self, status: int, kind: str, message: str, headers: Mapping[str, str] | None = None) -> bool:
        error = {"type": kind, "message": message}
        return await self._json(status, {"type": "error", "error": error, "request_id": self._request_id()}, headers)

    async def _json(self, status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> bool:
        return await self._send(status, "application/json", json.dumps(body).encode(), headers)

    async def _send(self, status: int, kind: str, body: bytes, headers: Mapping[str, str] | None = None) -> bool:
        self._head(status, kind, {"content-length": str(len(body)), **(headers or {})})
        self.writer.write(body)
        await self.writer.drain()
        return True

    def _head(self, status: int, kind: str, headers: Mapping[str, str]) -> None:
        lines = {"content-type": kind, "request-id": self._request_id(), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.writer.write(f"HTTP/1.1 {status} -\r\n{head}\r\n".encode("latin-1"))

    def _request_id(self) -> str:
        return f"req_{self.received.number:04d}"

    async def _event(self, event: dict[str, Any]) -> None:
        await self._chunk(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

    async def _chunk(self, data: bytes) -> None:
        self.writer.write(_chunked(data))
        await self.writer.drain()

    async def _end_of_chunks(self) -> bool:
        self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()
        return True


def _chunked(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


async def _hang_up() -> None:
    """Ends what is still under way when a test is over."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def output_tokens(reply: Reply) -> int:
    """What a reply that comes whole is counted as."""
    characters = sum(len(json.dumps(block.whole())) for block in reply.blocks)
    return max(1, characters // CHARACTERS_PER_TOKEN)


def unused_address() -> str:
    """Where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"
