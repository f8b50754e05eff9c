"""Several open points answered in one go: each is put and answered by itself, so that every answer settles its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.session.intents import PullForward, Submit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.session.session import ItemSession


async def answer_several(session: ItemSession, answers: Mapping[PointName, str]) -> dict[PointName, str]:
    """Gives back what found no question: nothing is ever taken for the answer to something else."""
    left = dict(answers)
    if not _asks(session, next(iter(answers))):
        await session.do(PullForward(tuple(answers)))
    for point, words in answers.items():
        if not _asks(session, point):
            await session.do(PullForward((point,)))
        if _asks(session, point):
            await session.do(Submit(words))
            del left[point]
    return left


def _asks(session: ItemSession, point: PointName) -> bool:
    waiting = session.state.talk.waiting
    return isinstance(waiting, ForAnswer) and waiting.question.name == point.question
