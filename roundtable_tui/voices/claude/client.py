"""One call to the model: sends it, streams back typed parts, tries again while nothing was said, and can be stopped."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
import os
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from roundtable_tui.voices.claude.api_key import find_key, in_environment
from roundtable_tui.voices.claude.failures import (
    BadAddressError,
    BrokenStreamError,
    KeyRefusedError,
    RequestRefusedError,
    broken,
    not_the_api,
)
from roundtable_tui.voices.claude.http_client import http_client
from roundtable_tui.voices.claude.requests import bare
from roundtable_tui.voices.claude.sdk_errors import Circumstances, as_trouble, raised_by_the_sdk
from roundtable_tui.voices.claude.settings import Thinking
from roundtable_tui.voices.claude.stream_reader import Reader
from roundtable_tui.voices.model.exchange import Answering, AskPart, Retrying, Usage
from roundtable_tui.voices.model.model_error import ModelError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping

    import anthropic

    from roundtable_tui.voices.claude.api_key import Key
    from roundtable_tui.voices.claude.settings import ClaudeSettings
    from roundtable_tui.voices.claude.types import Call

ANTHROPIC = "https://api.anthropic.com"
_THINKING = {
    Thinking.ADAPTIVE: {"type": "adaptive"},
    Thinking.SUMMARIZED: {"type": "adaptive", "display": "summarized"},
    Thinking.BETWEEN_TOOLS: {"type": "between_tools"},
    Thinking.OFF: {"type": "disabled"},
}


class Wire:
    """The connection of one voice; used from one event loop. Calls may run side by side."""

    def __init__(
        self,
        settings: ClaudeSettings,
        environ: Mapping[str, str] | None = None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._settings = settings
        self._environ = os.environ if environ is None else environ
        self._pause = pause
        self._address = address_of(settings, self._environ)
        self.host = host_of(self._address)
        """Whom we speak to, without anything secret that an address may carry."""
        self._connecting = asyncio.Lock()
        self._connection: tuple[anthropic.AsyncAnthropic, Key] | None = None
        self._opened: list[anthropic.AsyncAnthropic] = []
        self._streams, self._bare = True, False
        """What the server turned out to be able to do: stream, and take fields that only Anthropic's knows."""

    @property
    def streams(self) -> bool:
        """Whether the server is asked to stream: not once it turned out that it cannot."""
        return self._streams

    async def warm(self) -> None:
        """Loads the SDK in a thread, which takes seconds the first time; sends nothing and runs no key command."""
        await asyncio.to_thread(load_sdk)
        if in_environment(self._settings, self._environ):
            with suppress(ModelError):
                await self._connect()

    async def close(self) -> None:
        self._connection = None
        while self._opened:
            await self._opened.pop().close()

    async def call(self, call: Call) -> AsyncGenerator[AskPart, None]:
        """The parts of one answer; ModelError says what went wrong.

        Cancelling the task closes the HTTP request. So does `aclose`: a caller that may leave early takes
        `contextlib.aclosing`.
        """
        for attempt in itertools.count(1):
            begun = False
            try:
                async with aclosing(self._once(call)) as parts:
                    async for part in parts:
                        begun = begun or not isinstance(part, Usage | Answering)
                        yield part
            except ModelError as error:
                if not begun and self._asks_for_less(error):
                    continue
                wait = self._wait_after(attempt, error)
                if begun or wait is None:
                    raise
                reason = error.sentence
            else:
                return
            async with aclosing(self._count_down(wait, reason)) as ticks:
                async for tick in ticks:
                    yield tick

    def _asks_for_less(self, error: ModelError) -> bool:
        """Whether the same is worth a try without streaming, or without what this server does not know: once each."""
        if isinstance(error, BrokenStreamError) and self._streams:
            self._streams = False
            return True
        if isinstance(error, RequestRefusedError) and not self._bare and error.names_a_field:
            self._bare = True
            return True
        self._streams = True
        return False

    async def count_tokens(self, call: Call) -> int:
        """How long the request is for the model; costs nothing, and proves key, model and address."""
        client, key = await self._connect()
        body = body_of(call, self._settings)
        wanted = ("model", "messages", "system", "tools", "thinking", "output_config")
        try:
            counted = await client.messages.count_tokens(**{name: body[name] for name in wanted if name in body})
        except raised_by_the_sdk() as error:
            raise self._trouble(error, call, key, started=False) from None
        tokens = getattr(counted, "input_tokens", None)
        if not isinstance(tokens, int):
            raise not_the_api(self.host, "it cannot count")
        return tokens

    async def _once(self, call: Call) -> AsyncGenerator[AskPart, None]:
        client, key = await self._connect()
        from anthropic import AsyncStream

        body = body_of(bare(call) if self._bare else call, self._settings)
        reader = Reader(call.model, self.host, body["max_tokens"], key.hide_in)
        try:
            async with client.messages.with_streaming_response.create(**body, stream=self._streams) as response:
                reader.request_id = response.headers.get("request-id", "")
                kind = response.headers.get("content-type", "")
                if "application/json" in kind:
                    for part in reader.take_whole(_message(await response.read())):
                        yield part
                elif "text/event-stream" not in kind:
                    raise not_the_api(self.host, f"it sent {_in_words(kind)} instead of a stream")
                else:
                    async for event in AsyncStream.raw_events(response.http_response):
                        for part in reader.take(event.event, event.data):
                            yield part
        except raised_by_the_sdk() as error:
            raise self._trouble(error, call, key, started=reader.started) from None
        for part in reader.outcome():
            yield part

    async def _connect(self) -> tuple[anthropic.AsyncAnthropic, Key]:
        """The client with its key; the key is looked for again after it was refused, as tokens may be short-lived."""
        async with self._connecting:
            if self._connection is None:
                if not self.host:
                    raise BadAddressError("The base URL for the model is not a web address.")
                key = await find_key(self._settings, self._environ)
                client = await asyncio.to_thread(_client, self._settings, self._address, key)
                self._opened.append(client)
                self._connection = client, key
            return self._connection

    def _trouble(self, error: BaseException, call: Call, key: Key, *, started: bool) -> ModelError:
        trouble = as_trouble(error, Circumstances(self._settings, key, call.model, self.host, started))
        if isinstance(trouble, KeyRefusedError) and self._connection and self._connection[1] is key:
            self._connection = None
        return trouble

    def _wait_after(self, attempt: int, error: ModelError) -> float | None:
        """Seconds until the next attempt; None where there should be none."""
        if not error.passing or attempt > self._settings.retries:
            return None
        wait = error.wait if error.wait is not None else 2.0 ** (attempt - 1)
        return wait if wait <= self._settings.longest_wait else None

    async def _count_down(self, wait: float, reason: str) -> AsyncGenerator[Retrying, None]:
        while True:
            yield Retrying(math.ceil(wait), reason)
            step = min(1.0, wait)
            await self._pause(step)
            wait -= step
            if wait <= 0:
                break
        yield Retrying(0, reason)


