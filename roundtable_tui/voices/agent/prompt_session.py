"""One session with an agent: a prompt goes in, its words, its calls for our tools and its end come out as parts."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from roundtable_tui.errors import RoundtableError
from roundtable_tui.voices.agent import agent_failures as failures
from roundtable_tui.voices.agent import permissions
from roundtable_tui.voices.agent.announcements import Announcements
from roundtable_tui.voices.agent.json_rpc import LineClosedError, RpcError
from roundtable_tui.voices.agent.permissions import Wish
from roundtable_tui.voices.agent.project_reading import ProjectReading
from roundtable_tui.voices.agent.tool_server import Loan
from roundtable_tui.voices.model.exchange import (
    Answering,
    AskPart,
    Calling,
    Carried,
    Remark,
    Stopped,
    StopReason,
    TextDelta,
    Thought,
    ToolResult,
    Usage,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence

    from roundtable_tui.voices.agent.link import AgentLink
    from roundtable_tui.voices.model.exchange import Desk, ToolCall, ToolSpec

_MOST_TEXT = 400_000
_MOST_UPDATES = 100_000
_MOST_CALLS = 400
_MOST_REFUSALS = 25
_MOST_LATE_CALLS = 3
_GRACE = 0.05
"""Seconds after the call that ended the turn in which those that were made beside it may still come in."""
_WINDING_DOWN = 8.0
_CANCELLING = 5.0
_MOST_TOKENS = 1_000_000_000
_OVER = "The turn is over. Call nothing more and say nothing more."
_REASONS = {
    "end_turn": StopReason.END_TURN,
    "max_tokens": StopReason.MAX_TOKENS,
    "max_turn_requests": StopReason.OTHER,
}


class _Call:
    """A call that waits for its answer."""

    def __init__(self, call: ToolCall) -> None:
        self.call = call
        self.answer: asyncio.Future[ToolResult] = asyncio.get_running_loop().create_future()

    def tell(self, result: ToolResult) -> None:
        if not self.answer.done():
            self.answer.set_result(result)


class _Prompt:
    """What has come in since the prompt was sent."""

    def __init__(self, desk: Desk | None) -> None:
        self.desk = desk
        self.coming: asyncio.Queue[AskPart | _Call | None] = asyncio.Queue()
        """None is a sign of life without anything to show."""
        self.trouble: Exception | None = None
        self.text = self.updates = self.refusals = self.calls = 0


class PromptSession:
    """Takes one prompt at a time; what arrives between prompts is for nobody."""

    def __init__(self, link: AgentLink, tools: Sequence[ToolSpec], told: Callable[[Wish], bool]) -> None:
        """`told` says whether the user has heard already that such a wish is refused."""
        self._link, self._told = link, told
        self.loan = Loan(tools, self._answer)
        self.id = ""
        self.sent: set[str] = set()
        """The passages that the agent knows from earlier prompts."""
        self.sent_size = 0
        self.prompts = 0
        self._prompt: _Prompt | None = None
        self._winding_down: asyncio.Task[None] | None = None
        self._announcements = Announcements(self.loan.tools)
        self._late_calls = 0
        self._does_not_hear = asyncio.Event()
        """It goes on calling though it was told that the turn is over."""

    @property
    def busy(self) -> bool:
        return self._prompt is not None

    async def can_go_on(self) -> bool:
        """Whether it can take another prompt, once a turn that was over for us first is over for the agent too."""
        if self.busy:
            return False
        await self._settle()
        return self._link.alive

    async def _settle(self) -> None:
        """Waits for the end of a turn that was over for us before it was for the agent."""
        if self._winding_down:
            await self._winding_down
            self._winding_down = None

    async def prompt(self, blocks: Sequence[str], desk: Desk | None) -> AsyncGenerator[AskPart, None]:
        await self._settle()
        self.prompts += 1
        prompt = self._prompt = _Prompt(desk)
        yield Answering(f"{self.id}#{self.prompts}", self._link.model)
        if usage := self._link.usage_owed():
            yield usage
        content = [{"type": "text", "text": text} for text in blocks]
        request = asyncio.ensure_future(self._link.request("session/prompt", {"sessionId": self.id, "prompt": content}))
        request.add_done_callback(_heard)
        over = False
        try:
            async with aclosing(self._parts(prompt, request)) as parts:
                async for part in parts:
                    yield part
            over = request.done()
            if over:
                await self._link.last_words()
                for part in self._end_of(request):
                    yield part
            yield Stopped(StopReason.END_TURN if not over else self._reason(request), (self,), answerable=True)
        finally:
            self._prompt = None
            self._dismiss(prompt)
            if not request.done():
                left_early = not over and not (desk and desk.done)
                self._winding_down = asyncio.ensure_future(self._wind_down(request, at_once=left_early))

    async def _parts(self, prompt: _Prompt, request: asyncio.Future[Any]) -> AsyncGenerator[AskPart, None]:
        request.add_done_callback(lambda _: prompt.coming.put_nowait(None))
        until: float | None = None
        now = asyncio.get_running_loop().time
        while True:
            try:
                async with asyncio.timeout(self._link.settings.silence if until is None else max(0.0, until - now())):
                    item = await prompt.coming.get()
            except TimeoutError:
                if until is not None:
                    return
                await self._link.give_up()
                raise failures.silent(self._link.name, self._link.settings.silence) from None
            if prompt.trouble:
                if isinstance(prompt.trouble, failures.AgentUnrulyError):
                    await self._link.give_up()
                raise prompt.trouble
            if isinstance(item, _Call):
                async for part in self._carried_out(item, prompt):
                    yield part
                if until is None and prompt.desk and prompt.desk.done:
                    until = now() + _GRACE
            elif item is not None:
                yield item
            if request.done() and prompt.coming.empty():
                return

    async def _carried_out(self, waiting: _Call, prompt: _Prompt) -> AsyncGenerator[AskPart, None]:
        yield Calling(waiting.call.name)
        if prompt.desk is None:
            waiting.tell(ToolResult(waiting.call.id, _OVER))
            return
        try:
            (answered,) = await asyncio.to_thread(prompt.desk.take_all, (waiting.call,))
        except BaseException:
            waiting.tell(ToolResult(waiting.call.id, _OVER))
            raise
        result = answered.as_result()
        closing = f"\n{_OVER}" if prompt.desk.done else ""
        waiting.tell(ToolResult(result.call, f"{result.text}{closing}", result.bad))
        yield Carried(waiting.call)

    def _end_of(self, request: asyncio.Future[Any]) -> Iterator[AskPart]:
        try:
            result = request.result()
        except RpcError as error:
            raise self._link.trouble_in(error) from None
        except LineClosedError:
            raise self._link.ending() from None
        found = result if isinstance(result, dict) else {}
        if usage := _usage_in(request):
            yield usage
        match found.get("stopReason"):
            case "refusal":
                raise failures.refused(self._link.name)
            case "cancelled":
                raise failures.stopped_itself(self._link.name)

    def _reason(self, request: asyncio.Future[Any]) -> StopReason:
        result = request.result()
        reason = result.get("stopReason") if isinstance(result, dict) else None
        return _REASONS.get(str(reason), StopReason.OTHER)

    def _dismiss(self, prompt: _Prompt) -> None:
        """Whoever still waits for an answer gets one."""
        while not prompt.coming.empty():
            item = prompt.coming.get_nowait()
            if isinstance(item, _Call):
                item.tell(ToolResult(item.call.id, _OVER))

    async def _wind_down(self, request: asyncio.Future[Any], *, at_once: bool) -> None:
        """Lets the agent finish by itself, then cancels, then ends it: nobody listens any more."""
        try:
            if not at_once and await self._finishes(request):
                return
            with contextlib.suppress(LineClosedError):
                await self._link.notify("session/cancel", {"sessionId": self.id})
            if not await _within(_CANCELLING, request):
                await self._link.give_up()
        finally:
            self._link.owe(_usage_in(request))
            request.cancel()

    async def _finishes(self, request: asyncio.Future[Any]) -> bool:
        self._late_calls = 0
        self._does_not_hear.clear()
        pestered = asyncio.ensure_future(self._does_not_hear.wait())
        await asyncio.wait({request, pestered}, timeout=_WINDING_DOWN, return_when=asyncio.FIRST_COMPLETED)
        pestered.cancel()
        return await _within(0, request)

    # What the agent tells

    def take(self, update: Mapping[str, Any]) -> None:
        """A `session/update`."""
        kind = update.get("sessionUpdate")
        if kind in ("tool_call", "tool_call_update"):
            self._announcements.take(update)
            self._look_for_bypass(update)
        if kind == "current_mode_update" and permissions.asks_nobody(str(update.get("currentModeId"))):
            self._fail(failures.asks_nobody(self._link.name, str(update.get("currentModeId"))))
        prompt = self._prompt
        if prompt is None or prompt.trouble:
            return
        prompt.updates += 1
        match kind:
            case "agent_message_chunk":
                text = _text_of(update)
                prompt.text += len(text)
                prompt.coming.put_nowait(TextDelta(text) if text else None)
            case "agent_thought_chunk":
                prompt.text += len(_text_of(update))
                prompt.coming.put_nowait(Thought())
            case _:
                prompt.coming.put_nowait(None)
        if prompt.text > _MOST_TEXT or prompt.updates > _MOST_UPDATES:
            self._fail(failures.endless(self._link.name))

    def _fail(self, trouble: Exception) -> None:
        if self._prompt and self._prompt.trouble is None:
            self._prompt.trouble = trouble
            self._prompt.coming.put_nowait(None)

    def _look_for_bypass(self, update: Mapping[str, Any]) -> None:
        """What an agent has done without asking cannot be refused any more, but nothing else is left to it."""
        announced = self._announcements.of(update.get("toolCallId"))
        if wish := permissions.done_unasked(update, announced, self.loan.tools):
            self._fail(failures.asked_nobody(self._link.name, wish))

    async def _answer(self, call: ToolCall) -> ToolResult:
        """A call for one of our tools, which came on a line of its own."""
        prompt = self._prompt
        if prompt is None or prompt.trouble:
            self._late_calls += 1
            if self._late_calls > _MOST_LATE_CALLS:
                self._does_not_hear.set()
            return ToolResult(call.id, _OVER)
        prompt.calls += 1
        if prompt.calls > _MOST_CALLS:
            self._fail(failures.endless(self._link.name))
            return ToolResult(call.id, _OVER)
        await self._announcements.until_next()
        waiting = _Call(call)
        if self._prompt is not prompt:
            return ToolResult(call.id, _OVER)
        prompt.coming.put_nowait(waiting)
        return await waiting.answer

    # What the agent wants

    async def permission(self, params: Mapping[str, Any]) -> Any:
        call = params.get("toolCall")
        call = call if isinstance(call, dict) else {}
        announced = self._announcements.of(call.get("toolCallId"))
        wish = permissions.wish_of(call, announced, self.loan.tools)
        allowed = wish is Wish.TOOL
        if wish is Wish.READ:
            places = permissions.places_in(call, announced)
            allowed = bool(places) and await asyncio.to_thread(self._reading.all_may_be_read, places)
        if not allowed:
            self.refuse(wish)
        elif self._prompt:
            self._prompt.coming.put_nowait(None)
        return permissions.reply(params.get("options"), allowed=allowed and self._prompt is not None)

    def refuse(self, wish: Wish) -> None:
        """Counts it, and says so in the talk, once."""
        prompt = self._prompt
        if prompt is None:
            return
        prompt.refusals += 1
        if not self._told(wish):
            said = f"{self._link.name} wanted to {wish}. Here it may not, and was refused."
            prompt.coming.put_nowait(Remark(said))
        else:
            prompt.coming.put_nowait(None)
        if prompt.refusals >= _MOST_REFUSALS:
            self._fail(failures.unruly(self._link.name, prompt.refusals))

    @property
    def _reading(self) -> ProjectReading:
        code = self._prompt.desk.code if self._prompt and self._prompt.desk else None
        return ProjectReading(code, self._link.folder)

    async def read_file(self, params: Mapping[str, Any]) -> Any:
        """Through our own reader: inside the project, without secrets."""
        try:
            return {"content": await asyncio.to_thread(self._reading.text, params)}
        except RoundtableError:
            self.refuse(Wish.READ)
            raise


def _text_of(update: Mapping[str, Any]) -> str:
    content = update.get("content")
    text = content.get("text") if isinstance(content, dict) else None
    return text if isinstance(text, str) else ""


def _usage_in(request: asyncio.Future[Any]) -> Usage | None:
    """What the agent says a prompt has used, if it is through and says so."""
    result = None if not request.done() or request.cancelled() or request.exception() else request.result()
    told = result.get("usage") if isinstance(result, dict) else None
    if not isinstance(told, dict):
        return None
    names = ("inputTokens", "outputTokens", "cachedReadTokens", "cachedWriteTokens")
    counts = [told.get(name) for name in names]
    fitting = [one if isinstance(one, int) and 0 <= one <= _MOST_TOKENS else 0 for one in counts]
    return Usage(*fitting) if any(fitting) else None


async def _within(seconds: float, request: asyncio.Future[Any]) -> bool:
    done, _ = await asyncio.wait({request}, timeout=seconds)
    return bool(done)


def _heard(request: asyncio.Future[Any]) -> None:
    """Whatever became of it is nobody's surprise, also where nobody waits for it any more."""
    if not request.cancelled():
        request.exception()
