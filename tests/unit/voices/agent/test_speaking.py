"""A turn through a real agent process: its words, its calls, its end, what it remembers, and how it is stopped."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.protocol import Looked, Part, Recorded, Said, Used
from roundtable_tui.voices.tasks import Elaborate
from tests.support.agents.started import agent_at, heard_from_agent
from tests.support.messages_api.replies import Fault, Reply, ToolUse, fails
from tests.support.voices.model_turns import Code, request_in
from tests.support.voices.model_voices import PROBLEM, answering, asked, asks, records, talk, turn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.support.messages_api.server import MessagesServer

QUESTION = turn("Maya: Late, then.", records(PROBLEM), asks("Who notices first?"))
LOOKS = Reply((ToolUse("read_code", {"path": "src/pay.py", "start": 1, "end": 2}, "toolu_look"),))


def recorded(parts: list[Part]) -> list[str]:
    return [part.change.id for part in parts if isinstance(part, Recorded)]


async def test_its_words_come_first_then_what_it_recorded_and_asked(server: MessagesServer) -> None:
    server.script.extend([QUESTION])
    parts = await heard_from_agent(server, answering)
    assert talk(parts) == [(answering.persona.key, "Late, then.")]
    assert recorded(parts) == ["PROB-001"]
    assert asked(parts).text == "Who notices first?"
    assert [part.tokens.model for part in parts if isinstance(part, Used)] == ["Stand-in (your agent)"]


@pytest.mark.parametrize("manner", ["unannounced", "late"])
async def test_words_stay_before_the_call_they_were_said_before(server: MessagesServer, manner: str) -> None:
    """They come on another line than the calls, and words after a question are not shown."""
    server.script.extend([QUESTION])
    parts = await heard_from_agent(server, answering, manner)
    assert talk(parts) == [(answering.persona.key, "Late, then.")]


async def test_it_looks_into_the_code_with_our_tools_and_is_answered_at_once(server: MessagesServer) -> None:
    server.script.extend([LOOKS, QUESTION])
    parts = await heard_from_agent(server, replace(answering, code=Code()), "asks")
    assert "def pay()" in json.dumps(server.requests[1]["messages"][-1])
    assert [part.seen.path for part in parts if isinstance(part, Looked)] == ["src/pay.py"]
    assert asked(parts).text == "Who notices first?"


async def test_a_call_that_cannot_be_carried_out_is_mended_in_the_same_turn(server: MessagesServer) -> None:
    server.script.extend([turn("", asks("")), QUESTION])
    parts = await heard_from_agent(server, answering)
    assert "again" in json.dumps(server.requests[1]["messages"][-1])
    assert asked(parts).text == "Who notices first?"


async def test_a_turn_without_an_end_is_reminded_once_in_the_same_session(server: MessagesServer) -> None:
    server.script.extend([turn("Late, then.", records(PROBLEM)), turn("Well."), turn("", asks("Who notices first?"))])
    parts = await heard_from_agent(server, answering)
    assert asked(parts).text == "Who notices first?"
    assert "The turn has no end yet" in json.dumps(server.requests[-1])


async def test_the_rules_are_told_once_and_the_situation_in_every_turn(server: MessagesServer) -> None:
    server.script.extend([QUESTION, turn("", asks("And then?"))])
    voice = agent_at(server)
    for _ in range(2):
        [part async for part in voice.speak(answering)]
    await voice.close()
    first, second = (json.dumps(request["messages"]) for request in server.requests)
    assert "How the analysts talk" in first
    assert "How the analysts talk" not in second
    assert "Invoices go out late" in second
    assert len(second) < len(first) / 2


async def test_after_a_turn_that_failed_the_rules_are_told_again(server: MessagesServer) -> None:
    server.script.extend([fails(Fault.BAD_REQUEST), QUESTION])
    voice = agent_at(server)
    with pytest.raises(VoiceError, match="Stand-in answered with an error: “Internal error: messages: something"):
        [part async for part in voice.speak(answering)]
    assert asked([part async for part in voice.speak(answering)]).text == "Who notices first?"
    await voice.close()
    assert "How the analysts talk" in json.dumps(server.requests[1]["messages"])


async def test_what_was_used_after_the_question_counts_with_the_next_turn(server: MessagesServer) -> None:
    server.script.extend([QUESTION, turn("I have asked."), QUESTION, turn("I have asked.")])
    voice = agent_at(server, "deaf")
    turns = [[part.tokens.output async for part in voice.speak(answering) if isinstance(part, Used)] for _ in range(2)]
    await voice.close()
    assert sum(turns[0]) + sum(turns[1]) > 0


async def test_analysts_who_think_alone_do_not_share_a_session(server: MessagesServer) -> None:
    question = Question("01-01", "standard/1", "What goes wrong today?")
    brief = replace(request_in("01-01", question=question), task=Elaborate())
    server.answer = lambda _: turn("I see it so.")
    parts = await heard_from_agent(server, brief)
    alone = [request for request in server.requests if "You have not heard the others" in json.dumps(request)]
    assert len(alone) == 3
    assert all("How the analysts talk" in json.dumps(request["messages"]) for request in alone)
    assert len({speaker for speaker, _ in talk(parts)}) == 3


async def test_stopping_cancels_the_turn_and_the_agent_can_be_asked_again(server: MessagesServer) -> None:
    server.script.extend([fails(Fault.NEVER), QUESTION])
    voice = agent_at(server)

    async def listen() -> list[Part]:
        return [part async for part in voice.speak(answering)]

    turn_under_way = asyncio.ensure_future(listen())
    await asyncio.to_thread(server.arrived.acquire)
    turn_under_way.cancel()
    await asyncio.wait({turn_under_way})
    assert asked(await listen()).text == "Who notices first?"
    await voice.close()


async def test_an_agent_that_does_not_stop_after_its_question_is_not_waited_for(server: MessagesServer) -> None:
    server.script.extend([QUESTION, fails(Fault.NEVER)])
    voice = agent_at(server, "deaf")
    parts = cast("AsyncGenerator[Part, None]", voice.speak(answering))
    async with asyncio.timeout(20), aclosing(parts):
        heard = [part async for part in parts]
    assert asked(heard).text == "Who notices first?"
    await voice.close()


async def test_an_agent_that_counts_nothing_reports_no_tokens(server: MessagesServer) -> None:
    server.script.extend([QUESTION])
    parts = await heard_from_agent(server, answering, "no-usage")
    assert not [part for part in parts if isinstance(part, Used)]


async def test_an_agent_without_tools_writes_down_what_it_would_call(server: MessagesServer) -> None:
    calls = json.dumps([{"tool": "record_entries", "input": {"entries": [PROBLEM]}},
                        {"tool": "ask", "input": {"text": "Who notices first?"}}])  # fmt: skip
    server.script.extend([turn("Late, then."), turn(f"```json\n{calls}\n```")])
    parts = await heard_from_agent(server, answering, "no-tools", tools_timeout=0.1)
    assert talk(parts) == [(answering.persona.key, "Late, then.")]
    assert recorded(parts) == ["PROB-001"]
    assert asked(parts).text == "Who notices first?"


async def test_where_even_that_fails_its_words_are_kept_and_the_step_asks_on(server: MessagesServer) -> None:
    server.answer = lambda _: turn("Late, then.")
    voice = agent_at(server, "no-tools", tools_timeout=0.1)
    first = [part async for part in voice.speak(answering)]
    second = [part async for part in voice.speak(answering)]
    await voice.close()
    assert talk(first)[0] == (answering.persona.key, "Late, then.")
    assert asked(first).text
    notices = [part.text for part in (*first, *second) if isinstance(part, Said) and part.role is Role.NOTICE]
    assert len(notices) == 1
    assert "the questions come from the files" in notices[0]