def _message(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise broken("it is not JSON")
    return found


def address_of(settings: ClaudeSettings, environ: Mapping[str, str]) -> str:
    return settings.base_url or environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC


def host_of(address: str) -> str:
    """Empty where the address is none."""
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    return f"{parts.hostname}{port}" if parts.scheme in ("http", "https") and parts.hostname else ""


def load_sdk() -> None:
    import anthropic
    import anthropic.resources.messages  # noqa: F401


def _client(settings: ClaudeSettings, address: str, key: Key) -> anthropic.AsyncAnthropic:
    """Runs in a thread: loading the SDK and the system's certificates takes time."""
    import anthropic

    load_sdk()
    timeout = anthropic.Timeout(settings.timeout, connect=settings.connect_timeout)
    return anthropic.AsyncAnthropic(
        api_key=key.reveal(),
        base_url=address,
        http_client=http_client(timeout),
        timeout=timeout,
        max_retries=0,
        open_telemetry=False,
    )


def body_of(call: Call, settings: ClaudeSettings) -> dict[str, Any]:
    """What is sent; the same call gives the same bytes, which is what the server's cache lives on."""
    body: dict[str, Any] = {
        "model": call.model,
        "max_tokens": call.max_tokens or settings.max_tokens,
        "messages": list(call.messages),
    }
    if call.system:
        body["system"] = list(call.system)
    if call.tools:
        body["tools"] = list(call.tools)
    if thinking := _THINKING.get(settings.thinking):
        body["thinking"] = thinking
    if settings.effort:
        body["output_config"] = {"effort": settings.effort.value}
    return body


def _in_words(content_type: str) -> str:
    kind = content_type.partition(";")[0].strip().lower()
    return {"text/html": "a web page", "application/json": "JSON"}.get(kind, "something else")
