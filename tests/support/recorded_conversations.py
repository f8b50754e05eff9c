"""A conversation with everything in it that people do, by words and by keys, while the table drafts beside it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.journal.values import PointMark, Verdict
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.session.intents import (
    Choose,
    Judge,
    MarkPoint,
    PullForward,
    Review,
    Revise,
    SetBudget,
    Start,
    Submit,
    Undo,
)
from tests.support.conversations import converse, next_words, open_conversation
from tests.support.projects import project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.drafting import PIECES, DraftingVoice, Pieces

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession


async def conversation(root: Path) -> ItemSession:
    write_code(root)
    voice = DraftingVoice()
    async with seated(open_conversation(project_in(root)), voice) as session:
        pieces = Pieces(session, voice)
        await session.do(Start())
        await session.do(Submit("Accounting chases forty customers by hand every month."))
        beside = asyncio.ensure_future(session.look_ahead())
        await pieces.next()
        await session.do(Submit("parrots"))
        await pieces.next()
        await session.do(Undo())
        for _ in range(PIECES - 2):
            await pieces.next()
            if isinstance(session.state.talk.waiting, ForAnswer) and session.state.exchange < 5:
                await session.do(Submit(next_words(session)))
        await beside
        points = [one.name for one in open_points(session.state, session.knowledge)]
        await session.do(MarkPoint(points[-1], PointMark.STRUCK))
        await session.do(PullForward((points[3], points[2])))
        await session.do(Submit(next_words(session)))
        await session.do(Revise(1, "Accounting chases sixty customers by hand every month."))
        await session.do(Review(_confirmed("FR-001")))
        await session.do(Choose(MenuCommand.CONTINUE))
        await session.do(SetBudget(3))
        await converse(session, lambda state: isinstance(state.talk.waiting, ForVerdict))
        waiting = session.state.talk.waiting
        assert isinstance(waiting, ForVerdict)
        await session.do(Judge(waiting.stage, Verdict.AMEND))
        await session.do(Submit("FR-001: Pay by invoice, later"))
        await converse(session)
    return session


def _confirmed(entry: str) -> Callable[[int], tuple[Change, ...]]:
    return lambda turn: (Change(Op.CONFIRM, entry, Kind.FR, {}, (Confirmed(turn),)),)


def what_came_of(session: ItemSession) -> object:
    """Whatever the turns are numbered by: what was taken back counts in a journal and not in a recording."""
    state = session.state
    entries = {
        entry.id: ({name: field.value for name, field in entry.fields.items()}, entry.confidence)
        for entry in state.dossier
    }
    conversation = state.conversation
    ends = (state.talk.ending, conversation.accepted, conversation.look, state.talk.ledger.topic_questions)
    return entries, [line.utterance for line in state.talk.transcript], ends
