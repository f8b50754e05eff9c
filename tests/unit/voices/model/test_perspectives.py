"""An elaboration by the model: three alone, then together, the user among them, and what comes of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import ELABORATION_KEY, Question
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForMenu
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.intents import Choose, Start, Submit
from roundtable_tui.voices.protocol import Used
from tests.support.messages_api.replies import Fault, Reply, Text, fails, says
from tests.support.voices.model_turns import entry, said_in
from tests.support.voices.model_voices import (
    A_MOMENT,
    CLOSING,
    OPENING,
    SCOPE,
    TALKED_OVER,
    asked,
    asks,
    broken_off,
    heard,
    persona_asked,
    records,
    talk,
    talking,
    turn,
    voice_at,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.messages_api.server import MessagesServer, Received


pytestmark = pytest.mark.xdist_group("anthropic")


def elaborating(received: Received) -> Reply:
    name = persona_asked(received)
    if name:
        return says(f"{name}: what {name} thinks.")
    return turn("Alex: Maya is right.\nJordan: Not quite.", asks("Which is it?"))


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
        await session.do(Start())
        before = session.state.talk.waiting
        await session.do(Choose(MenuCommand.ELABORATE))
        assert session.state.talk.waiting == before


async def test_an_elaboration_is_joined_summed_up_and_comes_back_to_the_menu(
    tmp_path: Path, server: MessagesServer
) -> None:
    async with talking(tmp_path, server) as session:
        server.script += [OPENING, CLOSING]
        await session.do(Start())
        await session.do(Submit(SCOPE))
        server.answer = elaborating
        await session.do(Choose(MenuCommand.ELABORATE))
        server.script.append(turn("Alex: Then two releases.", asks("Agreed?")))
        await session.do(Submit("Alex, what about the old invoices?"))
        assert "They speak to Alex, who answers." in str(server.requests[-1]["messages"])
        server.script.append(turn("", asks("Anything else?")))
        await session.do(Submit("Agreed: two releases."))
        decided = entry("decision", said_in(4, "two releases"), title="two releases")
        summary = "**Insights**\n- Alex: migrate first\n\n**Decisions**\n- two releases"
        server.script.append(turn(summary, records(decided)))
        await session.do(Submit("done"))
        (elaboration,) = session.state.guided.elaborations
        assert elaboration.summary == "**Insights** - Alex: migrate first **Decisions** - two releases"
        assert set(elaboration.personas) == {MAYA, ALEX, JORDAN}
        decision = session.state.dossier.of(Kind.DECISION)
        assert [one.text() for one in decision] == ["two releases"]
        written = session.documents.path("quick-scan.md").read_text()
        assert "## First Decisions\n\n- **ADR-0001** (proposed): Two releases." in written
        assert session.state.talk.waiting == ForMenu("00-01")


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
