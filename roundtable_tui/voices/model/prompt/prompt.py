"""Puts a brief to the model together: what stays the same first, then where we are, then what to do now."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from roundtable_tui.voices.claude.types import Call
from roundtable_tui.voices.model.prompt import stable
from roundtable_tui.voices.model.prompt.situation import situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.voices.claude.types import Block
    from roundtable_tui.voices.protocol import Brief

_KEEP = {"cache_control": {"type": "ephemeral"}}


def compose(brief: Brief, task: str, model: str, redact: Callable[[str], str] = str) -> Call:
    """One call. Everything before the situation is the same bytes in every turn of a phase."""
    rules, phase = _system(_Same(brief.knowledge), brief.step.phase)
    content = (
        _text(stable.item(brief.state.item, redact), keep=True),
        _text(situation(brief, redact)),
        _text(f"# What to do now\n\n{task}"),
    )
    return Call(
        model=model,
        messages=({"role": "user", "content": list(content)},),
        system=(_text(rules, keep=True), _text(phase, keep=True)),
        tools=tools(),
    )


def can_go_on(said: tuple[Block, ...]) -> bool:
    """Whether a message holds anything that can be sent back: thoughts alone cannot."""
    return any(_has_content(block) and block["type"] in ("text", "tool_use") for block in said)


def _has_content(block: Block) -> bool:
    """The server refuses texts of nothing but space, though it sends them."""
    return block.get("type") != "text" or bool(block["text"].strip())


def going_on(call: Call, said: tuple[Block, ...], results: list[dict[str, Any]], more: str = "") -> Call:
    """The same call with what the model said and what came of it; the results are kept for a further round."""
    content: list[dict[str, Any]] = [dict(result) for result in results]
    if more:
        content.append(_text(more))
    content[-1] = {**content[-1], **_KEEP}
    earlier = tuple(_not_kept(message) for message in call.messages[1:])
    messages = (*call.messages[:1], *earlier, {"role": "assistant", "content": list(filter(_has_content, said))})
    return Call(call.model, (*messages, {"role": "user", "content": content}), call.system, call.tools, call.max_tokens)


def _not_kept(message: Block) -> Block:
    """The server takes four marks at most, and the last one covers what is before it."""
    bare = [{name: value for name, value in block.items() if name not in _KEEP} for block in message["content"]]
    return {**message, "content": bare}


def _text(text: str, *, keep: bool = False) -> dict[str, Any]:
    block = {"type": "text", "text": text}
    return {**block, **_KEEP} if keep else block


class _Same:
    """Knowledge is loaded once and compared by identity: comparing all of it would cost more than writing it out."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.knowledge is other.knowledge

    def __hash__(self) -> int:
        return id(self.knowledge)


@lru_cache(maxsize=8)
def _system(same: _Same, phase_key: str) -> tuple[str, str]:
    return stable.table(same.knowledge), stable.phase_knowledge(same.knowledge, phase_key)


@lru_cache(maxsize=1)
def tools() -> tuple[Block, ...]:
    """What the model may call for; takes a moment the first time."""
    from roundtable_tui.voices.model.tools.schemas import tool_blocks

    return tool_blocks()
