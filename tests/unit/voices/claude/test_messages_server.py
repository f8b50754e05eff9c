"""The server that the tests speak to: it refuses what the real one refuses, and counts as that one does."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.support.messages_api.cache import PromptCache
from tests.support.messages_api.replies import Reply, Text, Thinking, ToolUse, as_the_default_model, says
from tests.support.messages_api.rules import RefusedError, check_headers, check_request
from tests.support.messages_api.server import KEY, MessagesServer

if TYPE_CHECKING:
    from collections.abc import Callable

    Json = dict[str, Any]

USER = {"role": "user", "content": "Hello."}
CALL = {"type": "tool_use", "id": "t1", "name": "record", "input": {}}
CALLED = {"role": "assistant", "content": [CALL]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]}
THOUGHT = {"type": "thinking", "thinking": "", "signature": "forged"}
MARKED = {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}
TOOL = {"name": "record", "description": "…", "input_schema": {"type": "object", "properties": {}}}


def request(**fields: Any) -> Json:
    return {"model": "claude-opus-5-5", "max_tokens": 100, "messages": [USER], **fields}


def tool(schema: Json, **fields: Any) -> Json:
    return request(tools=[{**TOOL, "input_schema": schema, **fields}])


def closed(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "additionalProperties": False}


ACCEPTED = [
    request(),
    request(messages=[USER, CALLED, RESULT], tools=[TOOL]),
    request(messages=[USER, USER]),
    request(system=[{"type": "text", "text": "Rules.", "cache_control": {"type": "ephemeral"}}]),
    tool(closed(title={"type": "string", "enum": ["a"]}, more={"type": ["string", "null"]}), strict=True),
]
REFUSED = [
    ({"model": "claude-opus-5-5", "messages": [USER]}, "max_tokens: Field required"),
    (request(temperature=1), "temperature: Extra inputs are not permitted"),
    (request(model="gpt-9"), "model: gpt-9"),
    (request(messages=[]), "at least one message"),
    (request(messages=[{"role": "system", "content": "x"}]), 'Unexpected role "system"'),
    (request(messages=[{"role": "narrator", "content": "x"}]), "messages.0.role"),
    (request(messages=[{"role": "assistant", "content": "x"}, USER]), 'first message must use the "user" role'),
    (request(messages=[USER, {"role": "assistant", "content": "So"}]), "prefill"),
    (request(messages=[{"role": "user", "content": ""}]), "non-empty content"),
    (request(messages=[{"role": "user", "content": []}]), "non-empty content"),
    (request(messages=[{"role": "user", "content": [{"type": "text", "text": ""}]}]), "must be non-empty"),
    (request(messages=[{"role": "user", "content": [{"type": "text", "text": " "}]}]), "non-whitespace"),
    (request(messages=[{"role": "user", "content": [CALL]}]), "Input tag 'tool_use'"),
    (request(messages=[USER, CALLED, USER]), "`tool_use` ids were found without `tool_result` blocks"),
    (request(messages=[RESULT]), "unexpected `tool_use_id`"),
    (
        request(
            messages=[USER, {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "?"}]}]
        ),
        "Invalid `signature`",
    ),
    (request(thinking={"type": "disabled"}), "thinking.type.disabled"),
    (request(tool_choice={"type": "any"}, tools=[TOOL]), "tool_choice"),
    (request(tools=[{**TOOL, "name": "no spaces"}]), "tools.0.custom.name"),
    (request(tools=[TOOL, TOOL]), "Tool names must be unique"),
    (request(tools=[{"name": "record"}]), "tools.0.custom.input_schema: Field required"),
    (tool({}), "input_schema.type: Field required"),
    (tool({"type": "array"}), "Input should be 'object'"),
    (tool({"type": "object", "properties": {"a": {"type": "text"}}}), "JSON schema is invalid"),
    (tool({"type": "object", "required": "a"}), "JSON schema is invalid"),
    (tool({"type": "object", "properties": {}}, strict=True), "'additionalProperties' must be explicitly set"),
    (tool(closed(n={"type": "integer", "minimum": 1}), strict=True), "properties minimum are not supported"),
    (tool(closed(a={"type": "array", "items": {"type": "object"}}), strict=True), "additionalProperties"),
    (
        request(system=[MARKED] * 5),
        "maximum of 4 blocks",
    ),
]


@pytest.mark.parametrize("body", ACCEPTED)
def test_a_proper_request_is_taken(body: Json) -> None:
    check_request(body, signatures=())


@pytest.mark.parametrize(("body", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_an_improper_request_is_refused_in_the_real_words(body: Json, message: str) -> None:
    with pytest.raises(RefusedError) as refused:
        check_request(body, signatures=())
    assert message in refused.value.message


@pytest.mark.parametrize(
    ("headers", "status"),
    [({}, 401), ({"x-api-key": "wrong"}, 401), ({"authorization": f"Bearer {KEY}"}, 400), ({"x-api-key": KEY}, 400)],
)
def test_key_and_version_are_required(headers: dict[str, str], status: int) -> None:
    with pytest.raises(RefusedError) as refused:
        check_headers(headers, KEY)
    assert refused.value.status == status


def post(server: MessagesServer, body: Json, path: str = "/v1/messages") -> tuple[int, Json]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=5)
    connection.request("POST", path, json.dumps(body), {"x-api-key": KEY, "anthropic-version": "2023-06-01"})
    answer = connection.getresponse()
    found: Json = json.loads(answer.read())
    connection.close()
    return answer.status, found


def test_a_request_that_does_not_stream_gets_the_whole_message() -> None:
    with MessagesServer(Reply((Text("Noted."), ToolUse("record", {"a": 1})))) as server:
        status, message = post(server, request())
    assert status == 200
    assert message["content"][1] == {"type": "tool_use", "id": "toolu_1", "name": "record", "input": {"a": 1}}
    assert message["stop_reason"] == "tool_use"


def test_errors_have_the_real_form() -> None:
    with MessagesServer() as server:
        status, body = post(server, request(model="gpt-9"))
    error = {"type": "not_found_error", "message": "model: gpt-9"}
    assert (status, body) == (404, {"type": "error", "error": error, "request_id": "req_0001"})


def test_a_request_without_a_reply_in_the_script_is_refused() -> None:
    with MessagesServer(says("One.")) as server:
        assert [post(server, request())[0] for _ in range(2)] == [200, 400]


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def cache(now: list[float]) -> PromptCache:
    return PromptCache(lambda: now[0], minimum=100)


def cached(rules: str, question: str = "Why?", **control: str) -> Json:
    block = {"type": "text", "text": rules, "cache_control": {"type": "ephemeral", **control}}
    return request(system=[block], messages=[{"role": "user", "content": question}])


def test_a_prefix_is_written_once_and_read_after_that(cache: PromptCache) -> None:
    first, second = (cache.account(cached("rules " * 100, question)) for question in ("One?", "Two?"))
    assert first.cache_write == second.cache_read > 100
    assert first.cache_read == second.cache_write == 0
    assert first.plain == second.plain > 0


@pytest.mark.parametrize(
    "changed",
    [
        lambda body: {**body, "model": "claude-sonnet-5-5"},
        lambda body: {**body, "tools": [TOOL]},
        lambda body: {**body, "system": [{**body["system"][0], "text": body["system"][0]["text"] + "!"}]},
    ],
    ids=["model", "tools", "one character"],
)
def test_anything_changed_in_the_prefix_misses(cache: PromptCache, changed: Callable[[Json], Json]) -> None:
    body = cached("rules " * 100)
    cache.account(body)
    assert cache.account(changed(body)).cache_read == 0


def test_a_prefix_below_the_minimum_is_not_kept(cache: PromptCache) -> None:
    assert [cache.account(cached("short")).cache_read for _ in range(2)] == [0, 0]


@pytest.mark.parametrize(("control", "seconds"), [({}, 300), ({"ttl": "1h"}, 3600)])
def test_entries_live_from_their_last_use(
    cache: PromptCache, now: list[float], control: dict[str, str], seconds: int
) -> None:
    body = cached("rules " * 100, **control)
    reads = []
    for step in (0, seconds - 1, seconds - 1, seconds):
        now[0] += step
        reads.append(cache.account(body).cache_read > 0)
    assert reads == [False, True, True, False]


def test_a_talk_that_grows_reads_what_it_wrote_before(cache: PromptCache) -> None:
    talk: list[Json] = []
    reads = []
    for number in range(3):
        talk.append({"role": "user", "content": f"Question {number}: " + "words " * 100})
        reads.append(cache.account(request(messages=talk, cache_control={"type": "ephemeral"})).cache_read)
    assert 0 == reads[0] < reads[1] < reads[2]


# Like the default model

WORDS = Text("So they wait.")
ASKS = ToolUse("ask", {"text": "Since when?"})
AFTER_A_CALL = [USER, CALLED, RESULT]


@pytest.mark.parametrize(
    ("messages", "blocks", "shown"),
    [
        ([USER], (WORDS, ASKS), [Text, ToolUse]),
        ([USER], (ASKS, WORDS, ASKS), [ToolUse, Thinking, ToolUse]),
        (AFTER_A_CALL, (WORDS, ASKS), [Thinking, ToolUse]),
        (AFTER_A_CALL, (WORDS,), [Text]),
    ],
)
def test_only_text_between_calls_comes_as_a_thought_without_words(
    messages: list[Json], blocks: tuple[Text | ToolUse, ...], shown: list[type]
) -> None:
    reply = as_the_default_model(Reply(blocks), request(messages=messages))
    assert [type(block) for block in reply.blocks] == shown


@pytest.mark.parametrize(("wanted", "in_pieces"), [(True, True), (False, False)])
def test_input_comes_in_pieces_only_where_the_tool_asks_for_it(wanted: bool, in_pieces: bool) -> None:
    tools = [{**TOOL, "name": "ask", "eager_input_streaming": wanted}]
    reply = as_the_default_model(Reply((ASKS,)), request(tools=tools))
    pieces = [event for event in reply.events() if event.get("delta", {}).get("partial_json")]
    assert (len(pieces) > 1) is in_pieces
