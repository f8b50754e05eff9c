"""A model leads a whole conversation: it opens, reads and drafts beside the talk, asks what decides, and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.values import LookEnd, LookPart
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.session import ItemSession
from tests.support.conversations import open_conversation
from tests.support.projects import project_in
from tests.support.voices.analyst_model import GUESS, PATH, AnalystModel
from tests.support.voices.model_voices import voice_at

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.domain.dossier.questions import Question
    from tests.support.messages_api.server import MessagesServer

pytestmark = pytest.mark.xdist_group("anthropic")
CODE = "def make_invoice(order):\n    return order\n\n\ndef remind():\n    pass\n"


def with_model(folder: Path, server: MessagesServer, tier: str = "standard") -> ItemSession:
    (folder / PATH).parent.mkdir(parents=True)
    (folder / PATH).write_text(CODE)
    opened = open_conversation(project_in(folder), tier)
    return ItemSession(opened, voice_at(server), all_modes())


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
