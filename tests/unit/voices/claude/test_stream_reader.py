"""Streams from servers that one cannot trust."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.voices.claude.failures import BrokenStreamError
from roundtable_tui.voices.claude.stream_reader import Reader
from roundtable_tui.voices.model.exchange import AskPart, Saying, Stopped, StopReason, TextDelta, ToolCall, Usage
from roundtable_tui.voices.model.model_error import ModelError

START: dict[str, Any] = {"type": "message_start", "message": {"usage": {"input_tokens": 1}}}
END: list[dict[str, Any]] = [
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}},
    {"type": "message_stop"},
]
ANYTHING: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.integers(-1, 2), st.text(max_size=3), st.just({}), st.just([])
)
KINDS = st.sampled_from("text thinking tool_use text_delta input_json_delta thinking_delta signature_delta odd".split())
INNER = st.fixed_dictionaries(
    {},
    optional={
        name: {"type": KINDS, "name": ANYTHING | st.just("say")}.get(name, ANYTHING)
        for name in "type text thinking signature partial_json id name input stop_reason stop_details usage".split()
    },
)
EVENTS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            [f"content_block_{end}" for end in ("start", "delta", "stop")] + ["message_delta", "error"]
        )
    },
    optional={
        "index": st.integers(-1, 2),
        "content_block": st.one_of(INNER, ANYTHING),
        "delta": st.one_of(INNER, ANYTHING),
        "usage": st.one_of(st.dictionaries(st.just("output_tokens"), ANYTHING), ANYTHING),
        "error": st.one_of(INNER, ANYTHING),
    },
)


def read(*events: dict[str, Any] | str) -> list[AskPart]:
    reader = Reader("m", "host", 100)
    parts = [
        part
        for event in events
        for part in reader.take("event", event if isinstance(event, str) else json.dumps(event))
    ]
    return [*parts, *reader.outcome()]


@given(st.lists(EVENTS, max_size=6))
def test_whatever_comes_is_read_or_told_as_trouble(events: list[dict[str, Any]]) -> None:
    try:
        parts = read(START, *events, *END)
    except ModelError:
        return
    assert isinstance(parts[-1], Stopped)
    assert not any(isinstance(part, ToolCall) for part in parts)


NAMELESS = '{"type": "content_block_start", "index": 0, "content_block": {}}'


@pytest.mark.parametrize(
    "data", ["[]", "1", "null", "[" * 100_000, '{"type": 3}', '{"type": "content_block_stop"}', NAMELESS]
)
def test_data_that_is_no_event_breaks_the_stream(data: str) -> None:
    with pytest.raises(BrokenStreamError):
        read(START, data, *END)


def test_events_of_a_kind_that_is_not_known_yet_are_passed_over() -> None:
    assert read(START, {"type": "something_new", "index": 9}, *END)[-1] == Stopped(StopReason.END_TURN)


def test_words_that_come_with_the_start_of_a_block_count() -> None:
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hello"}}
    assert TextDelta("Hello") in read(START, block, {"type": "content_block_stop", "index": 0}, *END)


def test_blocks_that_are_not_known_yet_are_sent_back_as_they_came() -> None:
    new = {"type": "something_new", "data": [1]}
    block = {"type": "content_block_start", "index": 0, "content_block": new}
    parts = read(START, block, {"type": "content_block_stop", "index": 0}, *END)
    assert parts[-1] == Stopped(StopReason.END_TURN, (new,))


def tool(name: str, index: int = 0, **whole: Any) -> dict[str, Any]:
    block = {"type": "tool_use", "id": "t", "name": name, "input": whole}
    return {"type": "content_block_start", "index": index, "content_block": block}


def test_words_of_a_say_that_comes_whole_with_its_start_count() -> None:
    assert Saying("Hello") in read(START, tool("say", text="Hello"), {"type": "content_block_stop", "index": 0}, *END)


ENDLESS: dict[str, dict[str, Any]] = {
    "text": {"type": "text_delta", "text": "word " * 200},
    "tool_use": {"type": "input_json_delta", "partial_json": "word " * 200},
    "thinking": {"type": "thinking_delta", "thinking": "word " * 200},
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_words_that_go_on_beyond_any_answer_break_the_stream(kind: str) -> None:
    """Before their bytes are too many: with each piece, all words so far are copied."""
    block = {"type": kind, "text": "", "thinking": "", "name": "say", "id": "toolu_1"}
    begun = {"type": "content_block_start", "index": 0, "content_block": block}
    more = {"type": "content_block_delta", "index": 0, "delta": ENDLESS[kind]}
    assert isinstance(read(START, begun, *([more] * 600), *END)[-1], Stopped), "128,000 tokens may come"
    with pytest.raises(BrokenStreamError, match="it has no end"):
        read(START, begun, *([more] * 3_000), *END)


@pytest.mark.parametrize("name", ["ask", "sayings"])
def test_no_other_tool_speaks(name: str) -> None:
    delta = {"type": "input_json_delta", "partial_json": '{"text": "Hello"}'}
    grown = {"type": "content_block_delta", "index": 0, "delta": delta}
    parts = read(START, tool(name), grown, {"type": "content_block_stop", "index": 0}, *END)
    assert not any(isinstance(part, Saying) for part in parts)


def test_a_line_break_that_is_not_escaped_does_not_spoil_a_call() -> None:
    delta = {"type": "input_json_delta", "partial_json": '{"text": "So\nit is"}'}
    grown = {"type": "content_block_delta", "index": 0, "delta": delta}
    ended = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {}}
    stop = {"type": "content_block_stop", "index": 0}
    assert ToolCall("t", "say", {"text": "So\nit is"}) in read(START, tool("say"), grown, stop, ended, END[1])


def test_a_say_that_is_not_json_keeps_its_words_and_comes_to_nothing() -> None:
    reader = Reader("m", "host", 100)
    delta = {"type": "input_json_delta", "partial_json": '{"text": "Hello'}
    grown = {"type": "content_block_delta", "index": 0, "delta": delta}
    events = [START, tool("say"), grown, {"type": "content_block_stop", "index": 0}, *END]
    assert Saying("Hello") in [part for event in events for part in reader.take("event", json.dumps(event))]
    assert not any(isinstance(part, ToolCall) for part in reader.outcome())


@pytest.mark.parametrize("count", [-1, 10**12, 10**400, 1e308, "9", None, [1]])
def test_a_count_that_cannot_be_is_not_counted(count: object) -> None:
    parts = read(START, {"type": "message_delta", "delta": {}, "usage": {"output_tokens": count}}, *END)
    assert [part for part in parts if isinstance(part, Usage)] == [Usage(input=1), Usage(output=2)]
