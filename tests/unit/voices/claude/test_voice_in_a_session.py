"""The model's voice in a session: a step to its menu, a turn tried again, a turn stopped, and offline and back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.provenance import Confidence, Stated
from roundtable_tui.domain.journal.events import Outcome, Spoke, UserSaid
from roundtable_tui.domain.journal.waiting import ForAnswer, ForMenu
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.intents import Retry, Start, Submit
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse, fails
from tests.support.projects import PHASE_00
from tests.support.voices.model_turns import entry, said_in
from tests.support.voices.model_voices import A_MOMENT, CLOSING, OPENING, SCOPE, asks, completes, records, talking, turn

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.messages_api.server import MessagesServer


pytestmark = pytest.mark.xdist_group("anthropic")


async def test_a_step_of_guided_mode_from_its_first_question_to_its_menu(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.script += [OPENING, CLOSING]
    async with talking(tmp_path, server) as session:
        await session.do(Start())
        asked_first = session.state.talk.waiting
        assert isinstance(asked_first, ForAnswer)
        assert asked_first.question.key == "standard/1"
        await session.do(Submit(SCOPE))
        assert session.state.talk.waiting == ForMenu("00-01")
        assert session.state.guided.steps_done == ("00-01",)
        scope = session.state.dossier.get("SCOPE-001")
        assert scope is not None
        assert scope.fields["text"].sources == (Stated(1),)
        assert scope.confidence is Confidence.MEDIUM
        assert "quick-scan.md" in session.state.files.artifacts
        assert session.state.spent["claude-opus-5-5"].output > 0


async def test_a_turn_that_is_tried_again_asks_the_model_only_for_what_it_had_not_said(
    tmp_path: Path, server: MessagesServer
) -> None:
    first = turn("I look first.", *CLOSING.blocks[1:2], ToolUse("search_code", {"words": "invoice"}, "t9"))  # type: ignore[arg-type]
    server.script += [OPENING, first, fails(Fault.UNAUTHORIZED), turn("It is there.", completes())]
    async with talking(tmp_path, server) as session:
        await session.do(Start())
        with pytest.raises(VoiceError):
            await session.do(Submit(SCOPE))
        assert len(session.state.dossier) == 0
        await session.do(Submit(SCOPE))
        assert len(server.requests) == 4
        assert server.requests[3]["messages"] == server.requests[2]["messages"]
        said = [one.utterance.text for one in session.state.talk.transcript if one.turn == 1 and not one.partial]
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
        await session.do(Start())
        with pytest.raises(VoiceError):
            await session.do(Submit(SCOPE))
        await session.do(Retry())
        assert server.requests[3]["messages"] == server.requests[1]["messages"]


async def test_stopping_a_turn_ends_the_request_and_keeps_the_words(tmp_path: Path, server: MessagesServer) -> None:
    server.script += [OPENING, Reply((Text("Well, I would think so."),), fault=Fault.STALL), CLOSING]
    async with talking(tmp_path, server) as session:
        await session.do(Start())
        said = asyncio.Event()
        session.subscribe(lambda update: said.set() if "Well" in repr(update) else None)
        speaking = asyncio.ensure_future(session.do(Submit(SCOPE)))
        await asyncio.wait_for(said.wait(), A_MOMENT)
        session.stop()
        with pytest.raises(VoiceError, match="stopped"):
            await speaking
        assert await asyncio.to_thread(server.received[1].gone.wait, A_MOMENT)
        assert [one.utterance.text for one in session.state.talk.transcript if one.partial] == ["Well, I woul"]
        await session.do(Submit(SCOPE))
        assert session.state.talk.waiting == ForMenu("00-01")


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
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        session.use_voice(model)
        await session.do(Submit(PHASE_00[1]))
        session.use_voice(OfflineVoice())
        await session.do(Submit(PHASE_00[2]))
        assert session.state.talk.waiting == ForMenu("00-01")
        said = [event.body.text for event in session.events if isinstance(event.body, UserSaid)]
        assert said == list(PHASE_00[:3])
        scope = session.state.dossier.get("SCOPE-001")
        assert scope is not None
        assert scope.text("text") == PHASE_00[0]
        assert scope.text("nature") == "both"
        proposed = session.state.dossier.get("Q-001")
        assert proposed is not None
        assert "“Invoicing”" in proposed.text()
