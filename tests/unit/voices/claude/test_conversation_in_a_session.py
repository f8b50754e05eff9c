"""A model leads a whole conversation: it opens, reads and drafts beside the talk, asks what decides, and ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.values import LookEnd, LookPart, PointMark, PointName
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import MarkPoint, Start, Submit
from roundtable_tui.session.session import ItemSession
from roundtable_tui.storage.slugs import slug_of
from tests.support.messages_api.replies import Fault, Reply, fails
from tests.support.projects import DESCRIPTION, project_in
from tests.support.voices.analyst_model import GUESS, PATH, AnalystModel, kind_of, point
from tests.support.voices.model_voices import voice_at
from tests.support.voices.talking_model import begun, until_raised, with_model

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.domain.dossier.questions import Question
    from tests.support.messages_api.server import MessagesServer, Received

pytestmark = pytest.mark.xdist_group("anthropic")


async def answered(session: ItemSession, words: str) -> AsyncIterator[Question]:
    """The questions that are put while every one of them is answered like this."""
    while isinstance(waiting := session.state.talk.waiting, ForAnswer):
        yield waiting.question
        await session.do(Submit(words))


async def accepted(session: ItemSession) -> None:
    while isinstance(session.state.talk.waiting, ForVerdict):
        await session.do(Submit("looks good"))


async def test_a_standard_conversation_goes_from_the_opening_to_its_end(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await session.do(Start())
        assert model.asked == ["open"]
        await session.do(Submit("Finance loses two days a month."))
        await session.investigate()
        assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
        assert [entry.text() for entry in session.state.dossier.of(Kind.FILE)] == [PATH]
        asked = [question.key async for question in answered(session, "yes")]
        assert any(key.startswith("raised/") for key in asked)
        kept = [entry for entry in session.state.dossier.of(Kind.CONSTRAINT) if entry.text().startswith(GUESS[:20])]
        assert kept
        assert all(entry.confidence is Confidence.HIGH for entry in kept)
        await accepted(session)
        assert session.state.talk.ending is Ending.COMPLETE


async def test_a_guess_that_is_taken_costs_no_request(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        question = await until_raised(session)
        requests = len(model.asked)
        await session.do(Submit("yes"))
        assert len(model.asked) == requests
        kept = next(one for one in session.state.dossier.of(Kind.CONSTRAINT) if one.text() == question.suggestion)
        assert kept.confidence is Confidence.HIGH
        assert session.state.dossier.get(question.about) is None


async def test_what_the_user_does_not_know_stays_an_open_question_and_is_not_asked_again(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        question = await until_raised(session)
        await session.do(Submit("I don't know"))
        assert session.state.dossier.get(question.about) is not None
        assert question.key not in [one.key async for one in answered(session, "yes")]


async def test_asking_back_uses_up_nothing(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        question = await until_raised(session)
        asked = session.state.talk.ledger.topic_questions
        await session.do(Submit("What do you mean?"))
        waiting = session.state.talk.waiting
        assert isinstance(waiting, ForAnswer)
        assert waiting.question.name == question.name
        assert session.state.talk.ledger.topic_questions == asked


async def test_of_two_contradicting_statements_the_one_not_picked_stays_in_the_record(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        await until_raised(session)
        await session.do(Submit("Invoices are due after 14 days."))
        await session.do(Submit("Invoices are due after 60 days."))
        two = [
            one for one in session.state.dossier.of(Kind.CONSTRAINT) if "days." in one.text() and "due" in one.text()
        ]
        first, second = two[0].id, two[1].id
        model.raises = point("Which is it?", guess="", keeps="", sort="contradiction", about=[first, second])
        await session.do(Submit("And reminders go out weekly."))
        waiting = session.state.talk.waiting
        assert isinstance(waiting, ForAnswer)
        assert waiting.question.sides == (first, second)
        await session.do(Submit("2"))
        assert session.state.dossier.get(first) is None
        winner = session.state.dossier.get(second)
        assert winner is not None
        assert winner.confidence is Confidence.HIGH
        assert any(first in note.text() and "Superseded" in note.text() for note in session.state.dossier.of(Kind.NOTE))


async def test_who_was_brought_in_speaks_under_their_own_name(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        await session.do(Submit("/seat security"))
        (key,) = session.state.conversation.seated
        ruth = session.knowledge.persona(key)
        model.says = f"{ruth.first_name}: Whose invoices may somebody see?"
        await session.do(Submit("Only their own."))
        said = [(one.utterance.speaker, one.utterance.text) for one in session.state.talk.transcript]
        assert (key, "Whose invoices may somebody see?") in said


# The look beside the talk


async def test_a_look_that_breaks_off_goes_on_where_it_was_when_it_is_wanted(
    tmp_path: Path, server: MessagesServer
) -> None:
    model = AnalystModel()
    broken = iter([True])

    def answer(received: Received) -> Reply:
        breaks = kind_of(received) == "requirements" and next(broken, False)
        return fails(Fault.UNAUTHORIZED) if breaks else model(received)

    server.answer = answer
    async with with_model(tmp_path, server) as session:
        await begun(session)
        look = session.state.conversation.look
        assert LookEnd.FAILED in look.values()
        assert session.state.talk.waiting is not None
        await session.look_ahead(again=True)
        assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
        assert model.asked.count("reading") == 2, "what was read is not read again"


async def test_a_request_of_a_look_that_is_cut_off_is_sent_once_more_with_all_that_was_read(
    tmp_path: Path, server: MessagesServer
) -> None:
    model = AnalystModel()
    broken = iter([False, True])

    def answer(received: Received) -> Reply:
        breaks = kind_of(received) == "reading" and next(broken, False)
        return fails(Fault.DROP) if breaks else model(received)

    server.answer = answer
    async with with_model(tmp_path, server) as session:
        await begun(session)
        assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
        assert model.asked.count("reading") == 2


async def test_a_look_that_was_cut_off_by_closing_goes_on_in_the_next_session(
    tmp_path: Path, server: MessagesServer
) -> None:
    model = AnalystModel()
    server.answer = lambda received: fails(Fault.NEVER) if kind_of(received) == "requirements" else model(received)
    session = with_model(tmp_path, server)
    await session.do(Start())
    await session.do(Submit("Finance loses two days a month."))
    has_read = asyncio.Event()
    session.subscribe(lambda _: has_read.set() if LookPart.READING in session.state.conversation.look else None)
    looking = asyncio.ensure_future(session.look_ahead())
    await has_read.wait()
    await session.close()
    await asyncio.gather(looking, return_exceptions=True)
    server.answer = model
    opened = open_item(project_in(tmp_path), slug_of(DESCRIPTION))
    async with ItemSession(opened, voice_at(server), all_modes()) as again:
        await again.do(Start())
        await again.investigate()
        assert again.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
        assert model.asked.count("reading") == 2


@pytest.mark.parametrize(
    ("tier", "parts"),
    [
        ("trivial", set()),
        ("light", {LookPart.READING, LookPart.REQUIREMENTS, LookPart.DESIGN}),
        ("epic", set(LookPart)),
    ],
)
async def test_how_far_the_table_goes_by_itself_follows_from_the_size(
    tmp_path: Path, server: MessagesServer, tier: str, parts: set[LookPart]
) -> None:
    server.answer = AnalystModel()
    async with with_model(tmp_path, server, tier) as session:
        await begun(session)
        assert set(session.state.conversation.look) == parts


async def test_where_nothing_is_left_to_ask_the_draft_is_waited_for(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await session.do(Start())
        await session.do(Submit("/budget 1"))
        await session.do(Submit("Finance loses two days a month."))
        assert isinstance(session.state.talk.waiting, ForVerdict)
        assert {"reading", "requirements", "architecture and design"} <= set(model.asked)


# What was raised twice

WHO = "Who may export the invoices of a whole year?"
AGAIN = "Which users may export a whole year of invoices?"


async def said_with(session: ItemSession, model: AnalystModel, raised: dict[str, Any], words: str) -> None:
    model.raises = raised
    await session.do(Submit(words))


async def test_a_point_raised_twice_in_other_words_is_asked_once_with_both_reasons_and_never_again(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = model = AnalystModel(points=3)
    heavy = {"guess": "Clerks only.", "sort": "permission", "loss": "high"}
    async with with_model(tmp_path, server) as session:
        await begun(session)
        await until_raised(session)
        await said_with(session, model, point(WHO, stake="the rights check", **heavy), "Cheques are not taken.")
        waiting = session.state.talk.waiting
        assert isinstance(waiting, ForAnswer)
        assert waiting.question.text.startswith(WHO)
        await session.do(MarkPoint(point_named(waiting.question), PointMark.DEFERRED))
        await session.do(MarkPoint(point_named(waiting.question), PointMark.REOPENED))
        await said_with(session, model, point(AGAIN, stake="the audit log", **heavy), "The shop closes at six.")
        waiting = session.state.talk.waiting
        assert isinstance(waiting, ForAnswer)
        assert waiting.question.text.startswith(f"{WHO}\nWhy I ask: the rights check; the audit log")
        await session.do(Submit("Only the bookkeeper."))
        assert not [one for one in session.state.dossier.of(Kind.QUESTION) if "export" in one.text()]
        before = len(server.received)
        await said_with(session, model, point(AGAIN, **heavy), "Parcels go by post.")
        assert any("The user was asked this already" in one.body.decode() for one in server.received[before:])
        assert not [one.text async for one in answered(session, "yes") if "export" in one.text]


def point_named(question: Question) -> PointName:
    return PointName(question.topic, question.criterion, question.key)
