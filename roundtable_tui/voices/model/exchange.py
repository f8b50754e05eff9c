"""What a model is asked and what it answers, whatever carries it: passages and tools go out, parts come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from roundtable_tui.voices.protocol import CodeReader


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the prompt; up to one that is `kept` everything is the same in later requests."""

    text: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class ToolSpec:
    name: str
    description: str
    schema: Mapping[str, Any]
    streams: bool = False
    """Its input is wanted while it is being written."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the model is told about one of its calls."""

    call: str
    text: str
    bad: bool = False
    looked: bool = False
    """It shows what can be looked up again."""


@dataclass(frozen=True, slots=True)
class Round:
    """A message of the model, what came of its calls, and what it is told beside that."""

    said: tuple[Any, ...]
    """As the transport reported it."""
    results: tuple[ToolResult, ...] = ()
    more: str = ""
    carried: int = 0
    """Calls that were answered before the message was over, by a transport that does so."""

    def without_look_ups(self, instead: str) -> Round:
        """The same with this in the place of what was looked up; what came of records stays."""
        return replace(self, results=tuple(replace(one, text=instead) if one.looked else one for one in self.results))


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: rules and knowledge, the prompt, the tools that may be called, and the rounds so far."""

    model: str
    system: tuple[Passage, ...]
    prompt: tuple[Passage, ...]
    tools: tuple[ToolSpec, ...] = ()
    rounds: tuple[Round, ...] = ()
    apart: bool = False
    """Whoever answers may know nothing but this: a transport that remembers a talk begins another for it."""

    def going_on(self, said: tuple[Any, ...], results: tuple[ToolResult, ...], more: str = "", carried: int = 0) -> Ask:
        return replace(self, rounds=(*self.rounds, Round(said, results, more, carried)))

    def with_rounds(self, rounds: tuple[Round, ...]) -> Ask:
        return replace(self, rounds=rounds)


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
class Carried:
    """A call that the desk has answered while the message went on."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Remark:
    """What the user should know about whoever answers: something it wanted was refused, or it cannot do something."""

    text: str


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
class Answering:
    """A server begins to answer: under which id it can be asked about it, and which model it says it is."""

    request: str
    model: str


@dataclass(frozen=True, slots=True)
class Retrying:
    """Nothing was said yet and the call will be made again; reported once a second as the time runs down to 0."""

    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The end of a whole message."""

    reason: StopReason
    content: tuple[Any, ...] = ()
    """The message as the transport wants it back before tool results; nobody else looks into it."""
    answerable: bool = field(default=True, compare=False)
    """Whether it holds anything that can be sent back: thoughts alone cannot."""


AskPart: TypeAlias = (
    TextDelta | Saying | Thought | Calling | ToolCall | Carried | Remark | Usage | Answering | Retrying | Stopped
)


class Desk(Protocol):
    """Whoever carries out calls, for a model that waits for each answer in the middle of its message."""

    @property
    def done(self) -> bool:
        """Whether the turn has come to its end: nothing more need be said or called."""
        ...

    @property
    def code(self) -> CodeReader | None: ...

    def take_all(self, calls: Sequence[ToolCall]) -> Sequence[Answered]:
        """For a thread; one call of `take_all` after another."""
        ...


class Answered(Protocol):
    def as_result(self) -> ToolResult: ...


class Transport(Protocol):
    """Carries one request to a model; a failure is a ModelError."""

    def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:
        """Calls for tools are handed back when the message is whole, or carried out at the desk on the way."""
        ...
