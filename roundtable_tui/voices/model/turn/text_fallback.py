"""The same turn for a model that has no tools, or does not call them: what it would call, it writes down as JSON."""

from __future__ import annotations

import json
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from roundtable_tui.voices.model.exchange import (
    AskPart,
    Calling,
    Carried,
    Passage,
    Remark,
    Round,
    Stopped,
    StopReason,
    TextDelta,
    ToolCall,
    Usage,
)
from roundtable_tui.voices.model.model_error import NoToolsError
from roundtable_tui.voices.model.prompt.templates import filled
from roundtable_tui.voices.model.turn.say_tool import SAY
from roundtable_tui.voices.model.turn.text_calls import BadBlockError, TextCalls

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from roundtable_tui.voices.model.exchange import Ask, Desk, ToolSpec, Transport

_CANNOT_ACT = (
    "This model speaks, but what it wants recorded or asked cannot be read. Its words are kept, and the questions come "
    "from the files."
)


class TextFallback:
    """Passes requests on as they are, until the model turns out to have no tools or not to call them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._writes_calls = False
        self._told = False

    async def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:
        if self._writes_calls or not ask.tools:
            parts = self._in_text(ask) if ask.tools else self._transport.call(ask, desk)
        elif _was_reminded_in_vain(ask):
            parts = self._either_way(ask, desk)
        else:
            parts = self._with_tools(ask, desk)
        async with aclosing(parts):
            async for part in parts:
                yield part

    async def _with_tools(self, ask: Ask, desk: Desk | None) -> AsyncGenerator[AskPart, None]:
        try:
            async with aclosing(self._transport.call(ask, desk)) as parts:
                async for part in parts:
                    yield part
        except NoToolsError:
            self._writes_calls = True
        else:
            return
        async with aclosing(self._in_text(ask)) as parts:
            async for part in parts:
                yield part

    async def _either_way(self, ask: Ask, desk: Desk | None) -> AsyncGenerator[AskPart, None]:
        """Reminded, a model may call a tool or write the calls down; one that writes them is lent none after that."""
        last = ask.rounds[-1]
        more = f"{last.more}\n\n{filled('agent', 'Or fenced')}"
        reminded = ask.with_rounds((*ask.rounds[:-1], replace(last, more=more)))
        heard, called, stopped = TextCalls(), False, None
        async with aclosing(self._transport.call(reminded, desk)) as parts:
            async for part in parts:
                called = called or isinstance(part, ToolCall | Carried)
                if isinstance(part, TextDelta):
                    if words := heard.take(part.text):
                        yield TextDelta(words)
                elif isinstance(part, Stopped) and not called:
                    stopped = part
                else:
                    yield part
        if called:
            if words := heard.rest():
                yield TextDelta(words)
            return
        async for last_part in self._ending(ask, heard, stopped, repaired=True):
            self._writes_calls = self._writes_calls or isinstance(last_part, ToolCall)
            yield last_part

    async def _in_text(self, ask: Ask) -> AsyncGenerator[AskPart, None]:
        """What came of earlier calls is told in words."""
        plain = _without_tools(ask)
        heard, stopped = TextCalls(), None
        async with aclosing(self._transport.call(plain)) as parts:
            async for part in parts:
                if isinstance(part, TextDelta):
                    if words := heard.take(part.text):
                        yield TextDelta(words)
                elif isinstance(part, Stopped):
                    stopped = part
                else:
                    yield part
        async for last_part in self._ending(plain, heard, stopped, repaired=False, tools=ask.tools):
            yield last_part

    async def _ending(
        self, ask: Ask, heard: TextCalls, stopped: Stopped | None, *, repaired: bool, tools: tuple[ToolSpec, ...] = ()
    ) -> AsyncGenerator[AskPart, None]:
        """The calls that were written down, mended once where they cannot be read; or the words alone."""
        known = frozenset(spec.name for spec in tools or ask.tools)
        said, answerable = (stopped.content, stopped.answerable) if stopped else ((), False)
        if words := heard.rest():
            yield TextDelta(words)
        try:
            calls = heard.calls(known, f"text-{len(ask.rounds)}") if heard.has_block else []
        except BadBlockError as bad:
            if repaired or not answerable:
                calls = []
            else:
                again = TextCalls()
                mending = ask.going_on(said, (), filled("agent", "Repair", why=str(bad)))
                async with aclosing(self._transport.call(mending)) as parts:
                    async for part in parts:
                        if isinstance(part, TextDelta):
                            again.take(part.text)
                        elif isinstance(part, Usage):
                            yield part
                        elif isinstance(part, Stopped):
                            said = part.content
                calls = _readable(again, known, f"text-{len(ask.rounds)}")
        if not calls and (heard.has_block or ask.rounds) and not self._told:
            self._told = True
            yield Remark(_CANNOT_ACT)
        for call in calls:
            yield Calling(call.name)
            yield call
        yield Stopped(StopReason.TOOL_USE if calls else StopReason.END_TURN, said, answerable)


def _readable(heard: TextCalls, known: frozenset[str], mark: str) -> list[ToolCall]:
    try:
        return heard.calls(known, mark) if heard.has_block else []
    except BadBlockError:
        return []


def _was_reminded_in_vain(ask: Ask) -> bool:
    """Whether the model has spoken, called nothing, and was told that something is missing."""
    return bool(ask.rounds and ask.rounds[-1].more) and not any(one.results or one.carried for one in ask.rounds)


def _without_tools(ask: Ask) -> Ask:
    described = "\n".join(_described(spec) for spec in ask.tools if spec.name != SAY)
    how = Passage(filled("agent", "Fenced", tools=described))
    rounds = tuple(_in_words(one) for one in ask.rounds)
    return replace(ask, tools=(), prompt=(*ask.prompt[:-1], how, *ask.prompt[-1:]), rounds=rounds)


def _described(spec: ToolSpec) -> str:
    return f"- `{spec.name}`: {spec.description} {json.dumps(_brief(spec.schema), separators=(',', ':'))}"


def _brief(schema: Any) -> Any:
    """The schema without what only a strict server needs."""
    if isinstance(schema, list):
        return [_brief(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _brief(value) for key, value in schema.items() if key not in ("additionalProperties", "required")}


def _in_words(turn: Round) -> Round:
    """With what came of the calls as text: there are no calls for it to belong to."""
    if not turn.results:
        return turn
    told = "\n\n".join(f"{number}. {result.text}" for number, result in enumerate(turn.results, 1))
    more = f"\n\n{turn.more}" if turn.more else ""
    return Round(turn.said, (), f"{filled('agent', 'Results', results=told)}{more}")
