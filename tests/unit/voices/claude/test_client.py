"""A call that goes well, one that is stopped, and what is sent and told."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.failures import KeyRefusedError
from roundtable_tui.voices.claude.settings import ClaudeSettings, Effort, Thinking
from roundtable_tui.voices.claude.types import Call
from roundtable_tui.voices.model.exchange import (
    AskPart,
    Retrying,
    Stopped,
    StopReason,
    TextDelta,
    Thought,
    ToolCall,
    Usage,
)
from tests.support.messages_api import replies as server_says
from tests.support.messages_api.clients import CALL, Pauses, call_with, listen, wire_to, words
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse, fails, says
from tests.support.messages_api.server import KEY, MessagesServer
from tests.unit.test_import_hygiene import loaded_by

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.xdist_group("anthropic")


async def test_words_stream_in_as_they_are_sent(server: MessagesServer) -> None:
    server.script.append(says("Maya: What hurts most?", chunk=9))
    parts, _ = await listen(wire_to(server.url))
    assert [part.text for part in parts if isinstance(part, TextDelta)] == ["Maya: Wha", "t hurts m", "ost?"]


async def test_a_message_ends_with_its_reason_and_the_blocks_to_send_back(server: MessagesServer) -> None:
    server.script.append(Reply((server_says.Thinking(), Text("Noted."), ToolUse("record", {"title": "Pay"}))))
    parts, _ = await listen(wire_to(server.url))
    assert parts[-1] == Stopped(
        StopReason.TOOL_USE,
        (
            {"type": "thinking", "thinking": "", "signature": "signed-by-the-server"},
            {"type": "text", "text": "Noted."},
            {"type": "tool_use", "id": "toolu_1", "name": "record", "input": {"title": "Pay"}},
        ),
    )


async def test_tool_calls_come_whole_after_the_words(server: MessagesServer) -> None:
    calls = (ToolUse("record", {"text": "späť 🧾"}, "a"), ToolUse("ask", {}, "b", chunk=1))
    server.script.append(Reply((Text("Noted."), *calls)))
    parts, _ = await listen(wire_to(server.url))
    assert [part for part in parts if isinstance(part, ToolCall)] == [
        ToolCall("a", "record", {"text": "späť 🧾"}),
        ToolCall("b", "ask", {}),
    ]


async def test_what_the_server_sent_can_be_sent_back_with_the_results(server: MessagesServer) -> None:
    server.script.extend([Reply((server_says.Thinking("hm"), ToolUse("record", {"title": "Pay"}))), says("Good.")])
    wire = wire_to(server.url)
    question = {"role": "user", "content": "Invoices go out late."}
    async with aclosing(wire.call(call_with(question))) as stream:
        end = [part async for part in stream][-1]
    assert isinstance(end, Stopped)
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "recorded as FR-001"}
    call = call_with(question, {"role": "assistant", "content": end.content}, {"role": "user", "content": [result]})
    parts, trouble = await listen(wire, call)
    assert (words(parts), trouble) == ("Good.", None)


async def test_thoughts_are_told_apart_from_words(server: MessagesServer) -> None:
    server.script.append(Reply((server_says.Thinking("late?"), Text("Why?"))))
    parts, _ = await listen(wire_to(server.url))
    assert [part for part in parts if isinstance(part, Thought)] == [Thought(), Thought()]
    assert words(parts) == "Why?"


async def test_usage_adds_up_to_what_the_server_counted(server: MessagesServer) -> None:
    long = {"type": "text", "text": "rules " * 1000, "cache_control": {"type": "ephemeral"}}
    server.script.extend([says("One."), says("Two.")])
    first, _ = await listen(wire_to(server.url), call_with(CALL.messages[0], system=(long,)))
    second, _ = await listen(wire_to(server.url), call_with(CALL.messages[0], system=(long,)))
    written, read = total(first), total(second)
    assert (written.cache_write, written.cache_read) == (read.cache_read, read.cache_write) != (0, 0)
    assert read.total_input == written.total_input
    assert read.output > 1


def total(parts: list[AskPart]) -> Usage:
    return sum((part for part in parts if isinstance(part, Usage)), Usage())


async def test_the_input_of_a_call_that_broke_off_is_counted(server: MessagesServer) -> None:
    server.script.append(Reply(fault=Fault.RESET))
    parts, _ = await listen(wire_to(server.url))
    assert total(parts).input > 0


async def test_max_tokens_in_the_middle_of_words_is_an_end_like_others(server: MessagesServer) -> None:
    server.script.append(Reply(stop_reason="max_tokens"))
    parts, trouble = await listen(wire_to(server.url))
    assert isinstance(parts[-1], Stopped)
    assert (parts[-1].reason, trouble) == (StopReason.MAX_TOKENS, None)


async def test_no_tool_is_run_when_the_reason_is_not_tool_use(server: MessagesServer) -> None:
    server.script.append(Reply((ToolUse("record"),), stop_reason="some_new_reason"))
    parts, _ = await listen(wire_to(server.url))
    assert not [part for part in parts if isinstance(part, ToolCall)]
    assert isinstance(parts[-1], Stopped)
    assert parts[-1].reason is StopReason.OTHER


async def test_a_call_made_twice_sends_the_same_bytes(server: MessagesServer) -> None:
    server.script.extend([says("One."), says("Two.")])
    for _ in range(2):
        await listen(wire_to(server.url))
    assert server.received[0].body == server.received[1].body


async def test_thinking_and_effort_are_sent_only_where_the_user_set_them(server: MessagesServer) -> None:
    server.script.extend([says("One."), says("Two.")])
    await listen(wire_to(server.url))
    await listen(wire_to(server.url, thinking=Thinking.SUMMARIZED, effort=Effort.LOW, max_tokens=99))
    plain, chosen = server.requests
    assert set(plain) == {"model", "max_tokens", "messages", "stream"}
    assert chosen["thinking"] == {"type": "adaptive", "display": "summarized"}
    assert (chosen["output_config"], chosen["max_tokens"]) == ({"effort": "low"}, 99)


async def test_a_cancelled_call_closes_the_request(server: MessagesServer) -> None:
    server.script.append(Reply(fault=Fault.STALL))
    heard: list[AskPart] = []
    spoken = asyncio.Event()

    async def hear() -> None:
        async for part in wire.call(CALL):
            heard.append(part)
            if isinstance(part, TextDelta):
                spoken.set()

    wire = wire_to(server.url)
    task = asyncio.ensure_future(hear())
    await spoken.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(server.received[0].gone.wait, 2)
    assert words(heard) == "So what hurt"
    await wire.close()


async def test_a_cancelled_call_that_waits_for_an_answer_closes_the_request(server: MessagesServer) -> None:
    server.script.append(fails(Fault.NEVER))
    wire = wire_to(server.url)
    task = asyncio.ensure_future(listen(wire))
    assert await asyncio.to_thread(server.arrived.acquire, timeout=2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(server.received[0].gone.wait, 2)


async def test_a_caller_who_leaves_early_closes_the_request(server: MessagesServer) -> None:
    server.script.append(Reply(fault=Fault.STALL))
    wire = wire_to(server.url)
    async with aclosing(wire.call(CALL)) as parts:
        async for part in parts:
            if isinstance(part, TextDelta):
                break
    assert await asyncio.to_thread(server.received[0].gone.wait, 2)
    await wire.close()


async def test_retries_count_down_in_seconds_and_say_why(server: MessagesServer) -> None:
    server.script.extend([fails(Fault.RATE_LIMIT, retry_after="2.5"), says("Here.")])
    pauses = Pauses()
    parts, _ = await listen(wire_to(server.url, pauses))
    ticks = [part for part in parts if isinstance(part, Retrying)]
    assert [tick.seconds for tick in ticks] == [3, 2, 1, 0]
    assert pauses.seconds == [1.0, 1.0, 0.5]
    assert "too many requests" in ticks[0].reason
    assert words(parts) == "Here."


async def test_waits_grow_from_attempt_to_attempt(server: MessagesServer) -> None:
    server.script.extend([fails(Fault.OVERLOADED)] * 3 + [says("Here.")])
    parts, _ = await listen(wire_to(server.url, retries=3))
    ticks = [part.seconds for part in parts if isinstance(part, Retrying)]
    assert ticks == [1, 0, 2, 1, 0, 4, 3, 2, 1, 0]


async def test_a_countdown_can_be_stopped_and_nothing_is_sent_any_more(server: MessagesServer) -> None:
    server.script.extend([fails(Fault.OVERLOADED), says("Too late.")])
    settings = ClaudeSettings(base_url=server.url)

    async def never_over(_: float) -> None:
        await asyncio.Event().wait()

    wire = Wire(settings, {"ANTHROPIC_API_KEY": KEY}, never_over)
    stream = wire.call(CALL)
    assert isinstance(await anext(stream), Retrying)
    task = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(server.received) == 1
    await wire.close()


async def test_counting_tokens_asks_for_no_answer(server: MessagesServer) -> None:
    wire = wire_to(server.url)
    assert await wire.count_tokens(CALL) > 0
    assert [received.path for received in server.received] == ["/v1/messages/count_tokens"]
    await wire.close()


async def test_counting_tokens_fails_with_the_same_sentences(server: MessagesServer) -> None:
    wire = wire_to(server.url, key="another")
    with pytest.raises(KeyRefusedError):
        await wire.count_tokens(CALL)
    await wire.close()


async def test_a_refused_key_is_looked_for_again(server: MessagesServer, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("stale")
    server.script.append(says("Here."))
    wire = Wire(ClaudeSettings(base_url=server.url, key_command=("cat", str(file))), {})
    with pytest.raises(KeyRefusedError):
        await anext(wire.call(CALL))
    file.write_text(KEY)
    parts, _ = await listen(wire)
    assert words(parts) == "Here."


async def test_calls_may_run_side_by_side(server: MessagesServer) -> None:
    server.answer = lambda received: says(f"about {received.request['messages'][0]['content']}")
    wire = wire_to(server.url)

    async def ask(name: str) -> str:
        async with aclosing(wire.call(Call("claude-opus-5-5", ({"role": "user", "content": name},)))) as stream:
            return words([part async for part in stream])

    assert [*await asyncio.gather(ask("a"), ask("b"), ask("c"))] == ["about a", "about b", "about c"]
    await wire.close()


def test_nothing_heavy_is_loaded_before_the_first_call() -> None:
    heavy = frozenset({"anthropic", "httpx2", "pydantic"})
    assert loaded_by(["roundtable_tui.voices.claude.client"], heavy) == {}


async def test_warming_up_sends_nothing_and_runs_no_key_command(server: MessagesServer, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    wire = Wire(ClaudeSettings(base_url=server.url, key_command=("touch", str(mark))), {})
    await wire.warm()
    assert (mark.exists(), server.received) == (False, [])
