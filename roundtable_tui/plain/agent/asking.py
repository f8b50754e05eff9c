"""Brings an agent's question to the item, whoever holds it, and tells what became of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.knowledge.points.agent_questions import AgentQuestion, Fate, agent_questions
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import LockedError, UsageError
from roundtable_tui.items.agent_inbox import MOST_OPEN, AgentInbox, letter
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.session import ItemSession
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from roundtable_tui.items.agent_inbox import Letter
    from roundtable_tui.items.project import Project

_LONGEST = 2000
_WAITING = (Fate.OPEN, Fate.UNKNOWN)
_TOLD = {
    Fate.OPEN: "Nobody has answered yet. Go on with something else and look again later.",
    Fate.ANSWERED: "It was answered.",
    Fate.UNKNOWN: "The user does not know either. Go by what you would do otherwise, and say that you did.",
    Fate.ASIDE: "The user does not want to decide this now. Go by what you would do otherwise, and say that you did.",
    Fate.DROPPED: "It was taken out without an answer: it does not matter to them.",
}


def ask(
    project: Project, slug: str, agent: str, text: str, why: str = "", guess: str = "", about: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The question and what became of it; the same words are the same question, asked once."""
    asked = letter(slug, agent, text, why, guess, about)
    known = _known(project, slug)
    if asked.key in known:
        return _as_object(known[asked.key])
    inbox = AgentInbox(project, slug)
    waiting = {one.key for one in inbox.letters()}
    if asked.key not in waiting:
        open_now = waiting | {one.key for one in known.values() if one.fate in _WAITING}
        if len(open_now) >= MOST_OPEN:
            raise UsageError(
                f"{len(open_now)} questions about {slug} are not answered yet, and there is room for no more.",
                "Wait for answers, or put what you need to know into a question that was not asked yet later.",
            )
        inbox.keep(asked)
    note = _deliver(project, slug)
    known = _known(project, slug)
    return _as_object(known[asked.key]) if asked.key in known else _as_kept(asked, note)


def answers_to(project: Project, slug: str, key: str = "") -> dict[str, Any]:
    """Of one question, or of all that were ever asked about the item."""
    known = _known(project, slug)
    kept = {one.key: one for one in AgentInbox(project, slug).letters() if one.key not in known}
    if key:
        if key in known:
            return _as_object(known[key])
        if key in kept:
            return _as_kept(kept[key], _NOT_TAKEN_IN)
        raise UsageError(f"No question '{one_line(key, 60)}' was asked about {slug}.", "Ask it with the tool `ask`.")
    questions = [_as_object(one) for one in known.values()] + [_as_kept(one, _NOT_TAKEN_IN) for one in kept.values()]
    return {"item": slug, "questions": questions}


_NOT_TAKEN_IN = "It lies in the item's inbox and is taken in when somebody opens the item."


def _known(project: Project, slug: str) -> dict[str, AgentQuestion]:
    events = open_item(project, slug, look_only=True).events
    return {one.key: one for one in agent_questions(events, fold(events))}


def _deliver(project: Project, slug: str) -> str:
    """Takes the inbox in if nobody holds the item; whoever holds it does so as soon as they notice."""
    try:
        opened = open_item(project, slug)
    except LockedError as locked:
        return f"{locked.sentence} The question is kept and is taken in there."
    if opened.waits:
        opened.release()
        return "Nobody has worked on this item here yet. The question is kept and is taken in when somebody does."
    asyncio.run(_taken_in(ItemSession(opened, OfflineVoice(), all_modes())))
    return _NOT_TAKEN_IN


async def _taken_in(session: ItemSession) -> None:
    async with session:
        await session.take_in_questions(puts=False)


def _as_object(one: AgentQuestion) -> dict[str, Any]:
    entries = [{"id": entry.id, "says": one_line(entry.text(), _LONGEST)} for entry in one.entries]
    return {
        "id": one.key,
        "question": one_line(one.text),
        "called": one.id,
        "asked_at": one.asked_at,
        "status": str(one.fate),
        "note": _TOLD[one.fate],
        "answer": one_line(one.words or "; ".join(entry.text() for entry in one.entries), _LONGEST),
        "entries": entries,
        "answered_at": one.answered_at,
    }


def _as_kept(one: Letter, note: str) -> dict[str, Any]:
    return {"id": one.key, "question": one.text, "status": str(Fate.OPEN), "note": note, "answer": "", "entries": []}
