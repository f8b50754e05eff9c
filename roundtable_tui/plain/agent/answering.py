"""Answers from the shell to what coding agents ask, in whatever mode the item is and however it ended."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.knowledge.points.agent_questions import Fate, agent_questions
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.items.agent_inbox import AgentInbox
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.review.rules import answering
from roundtable_tui.session.intents import Review
from roundtable_tui.session.session import ItemSession
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.items.project import Project


def unanswered(project: Project, slug: str) -> list[str]:
    """Every question that waits, a line each, with what the agent does otherwise."""
    events = open_item(project, slug, look_only=True).events
    state = fold(events)
    asked = agent_questions(events, state)
    lines = []
    for one in asked:
        if one.fate in (Fate.OPEN, Fate.UNKNOWN):
            entry = state.dossier.get(one.id)
            guess = f" (otherwise: {one_line(entry.text('guess'))})" if entry and entry.text("guess") else ""
            lines.append(f"{one.id}  {one_line(one.agent)} asks: {one_line(one.text)}{guess}")
    known = {one.key for one in asked}
    kept = [one for one in AgentInbox(project, slug).letters() if one.key not in known]
    return lines + [f"{one.key}  {one.agent} asks: {one.text}" for one in kept]


def answer_question(project: Project, slug: str, name: str, words: str) -> str:
    """Takes in what lies in the inbox first, so that it can be answered by either of its names."""
    return asyncio.run(_answered(open_item(project, slug), name, words))


async def _answered(opened: OpenItem, name: str, words: str) -> str:
    async with ItemSession(opened, OfflineVoice(), all_modes()) as session:
        await session.take_in_questions(puts=False)
        questions = agent_questions(session.events, session.state)
        found = next((one for one in questions if name.casefold() in (one.id.casefold(), one.key)), None)
        entry = session.state.dossier.get(found.id) if found else None
        if found is None or entry is None:
            what = "is not open any more" if found else "was not asked"
            raise UsageError(
                f"'{one_line(name, 40)}' {what} about {opened.slug}.", f"`answer {opened.slug}` shows what is."
            )
        decide = answering(entry, words)
        await session.do(Review(lambda turn: decide(session.state, turn)))
        return f"{found.id} is answered; {one_line(found.agent)} finds it when it asks again."
