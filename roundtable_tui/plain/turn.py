"""One exchange from the shell: words in, what is said and asked out, and the item is let go again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.errors import ExitCode
from roundtable_tui.items.lookup import open_by_words
from roundtable_tui.modes.registry import modes_for
from roundtable_tui.plain.printers import JsonPrinter, TextPrinter, questions_to_go
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Happened, Noticed
from roundtable_tui.session.voice_turn import unanswered, what_waits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Utterance
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.items.workspace import Workspace
    from roundtable_tui.session.updates import Update


def take_turn(
    workspace: Workspace, item: str, words: str | None, tier: str = "", mode: str = "", *, as_json: bool
) -> ExitCode:
    """Without words: what waits for an answer, put again; a description that names no item begins one."""
    opened = open_by_words(workspace.project, item, None, tier, mode)
    if len(opened.events) <= 1 and not as_json:
        print(f'This is {opened.slug}. Answer with: roundtable-tui turn {opened.slug} "…"', flush=True)
    return asyncio.run(one_exchange(workspace, opened, words, mode, as_json=as_json))


async def one_exchange(
    workspace: Workspace, opened: OpenItem, words: str | None, mode: str, depth: Depth | None = None, *, as_json: bool
) -> ExitCode:
    """Hears the words, does what is owed, shows what is said and asked then, and lets the item go."""
    printer = JsonPrinter() if as_json else TextPrinter(workspace.project.knowledge)
    modes = modes_for(workspace.settings)
    async with ItemSession(opened, workspace.voices.first(), modes) as session:
        session.subscribe(printer.show)
        resumed = session.state.talk.waiting is not None
        owed = session.state.talk.turn is not None  # the same words are the same turn, others take their place
        if words is None or not (resumed or owed):
            await session.do(Start(depth, mode))
        said: list[Utterance] = []
        session.subscribe(lambda update: said.extend(_said_in(update)))
        if words is not None:
            await session.do(Submit(words))
            await session.investigate()
        if resumed and isinstance(printer, TextPrinter):
            printer.put_again(unanswered(session.state) if words is None else _left_standing(session.state, said))
        if session.state.talk.waiting:
            printer.waiting(session)
            if isinstance(printer, TextPrinter) and (left := questions_to_go(session)):
                printer.show(Noticed(f"(about {left} to go)"))
        else:
            printer.finished(session.state)
        return ExitCode.FINDINGS if session.has_conflicts else ExitCode.DONE


def _said_in(update: Update) -> tuple[Utterance, ...]:
    return getattr(update.event.body, "said", ()) if isinstance(update, Happened) else ()


def _left_standing(state: State, said: Sequence[Utterance]) -> Sequence[Utterance]:
    """What waits and was not put just now: a summary, which is long, only where nothing else was said."""
    if any(one.role is Role.QUESTION for one in said) or (said and not isinstance(state.talk.waiting, ForAnswer)):
        return ()
    return what_waits(state)
