"""What becomes of the user's words, the record and the count of tokens when a voice fails, is stopped, or discusses."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.model import Elaboration, Settings
from roundtable_tui.domain.journal.events import AnswerRevised, Outcome, Spoke, UserSaid
from roundtable_tui.domain.journal.waiting import ForAnswer, ForMenu
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.errors import VoiceError
from roundtable_tui.items.open_item import open_item
from roundtable_tui.items.voices import Voices
from roundtable_tui.session.intents import Choose, Retry, Start, Submit, Undo
from roundtable_tui.ui.services import Services
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.tasks import Discuss, Synthesise
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.troubled import USED, TroubledVoice

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession


@asynccontextmanager
async def talking(root: Path) -> AsyncIterator[tuple[ItemSession, TroubledVoice]]:
    write_code(root)
    voice = TroubledVoice()
    async with seated(open_sample(project_in(root)), voice) as session:
        await session.do(Start())
        yield session, voice


def user_words(session: ItemSession) -> list[str]:
    return [event.body.text for event in session.events if isinstance(event.body, UserSaid | AnswerRevised)]


async def test_words_sent_again_unchanged_are_the_same_turn(tmp_path: Path) -> None:
    async with talking(tmp_path) as (session, voice):
        voice.fails = 1
        with pytest.raises(VoiceError, match="went dead"):
            await session.do(Submit(PHASE_00[0]))
        asked = session.state.talk.turn
        await session.do(Submit(PHASE_00[0]))
        assert asked is not None
        assert session.state.talk.turn is None
        assert user_words(session) == [PHASE_00[0]]
        scope = session.state.dossier.get("SCOPE-001")
        assert scope is not None
        assert scope.text() == PHASE_00[0]


async def test_words_that_were_edited_supersede_those_of_the_failed_turn(tmp_path: Path) -> None:
    async with talking(tmp_path) as (session, voice):
        voice.fails = 1
        with pytest.raises(VoiceError):
            await session.do(Submit("Something hasty."))
        await session.do(Submit(PHASE_00[0]))
        scope = session.state.dossier.get("SCOPE-001")
        assert scope is not None
        assert scope.text() == PHASE_00[0]
        assert not any("hasty" in spoken.utterance.text for spoken in session.state.talk.transcript)


async def test_a_failed_attempt_leaves_its_words_marked_and_records_nothing(tmp_path: Path) -> None:
    async with talking(tmp_path) as (session, voice):
        voice.fails = 1
        with pytest.raises(VoiceError):
            await session.do(Submit(PHASE_00[0]))
        partial = [spoken.utterance.text for spoken in session.state.talk.transcript if spoken.partial]
        assert partial == ["Well, I would"]
        assert len(session.state.dossier) == 0
        await session.do(Retry())
        assert len(session.state.dossier) == 1


async def test_stopping_ends_the_turn_and_the_words_can_be_sent_again(tmp_path: Path) -> None:
    async with talking(tmp_path) as (session, voice):
        voice.hang_next = True
        turn = asyncio.ensure_future(session.do(Submit(PHASE_00[0])))
        await voice.hangs.wait()
        session.stop()
        with pytest.raises(VoiceError, match=r"stopped\. Send your words again"):
            await turn
        outcomes = [event.body.outcome for event in session.events if isinstance(event.body, Spoke)]
        assert outcomes[-1] is Outcome.STOPPED
        await session.do(Submit(PHASE_00[0]))
        assert user_words(session) == [PHASE_00[0]]
        assert isinstance(session.state.talk.waiting, ForAnswer)


async def test_stopped_before_the_user_said_anything_there_are_no_words_to_send_again(tmp_path: Path) -> None:
    write_code(tmp_path)
    voice = TroubledVoice()
    voice.hang_next = True
    async with seated(open_sample(project_in(tmp_path)), voice) as session:
        opening = asyncio.ensure_future(session.do(Start()))
        await voice.hangs.wait()
        session.stop()
        with pytest.raises(VoiceError, match=r"stopped\. Try again"):
            await opening
        await session.do(Retry())
        assert isinstance(session.state.talk.waiting, ForAnswer)


async def test_a_failed_turn_is_taken_up_by_another_voice_also_after_a_restart(tmp_path: Path) -> None:
    async with talking(tmp_path) as (session, voice):
        voice.fails = 1
        with pytest.raises(VoiceError):
            await session.do(Submit(PHASE_00[0]))
    async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as again:
        await again.do(Start())
        assert again.state.dossier.get("SCOPE-001") is not None
        assert isinstance(again.state.talk.waiting, ForAnswer)


async def test_tokens_add_up_over_turns_that_failed_or_were_taken_back(tmp_path: Path) -> None:
    async with talking(tmp_path) as (session, voice):
        voice.fails = 1
        with pytest.raises(VoiceError):
            await session.do(Submit(PHASE_00[0]))
        await session.do(Retry())
        await session.do(Undo())
        turns = len(voice.requests)
        assert session.state.spent[USED.model].output == turns * USED.output


async def test_an_elaboration_goes_back_and_forth_and_ends_with_a_synthesis_at_the_same_menu(tmp_path: Path) -> None:
    async with talking(tmp_path) as (session, voice):
        for answer in PHASE_00[:3]:
            await session.do(Submit(answer))
        await session.do(Choose(MenuCommand.ELABORATE))
        await session.do(Submit("Alex, what about the old invoices?"))
        assert getattr(voice.requests[-1].task, "addressed", ()) == ("solutions-architect",)
        await session.do(Submit("done"))
        assert [type(request.task) for request in voice.requests[-2:]] == [Discuss, Synthesise]
        (elaboration,) = session.state.guided.elaborations
        assert elaboration.summary == "Alex: migrate in two steps."
        assert set(elaboration.personas) == {"business-analyst", "solutions-architect"}
        assert session.state.talk.waiting == ForMenu("00-01")


async def test_an_elaboration_that_has_had_its_turns_is_brought_to_an_end(tmp_path: Path) -> None:
    """As many as the settings say, and it warns two before the end."""
    write_code(tmp_path)
    voice = TroubledVoice()
    project = project_in(tmp_path)
    services = Services(project, Settings(elaboration=Elaboration(turns=4)), voices=Voices({voice.name: lambda: voice}))
    async with services.session(open_sample(project)) as session:
        await session.do(Start())
        for answer in PHASE_00[:3]:
            await session.do(Submit(answer))
        await session.do(Choose(MenuCommand.ELABORATE))
        for number in range(1, 5):
            await session.do(Submit(f"And then, number {number}?"))
        assert [type(request.task) for request in voice.requests[-2:]] == [Discuss, Synthesise]
        warned = [spoken for spoken in session.state.talk.transcript if "Two more turns" in spoken.utterance.text]
        assert len(warned) == 1
        said_then = [one.utterance.text for one in session.state.talk.transcript if one.turn == warned[0].turn]
        assert "And then, number 2?" in said_then
        assert session.state.talk.waiting == ForMenu("00-01")
