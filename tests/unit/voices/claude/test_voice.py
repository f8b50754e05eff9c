"""Whole turns of the model against a real server: words, tool calls, repairs, failures, and who speaks next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred
from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.voices.claude.failures import CutShortError, OverloadedError, RefusalError
from roundtable_tui.voices.model.roles import ModelRole
from roundtable_tui.voices.protocol import Asked, Busy, Ready, Recorded, Said, Settled, Used
from roundtable_tui.voices.tasks import Answer, Discuss, Feedback, Gaps, Synthesise
from tests.support.messages_api.replies import Fault, Reply, Text, Thinking, ToolUse, fails, says
from tests.support.voices.model_turns import Code, entry, known, request_in, said_in
from tests.support.voices.model_voices import (
    LATE,
    PROBLEM,
    QUESTION,
    answering,
    asked,
    asks,
    broken_off,
    completes,
    heard,
    records,
    results_in,
    talk,
    turn,
)
from tests.support.voices.tasks import task_of

if TYPE_CHECKING:
    from tests.support.messages_api.server import MessagesServer

pytestmark = pytest.mark.xdist_group("anthropic")


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
        server,
        replace(answering, task=task_of(Synthesise, answering.words, answering.question)),
        models={ModelRole.SYNTHESIS: "claude-haiku-5-5"},
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
    parts = await heard(server, replace(answering, task=task_of(Feedback, answering.words)))
    assert talk(parts) == [(MAYA, "That belongs in here.")]
    assert not any(isinstance(part, Asked | Ready) for part in parts)
    assert len(server.requests) == 1


async def test_feedback_that_the_model_only_records_is_acknowledged_all_the_same(server: MessagesServer) -> None:
    server.script.append(turn("", records(entry("note", said_in(1, "late"), text=LATE))))
    parts = await heard(server, replace(answering, task=task_of(Feedback, answering.words)))
    assert LATE.rstrip(".") in talk(parts)[0][1]


@pytest.mark.parametrize("reply", [turn("One thing.", asks("Any metric?")), says("Hm.")])
async def test_gaps_are_asked_for_once_whatever_the_model_does(server: MessagesServer, reply: Reply) -> None:
    server.script += [reply, says("Hm.")]
    missing = answering.step.checks
    parts = await heard(server, replace(answering, task=task_of(Gaps, missing=missing)))
    assert asked(parts).key == GAPS_KEY


async def test_the_answer_to_the_gaps_closes_the_step_even_if_the_model_asks_again(server: MessagesServer) -> None:
    server.script.append(turn("Good.", records(PROBLEM), asks("And besides?")))
    parts = await heard(server, replace(answering, task=Answer(answering.words, replace(QUESTION, key=GAPS_KEY))))
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
        ("No, somebody rings us.", "No, somebody rings us", False),
    ],
)
async def test_a_yes_with_more_behind_it_confirms_what_the_model_names(
    server: MessagesServer, words: str, quote: str, confirmed: bool
) -> None:
    confirming = {"act": "confirm", "ids": ["MET-001"], "field": "", "value": ""}
    evidence = {"said": [{"turn": 2, "quote": quote}], "code": [], "entries": []}
    server.script.append(
        turn("Good.", ToolUse("settle_entries", {**confirming, "evidence": evidence}, "toolu_c"), asks("Next?"))
    )
    server.script.append(turn(""))
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


async def test_an_accepted_guess_is_kept_and_shown_to_the_model_before_it_says_a_word(server: MessagesServer) -> None:
    server.script.append(turn("Good.", asks("Next?")))
    question = replace(QUESTION, suggestion="No chasing", becomes="metric.text")
    parts = await heard(server, request_in("01-01", LATE, "your guess is fine", question=question))
    changes = [(part.change.id, part.change.sources) for part in parts if isinstance(part, Recorded)]
    assert changes == [("MET-001", (Confirmed(2),))]
    assert talk(parts, Role.CAPTURED) == [(MAYA, "Noted: MET-001 No chasing")]
    shown = str(server.requests[0]["messages"])
    assert "MET-001 (metric) [High; confirmed in turn 2]" in shown
    assert "at least one success metric" not in shown
    assert len(server.requests) == 1


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
    elaborating = replace(answering, task=task_of(Discuss, answering.words, answering.question))
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
