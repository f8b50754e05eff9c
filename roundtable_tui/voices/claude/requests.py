"""Turns what a model is asked into a request of the Messages API, with marks for its cache, and carries it there."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from roundtable_tui.voices.claude.types import Call

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from roundtable_tui.voices.claude.client import Wire
    from roundtable_tui.voices.claude.types import Block
    from roundtable_tui.voices.model.exchange import Ask, AskPart, Desk, Passage, Round, ToolResult, ToolSpec

_KEEP = {"cache_control": {"type": "ephemeral"}}


class MessagesTransport:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:  # noqa: ARG002
        async with aclosing(self._wire.call(as_call(ask))) as parts:
            async for part in parts:
                yield part


def as_call(ask: Ask) -> Call:
    """The same request gives the same bytes. The server takes four marks at most: of the rounds the last has one."""
    last = len(ask.rounds) - 1
    later = (message for number, turn in enumerate(ask.rounds) for message in _messages(turn, keep=number == last))
    return Call(
        model=ask.model,
        messages=({"role": "user", "content": _texts(ask.prompt)}, *later),
        system=tuple(_texts(ask.system)),
        tools=tuple(_tool(spec) for spec in ask.tools),
    )


_OURS = ("cache_control", "strict", "eager_input_streaming")


def bare(call: Call) -> Call:
    """The same without the fields that servers other than Anthropic's may refuse."""
    messages, system, tools = (tuple(map(_bare, part)) for part in (call.messages, call.system, call.tools))
    return replace(call, messages=messages, system=system, tools=tools)


def _bare(part: Any) -> Any:
    if isinstance(part, list):
        return [_bare(one) for one in part]
    if not isinstance(part, dict) or part.get("type") == "tool_use":
        return part
    return {name: value if name in ("input_schema", "input") else _bare(value)
            for name, value in part.items() if name not in _OURS}  # fmt: skip


def has_content(block: Block) -> bool:
    """The server refuses texts of nothing but space, though it sends them."""
    return block.get("type") != "text" or bool(block["text"].strip())


def can_be_answered(said: Iterable[Block]) -> bool:
    """Whether a message holds anything that can be sent back: thoughts alone cannot."""
    return any(has_content(block) and block["type"] in ("text", "tool_use") for block in said)


def _texts(passages: Iterable[Passage]) -> list[dict[str, Any]]:
    return [{"type": "text", "text": passage.text, **(_KEEP if passage.kept else {})} for passage in passages]


def _messages(turn: Round, *, keep: bool) -> tuple[Block, Block]:
    content = [_result(result) for result in turn.results]
    if turn.more:
        content.append({"type": "text", "text": turn.more})
    if keep:
        content[-1] = {**content[-1], **_KEEP}
    return {"role": "assistant", "content": list(filter(has_content, turn.said))}, {"role": "user", "content": content}


def _result(result: ToolResult) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "tool_result", "tool_use_id": result.call, "content": result.text}
    return {**block, "is_error": True} if result.bad else block


def _tool(spec: ToolSpec) -> dict[str, Any]:
    block = {"name": spec.name, "description": spec.description, "input_schema": dict(spec.schema), "strict": True}
    return {**block, "eager_input_streaming": True} if spec.streams else block
