"""Every way in which a model can fail, against a real server: a sentence, what to press, and nothing lost."""

from __future__ import annotations

import logging

import pytest

from roundtable_tui.voices.claude import failures as t
from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.model.exchange import Retrying, ToolCall
from roundtable_tui.voices.model.model_error import ModelError, Remedy
from tests.support.messages_api.clients import CALL, Pauses, call_with, listen, wire_to, words
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse, fails
from tests.support.messages_api.server import KEY, MessagesServer, unused_address

pytestmark = pytest.mark.xdist_group("anthropic")

A_MOMENT = {Fault.NEVER: 0.05, Fault.STALL: 0.2}
AT_ONCE = 1
TRIED_AGAIN = 2
BEFORE_ANYTHING = [
    (Fault.OVERLOADED, t.OverloadedError, TRIED_AGAIN),
    (Fault.RATE_LIMIT, t.RateLimitedError, TRIED_AGAIN),
    (Fault.SERVER, t.ServerTroubleError, TRIED_AGAIN),
    (Fault.GATEWAY_TIMEOUT, t.ServerTroubleError, TRIED_AGAIN),
    (Fault.PROXY_PAGE, t.ServerTroubleError, TRIED_AGAIN),
    (Fault.HANG_UP, t.ConnectionLostError, TRIED_AGAIN),
    (Fault.NEVER, t.NoAnswerError, AT_ONCE),
    (Fault.UNAUTHORIZED, t.KeyRefusedError, AT_ONCE),
    (Fault.FORBIDDEN, t.NotAllowedError, AT_ONCE),
    (Fault.BILLING, t.NotAllowedError, AT_ONCE),
    (Fault.BAD_REQUEST, t.RequestRefusedError, AT_ONCE),
    (Fault.TOO_LARGE, t.TooLongError, AT_ONCE),
    (Fault.CONTEXT, t.TooLongError, AT_ONCE),
    (Fault.HTML, t.NotTheApiError, AT_ONCE),
    (Fault.NOT_FOUND_PAGE, t.NotTheApiError, AT_ONCE),
]
IN_THE_MIDDLE = [
    (Fault.RESET, t.ConnectionLostError),
    (Fault.CLOSE, t.ConnectionLostError),
    (Fault.DROP, t.ConnectionLostError),
    (Fault.STALL, t.NoAnswerError),
    (Fault.ERROR_EVENT, t.OverloadedError),
    (Fault.BAD_JSON, t.BrokenStreamError),
    (Fault.BAD_UTF8, t.BrokenStreamError),
    (Fault.MISSING_FIELD, t.BrokenStreamError),
]


def is_told_well(error: ModelError | None) -> bool:
    """One sentence and a hint that names every way out, and neither the key nor the library's own words."""
    assert error is not None
    shown = f"{error} {error!r} {error.__cause__!r}"
    assert KEY not in shown
    assert error.sentence.endswith((".", "”."))
    assert "Error" not in error.sentence
    assert all(any(word in error.hint.lower() for word in _WAYS_OUT[remedy]) for remedy in error.remedies), error.hint
    return True


_WAYS_OUT = {
    Remedy.RETRY: ("try again", "send it"),
    Remedy.OFFLINE: ("offline",),
    Remedy.SETTINGS: ("settings", "set it", "key in its place", "credit"),
}


@pytest.mark.parametrize(("fault", "kind", "attempts"), BEFORE_ANYTHING, ids=[fault for fault, *_ in BEFORE_ANYTHING])
async def test_a_failure_before_the_answer(
    server: MessagesServer, fault: Fault, kind: type[ModelError], attempts: int
) -> None:
    server.script.extend([fails(fault)] * attempts)
    parts, error = await listen(wire_to(server.url, timeout=A_MOMENT.get(fault, 5.0)))
    assert type(error) is kind
    assert is_told_well(error)
    assert len(server.received) == attempts
    assert words(parts) == ""


@pytest.mark.parametrize(("fault", "kind"), IN_THE_MIDDLE, ids=[fault for fault, _ in IN_THE_MIDDLE])
async def test_a_failure_in_the_middle_keeps_the_words_and_is_not_tried_again(
    server: MessagesServer, fault: Fault, kind: type[ModelError]
) -> None:
    server.script.append(Reply((Text("Maya: What hurts most?", chunk=9),), fault=fault))
    parts, error = await listen(wire_to(server.url, timeout=A_MOMENT.get(fault, 5.0)))
    assert type(error) is kind
    assert is_told_well(error)
    assert words(parts) == "Maya: Wha"
    assert len(server.received) == 1


async def test_a_server_that_sends_the_key_back_does_not_get_it_shown(server: MessagesServer) -> None:
    server.script.append(Reply(fault=Fault.ERROR_EVENT, error_kind="api_error", error_message=f"bad key {KEY}"))
    _, error = await listen(wire_to(server.url))
    assert "“bad key …”" in str(error)


