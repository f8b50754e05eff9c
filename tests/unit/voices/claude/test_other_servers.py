"""Servers that speak the Messages API in their own way: each of their ways is a stream that must be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.voices.claude import failures as t
from roundtable_tui.voices.claude.requests import bare
from roundtable_tui.voices.claude.stream_reader import Reader
from roundtable_tui.voices.model.exchange import AskPart, Stopped, TextDelta, ToolCall
from roundtable_tui.voices.model.model_error import NoToolsError
from tests.support.messages_api.clients import call_with, listen, wire_to, words
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse, fails, says
from tests.support.voices.model_voices import PROBLEM, answering, asked, asks, heard, records, talk, turn

if TYPE_CHECKING:
    from tests.support.messages_api.server import MessagesServer, Received

START: dict[str, Any] = {"type": "message_start", "message": {"id": "m", "role": "assistant", "content": []}}


def begins(index: int, **block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def text(index: int, words: str) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": words}}


def json_piece(index: int, piece: str, **more: Any) -> dict[str, Any]:
    delta = {"type": "input_json_delta", "partial_json": piece, **more}
    return {"type": "content_block_delta", "index": index, "delta": delta}


def ends(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def stops(reason: str | None = "end_turn", **more: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, **more}


DONE: dict[str, Any] = {"type": "message_stop"}
TEXT = {"type": "text", "text": ""}
ASK = {"type": "tool_use", "id": "t1", "name": "ask", "input": {}}

STREAMS: dict[str, tuple[list[dict[str, Any]], str, list[tuple[str, dict[str, Any]]]]] = {
    "Ollama: no usage anywhere, and no cache fields": (
        [START, begins(0, **TEXT), text(0, "Hello"), ends(0), stops(), DONE],
        "Hello",
        [],
    ),
    "Ollama: an empty text block before the call": (
        [START, begins(0, **TEXT), ends(0), begins(1, **ASK), json_piece(1, '{"text": "Who?"}'), ends(1),
         stops("tool_use"), DONE],
        "",
        [("ask", {"text": "Who?"})],
    ),
    "llama.cpp: numbers that begin at one": (
        [START, begins(1, **TEXT), text(1, "Hello"), ends(1), stops(), DONE],
        "Hello",
        [],
    ),
    "LM Studio: ends after a sentence without closing its block": (
        [START, begins(0, **TEXT), text(0, "Hello."), stops(), DONE],
        "Hello.",
        [],
    ),
    "LM Studio: says why it stopped, and hangs up": (
        [START, begins(0, **TEXT), text(0, "Hello."), ends(0), stops()],
        "Hello.",
        [],
    ),
    "vLLM: arguments that are malformed from the first delta on": (
        [START, begins(0, **ASK), json_piece(0, '{}{"text": '), json_piece(0, '"Who?"}'), ends(0),
         stops("tool_use"), DONE],
        "",
        [("ask", {})],
    ),
    "vLLM: the tool's id on every delta, and its block begun again": (
        [START, begins(0, **ASK), json_piece(0, '{"text": ', id="t1"), begins(0, **ASK),
         json_piece(0, '"Who?"}', id="t1"),
         ends(0), stops("tool_use"), DONE],
        "",
        [("ask", {"text": "Who?"})],
    ),
    "LiteLLM: a call without deltas": (
        [START, begins(0, **(ASK | {"input": {"text": "Who?"}})), ends(0), stops("tool_use"), DONE],
        "",
        [("ask", {"text": "Who?"})],
    ),
    "LiteLLM: empty pieces of arguments": (
        [START, begins(0, **ASK), json_piece(0, ""), json_piece(0, '{"text": "Who?"}'), json_piece(0, ""), ends(0),
         stops("tool_use"), DONE],
        "",
        [("ask", {"text": "Who?"})],
    ),
    "LiteLLM: a delta for a block that was never begun": (
        [START, text(3, "Hello"), text(3, " there"), json_piece(9, "{"), ends(9), stops(), DONE],
        "Hello there",
        [],
    ),
    "two calls under one number": (
        [START, begins(0, **ASK), json_piece(0, '{"text": "A?"}'), ends(0), begins(0, **(ASK | {"id": "t2"})),
         json_piece(0, '{"text": "B?"}'), ends(0), stops("tool_use"), DONE],
        "",
        [("ask", {"text": "A?"}), ("ask", {"text": "B?"})],
    ),
    "a call without an id": (
        [START, begins(0, type="tool_use", name="ask", input={}), json_piece(0, '{"text": "Who?"}'), ends(0),
         stops("tool_use"), DONE],
        "",
        [("ask", {"text": "Who?"})],
    ),
    "blocks nobody has heard of": (
        [START, begins(0, type="annotation", note=[1]), ends(0), begins(1, **TEXT), text(1, "Hello"), ends(1),
         stops(), DONE],
        "Hello",
        [],
    ),
    "arguments in a text block": (
        [START, begins(0, **TEXT), json_piece(0, '{"text": 1}'), text(0, "Hello"), ends(0), stops(), DONE],
        "Hello",
        [],
    ),
}  # fmt: skip


def read(events: list[dict[str, Any]]) -> list[AskPart]:
    reader = Reader("m", "host", 100)
    parts = [part for event in events for part in reader.take("event", json.dumps(event))]
    return [*parts, *reader.outcome()]


@pytest.mark.parametrize("name", STREAMS)
def test_each_way_is_read(name: str) -> None:
    events, said, calls = STREAMS[name]
    parts = read(events)
    assert "".join(part.text for part in parts if isinstance(part, TextDelta)) == said
    assert [(part.name, part.input) for part in parts if isinstance(part, ToolCall)] == calls
    assert len({part.id for part in parts if isinstance(part, ToolCall)}) == len(calls)
    assert isinstance(parts[-1], Stopped)


async def test_a_message_that_comes_whole_is_read_as_one_that_streams(server: MessagesServer) -> None:
    server.script.append(Reply((Text("Hello."), ToolUse("ask", {"text": "Who?"})), fault=Fault.JSON))
    parts, error = await listen(wire_to(server.url))
    assert error is None
    assert words(parts) == "Hello."
    assert [part.input for part in parts if isinstance(part, ToolCall)] == [{"text": "Who?"}]


@pytest.mark.parametrize("fault", [Fault.BAD_JSON, Fault.MISSING_FIELD])
async def test_a_stream_that_cannot_be_read_is_asked_for_once_without_streaming(
    server: MessagesServer, fault: Fault
) -> None:
    server.script.extend([Reply(fault=fault, after=0), says("Hello.")])
    parts, error = await listen(wire_to(server.url))
    assert error is None
    assert words(parts) == "Hello."
    assert [request["stream"] for request in server.requests] == [True, False]


async def test_what_cannot_be_read_either_way_is_said_and_not_tried_for_ever(server: MessagesServer) -> None:
    server.answer = lambda received: (
        Reply(fault=Fault.BAD_JSON, after=0) if received.request["stream"] else fails(Fault.HTML)
    )
    _, error = await listen(wire_to(server.url))
    assert isinstance(error, t.NotTheApiError)
    assert len(server.received) == 2


async def test_a_server_that_refuses_fields_of_ours_is_asked_without_them(server: MessagesServer) -> None:
    marked = {"type": "text", "text": "Hi", "cache_control": {"type": "ephemeral"}}

    def picky(received: Received) -> Reply:
        if "cache_control" in received.body.decode():
            told = "messages.0.content.0.cache_control: Extra inputs are not permitted"
            return Reply(fault=Fault.ERROR_EVENT, after=0, error_kind="invalid_request_error", error_message=told)
        return says("Hello.")

    server.answer = picky
    call = call_with({"role": "user", "content": [marked]})
    parts, error = await listen(wire_to(server.url), call)
    assert error is None
    assert words(parts) == "Hello."
    assert json.dumps(bare(call).messages) == '[{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]'


@pytest.mark.parametrize(
    ("message", "is_a_field"),
    [
        ("messages.0.content.0.cache_control: Extra inputs are not permitted", True),
        ("unknown field `strict`", True),
        ("Unrecognized key(s) in object: 'eager_input_streaming'", True),
        ("messages: at least one message is required", False),
    ],
)
def test_a_refusal_of_a_field_is_known_as_one(message: str, *, is_a_field: bool) -> None:
    error = t.by_status(400, "invalid_request_error", message, "m", "host")
    assert isinstance(error, t.RequestRefusedError)
    assert error.names_a_field is is_a_field


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "registry.ollama.ai/library/gemma3:1b does not support tools"),
        (500, "tools param requires --jinja flag"),
        (500, "Failed to parse grammar"),
        (400, "tool use is not supported by this model"),
    ],
)
def test_a_server_that_cannot_lend_tools_says_so_in_its_own_words(status: int, message: str) -> None:
    assert isinstance(t.by_status(status, "", message, "m", "host"), NoToolsError)


async def test_a_model_without_tools_holds_the_same_turn_in_text(server: MessagesServer) -> None:
    """From the refusal on, the calls stand in its words; a block that cannot be read is asked for once more."""
    calls = [{"tool": "record_entries", "input": {"entries": [PROBLEM]}},
             {"tool": "ask", "input": {"text": "Who notices first?"}}]  # fmt: skip

    def without_tools(received: Received) -> Reply:
        if received.request.get("tools"):
            return Reply(
                fault=Fault.ERROR_EVENT, after=0, error_kind="api_error", error_message="m does not support tools"
            )
        broken = "cannot be read" not in received.body.decode()
        written = json.dumps(calls)[: 40 if broken else None]
        return says(f"Late, then.\n\n```json\n{written}\n```")

    server.answer = without_tools
    parts = await heard(server, answering)
    assert talk(parts) == [(answering.persona.key, "Late, then.")]
    assert asked(parts).text == "Who notices first?"
    assert [bool(request.get("tools")) for request in server.requests] == [True, False, False]


async def test_a_model_that_speaks_and_calls_nothing_may_write_its_calls_when_reminded(server: MessagesServer) -> None:
    server.script.extend([turn("Late, then."), says('```json\n{"tool": "ask", "input": {"text": "Who?"}}\n```')])
    parts = await heard(server, answering)
    assert talk(parts) == [(answering.persona.key, "Late, then.")]
    assert asked(parts).text == "Who?"


async def test_a_model_that_only_forgot_calls_its_tool_when_reminded(server: MessagesServer) -> None:
    server.script.extend([turn("Late, then."), turn("", records(PROBLEM), asks("Who?"))])
    assert asked(await heard(server, answering)).text == "Who?"
