"""One call of one tool, apart from the talk: a form that is filled in once, and mended where it is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct
from pydantic import ValidationError

from roundtable_tui.domain.knowledge.knowledge import Persona
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.model.exchange import Ask, Passage, ToolResult
from roundtable_tui.voices.model.tools import schemas
from roundtable_tui.voices.model.turn.message import Manner, Message
from roundtable_tui.voices.model.turn.say_tool import Once
from roundtable_tui.voices.protocol import Used

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.voices.model.exchange import ToolCall, Transport

Wanted = TypeVar("Wanted", bound=schemas.Input)
_WHO = Persona("reader", "A reader", "Tester")
_MANNER = Manner(_WHO, (_WHO,))
_NOTHING = VoiceError("The model came back with nothing that can be used.", "Try again, or with another model.")


class _Answer(Struct, frozen=True):
    result: ToolResult

    def as_result(self) -> ToolResult:
        return self.result


class Form(Generic[Wanted]):
    """Takes the one call that is wanted, when the message is whole or on the way."""

    code = None

    def __init__(
        self,
        tool: str,
        model: type[Wanted],
        wrong_with: Callable[[Wanted], Sequence[str]] = lambda _: (),
        tries: int = 2,
    ) -> None:
        """`wrong_with` names what cannot be taken in it, in sentences for the model."""
        self._tool, self._model, self._wrong_with, self._tries = tool, model, wrong_with, tries
        self.filled: Wanted | None = None

    async def filled_by(
        self, transport: Transport, model: str, prompt: tuple[str, str], used: Callable[[Tokens], None]
    ) -> Wanted:
        """What the model calls the tool with; it may mend a call that cannot be taken."""
        system, task = prompt
        tools = schemas.tool_specs({self._tool: self._model})
        ask = Ask(model, (Passage(system),), (Passage(task),), tools, apart=True)
        for _ in range(self._tries):
            message = Message(transport, ask, _MANNER, Once(), muted=True, desk=self)
            async for part in message.parts():
                if isinstance(part, Used):
                    used(part.tokens)
            results = tuple(one.as_result() for one in self.take_all(message.calls))
            if self.filled:
                return self.filled
            more = "" if results else f"Call {self._tool} once."
            ask = ask.going_on(message.content, results, more, len(message.carried))
        raise _NOTHING

    @property
    def done(self) -> bool:
        return self.filled is not None

    def take_all(self, calls: Sequence[ToolCall]) -> Sequence[_Answer]:
        return [_Answer(self._taken(call)) for call in calls]

    def _taken(self, call: ToolCall) -> ToolResult:
        if self.done:
            return ToolResult(call.id, "That is enough.")
        if call.name != self._tool:
            return ToolResult(call.id, f"Call {self._tool} once.", bad=True)
        try:
            read = self._model.model_validate(dict(call.input))
        except ValidationError as error:
            return ToolResult(call.id, f"{schemas.what_is_wrong(error)}.", bad=True)
        if wrong := self._wrong_with(read):
            return ToolResult(call.id, f"{' '.join(wrong)} Call {self._tool} again with all of it.", bad=True)
        self.filled = read
        return ToolResult(call.id, "Taken.")
