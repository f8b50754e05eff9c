"""What the Messages API server of the tests is told to answer, and in which ways it is told to fail."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterator


class Fault(StrEnum):
    """Instead of an answer, or in the middle of one."""

    OVERLOADED = "overloaded"
    RATE_LIMIT = "rate limit"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    BILLING = "billing"
    BAD_REQUEST = "bad request"
    TOO_LARGE = "too large"
    CONTEXT = "context too long"
    UNKNOWN_MODEL = "unknown model"
    SERVER = "server error"
    GATEWAY_TIMEOUT = "gateway timeout"
    PROXY_PAGE = "a proxy's error page"
    NOT_FOUND_PAGE = "nothing at this address"
    HTML = "a web page with status 200"
    JSON = "plain JSON for a stream"
    HANG_UP = "closed without an answer"
    NEVER = "never answers"
    SENT_ON = "sends the request on to `location`"
    ENDLESS_ERROR = "an error without an end"
    ENDLESS_LINE = "a line without an end"
    ENDLESS_WORDS = "words without an end"
    PACKED = "a small answer that fills the memory once it is unpacked"

    RESET = "connection reset"
    CLOSE = "closed in the middle"
    STALL = "silent in the middle"
    DROP = "clean end without message_stop"
    ERROR_EVENT = "error event"
    BAD_JSON = "bad JSON"
    BAD_UTF8 = "bad UTF-8"
    BAD_INDEX = "bad index"
    MISSING_FIELD = "missing field"


INSTEAD: dict[Fault, tuple[int, str, str]] = {
    Fault.OVERLOADED: (529, "overloaded_error", "Overloaded"),
    Fault.RATE_LIMIT: (429, "rate_limit_error", "This request would exceed your organization's rate limit."),
    Fault.UNAUTHORIZED: (401, "authentication_error", "invalid x-api-key"),
    Fault.FORBIDDEN: (403, "permission_error", "Your API key does not have permission to use the specified resource."),
    Fault.BILLING: (402, "billing_error", "There is an issue with your billing."),
    Fault.BAD_REQUEST: (400, "invalid_request_error", "messages: something about the request"),
    Fault.TOO_LARGE: (413, "request_too_large", "Request exceeds the maximum size"),
    Fault.CONTEXT: (400, "invalid_request_error", "prompt is too long: 1000001 tokens > 1000000 maximum"),
    Fault.UNKNOWN_MODEL: (404, "not_found_error", "model: claude-nobody"),
    Fault.SERVER: (500, "api_error", "Internal server error"),
    Fault.GATEWAY_TIMEOUT: (504, "timeout_error", "The request timed out"),
}
PAGES = {Fault.PROXY_PAGE: 502, Fault.NOT_FOUND_PAGE: 404, Fault.HTML: 200}


class Text(Struct, frozen=True):
    """A text block, sent in chunks of this many characters."""

    text: str
    chunk: int = 12

    def events(self, index: int) -> Iterator[dict[str, Any]]:
        yield _start(index, {"type": "text", "text": ""})
        for at in range(0, len(self.text), self.chunk):
            yield _delta(index, {"type": "text_delta", "text": self.text[at : at + self.chunk]})
        yield _stop(index)

    def whole(self) -> dict[str, Any]:
        return {"type": "text", "text": self.text}


class Thinking(Struct, frozen=True):
    """A thought; without text it is of the kind that newer models send by default."""

    text: str = ""
    signature: str = "signed-by-the-server"

    def events(self, index: int) -> Iterator[dict[str, Any]]:
        yield _start(index, {"type": "thinking", "thinking": "", "signature": ""})
        if self.text:
            yield _delta(index, {"type": "thinking_delta", "thinking": self.text})
        yield _delta(index, {"type": "signature_delta", "signature": self.signature})
        yield _stop(index)

    def whole(self) -> dict[str, Any]:
        return {"type": "thinking", "thinking": self.text, "signature": self.signature}


class ToolUse(Struct, frozen=True):
    """A tool call, its input sent as pieces of JSON; `cut` sends only so many characters of it."""

    name: str
    input: Mapping[str, Any] = field(default_factory=dict)
    id: str = "toolu_1"
    chunk: int = 8
    cut: int | None = None

    def events(self, index: int) -> Iterator[dict[str, Any]]:
        yield _start(index, {"type": "tool_use", "id": self.id, "name": self.name, "input": {}})
        yield _delta(index, {"type": "input_json_delta", "partial_json": ""})
        text = json.dumps(self.input)[: self.cut]
        for at in range(0, len(text), self.chunk):
            yield _delta(index, {"type": "input_json_delta", "partial_json": text[at : at + self.chunk]})
        yield _stop(index)

    def whole(self) -> dict[str, Any]:
        return {"type": "tool_use", "id": self.id, "name": self.name, "input": dict(self.input)}


class Reply(Struct, frozen=True):
    """One answer. A fault in the middle comes after `after` deltas, and after what was sent before them."""

    blocks: tuple[Text | Thinking | ToolUse, ...] = (Text("So what hurts most?"),)
    stop_reason: str = ""
    """Empty: tool_use where there is a tool call, else end_turn."""
    stop_details: Mapping[str, Any] | None = None
    fault: Fault | None = None
    after: int = 1
    pause: float = 0.0
    """Seconds before each delta."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Sent along with an error; `retry-after`, for example."""
    error_kind: str = "overloaded_error"
    error_message: str = "Overloaded"
    """Both of an error event."""

    @property
    def ends_with(self) -> str:
        calls = any(isinstance(block, ToolUse) for block in self.blocks)
        return self.stop_reason or ("tool_use" if calls else "end_turn")

    def events(self) -> Iterator[dict[str, Any]]:
        for index, block in enumerate(self.blocks):
            yield from block.events(index)


def says(text: str, chunk: int = 12) -> Reply:
    return Reply((Text(text, chunk),))


def fails(fault: Fault, **headers: str) -> Reply:
    return Reply(fault=fault, headers={name.replace("_", "-"): value for name, value in headers.items()})


def as_the_default_model(reply: Reply, request: Mapping[str, Any]) -> Reply:
    """What claude-opus-5-5 makes of it: text between tool calls is a thought without text, and the input of a tool is
    held back until it is whole, unless the tool asks for pieces."""
    in_pieces = {tool["name"] for tool in request.get("tools", ()) if tool.get("eager_input_streaming")}
    goes_on = any(isinstance(block, ToolUse) for block in reply.blocks)
    called = any(message["role"] == "assistant" for message in request["messages"])
    blocks: list[Text | Thinking | ToolUse] = []
    for block in reply.blocks:
        called = called or isinstance(block, ToolUse)
        match block:
            case Text() if called and goes_on:
                blocks.append(Thinking())
            case ToolUse(name=name) if name not in in_pieces:
                blocks.append(replace(block, chunk=1_000_000))
            case _:
                blocks.append(block)
    return replace(reply, blocks=tuple(blocks))


def _start(index: int, block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def _delta(index: int, delta: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": delta}


def _stop(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}
