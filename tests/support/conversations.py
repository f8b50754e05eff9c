"""A cooperative user in a conversation: answers every question plausibly, and accepts what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForVerdict
from roundtable_tui.domain.knowledge.points.point_names import capture_of
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.session.intents import Submit
from tests.support.projects import DESCRIPTION
from tests.support.voices.scripted import Talk, plausible

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.session import ItemSession

_MODULES = "billing.invoices: makes the invoice of an order\nbilling.reminders: writes to those who pay late"


def open_conversation(project: Project, tier: str = "standard", draft: str = "") -> OpenItem:
    return open_item(project, slug_for(project, DESCRIPTION), NewItem(DESCRIPTION, "conversation", tier, draft))


def next_words(session: ItemSession) -> str:
    match session.state.talk.waiting:
        case ForVerdict():
            return "Looks good"
        case ForDecision():
            return "y"
        case ForAnswer(question=question) if question.topic == AMENDMENT:
            return "that's all"
        case ForAnswer(question=question) if question.offers:
            return "yes"
        case ForAnswer(question=question):
            name = PointName(question.topic, question.criterion, question.key)
            if question.key == "module-boundaries":
                return _MODULES
            return plausible(capture_of(name, session.knowledge), question.about, session.state)
    raise AssertionError("The session waits for nothing.")


async def converse(session: ItemSession, until: Callable[[State], bool] | None = None) -> Talk:
    """Answers everything until the analysis ends, or until what is waited for."""
    talk = Talk()
    while not session.state.talk.ending and not (until and until(session.state)):
        if isinstance(session.state.talk.waiting, ForAnswer):
            talk.questions.append(session.state.talk.waiting.question)
        words = next_words(session)
        talk.entries.append(words)
        await session.do(Submit(words))
        assert len(talk.entries) < 120, "it never ends"
    return talk
