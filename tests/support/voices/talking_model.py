"""Conversations that a model leads, over the loopback server, up to where a test begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.session import ItemSession
from tests.support.conversations import open_conversation
from tests.support.projects import project_in
from tests.support.voices.analyst_model import PATH
from tests.support.voices.model_voices import voice_at

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.questions import Question
    from tests.support.messages_api.server import MessagesServer

CODE = "def make_invoice(order):\n    return order\n\n\ndef remind():\n    pass\n"


def with_model(folder: Path, server: MessagesServer, tier: str = "standard") -> ItemSession:
    (folder / PATH).parent.mkdir(parents=True)
    (folder / PATH).write_text(CODE)
    opened = open_conversation(project_in(folder), tier)
    return ItemSession(opened, voice_at(server), all_modes())


async def begun(session: ItemSession, words: str = "Finance loses two days a month.") -> None:
    """Opened, answered once, and drafted."""
    await session.do(Start())
    await session.do(Submit(words))
    await session.investigate()


async def until_raised(session: ItemSession) -> Question:
    """The first question that a voice raised."""
    while isinstance(waiting := session.state.talk.waiting, ForAnswer):
        if waiting.question.key.startswith("raised/"):
            return waiting.question
        await session.do(Submit("We have not thought about it much, but it should be simple."))
    raise AssertionError("nothing raised was asked")
