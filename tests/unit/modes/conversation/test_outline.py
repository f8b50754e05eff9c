"""What sidebar, palette and slash commands show of a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.values import PointMark, Role
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.session.intents import MarkPoint, Start, Submit
from roundtable_tui.session.outline import RowKind
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.projects import project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[ItemSession]:
    write_code(tmp_path)
    async with seated(open_conversation(project_in(tmp_path), "light"), OfflineVoice()) as session:
        await session.do(Start())
        yield session


async def test_the_headline_says_how_many_are_to_go_and_it_becomes_fewer(session: ItemSession) -> None:
    assert session.outline().headline[-1] == "about 10 to go"
    await converse(session, lambda state: state.talk.ledger.topic_questions == 4)
    assert session.outline().headline[-1] == "about 7 to go"


async def test_the_ledger_stands_in_the_order_of_asking_with_the_open_question_marked(session: ItemSession) -> None:
    rows = [row for row in session.outline().rows if row.kind is RowKind.POINT]
    assert [row.text for row in rows[:2]] == ["1 the problem", "2 functional requirements"]
    assert [row.here for row in rows[:2]] == [True, False]
    assert rows[0].note == "4 docs"


async def test_coverage_shows_only_what_the_tier_asks_about(session: ItemSession) -> None:
    topics = [row.key for row in session.outline().rows if row.kind is RowKind.COVERAGE]
    assert topics == ["problem-discovery", "requirements-definition", "technical-analysis", "specification"]


async def test_a_point_struck_by_number_is_gone_from_ledger_and_talk(session: ItemSession) -> None:
    struck = open_points(session.state, session.knowledge)[1].name
    await session.do(Submit("/strike 2"))
    assert struck not in [point.name for point in open_points(session.state, session.knowledge)]
    talk = await converse(session)
    assert struck.key not in [question.key for question in talk.questions]


async def test_a_point_pulled_forward_by_key_is_asked_at_once(session: ItemSession) -> None:
    third = next(command.intent for command in session.commands() if command.name == "first 3")
    assert isinstance(third, MarkPoint)
    assert third.mark is PointMark.PULLED
    await session.do(third)
    waiting = session.state.talk.waiting
    assert isinstance(waiting, ForAnswer)
    assert waiting.question.key == third.point.key


async def test_the_ledger_can_be_read_in_full(session: ItemSession) -> None:
    await session.do(Submit("/ledger"))
    said = session.state.talk.transcript[-1].utterance
    assert said.role is Role.NOTICE
    assert said.text.splitlines()[0] == "9 questions may still be put. Open, the heaviest first:"
    assert isinstance(session.state.talk.waiting, ForAnswer)


async def test_a_list_of_ones_own_takes_the_place_of_the_guesses(session: ItemSession) -> None:
    def at_the_list() -> bool:
        waiting = session.state.talk.waiting
        return isinstance(waiting, ForAnswer) and bool(waiting.question.offers)

    await converse(session, lambda _: at_the_list())
    await session.do(Submit("only:\nsrc/checkout/core.py modify"))
    edited = [entry.text() for entry in session.state.dossier.of(Kind.FILE) if entry.text("action") == "MODIFY"]
    assert edited == ["src/checkout/core.py"]
