"""What one call to the model is made of and what comes back, in our own words: nothing here knows the SDK."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

Block: TypeAlias = Mapping[str, Any]
"""A content block, a message or a tool, as the Messages API writes it."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request; the order here is the order in which the server caches: tools, system, messages."""

    model: str
    messages: tuple[Block, ...]
    system: tuple[Block, ...] = ()
    tools: tuple[Block, ...] = ()
    max_tokens: int | None = None
    """None: as the settings say."""


class StopReason(StrEnum):
    END_TURN = "end_turn"
    TOOL_USE = "tool_use"
    MAX_TOKENS = "max_tokens"
    STOP_SEQUENCE = "stop_sequence"
    PAUSE_TURN = "pause_turn"
    REFUSAL = "refusal"
    CONTEXT_FULL = "model_context_window_exceeded"
    OTHER = "other"
    """One that this program does not know yet: the words count, no tool is run."""


@dataclass(frozen=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, slots=True)
class Saying:
    """Words of a `say` call as they are written; `Calling` tells that one begins."""

    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    """The model thinks, or goes on thinking."""


@dataclass(frozen=True, slots=True)
class Calling:
    """The model begins to write a tool call: whether it may be carried out is known when its message is whole."""

    name: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A whole call that may be carried out: it is only reported once the server said `tool_use`."""

    id: str
    name: str
    input: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens the server counted. The parts of a call add up, so a call that breaks off has reported what it knew."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input + other.input,
            self.output + other.output,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
        )

    def __sub__(self, other: Usage) -> Usage:
        return Usage(
            self.input - other.input,
            self.output - other.output,
            self.cache_read - other.cache_read,
            self.cache_write - other.cache_write,
        )

    @property
    def total_input(self) -> int:
        """Everything that was sent: `input` alone leaves out what came from or went into the cache."""
        return self.input + self.cache_read + self.cache_write


@dataclass(frozen=True, slots=True)
class Retrying:
    """Nothing was said yet and the call will be made again; reported once a second as the time runs down to 0."""

    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The end of a whole message."""

    reason: StopReason
    content: tuple[Block, ...] = ()
    """The message as it has to be sent back before tool results, thinking and signatures included."""


CallPart: TypeAlias = TextDelta | Saying | Thought | Calling | ToolCall | Usage | Retrying | Stopped
