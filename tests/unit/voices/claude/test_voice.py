"""Whole turns of the model against a real server: words, tool calls, repairs, failures, and who speaks next."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.analysis.session import Session
from roundtable_tui.domain.events import APP, Outcome, Role, Spoke, UserSaid
from roundtable_tui.domain.kinds import Kind
from roundtable_tui.domain.menu import MenuCommand
from roundtable_tui.domain.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.provenance import Confidence, Confirmed, Inferred, Stated
from roundtable_tui.domain.questions import ELABORATION_KEY, GAPS_KEY, Question
from roundtable_tui.domain.state import ForAnswer, ForMenu
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.claude.settings import ClaudeSettings, ModelRole
from roundtable_tui.voices.claude.trouble import CutShortError, OverloadedError, RefusalError
from roundtable_tui.voices.claude.voice import ClaudeVoice
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Asked, Busy, Part, Purpose, Ready, Recorded, Said, Settled, Used
from tests.support.messages_replies import Fault, Reply, Text, Thinking, ToolUse, fails, says
from tests.support.messages_server import MessagesServer
from tests.support.model_turns import Code, asking, entry, known, request_in, said_in
from tests.support.projects import PHASE_00, open_sample, project_in, write_code
from tests.support.wires import wire_to

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from roundtable_tui.voices.protocol import TurnRequest
    from tests.support.messages_server import Received

pytestmark = pytest.mark.xdist_group("anthropic")

LATE = "Invoices go out late."
QUESTION = Question("01-01", "standard/1", "What goes wrong today?")
A_MOMENT = 5.0


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


def voice_at(server: MessagesServer, **settings: Any) -> ClaudeVoice:
    return ClaudeVoice(ClaudeSettings(**settings), wire_to(server.url))


async def heard(server: MessagesServer, request: TurnRequest, **settings: Any) -> list[Part]:
    voice = voice_at(server, **settings)
    try:
        return [part async for part in voice.speak(request)]
    finally:
        await voice.close()


async def broken_off(
    server: MessagesServer, request: TurnRequest, before_call: Callable[[], None] = lambda: None
) -> tuple[list[Part], VoiceError]:
    """What came before the turn failed, and how it did."""
    voice = ClaudeVoice(ClaudeSettings(), wire_to(server.url), before_call=before_call)
    parts: list[Part] = []
    try:
        async for part in voice.speak(request):
            parts.append(part)  # noqa: PERF401 - what came before the failure counts
    except VoiceError as error:
        return parts, error
    finally:
        await voice.close()
    raise AssertionError("it did not fail")


def turn(words: str, *calls: ToolUse) -> Reply:
    return Reply((Text(words), *calls) if words else calls)


def records(*entries: dict[str, Any], call: str = "toolu_r") -> ToolUse:
    return ToolUse("record_entries", {"entries": list(entries)}, call)


def asks(text: str, call: str = "toolu_a", **more: Any) -> ToolUse:
    return ToolUse("ask", asking(text, **more), call)


def completes(call: str = "toolu_p") -> ToolUse:
    return ToolUse("propose_complete", {}, call)


def talk(parts: list[Part], role: Role = Role.TALK) -> list[tuple[str, str]]:
    """Who said what, put together again."""
    said: list[tuple[str, str]] = []
    for part in parts:
        if isinstance(part, Said) and part.role is role:
            if part.more:
                said[-1] = said[-1][0], said[-1][1] + part.text
            else:
                said.append((part.speaker, part.text))
    return said


def asked(parts: list[Part]) -> Question:
    (question,) = [part.question for part in parts if isinstance(part, Asked)]
    return question


def results_in(request: dict[str, Any]) -> list[str]:
    return [block["content"] for block in request["messages"][-1]["content"] if block["type"] == "tool_result"]


answering = request_in("01-01", LATE, question=QUESTION)
PROBLEM = entry("problem", said_in(1, "Invoices go out late"), text="Invoices go out late")


# A turn that goes well


async def test_a_turn_says_something_records_and_asks_in_one_round_trip(server: MessagesServer) -> None:
    server.script.append(turn("So they wait.", records(PROBLEM), asks("Since when?", step_question="standard/3")))
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "So they wait.")]
    assert [part.change.id for part in parts if isinstance(part, Recorded)] == ["PROB-001"]
    assert talk(parts, Role.CAPTURED) == [(MAYA, "Noted: PROB-001 Invoices go out late")]
    assert asked(parts).text == "Since when?"
    assert asked(parts).key == "standard/3"
    assert [part.key for part in parts if isinstance(part, Settled)] == ["standard/1"]
    assert len(server.requests) == 1


async def test_words_stream_as_they_come_and_the_tokens_are_told(server: MessagesServer) -> None:
    server.script.append(turn("So they wait for a week.", asks("Since when?")))
    parts = await heard(server, answering)
    assert len([part for part in parts if isinstance(part, Said) and part.role is Role.TALK]) > 1
    used = [part.tokens for part in parts if isinstance(part, Used)]
    assert {tokens.model for tokens in used} == {"claude-opus-5-5"}
    assert sum(tokens.cache_write for tokens in used) > 1_000
    assert sum(tokens.output for tokens in used) > 10


async def test_a_line_that_opens_with_a_name_is_that_personas(server: MessagesServer) -> None:
    server.script.append(turn("Maya: So they wait.\nAlex: I can see why.", asks("Since when?")))
    assert talk(await heard(server, answering)) == [(MAYA, "So they wait."), (ALEX, "I can see why.")]


async def test_what_the_model_looks_up_comes_back_before_it_speaks(server: MessagesServer) -> None:
    server.script += [
        Reply((Thinking(), ToolUse("search_code", {"words": "charge"}, "t1"))),
        turn("It is in one place.", asks("Only there?")),
    ]
    parts = await heard(server, request_in("02-01", "Look.", code=Code(), question=QUESTION))
    assert talk(parts) == [(ALEX, "It is in one place.")]
    assert "src/pay.py:2:     return charge()" in results_in(server.requests[1])[0]
    assert Busy("Alex is searching the code …") in parts
    assert server.requests[1]["messages"][1]["content"][0]["type"] == "thinking"


async def test_a_complete_step_is_ready_and_all_its_questions_are_settled(server: MessagesServer) -> None:
    metric = entry("metric", said_in(1, "late"), text="None late")
    server.script.append(turn("", records(PROBLEM, metric), completes()))
    parts = await heard(server, answering)
    assert parts[-1] == Ready()
    keys = {part.key for part in parts if isinstance(part, Settled)}
    assert keys == {"standard/1", "standard/2", "standard/3"}


async def test_a_question_that_has_to_be_asked_again_is_not_settled(server: MessagesServer) -> None:
    server.script.append(turn("I mean last week.", asks("What went wrong then?", step_question="standard/1")))
    parts = await heard(server, answering)
    assert not any(isinstance(part, Settled) for part in parts)


async def test_each_role_can_have_a_model_of_its_own(server: MessagesServer) -> None:
    server.script.append(says("**Insights**\n- Alex: two steps"))
    await heard(
        server, replace(answering, purpose=Purpose.SYNTHESISE), models={ModelRole.SYNTHESIS: "claude-haiku-5-5"}
    )
    assert server.requests[0]["model"] == "claude-haiku-5-5"


# The turn is the user's in the end


async def test_words_after_the_question_are_dropped(server: MessagesServer) -> None:
    server.script.append(Reply((Text("Right."), asks("Since when?"), Text("Since May, I suppose."))))
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "Right.")]
    assert asked(parts).text == "Since when?"


async def test_a_turn_ends_where_the_model_starts_to_write_the_users_part(server: MessagesServer) -> None:
    made_up = "I see.\nUser: We lose a million."
    server.script.append(
        turn(made_up, records(entry("problem", said_in(1, "late"), text="A million")), asks("Really?"))
    )
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "I see.")]
    assert not any(isinstance(part, Recorded) for part in parts)
    assert asked(parts).key == "standard/2"


async def test_a_turn_without_an_end_is_reminded_once(server: MessagesServer) -> None:
    server.script += [says("I see."), turn("As I said.", asks("Since when?"))]
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "I see.")]
    assert asked(parts).text == "Since when?"
    assert "has no end yet" in server.requests[1]["messages"][-1]["content"][-1]["text"]


async def test_after_the_reminder_the_next_question_of_the_step_is_asked(server: MessagesServer) -> None:
    server.script += [turn("I see.", records(PROBLEM)), says("Hm.")]
    parts = await heard(server, answering)
    assert asked(parts).key == "standard/2"
    assert asked(parts).text.startswith("Suppose it is fixed")
    assert [part.change.id for part in parts if isinstance(part, Recorded)] == ["PROB-001"]
    assert len(server.requests) == 2


async def test_a_message_of_nothing_but_space_can_be_answered(server: MessagesServer) -> None:
    server.script += [turn("\n\n", records(PROBLEM)), turn("", asks("Since when?"))]
    assert asked(await heard(server, answering)).text == "Since when?"


async def test_a_message_of_nothing_but_thoughts_is_followed_by_a_plain_question(server: MessagesServer) -> None:
    server.script.append(Reply((Thinking(),)))
    assert asked(await heard(server, answering)).key == "standard/2"


async def test_a_model_that_only_ever_looks_things_up_is_stopped(server: MessagesServer) -> None:
    server.answer = lambda received: Reply((ToolUse("search_code", {"words": "pay"}, f"t{received.number}"),))
    parts = await heard(server, request_in("02-01", "Look.", code=Code()))
    assert asked(parts).step == "02-01"
    assert len(server.requests) == 12


async def test_feedback_is_acknowledged_and_the_menu_comes_back(server: MessagesServer) -> None:
    note = entry("note", said_in(1, "Invoices"), text="Invoices go out late.")
    server.script.append(turn("That belongs in here.", records(note)))
    parts = await heard(server, replace(answering, purpose=Purpose.FEEDBACK, question=None))
    assert talk(parts) == [(MAYA, "That belongs in here.")]
    assert not any(isinstance(part, Asked | Ready) for part in parts)
    assert len(server.requests) == 1


async def test_feedback_that_the_model_only_records_is_acknowledged_all_the_same(server: MessagesServer) -> None:
    server.script.append(turn("", records(entry("note", said_in(1, "late"), text=LATE))))
    parts = await heard(server, replace(answering, purpose=Purpose.FEEDBACK, question=None))
    assert LATE.rstrip(".") in talk(parts)[0][1]


@pytest.mark.parametrize("reply", [turn("One thing.", asks("Any metric?")), says("Hm.")])
async def test_gaps_are_asked_for_once_whatever_the_model_does(server: MessagesServer, reply: Reply) -> None:
    server.script += [reply, says("Hm.")]
    missing = answering.step.checks
    parts = await heard(server, replace(answering, purpose=Purpose.GAPS, question=None, missing=missing))
    assert asked(parts).key == GAPS_KEY


async def test_the_answer_to_the_gaps_closes_the_step_even_if_the_model_asks_again(server: MessagesServer) -> None:
    server.script.append(turn("Good.", records(PROBLEM), asks("And besides?")))
    parts = await heard(server, replace(answering, question=replace(QUESTION, key=GAPS_KEY)))
    assert parts[-1] == Ready()
    assert not any(isinstance(part, Asked) for part in parts)


async def test_a_yes_confirms_exactly_what_was_shown_before_the_model_says_a_word(server: MessagesServer) -> None:
    server.script.append(turn("Good.", records(PROBLEM), asks("Next?")))
    guessed = known(Kind.METRIC, "MET-001", Inferred((1,)), text="No chasing")
    question = replace(QUESTION, offers=("MET-001",))
    parts = await heard(server, request_in("01-01", LATE, "yes", entries=[guessed], question=question))
    change, *_ = [part.change for part in parts if isinstance(part, Recorded)]
    assert (change.id, change.sources) == ("MET-001", (Confirmed(2),))
    assert talk(parts, Role.CAPTURED) == [(MAYA, "Confirmed: MET-001. Noted: PROB-001 Invoices go out late")]
    assert "counts as confirmed from now on: MET-001" in str(server.requests[0]["messages"])


YES_AND_MORE = "Yes for that one. And nobody rings us."


@pytest.mark.parametrize(
    ("words", "quote", "confirmed"),
    [
        (YES_AND_MORE, "Yes for that one", True),
        ("Not that one. Yes, nobody rings us.", "Yes", False),
        ("Nobody rings us.", "Nobody rings us", False),
    ],
)
async def test_a_yes_with_more_behind_it_confirms_what_the_model_names(
    server: MessagesServer, words: str, quote: str, confirmed: bool
) -> None:
    as_it_stands = {"id": "MET-001", "fields": [{"name": "text", "value": "No chasing"}], "drop": False}
    evidence = {"said": [{"turn": 2, "quote": quote}], "code": [], "entries": []}
    server.script.append(
        turn("Good.", ToolUse("revise_entry", {**as_it_stands, "evidence": evidence}, "toolu_c"), asks("Next?"))
    )
    guessed = known(Kind.METRIC, "MET-001", Inferred((1,)), text="No chasing")
    question = replace(QUESTION, offers=("MET-001",))
    parts = await heard(server, request_in("01-01", LATE, words, entries=[guessed], question=question))
    changes = [(part.change.id, part.change.sources) for part in parts if isinstance(part, Recorded)]
    assert changes == ([("MET-001", (Confirmed(2),))] if confirmed else [])
    assert ("They said yes and more" in str(server.requests[0]["messages"])) is confirmed


async def test_a_yes_to_a_guess_tells_the_model_to_keep_its_words(server: MessagesServer) -> None:
    server.script.append(turn("Good.", asks("Next?")))
    question = replace(QUESTION, suggestion="No chasing")
    await heard(server, request_in("01-01", LATE, "yes", question=question))
    assert "Record it letter by letter" in str(server.requests[0]["messages"])


async def test_a_yes_to_a_guess_with_more_behind_it_does_not_count_as_confirmed(server: MessagesServer) -> None:
    server.script.append(turn("Good.", asks("Next?")))
    question = replace(QUESTION, suggestion="No chasing")
    await heard(server, request_in("01-01", LATE, YES_AND_MORE, question=question))
    assert "So the guess is not confirmed yet" in str(server.requests[0]["messages"])


# Calls that go wrong


async def test_a_bad_call_is_repaired_and_the_question_is_kept_meanwhile(server: MessagesServer) -> None:
    invented = entry("problem", said_in(1, "never said"), text="Invoices go out late")
    server.script += [
        turn("So they wait.", records(invented), asks("Since when?")),
        turn("Sorry about that.", records(PROBLEM, call="toolu_r2")),
    ]
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "So they wait.")]
    assert "does not stand in turn 1" in results_in(server.requests[1])[0]
    assert [part.change.id for part in parts if isinstance(part, Recorded)] == ["PROB-001"]
    assert asked(parts).text == "Since when?"
    assert talk(parts, Role.NOTICE) == []


async def test_words_that_come_with_a_mended_call_are_not_said_again(server: MessagesServer) -> None:
    bad = entry("problem", text="From nowhere")
    server.script += [turn("So they wait.", records(bad)), turn("As I said.", records(PROBLEM), asks("Since when?"))]
    parts = await heard(server, answering)
    assert talk(parts) == [(MAYA, "So they wait.")]
    assert asked(parts).text == "Since when?"


async def test_a_call_out_of_place_costs_no_further_request_once_the_turn_has_its_end(server: MessagesServer) -> None:
    server.script.append(turn("Alex: No.\nJordan: Yes.", completes(), asks("Which of the two?")))
    elaborating = replace(answering, purpose=Purpose.DISCUSS)
    assert talk(await heard(server, elaborating)) == [(ALEX, "No."), (JORDAN, "Yes.")]
    assert len(server.requests) == 1


async def test_a_call_that_stays_bad_is_recorded_as_a_warning_and_passed_over(server: MessagesServer) -> None:
    bad = entry("problem", text="From nowhere")
    server.script += [turn("", records(bad), asks("Since when?")), turn("", records(bad)), turn("", records(bad))]
    parts = await heard(server, answering)
    (notice,) = talk(parts, Role.NOTICE)
    assert notice[0] == APP
    assert "record_entries" in notice[1]
    assert "It rests on nothing" in notice[1]
    assert "Send only" not in notice[1]
    assert asked(parts).text == "Since when?"
    assert not any(isinstance(part, Recorded) for part in parts)
    assert len(server.requests) == 3


async def test_a_call_cut_off_by_the_limit_is_not_carried_out(server: MessagesServer) -> None:
    cut = ToolUse("record_entries", {"entries": [PROBLEM]}, cut=60)
    server.script.append(Reply((Text("So they"), cut), stop_reason="max_tokens"))
    parts, error = await broken_off(server, answering)
    assert isinstance(error, CutShortError)
    assert talk(parts) == [(MAYA, "So they")]
    assert not any(isinstance(part, Recorded) for part in parts)


async def test_a_refusal_is_a_failure_that_says_so(server: MessagesServer) -> None:
    server.script.append(Reply((Text("I can"),), stop_reason="refusal"))
    _, error = await broken_off(server, answering)
    assert isinstance(error, RefusalError)


async def test_what_was_said_before_the_connection_broke_is_kept_to_the_last_word(server: MessagesServer) -> None:
    server.script.append(Reply((Text("So they wait.\nMaya", 4),), fault=Fault.ERROR_EVENT, after=5))
    parts, error = await broken_off(server, answering)
    assert isinstance(error, OverloadedError)
    assert talk(parts) == [(MAYA, "So they wait.\nMaya")]


async def test_a_wait_for_another_attempt_is_told(server: MessagesServer) -> None:
    server.script += [fails(Fault.OVERLOADED), turn("", asks("Since when?"))]
    parts = await heard(server, answering)
    waits = [part for part in parts if isinstance(part, Busy) and part.text.startswith("Trying again")]
    assert [part.text.partition(":")[0] for part in waits] == ["Trying again in 1 s", "Trying again …"]
    assert [part.counts_down for part in waits] == [True, False]


# In a session


@asynccontextmanager
async def talking(root: Path, server: MessagesServer) -> AsyncIterator[Session]:
    write_code(root)
    voice = voice_at(server)
    async with Session(open_sample(project_in(root)), voice) as session:
        yield session
    await voice.close()


SCOPE = "Business customers can pay by invoice."
OPENING = turn("Let's see how big this is.", asks("What would be different?", step_question="standard/1"))
CLOSING = turn(
    "That is clear.",
    records(
        entry("scope", said_in(1, SCOPE), text=SCOPE, nature="additive"),
        entry("area", said_in(1, "invoice"), text="invoice"),
    ),
    completes(),
)


async def test_a_step_of_guided_mode_from_its_first_question_to_its_menu(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.script += [OPENING, CLOSING]
    async with talking(tmp_path, server) as session:
        await session.start()
        asked_first = session.state.waiting
        assert isinstance(asked_first, ForAnswer)
        assert asked_first.question.key == "standard/1"
        await session.submit(SCOPE)
        assert session.state.waiting == ForMenu("00-01")
        assert session.state.steps_done == ("00-01",)
        scope = session.state.dossier.get("SCOPE-001")
        assert scope is not None
        assert scope.fields["text"].sources == (Stated(1),)
        assert scope.confidence is Confidence.MEDIUM
        assert "quick-scan.md" in session.state.artifacts
        assert session.state.tokens["claude-opus-5-5"].output > 0


async def test_a_turn_that_is_tried_again_asks_the_model_only_for_what_it_had_not_said(
    tmp_path: Path, server: MessagesServer
) -> None:
    first = turn("I look first.", *CLOSING.blocks[1:2], ToolUse("search_code", {"words": "invoice"}, "t9"))  # type: ignore[arg-type]
    server.script += [OPENING, first, fails(Fault.UNAUTHORIZED), turn("It is there.", completes())]
    async with talking(tmp_path, server) as session:
        await session.start()
        with pytest.raises(VoiceError):
            await session.submit(SCOPE)
        assert len(session.state.dossier) == 0
        await session.submit(SCOPE)
        assert len(server.requests) == 4
        assert server.requests[3]["messages"] == server.requests[2]["messages"]
        said = [one.utterance.text for one in session.state.transcript if one.turn == 1 and not one.partial]
        assert said[1:3] == ["I look first.", "It is there."]
        assert sorted(session.state.dossier.entries) == ["AREA-001", "SCOPE-001"], "nothing is recorded twice"
        attempts = [event.body.outcome for event in session.events if isinstance(event.body, Spoke)]
        assert attempts == [Outcome.FINISHED, Outcome.FAILED, Outcome.FINISHED]
        assert len([event for event in session.events if isinstance(event.body, UserSaid)]) == 1


@pytest.mark.parametrize("fault", [Fault.BAD_REQUEST, Fault.CONTEXT])
async def test_after_trouble_with_the_request_itself_the_model_is_asked_from_the_beginning(
    tmp_path: Path, server: MessagesServer, fault: Fault
) -> None:
    looks = turn("", ToolUse("search_code", {"words": "invoice"}, "t9"))
    server.script += [OPENING, looks, fails(fault), CLOSING]
    async with talking(tmp_path, server) as session:
        await session.start()
        with pytest.raises(VoiceError):
            await session.submit(SCOPE)
        await session.retry()
        assert server.requests[3]["messages"] == server.requests[1]["messages"]


async def test_a_discussion_that_broke_off_does_not_ask_the_three_again(server: MessagesServer) -> None:
    server.answer = lambda received: elaborating(received) if persona_asked(received) else fails(Fault.BILLING)
    voice = voice_at(server)
    with pytest.raises(VoiceError):
        [part async for part in voice.speak(TALKED_OVER)]
    server.answer = elaborating
    parts = [part async for part in voice.speak(TALKED_OVER)]
    await voice.close()
    assert len(server.requests) == 5
    assert [words for _, words in talk(parts)][:3] == ["what Maya thinks.", "what Alex thinks.", "what Jordan thinks."]


async def test_stopping_a_turn_ends_the_request_and_keeps_the_words(tmp_path: Path, server: MessagesServer) -> None:
    server.script += [OPENING, Reply((Text("Well, I would think so."),), fault=Fault.STALL), CLOSING]
    async with talking(tmp_path, server) as session:
        await session.start()
        said = asyncio.Event()
        session.subscribe(lambda update: said.set() if "Well" in repr(update) else None)
        speaking = asyncio.ensure_future(session.submit(SCOPE))
        await asyncio.wait_for(said.wait(), A_MOMENT)
        session.stop()
        with pytest.raises(VoiceError, match="stopped"):
            await speaking
        assert await asyncio.to_thread(server.received[1].gone.wait, A_MOMENT)
        assert [one.utterance.text for one in session.state.transcript if one.partial] == ["Well, I woul"]
        await session.submit(SCOPE)
        assert session.state.waiting == ForMenu("00-01")


async def test_an_item_goes_from_offline_to_the_model_and_back_with_the_users_words_untouched(
    tmp_path: Path, server: MessagesServer
) -> None:
    mend = {"id": "SCOPE-001", "fields": [{"name": "text", "value": "Invoicing"}], "drop": False}
    revise = ToolUse("revise_entry", {**mend, "evidence": said_in(1, "invoice")}, "toolu_v")
    new = records(
        entry("area", said_in(2, "- checkout"), text="checkout"), entry("risk", said_in(2, "email"), text="Mail")
    )
    server.script.append(turn("Three areas, then.", revise, new, asks("New or changed?", step_question="standard/3")))
    async with talking(tmp_path, server) as session:
        model = session.voice
        session.use_voice(OfflineVoice())
        await session.start()
        await session.submit(PHASE_00[0])
        session.use_voice(model)
        await session.submit(PHASE_00[1])
        session.use_voice(OfflineVoice())
        await session.submit(PHASE_00[2])
        assert session.state.waiting == ForMenu("00-01")
        said = [event.body.text for event in session.events if isinstance(event.body, UserSaid)]
        assert said == list(PHASE_00[:3])
        scope = session.state.dossier.get("SCOPE-001")
        assert scope is not None
        assert scope.text("text") == PHASE_00[0]
        assert scope.text("nature") == "both"
        proposed = session.state.dossier.get("Q-001")
        assert proposed is not None
        assert "“Invoicing”" in proposed.text()


# Elaboration


def persona_asked(received: Received) -> str:
    """Which analyst this request is for; empty if for all."""
    task = received.request["messages"][0]["content"][-1]["text"]
    return next((name for name in ("Maya", "Alex", "Jordan") if f"you are {name} and nobody else" in task), "")


def elaborating(received: Received) -> Reply:
    name = persona_asked(received)
    if name:
        return says(f"{name}: what {name} thinks.")
    return turn("Alex: Maya is right.\nJordan: Not quite.", asks("Which is it?"))


TALKED_OVER = replace(
    request_in("01-01", LATE, purpose=Purpose.ELABORATE),
    state=replace(answering.state, steps={"01-01": replace(answering.state.steps["01-01"], elaborating=1)}),
)


async def test_all_three_answer_alone_then_discuss_and_then_the_user_is_asked(server: MessagesServer) -> None:
    server.answer = elaborating
    parts = await heard(server, TALKED_OVER)
    assert talk(parts) == [
        (MAYA, "what Maya thinks."),
        (ALEX, "what Alex thinks."),
        (JORDAN, "what Jordan thinks."),
        (ALEX, "Maya is right."),
        (JORDAN, "Not quite."),
    ]
    assert asked(parts) == Question("01-01", ELABORATION_KEY, "Which is it?")
    assert sum(part.tokens.output for part in parts if isinstance(part, Used)) > 4


async def test_nobody_sees_what_the_others_think_before_they_have_spoken(server: MessagesServer) -> None:
    server.answer = elaborating
    await heard(server, TALKED_OVER)
    alone = [received.body.decode() for received in server.received if persona_asked(received)]
    assert len(alone) == 3
    assert not any(f"what {name} thinks." in body for name in ("Maya", "Alex", "Jordan") for body in alone)
    assert all(f"what {name} thinks." in server.received[-1].body.decode() for name in ("Maya", "Alex", "Jordan"))


async def test_the_three_are_asked_at_the_same_time_and_all_stop_together(server: MessagesServer) -> None:
    server.answer = lambda _: Reply((Text("Well"),), fault=Fault.STALL)
    hearing = asyncio.ensure_future(heard(server, TALKED_OVER))
    arrived = [await asyncio.to_thread(server.arrived.acquire, timeout=A_MOMENT) for _ in range(3)]
    assert arrived == [True, True, True]
    hearing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hearing
    assert all([await asyncio.to_thread(received.gone.wait, A_MOMENT) for received in server.received])


async def test_if_one_of_them_fails_the_others_go_on_and_it_is_said(server: MessagesServer) -> None:
    def one_fails(received: Received) -> Reply:
        return fails(Fault.BILLING) if persona_asked(received) == "Alex" else elaborating(received)

    server.answer = one_fails
    parts = await heard(server, TALKED_OVER)
    assert [words for _, words in talk(parts)][:2] == ["what Maya thinks.", "what Jordan thinks."]
    (notice,) = talk(parts, Role.NOTICE)
    assert notice[1].startswith("Alex could not finish: ")
    assert asked(parts).key == ELABORATION_KEY


async def test_if_all_of_them_fail_the_turn_fails(server: MessagesServer) -> None:
    server.answer = lambda _: fails(Fault.BILLING)
    with pytest.raises(VoiceError, match="no credit"):
        await heard(server, TALKED_OVER)


async def test_an_elaboration_that_may_not_be_paid_for_asks_instead_of_leaving_somebody_out(
    server: MessagesServer,
) -> None:
    server.answer = elaborating
    calls = iter([None, None])

    def two_calls() -> None:
        if next(calls, "no more"):
            raise VoiceError("That is all you wanted to spend.")

    parts, error = await broken_off(server, TALKED_OVER, two_calls)
    assert error.sentence == "That is all you wanted to spend."
    assert len(server.requests) == 2
    assert talk(parts, Role.NOTICE) == []


async def test_in_the_middle_of_a_step_an_elaboration_goes_back_to_the_open_question(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.script.append(OPENING)
    server.answer = elaborating
    async with talking(tmp_path, server) as session:
        await session.start()
        before = session.state.waiting
        await session.choose(MenuCommand.ELABORATE)
        assert session.state.waiting == before


async def test_an_elaboration_is_joined_summed_up_and_comes_back_to_the_menu(
    tmp_path: Path, server: MessagesServer
) -> None:
    async with talking(tmp_path, server) as session:
        server.script += [OPENING, CLOSING]
        await session.start()
        await session.submit(SCOPE)
        server.answer = elaborating
        await session.choose(MenuCommand.ELABORATE)
        server.script.append(turn("Alex: Then two releases.", asks("Agreed?")))
        await session.submit("Alex, what about the old invoices?")
        assert "They speak to Alex, who answers." in str(server.requests[-1]["messages"])
        server.script.append(turn("", asks("Anything else?")))
        await session.submit("Agreed: two releases.")
        decided = entry("decision", said_in(4, "two releases"), title="two releases")
        summary = "**Insights**\n- Alex: migrate first\n\n**Decisions**\n- two releases"
        server.script.append(turn(summary, records(decided)))
        await session.submit("done")
        (elaboration,) = session.state.elaborations
        assert elaboration.summary == "**Insights** - Alex: migrate first **Decisions** - two releases"
        assert set(elaboration.personas) == {MAYA, ALEX, JORDAN}
        decision = session.state.dossier.of(Kind.DECISION)
        assert [one.text() for one in decision] == ["two releases"]
        written = session.documents.path("quick-scan.md").read_text()
        assert "## First Decisions\n\n- **ADR-0001** (proposed): Two releases." in written
        assert session.state.waiting == ForMenu("00-01")
