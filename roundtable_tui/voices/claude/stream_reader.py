"""Puts the events of a stream together into parts, and takes nothing on trust: the server may be anybody's."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.claude.failures import (
    broken,
    by_status,
    context_full,
    cut_short,
    lost,
    refused,
)
from roundtable_tui.voices.claude.requests import can_be_answered
from roundtable_tui.voices.model.exchange import (
    Answering,
    AskPart,
    Calling,
    Saying,
    Stopped,
    StopReason,
    TextDelta,
    Thought,
    ToolCall,
    Usage,
)
from roundtable_tui.voices.model.turn.say_tool import SAY, SpokenWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from roundtable_tui.voices.claude.types import Block

_MOST_TOKENS = 1_000_000_000
"""More than any request can have; what a server counts beyond it was not counted."""

_MOST_LETTERS = 2_000_000
"""Of one answer; 128,000 tokens are some 600,000. Words that go on beyond it come faster than anybody can show them."""


@dataclass(slots=True)
class _Block:
    """A content block as it grows."""

    start: dict[str, Any]
    pieces: list[str] = field(default_factory=list)
    signature: str = ""
    spoken: SpokenWords | None = None
    """For a `say`, whose words do not wait for its end."""
    closed: bool = False

    @property
    def kind(self) -> str:
        return str(self.start.get("type"))

    @property
    def grown(self) -> str:
        return "".join(self.pieces)

    def whole(self) -> Block | None:
        """As it has to be sent back; None for an empty text, which the server would refuse."""
        match self.kind:
            case "text":
                return {"type": "text", "text": self.grown} if self.grown else None
            case "thinking":
                return {"type": "thinking", "thinking": self.grown, "signature": self.signature}
            case "tool_use":
                return {
                    "type": "tool_use",
                    "id": _text(self.start, "id"),
                    "name": _text(self.start, "name"),
                    "input": self.tool_input() or {},
                }
        return self.start

    def tool_input(self) -> Mapping[str, Any] | None:
        """None where it cannot be read: such a call goes on without input, and the model is told what it lacks."""
        if not self.grown.strip():
            given = self.start.get("input")
            return given if isinstance(given, dict) else {}
        try:
            found = json.loads(self.grown, strict=False)
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


class Reader:
    """One message, event by event."""

    def __init__(self, model: str, host: str, max_tokens: int, without_key: Callable[[str], str] = str) -> None:
        self._model, self._host, self._max_tokens = model, host, max_tokens
        self._without_key = without_key
        self._blocks: list[_Block] = []
        self._by_index: dict[int, _Block] = {}
        self._usage = Usage()
        self._reason: str | None = None
        self._explanation = ""
        self._letters = 0
        self._complete = False
        self.started = False
        """Whether anything of an answer has come."""
        self.request_id = ""
        """What the server calls the request; the message has an id too, where it does not say."""

    def take(self, name: str | None, data: str) -> Iterator[AskPart]:
        """The parts that this event brings; a kind of event that we do not know brings none."""
        if not data or name == "ping":
            return
        yield from self._take(_parsed(data))

    def _take(self, event: Mapping[str, Any]) -> Iterator[AskPart]:
        kind = _text(event, "type")
        if kind not in ("message_start", "error", "ping") and not self.started:
            raise broken("it begins in the middle")
        match kind:
            case "message_start":
                self.started = True
                begun = _mapping(event, "message")
                yield self._answering(begun)
                yield from self._count(_optional(begun, "usage"))
            case "content_block_start":
                yield from self._open(event)
            case "content_block_delta":
                yield from self._grow(event)
            case "content_block_stop":
                if block := self._block(event):
                    yield from self._close(block)
            case "message_delta":
                self._note_end(_mapping(event, "delta"))
                yield from self._count(_optional(event, "usage"))
            case "message_stop":
                self._complete = True
            case "error":
                error = _mapping(event, "error")
                message = self._without_key(str(error.get("message", "")))
                raise by_status(200, str(error.get("type", "")), message, self._model, self._host)

    def take_whole(self, message: Mapping[str, Any]) -> Iterator[AskPart]:
        """A message that came in one piece, from a server that cannot stream."""
        content = message.get("content")
        if not isinstance(content, list):
            raise broken("'content' is missing")
        ending = {"type": "message_delta", "delta": dict(message), "usage": message.get("usage")}
        blocks = [block for block in content if isinstance(block, dict)]
        events: list[dict[str, Any]] = [{"type": "message_start", "message": dict(message)}]
        for index, block in enumerate(blocks):
            events.append({"type": "content_block_start", "index": index, "content_block": block})
            events.append({"type": "content_block_stop", "index": index})
        for event in (*events, ending, {"type": "message_stop"}):
            yield from self._take(event)

    def outcome(self) -> Iterator[AskPart]:
        """What the whole message amounts to. A server that hangs up without saying that it is done was cut off."""
        if not self._complete and self._reason is None:
            raise lost(self.started)
        tools = [block for block in self._blocks if block.kind == "tool_use"]
        reason = _reason(self._reason)
        match reason:
            case StopReason.REFUSAL:
                raise refused(self._explanation)
            case StopReason.CONTEXT_FULL:
                raise context_full()
            case StopReason.MAX_TOKENS if tools:
                raise cut_short(self._max_tokens)
        content = tuple(whole for block in self._blocks if (whole := block.whole()) is not None)
        if reason is StopReason.TOOL_USE:
            yield from (ToolCall(block["id"], block["name"], block["input"]) for block in content if _is_tool(block))
        yield Stopped(reason, content, can_be_answered(content))

    def _answering(self, message: Mapping[str, Any]) -> Answering:
        names = (self.request_id or message.get("id"), message.get("model") or self._model)
        request, model = (one_line(self._without_key(str(name)), 120) if name else "" for name in names)
        return Answering(request, model)

    def _open(self, event: Mapping[str, Any]) -> Iterator[AskPart]:
        """A block that is begun twice is one block; where numbers are left out or used again, it is another."""
        index = _whole_number(event, "index")
        block = _Block(dict(_mapping(event, "content_block")))
        _text(block.start, "type")  # one that does not say what it is could not be sent back
        before = self._by_index.get(index)
        if (
            before
            and not before.closed
            and before.kind == block.kind
            and before.start.get("id") == block.start.get("id")
        ):
            return
        if block.kind == "tool_use" and not isinstance(block.start.get("id"), str):
            block.start["id"] = f"toolu_{len(self._blocks)}"
        self._blocks.append(block)
        self._by_index[index] = block
        match block.kind:
            case "text" if block.start.get("text"):
                yield from self._add(block, _text(block.start, "text"))
            case "thinking":
                yield Thought()
            case "tool_use":
                name = _text(block.start, "name")
                block.spoken = SpokenWords() if name == SAY else None
                yield Calling(name)

    def _grow(self, event: Mapping[str, Any]) -> Iterator[AskPart]:
        block, delta = self._block(event), _mapping(event, "delta")
        kind = _text(delta, "type")
        if block is None and kind == "text_delta":
            block = _Block({"type": "text", "text": ""})
            self._blocks.append(block)
            self._by_index[_whole_number(event, "index")] = block
        if block is None:
            return
        match kind:
            case "text_delta":
                yield from self._add(block, self._more(delta, "text"))
            case "input_json_delta" if block.kind != "tool_use":
                return
            case "input_json_delta":
                piece = self._more(delta, "partial_json")
                block.pieces.append(piece)
                if block.spoken and (words := block.spoken.take(piece)):
                    yield Saying(words)
            case "thinking_delta":
                block.pieces.append(self._more(delta, "thinking"))
                yield Thought()
            case "signature_delta":
                block.signature = _text(delta, "signature")

    def _more(self, delta: Mapping[str, Any], name: str) -> str:
        piece = _text(delta, name)
        self._letters += len(piece)
        if self._letters > _MOST_LETTERS:
            raise broken("it has no end")
        return piece

    def _close(self, block: _Block) -> Iterator[AskPart]:
        """A server that does not write calls piece by piece has told the words of a `say` only now."""
        block.closed = True
        if block.spoken is None:
            return
        given = block.tool_input()
        if given and (rest := block.spoken.rest(given)):
            yield Saying(rest)

    def _add(self, block: _Block, text: str) -> Iterator[AskPart]:
        block.pieces.append(text)
        if text:
            yield TextDelta(text)

    def _block(self, event: Mapping[str, Any]) -> _Block | None:
        """None for one that was never begun, or is over: some servers speak of such."""
        block = self._by_index.get(_whole_number(event, "index"))
        return None if block is None or block.closed else block

    def _note_end(self, delta: Mapping[str, Any]) -> None:
        reason, details = delta.get("stop_reason"), delta.get("stop_details")
        self._reason = reason if isinstance(reason, str) else None
        if isinstance(details, dict) and isinstance(explanation := details.get("explanation"), str):
            self._explanation = explanation

    def _count(self, counts: Mapping[str, Any]) -> Iterator[Usage]:
        """The server repeats its counts as totals; what is reported is what is new."""
        known = self._usage
        self._usage = Usage(
            _tokens(counts, "input_tokens", known.input),
            _tokens(counts, "output_tokens", known.output),
            _tokens(counts, "cache_read_input_tokens", known.cache_read),
            _tokens(counts, "cache_creation_input_tokens", known.cache_write),
        )
        if self._usage != known:
            yield self._usage - known


def _reason(reason: str | None) -> StopReason:
    try:
        return StopReason(reason or StopReason.OTHER)
    except ValueError:
        return StopReason.OTHER


def _is_tool(block: Block) -> bool:
    return bool(block.get("type") == "tool_use")


def _parsed(data: str) -> dict[str, Any]:
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        raise broken("a part of it is not JSON") from None
    if not isinstance(event, dict):
        raise broken("a part of it has no names")
    return event


def _mapping(event: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = event.get(name)
    if not isinstance(found, dict):
        raise broken(f"'{name}' is missing")
    return found


def _optional(event: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = event.get(name)
    return found if isinstance(found, dict) else {}


def _text(event: Mapping[str, Any], name: str) -> str:
    found = event.get(name)
    if not isinstance(found, str):
        raise broken(f"'{name}' is missing")
    return found


def _whole_number(event: Mapping[str, Any], name: str) -> int:
    found = event.get(name)
    if not isinstance(found, int):
        raise broken(f"'{name}' is missing")
    return found


def _tokens(counts: Mapping[str, Any], name: str, known: int) -> int:
    """Servers leave out what does not apply, and what they counted before still holds; so does what cannot be."""
    found = counts.get(name)
    return found if isinstance(found, int) and 0 <= found <= _MOST_TOKENS else known
