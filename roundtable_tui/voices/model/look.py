"""A look beside the talk: the model reads the code or drafts a part of the dossier, alone, until it is done."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.values import LookEnd, LookPart
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.model_error import ModelError, Remedy
from roundtable_tui.voices.model.prompt.meanwhile import found_since, meanwhile
from roundtable_tui.voices.model.prompt.talk_prompt import compose_look, few_left, go_on
from roundtable_tui.voices.model.tools.talk_toolbox import TalkToolbox
from roundtable_tui.voices.model.turn.message import Manner, Message
from roundtable_tui.voices.model.turn.say_tool import Once
from roundtable_tui.voices.protocol import Batch, Busy, LookOver, LookPiece, Used

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from roundtable_tui.voices.model.exchange import Ask, Round, ToolCall, Transport
    from roundtable_tui.voices.model.tools.toolbox import Result
    from roundtable_tui.voices.protocol import Brief, CodeReader
    from roundtable_tui.voices.tasks import Look

_FEW = 4
"""So many requests before the last the model is told to come to an end."""
_PATIENCE = 12
_CALLS_A_REQUEST = 4
"""What a model calls for in one request, about, where calls are counted because requests cannot be."""
_MOST_KEPT = 240_000
_KEPT_AFTER = 80_000
"""Characters of look-ups that are sent: past the first number, of those shown before only the second is kept."""
_LEFT_OUT = "[shown before, and left out now: look again if you need it]"
_DOING: dict[LookPart | None, str] = {
    None: "mends what is theirs",
    LookPart.READING: "reads",
    LookPart.REQUIREMENTS: "drafts the requirements",
    LookPart.ARCHITECTURE: "drafts the architecture",
    LookPart.DESIGN: "drafts the design",
}


class LookTurn:
    """Asks the model again and again, and gives out what it records after each of its messages."""

    def __init__(
        self, transport: Transport, brief: Brief, task: Look, model: str, redact: Callable[[str], str]
    ) -> None:
        from roundtable_tui.voices.model.tools.talk_schemas import tools_of_look

        self._transport, self._brief, self._task = transport, brief, task
        self._toolbox = TalkToolbox(brief, redact, tools_of_look(task.depth, comments=bool(task.comments)))
        self._toolbox.patience = _PATIENCE
        self._desk = _Bounded(self._toolbox, task.most_calls * _CALLS_A_REQUEST)
        self._model, self._redact = model, redact
        self._told_changes = self._told_claims = self._told_seen = self._told_findings = self._told_dealt = 0
        self._used = self._idle = 0
        self._shown = 0
        """How many of the places that were looked up the model has been sent: only those are told of."""
        self._known = brief.state
        """What the model was told of."""

    async def pieces(self) -> AsyncGenerator[LookPiece, None]:
        ask = await asyncio.to_thread(compose_look, self._brief, self._task, self._model, self._redact)
        manner = Manner(self._brief.persona, (self._brief.persona,))
        for number in range(1, self._task.most_calls + 1):
            yield self._busy(number, ())
            message = self._message(ask, manner)
            try:
                async for part in self._parts_of(message):
                    yield part
            except ModelError as error:
                if error.about_the_request or Remedy.RETRY not in error.remedies:
                    raise
                message = self._message(ask, manner)
                async for part in self._parts_of(message):
                    yield part
            yield self._busy(number, message.calls)
            self._shown = len(self._toolbox.seen)
            results = await asyncio.to_thread(self._toolbox.take_all, message.calls)
            if batch := self._new():
                yield batch
            if self._toolbox.note is not None:
                yield LookOver(LookEnd.DONE, self._toolbox.note)
                return
            self._idle = 0 if message.calls or message.carried else self._idle + 1
            if self._idle > 1 or not message.answerable:
                yield LookOver(LookEnd.DONE)
                return
            if self._used >= self._task.most_tokens:
                break
            if self._desk.is_worn_out:
                break
            more = "" if message.calls else go_on()
            left = self._task.most_calls - number
            news = await asyncio.to_thread(self._news)
            told = "\n\n".join(part for part in (news, few_left(left) if 0 < left <= _FEW else more) if part)
            told_of = tuple(result.as_result() for result in results)
            ask = ask.going_on(message.content, told_of, told, len(message.carried))
            ask = _lighter(ask)
        yield LookOver(LookEnd.BOUNDED)

    def _news(self) -> str:
        """What the user has answered and others have read since the last request: a draft must not say otherwise."""
        if self._brief.latest is None:
            return ""
        before, now, recorder = self._known, self._brief.latest(), self._toolbox.recorder
        news = meanwhile(before, now, recorder.own, self._brief.knowledge, self._redact)
        if not news and self._task.part is LookPart.REQUIREMENTS:
            news = found_since(before, now, recorder.own, self._redact)
        if news:
            recorder.catch_up(before, now)
            self._known = now
        return news

    def _message(self, ask: Ask, manner: Manner) -> Message:
        return Message(self._transport, ask, manner, Once(), muted=True, desk=self._desk)

    async def _parts_of(self, message: Message) -> AsyncGenerator[LookPiece, None]:
        told = 0
        async with aclosing(message.parts()) as parts:
            async for part in parts:
                if len(message.carried) > told:
                    yield self._busy(len(message.carried), message.carried[told:])
                    told, self._shown = len(message.carried), len(self._toolbox.seen)
                    if batch := self._new():
                        yield batch
                if isinstance(part, Used):
                    used = part.tokens
                    self._used += used.input + used.output + used.cache_read + used.cache_write
                    yield part
                elif isinstance(part, Busy) and part.counts_down:
                    yield part

    def _new(self) -> Batch | None:
        toolbox = self._toolbox
        changes = tuple(toolbox.recorder.changes[self._told_changes :])
        claims, seen = tuple(toolbox.claims[self._told_claims :]), tuple(toolbox.seen[self._told_seen : self._shown])
        self._told_changes, self._told_claims = len(toolbox.recorder.changes), len(toolbox.claims)
        findings = tuple(toolbox.recorder.findings[self._told_findings :])
        self._told_seen, self._told_findings = max(self._told_seen, self._shown), len(toolbox.recorder.findings)
        dealt = tuple(toolbox.dealt[self._told_dealt :])
        self._told_dealt = len(toolbox.dealt)
        if not (changes or claims or seen or findings or dealt):
            return None
        return Batch(changes, claims, seen, findings, dealt, self._known.seq)

    def _busy(self, number: int, calls: Sequence[ToolCall]) -> Busy:
        """What is being done, and how far it is."""
        name = self._brief.persona.first_name
        what = "deals with your comments" if self._task.comments else _DOING[self._task.part]
        if self._task.also is LookPart.DESIGN:
            what = f"{what} and the design"
        if self._task.part is LookPart.READING:
            places = [place for call in calls if (place := _place(call))]
            what = f"{what} {', '.join(places[:2])}" if places else f"{what} the code"
        return Busy(f"{name} {what} ({number} of at most {self._task.most_calls})")


class _Bounded:
    """The desk of a look whose model is answered call by call: past the bound there is nothing more to be had."""

    def __init__(self, toolbox: TalkToolbox, most: int) -> None:
        self._toolbox, self._left = toolbox, most

    @property
    def is_worn_out(self) -> bool:
        return self._left <= 0

    @property
    def done(self) -> bool:
        return self._toolbox.done or self.is_worn_out

    @property
    def code(self) -> CodeReader | None:
        return self._toolbox.code

    def take_all(self, calls: Sequence[ToolCall]) -> Sequence[Result]:
        self._left -= len(calls)
        return self._toolbox.take_all(calls)


def _place(call: ToolCall) -> str:
    value = call.input.get("path") or call.input.get("words") or ""
    return one_line(str(value), 60) if call.name in ("read_code", "search_code", "list_folder") else ""


def _lighter(ask: Ask) -> Ask:
    """Without the oldest look-ups, once there are so many that sending them again costs more than looking again.

    What the last message asked for is whole: it has not been shown yet.
    """
    *shown, newest = ask.rounds
    looked = [sum(len(result.text) for result in one.results if result.looked) for one in ask.rounds]
    if sum(looked) <= _MOST_KEPT:
        return ask
    rounds: list[Round] = []
    room = _KEPT_AFTER
    for one, size in zip(reversed(shown), reversed(looked[:-1]), strict=True):
        room -= size
        rounds.append(one if room >= 0 else one.without_look_ups(_LEFT_OUT))
    return ask.with_rounds((*reversed(rounds), newest))
