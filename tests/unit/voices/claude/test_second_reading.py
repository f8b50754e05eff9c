"""Criteria read twice: two requests that share nothing, differences that become open points, and what it costs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.conversation_events import CriteriaRead
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.readings.reading import to_read
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import ReadCriteria, Start
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Noticed
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.messages_api.replies import Fault, fails
from tests.support.projects import project_in
from tests.support.sessions import seated
from tests.support.voices.criterion_readers import DIFFERENCE, FIRST, SECOND, Readers, with_criteria
from tests.support.voices.model_voices import voice_at

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.updates import Update
    from tests.support.messages_api.server import MessagesServer
    from tests.support.voices.analyst_model import AnalystModel

pytestmark = pytest.mark.xdist_group("anthropic")


async def prepared(folder: Path, server: MessagesServer, model: AnalystModel) -> ItemSession:
    server.answer = model
    return await with_criteria(folder, voice_at(server))


async def test_where_two_readers_differ_both_readings_are_an_open_point(tmp_path: Path, server: MessagesServer) -> None:
    async with await prepared(tmp_path, server, model := Readers()) as session:
        takes = session.asides.readings.estimate()
        assert takes.requests >= 3
        assert f"{takes.tokens:,} tokens" in takes.sentence
        await session.do(ReadCriteria())
        point = next(one for one in open_points(session.state, session.knowledge) if DIFFERENCE["question"] in one.text)
        entry = session.state.dossier.get(point.about[0])
        assert entry is not None
        assert entry.text("guess") == DIFFERENCE["one"]
        assert DIFFERENCE["other"] in entry.text("choices")
        assert "AC-001-01" in entry.refs("about")
        assert not to_read(session.state)
        assert not any("AC-999-99" in one.text("about") for one in session.state.dossier.of(Kind.QUESTION))
        assert fold(session.events) == session.state
        spent = sum(one.output for one in session.state.spent.values())
        await session.do(ReadCriteria())
        assert sum(one.output for one in session.state.spent.values()) == spent, "nothing is read again"
    assert len(model.readers) == 2


async def test_a_reader_is_told_nothing_of_the_other(tmp_path: Path, server: MessagesServer) -> None:
    async with await prepared(tmp_path, server, model := Readers()) as session:
        await session.do(ReadCriteria())
    one, other = model.readers
    assert one["messages"] == other["messages"]
    sent = json.dumps([one["system"], one["messages"]])
    assert FIRST not in sent
    assert SECOND not in sent
    assert "Finance loses two days" not in sent, "they know the pages, not the talk"
    (compared,) = model.compared
    assert FIRST in compared
    assert SECOND in compared


@pytest.mark.parametrize(
    "model", [Readers(clumsy=True, agree=True), Readers(forgetful=True, agree=True)], ids=["clumsy", "forgetful"]
)
async def test_readers_who_agree_ask_nothing_and_a_clumsy_one_may_mend_its_answer(
    tmp_path: Path, server: MessagesServer, model: Readers
) -> None:
    async with await prepared(tmp_path, server, model) as session:
        told: list[Update] = []
        session.subscribe(told.append)
        before = len(session.state.dossier.of(Kind.QUESTION))
        await session.do(ReadCriteria())
        assert len(session.state.dossier.of(Kind.QUESTION)) == before
        assert any(isinstance(one, Noticed) and "both readers would test the same" in one.text for one in told)
    assert len(model.readers) == 2, "whoever left a criterion out was asked once more"


async def test_a_server_that_fails_is_told_of_and_the_criteria_stay_to_be_read(
    tmp_path: Path, server: MessagesServer
) -> None:
    async with await prepared(tmp_path, server, Readers()) as session:
        told: list[Update] = []
        session.subscribe(told.append)
        server.answer = lambda _: fails(Fault.BAD_REQUEST)
        await session.do(ReadCriteria())
        assert to_read(session.state)
        assert any(isinstance(one, Noticed) and "could not all be read twice" in one.text for one in told)


async def test_before_the_summaries_they_are_read_where_the_settings_say_so(tmp_path: Path) -> None:
    opened = open_conversation(project_in(tmp_path), "light")
    async with ItemSession(opened, OfflineVoice(), all_modes(read_twice=True)) as session:
        await session.do(Start())
        await converse(session)
        assert any(isinstance(event.body, CriteriaRead) for event in session.events)


async def test_without_being_asked_for_nobody_reads_them(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path), "light"), OfflineVoice()) as session:
        await session.do(Start())
        assert session.asides.readings.estimate().sentence == "There are no acceptance criteria yet."
        await converse(session)
        assert "It costs nothing." in session.asides.readings.estimate().sentence
        assert not any(isinstance(event.body, CriteriaRead) for event in session.events)
