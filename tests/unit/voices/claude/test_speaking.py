"""Words reach the user through `say`, also from a model whose text between tool calls comes back empty."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForMenu
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.claude.failures import CutShortError
from roundtable_tui.voices.protocol import Asked, Busy, Ready, Recorded, Said
from roundtable_tui.voices.tasks import Feedback, Synthesise
from tests.support.messages_api.replies import Fault, Reply, Text, Thinking, ToolUse, fails, says
from tests.support.messages_api.server import MessagesServer
from tests.support.voices.model_turns import Code, request_in
from tests.support.voices.model_voices import (
    A_MOMENT,
    CLOSING,
    OPENING,
    PROBLEM,
    QUESTION,
    SCOPE,
    TALKED_OVER,
    answering,
    asked,
    asks,
    broken_off,
    heard,
    persona_asked,
    records,
    results_in,
    talk,
    talking,
)
from tests.support.voices.tasks import task_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roundtable_tui.voices.protocol import Part
    from tests.support.messages_api.server import Received

pytestmark = pytest.mark.xdist_group("anthropic")

LOOKS = Reply((Thinking(), ToolUse("search_code", {"words": "charge"}, "toolu_l")))
looking = request_in("02-01", "Look.", code=Code(), question=QUESTION)


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    """Imitates the default model."""
    with MessagesServer() as running:
        running.like_the_default_model = True
        yield running


def speaks(text: str, call: str = "toolu_s", chunk: int = 8) -> ToolUse:
    return ToolUse("say", {"text": text}, call, chunk)


def deltas(parts: list[Part]) -> list[Said]:
    return [part for part in parts if isinstance(part, Said) and part.role is Role.TALK]


# Words arrive


@pytest.mark.parametrize("chunk", [1, 5, 13])
async def test_words_after_a_look_up_stream_in_and_belong_to_whoever_speaks(server: MessagesServer, chunk: int) -> None:
    words = 'Maya: “Späť”, they say 🧾.\nAlex: It is in one "place".'
    server.script += [LOOKS, Reply((Thinking(), speaks(words, chunk=chunk), asks("Only there?")))]
    parts = await heard(server, looking)
    assert talk(parts) == [(MAYA, "“Späť”, they say 🧾."), (ALEX, 'It is in one "place".')]
    assert len(deltas(parts)) > 3
    assert asked(parts).text == "Only there?"


async def test_without_it_the_same_words_would_be_lost(server: MessagesServer) -> None:
    server.script += [LOOKS, Reply((Text("It is in one place."), asks("Only there?")))]
    assert talk(await heard(server, looking)) == []


async def test_speaking_recording_and_asking_take_one_round_trip(server: MessagesServer) -> None:
    server.script.append(Reply((speaks("So they wait."), records(PROBLEM), asks("Since when?"))))
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "So they wait.")]
    assert [part.change.id for part in parts if isinstance(part, Recorded)] == ["PROB-001"]
    assert len(server.requests) == 1


async def test_plain_text_as_the_whole_answer_still_counts(server: MessagesServer) -> None:
    server.script += [LOOKS, says("It is in one place."), Reply((asks("Only there?"),))]
    assert talk(await heard(server, looking)) == [(ALEX, "It is in one place.")]


async def test_a_server_that_sends_calls_whole_tells_the_words_at_once(server: MessagesServer) -> None:
    server.script.append(Reply((speaks("So they wait.", chunk=1_000), asks("Since when?"))))
    assert [part.text for part in deltas(await heard(server, answering))] == ["So they wait."]


async def test_several_calls_are_paragraphs_and_a_name_may_open_each(server: MessagesServer) -> None:
    server.script.append(
        Reply((speaks("So.", "a"), records(PROBLEM), speaks("They wait.", "b"), speaks("Alex: Yes.", "c"), asks("?")))
    )
    assert talk(await heard(server, answering)) == [(MAYA, "So.\n\nThey wait."), (ALEX, "Yes.")]


async def test_feedback_is_acknowledged_without_a_further_request(server: MessagesServer) -> None:
    server.script.append(Reply((speaks("That belongs in here."),)))
    parts = await heard(server, replace(answering, task=task_of(Feedback, answering.words)))
    assert talk(parts) == [(MAYA, "That belongs in here.")]
    assert not any(isinstance(part, Asked | Ready) for part in parts)
    assert len(server.requests) == 1


async def test_an_elaboration_is_heard_whole_though_everybody_looks_things_up(server: MessagesServer) -> None:
    def elaborating(received: Received) -> Reply:
        if len(received.request["messages"]) == 1:
            return LOOKS
        if name := persona_asked(received):
            return Reply((speaks(f"What {name} thinks."),))
        return Reply((speaks("Alex: Maya is right.\nJordan: Not quite."), asks("Which is it?")))

    server.answer = elaborating
    parts = await heard(server, replace(TALKED_OVER, code=Code()))
    assert talk(parts) == [
        (MAYA, "What Maya thinks."),
        (ALEX, "What Alex thinks."),
        (JORDAN, "What Jordan thinks."),
        (ALEX, "Maya is right."),
        (JORDAN, "Not quite."),
    ]
    assert asked(parts).text == "Which is it?"
    assert len(server.requests) == 8


async def test_a_synthesis_is_heard_whole_after_a_look_up(server: MessagesServer) -> None:
    summary = "**Insights**\n- Alex: migrate first"
    server.script += [LOOKS, Reply((speaks(summary), records(PROBLEM)))]
    parts = await heard(
        server, replace(answering, task=task_of(Synthesise, answering.words, answering.question), code=Code())
    )
    assert talk(parts, Role.SYNTHESIS) == [(MAYA, summary)]
    assert parts[-1] == Ready()


# The turn stays the user's


async def test_a_turn_ends_where_the_model_says_the_users_part(server: MessagesServer) -> None:
    server.script.append(Reply((speaks("I see.\nUser: A million."), records(PROBLEM), asks("Really?"))))
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "I see.")]
    assert not any(isinstance(part, Recorded) for part in parts)
    assert asked(parts).key == "standard/2"


@pytest.mark.parametrize(("first", "shown"), [("Right.", ["Right."]), ("", ["Since May."])])
async def test_words_said_after_the_question_count_only_if_there_were_none(
    server: MessagesServer, first: str, shown: list[str]
) -> None:
    before = (speaks(first, "a"),) if first else ()
    server.script.append(Reply((*before, asks("Since when?"), speaks("Since May.", "b"))))
    assert [words for _, words in talk(await heard(server, answering))] == shown


async def test_words_without_an_end_are_reminded_of_it_and_not_said_again(server: MessagesServer) -> None:
    server.script += [Reply((speaks("I see."),)), Reply((speaks("As I said."), asks("Since when?")))]
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "I see.")]
    assert results_in(server.requests[1]) == ["said"]
    assert "has no end yet" in server.requests[1]["messages"][-1]["content"][-1]["text"]
    assert asked(parts).text == "Since when?"


# Said and written


@pytest.mark.parametrize(
    "blocks",
    [
        (Text("So they wait."), speaks("So they wait.\n"), asks("Why?")),
        (speaks("So they wait."), Text("So they wait."), asks("Why?")),
        (Text("So they"), speaks("So they wait."), asks("Why?")),
    ],
)
async def test_words_that_are_said_and_written_are_shown_once(
    server: MessagesServer, blocks: tuple[Text | ToolUse, ...]
) -> None:
    server.like_the_default_model = False
    server.script.append(Reply(blocks))
    assert " ".join(talk(await heard(server, answering))[0][1].split()) == "So they wait."


async def test_words_that_are_said_and_then_written_as_the_last_answer_are_shown_once(server: MessagesServer) -> None:
    looks = Reply((speaks("So they wait."), *LOOKS.blocks[1:]))
    server.script += [looks, says("So they wait."), Reply((asks("Why?"),))]
    assert talk(await heard(server, looking)) == [(ALEX, "So they wait.")]


# When it goes wrong


async def test_a_call_without_its_words_is_mended_though_the_question_was_put(server: MessagesServer) -> None:
    nameless = ToolUse("say", {"words": "So they wait."}, "toolu_n")
    server.script += [Reply((nameless, asks("Since when?"))), Reply((speaks("So they wait."),))]
    parts = await heard(server, answering)
    assert "text: Field required" in results_in(server.requests[1])[0]
    assert talk(parts) == [(MAYA, "So they wait.")]
    assert asked(parts).text == "Since when?"


async def test_a_call_that_is_wrong_but_was_heard_is_not_heard_again(server: MessagesServer) -> None:
    with_more = ToolUse("say", {"text": "So they wait.", "tone": "dry"}, "toolu_n")
    server.script += [Reply((with_more,)), Reply((speaks("So they do wait."), asks("Since when?")))]
    assert talk(await heard(server, answering)) == [(MAYA, "So they wait.")]


async def test_an_empty_call_costs_no_further_request_once_the_turn_has_its_end(server: MessagesServer) -> None:
    server.script.append(Reply((speaks(" \n"), asks("Since when?"))))
    parts = await heard(server, answering)
    assert (talk(parts), asked(parts).text) == ([], "Since when?")
    assert len(server.requests) == 1


async def test_an_empty_call_alone_is_answered_with_the_reason(server: MessagesServer) -> None:
    server.script += [Reply((speaks(""),)), Reply((speaks("So they wait."), asks("Since when?")))]
    parts = await heard(server, answering)
    assert "There are no words in it." in results_in(server.requests[1])[0]
    assert talk(parts) == [(MAYA, "So they wait.")]


async def test_words_cut_off_by_the_limit_stay_as_far_as_they_came(server: MessagesServer) -> None:
    cut = ToolUse("say", {"text": "So they wait 🧾"}, cut=len('{"text": "So they wait \\ud83e'))
    server.script.append(Reply((cut,), stop_reason="max_tokens"))
    parts, error = await broken_off(server, answering)
    assert isinstance(error, CutShortError)
    assert talk(parts) == [(MAYA, "So they wait")]


async def test_stopping_in_the_middle_keeps_the_words_and_marks_them(tmp_path: Path, server: MessagesServer) -> None:
    stalls = Reply((speaks("Well, I would think so."),), fault=Fault.STALL, after=4)
    server.script += [OPENING, stalls, CLOSING]
    async with talking(tmp_path, server) as session:
        await session.do(Start())
        said = asyncio.Event()
        session.subscribe(lambda update: said.set() if "I would" in repr(update) else None)
        speaking = asyncio.ensure_future(session.do(Submit(SCOPE)))
        await asyncio.wait_for(said.wait(), A_MOMENT)
        session.stop()
        with pytest.raises(VoiceError, match="stopped"):
            await speaking
        assert await asyncio.to_thread(server.received[1].gone.wait, A_MOMENT)
        assert [one.utterance.text for one in session.state.talk.transcript if one.partial] == ["Well, I would"]
        await session.do(Submit(SCOPE))
        assert session.state.talk.waiting == ForMenu("00-01")


async def test_a_turn_that_is_tried_again_tells_what_was_said_without_asking_for_it(
    tmp_path: Path, server: MessagesServer
) -> None:
    first = Reply((speaks("I look first."), ToolUse("search_code", {"words": "invoice"}, "toolu_l")))
    last = Reply((speaks("It is there."), *CLOSING.blocks[1:]))
    server.script += [OPENING, first, fails(Fault.UNAUTHORIZED), last]
    async with talking(tmp_path, server) as session:
        await session.do(Start())
        with pytest.raises(VoiceError):
            await session.do(Submit(SCOPE))
        await session.do(Submit(SCOPE))
        said = [one.utterance.text for one in session.state.talk.transcript if one.turn == 1 and not one.partial]
        assert said[1:3] == ["I look first.", "It is there."]
        assert len(server.requests) == 4


# What the table is doing


async def test_after_a_look_up_the_analyst_is_thinking_again(server: MessagesServer) -> None:
    server.script += [LOOKS, Reply((speaks("There."), asks("Only there?")))]
    busy = [part.text for part in await heard(server, looking) if isinstance(part, Busy)]
    assert busy[:3] == ["Alex is thinking …", "Alex is searching the code …", "Alex is thinking …"]