@pytest.mark.parametrize("fault", [Fault.RESET, Fault.DROP, Fault.ERROR_EVENT])
async def test_a_drop_before_the_first_word_is_tried_again(server: MessagesServer, fault: Fault) -> None:
    server.script.extend([Reply((), fault=fault), Reply()])
    parts, error = await listen(wire_to(server.url))
    assert error is None
    assert words(parts) == "So what hurts most?"


async def test_no_key(server: MessagesServer) -> None:
    _, error = await listen(Wire(ClaudeSettings(base_url=server.url), {}))
    assert isinstance(error, t.NoKeyError)
    assert is_told_well(error)
    assert "ANTHROPIC_API_KEY" in error.sentence
    assert server.received == []


async def test_a_bad_key(server: MessagesServer) -> None:
    _, error = await listen(wire_to(server.url, key="another"))
    assert isinstance(error, t.KeyRefusedError)
    assert "another" not in f"{error}"


async def test_nobody_listens() -> None:
    pauses = Pauses()
    parts, error = await listen(wire_to(unused_address(), pauses))
    assert isinstance(error, t.NoNetworkError)
    assert is_told_well(error)
    assert pauses.seconds == [1.0]
    assert isinstance(parts[0], Retrying)


@pytest.mark.parametrize("address", ["localhost:8000", "http://", "ftp://host", "http://host:port", "http://[::1"])
async def test_an_address_that_is_none(address: str) -> None:
    _, error = await listen(wire_to(address))
    assert isinstance(error, t.BadAddressError)
    assert is_told_well(error)


async def test_an_unknown_model(server: MessagesServer) -> None:
    _, error = await listen(wire_to(server.url), call_with(CALL.messages[0], model="gpt-\x1b[31m9"))
    assert isinstance(error, t.UnknownModelError)
    assert is_told_well(error)
    assert "'gpt-9'" in error.sentence


async def test_a_refusal_says_why_where_the_server_does(server: MessagesServer) -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": "This could be used for harm."}
    server.script.append(Reply((Text("I"),), stop_reason="refusal", stop_details=details))
    parts, error = await listen(wire_to(server.url))
    assert isinstance(error, t.RefusalError)
    assert is_told_well(error)
    assert "This could be used for harm" in error.sentence
    assert words(parts) == "I"


@pytest.mark.parametrize("cut", [9, None])
async def test_max_tokens_inside_a_tool_call_runs_no_tool(server: MessagesServer, cut: int | None) -> None:
    call = ToolUse("record", {"title": "Pay by invoice"}, cut=cut)
    server.script.append(Reply((Text("Noted."), call), stop_reason="max_tokens"))
    parts, error = await listen(wire_to(server.url))
    assert isinstance(error, t.CutShortError)
    assert is_told_well(error)
    assert "16,000" in error.sentence
    assert not [part for part in parts if isinstance(part, ToolCall)]


async def test_a_tool_call_that_is_not_json_has_no_input(server: MessagesServer) -> None:
    """So that the model is told what it lacks, instead of the turn being lost."""
    server.script.append(Reply((ToolUse("record", {"title": "Pay"}, cut=9),)))
    parts, error = await listen(wire_to(server.url))
    assert error is None
    assert [part.input for part in parts if isinstance(part, ToolCall)] == [{}]


async def test_the_context_is_full_before_the_answer(server: MessagesServer) -> None:
    server.context_window = 5
    _, error = await listen(wire_to(server.url))
    assert isinstance(error, t.TooLongError)


async def test_the_context_is_full_within_the_answer(server: MessagesServer) -> None:
    server.script.append(Reply(stop_reason="model_context_window_exceeded"))
    parts, error = await listen(wire_to(server.url))
    assert isinstance(error, t.TooLongError)
    assert is_told_well(error)
    assert words(parts) == "So what hurts most?"


async def test_a_server_that_wants_to_be_left_alone_for_long_is_not_waited_for(server: MessagesServer) -> None:
    server.script.append(fails(Fault.RATE_LIMIT, retry_after="3600"))
    _, error = await listen(wire_to(server.url))
    assert isinstance(error, t.RateLimitedError)
    assert "3,600 seconds" in error.sentence
    assert len(server.received) == 1


async def test_a_server_that_says_trying_again_is_no_use_is_believed(server: MessagesServer) -> None:
    server.script.append(fails(Fault.OVERLOADED, x_should_retry="false"))
    await listen(wire_to(server.url))
    assert len(server.received) == 1


@pytest.mark.parametrize("value", ["soon", "-3", "nan", "inf", "Fri, 31 Dec 1999 23:59:59 GMT"])
async def test_a_wait_that_is_no_number_is_not_heeded(server: MessagesServer, value: str) -> None:
    server.script.extend([fails(Fault.RATE_LIMIT, retry_after=value), Reply()])
    pauses = Pauses()
    await listen(wire_to(server.url, pauses))
    assert pauses.seconds == [1.0]


async def test_the_key_is_in_no_log(server: MessagesServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    server.script.extend([fails(Fault.OVERLOADED), Reply(fault=Fault.RESET)])
    await listen(wire_to(server.url))
    assert "127.0.0.1" in caplog.text
    assert KEY not in caplog.text
