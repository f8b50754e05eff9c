"""A coding agent asks back: its question is journaled once, put to the user, and answered, also after the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import ByAgent, Confidence
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.values import PointMark
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.agent_questions import Fate, agent_questions, points_of_agents
from roundtable_tui.items.agent_inbox import AgentInbox, letter
from roundtable_tui.items.open_item import open_item
from roundtable_tui.review.rules import answering
from roundtable_tui.session.intents import MarkPoint, Review, Start, Submit, Undo
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.guests import SLUG as GUEST
from tests.support.guests import bytes_below, leave_guest
from tests.support.hostile_text import hostile
from tests.support.projects import SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.knowledge.points.agent_questions import AgentQuestion
    from roundtable_tui.session.session import ItemSession

QUESTION = "Which currency is the invoice in when the shop sells in two?"
ANSWER = "Always in euros; the other amount stands in brackets."


def ask(root: Path, text: str = QUESTION, slug: str = SLUG) -> None:
    AgentInbox(project_in(root), slug).keep(letter(slug, "claude-code", text, guess="Both amounts, side by side"))


def only(session: ItemSession) -> AgentQuestion:
    (question,) = agent_questions(session.events, session.state)
    return question


def waiting(root: Path) -> int:
    return len(AgentInbox(project_in(root), SLUG).letters())


async def begun(session: ItemSession) -> None:
    await session.do(Start())
    await session.do(Submit("Customers cannot pay by invoice"))


async def test_it_is_taken_in_once_and_is_the_agents_word(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await begun(session)
        ask(tmp_path)
        await session.take_in_questions()
        await session.take_in_questions()
        (entry,) = [one for one in session.state.dossier.of(Kind.QUESTION) if one.text() == QUESTION]
        assert entry.sources == (ByAgent("claude-code", only(session).key),)
        assert entry.confidence is Confidence.LOW
        (point,) = points_of_agents(session.state, session.knowledge)
        assert point.askable
        assert "claude-code" in session.state.talk.transcript[-1].utterance.text
    assert waiting(tmp_path) == 1


async def test_it_is_asked_in_the_talk_and_the_answer_is_there_for_the_agent(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await begun(session)
        ask(tmp_path)
        await session.take_in_questions()
        (point,) = points_of_agents(session.state, session.knowledge)
        await session.do(MarkPoint(point.name, PointMark.PULLED))
        asked = session.state.talk.waiting
        assert isinstance(asked, ForAnswer)
        assert asked.question.agent == "claude-code"
        await session.do(Submit(ANSWER))
        answered = only(session)
        assert (answered.fate, answered.words) == (Fate.ANSWERED, ANSWER)
        assert any(ANSWER in entry.text() for entry in answered.entries)
        await session.do(Undo())
        assert only(session).fate is Fate.OPEN
        await session.do(Submit(ANSWER))
    assert waiting(tmp_path) == 0


async def test_a_finished_analysis_puts_it_to_the_user_and_stays_finished(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await converse(session)
    ask(tmp_path)
    async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as session:
        await session.do(Start())
        asked = session.state.talk.waiting
        assert isinstance(asked, ForAnswer)
        assert QUESTION in asked.question.text
        await session.do(Submit(ANSWER))
        assert only(session).words == ANSWER
        assert session.state.talk.ending is Ending.COMPLETE
        assert session.state.talk.waiting is None
        assert ANSWER in "".join(one.text() for one in session.state.dossier.of(Kind.NOTE))
    assert waiting(tmp_path) == 0


async def test_asked_while_a_finished_analysis_lies_on_the_table_it_is_put_at_once(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await converse(session)
        ask(tmp_path)
        await session.take_in_questions()
        assert isinstance(session.state.talk.waiting, ForAnswer)


@pytest.mark.parametrize(
    ("said", "fate"), [("I don't know", Fate.UNKNOWN), ("Whatever you think", Fate.ANSWERED), ("yes", Fate.ANSWERED)]
)
async def test_what_the_user_leaves_open_is_told_as_that(tmp_path: Path, said: str, fate: Fate) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await begun(session)
        ask(tmp_path)
        await session.take_in_questions()
        (point,) = points_of_agents(session.state, session.knowledge)
        await session.do(MarkPoint(point.name, PointMark.PULLED))
        await session.do(Submit(said))
        assert only(session).fate is fate


async def test_struck_it_is_set_aside(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await begun(session)
        ask(tmp_path)
        await session.take_in_questions()
        (point,) = points_of_agents(session.state, session.knowledge)
        await session.do(MarkPoint(point.name, PointMark.STRUCK))
        assert only(session).fate is Fate.ASIDE
    assert waiting(tmp_path) == 0


async def test_in_guided_mode_it_is_answered_beside_the_talk(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        ask(tmp_path)
        await session.do(Start())
        entry = session.state.dossier.get(only(session).id)
        assert entry
        decide = answering(entry, ANSWER)
        await session.do(Review(lambda turn: decide(session.state, turn)))
        answered = only(session)
        assert answered.fate is Fate.ANSWERED
        assert any(ANSWER in entry.text() for entry in answered.entries)
    assert waiting(tmp_path) == 0


async def test_nothing_is_taken_into_a_guest_before_the_user_speaks_and_nothing_is_lost(tmp_path: Path) -> None:
    leave_guest(tmp_path)
    ask(tmp_path, slug=GUEST)
    before = bytes_below(tmp_path)
    async with seated(open_item(project_in(tmp_path), GUEST), OfflineVoice()) as session:
        await session.do(Start())
        assert not agent_questions(session.events, session.state)
    assert bytes_below(tmp_path) == before


def test_a_question_is_made_harmless_and_short_and_is_the_same_in_other_spacing() -> None:
    one = letter(SLUG, hostile(" "), f"  {QUESTION}\n", about=tuple(f"FR-{n:03d}" for n in range(99)))
    assert one.key == letter(SLUG, "another", QUESTION.upper()).key
    assert one.key != letter("another-item", "another", QUESTION).key
    long = letter(SLUG, "x", hostile(" ") * 400)
    assert len(long.text) <= 600
    assert "\x1b" not in long.text + one.agent
    assert len(one.about) <= 8


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", '{"text": 3}', "\x00", '{"agent":"a","text":"t","why":"","guess":"","about":[]}']
)
async def test_a_file_that_is_no_letter_is_left_alone(tmp_path: Path, content: str) -> None:
    ask(tmp_path)
    path = next((tmp_path / "docs/requirements" / SLUG / ".roundtable/inbox").iterdir())
    path.write_text(content)
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        assert not agent_questions(session.events, session.state)
    assert path.read_text() == content
