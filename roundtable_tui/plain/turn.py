"""One exchange from the shell: words in, what is said and asked out, and the item is let go again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.errors import ExitCode
from roundtable_tui.items.lookup import open_by_words
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.printers import JsonPrinter, TextPrinter
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.voice_turn import unanswered

if TYPE_CHECKING:
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.items.workspace import Workspace


def take_turn(
    workspace: Workspace, item: str, words: str | None, tier: str = "", mode: str = "", *, as_json: bool
) -> ExitCode:
    """Without words: what waits for an answer, put again; a description that names no item begins one."""
    opened = open_by_words(workspace.project, item, None, tier, mode)
    return asyncio.run(one_exchange(workspace, opened, words, mode, as_json=as_json))


async def one_exchange(
    workspace: Workspace, opened: OpenItem, words: str | None, mode: str, depth: Depth | None = None, *, as_json: bool
) -> ExitCode:
    """Hears the words, does what is owed, shows what is said and asked then, and lets the item go."""
    printer = JsonPrinter() if as_json else TextPrinter(workspace.project.knowledge)
    modes = all_modes(workspace.settings.elaboration.turns)
    async with ItemSession(opened, workspace.voices.first(), modes) as session:
        session.subscribe(printer.show)
        resumed = session.state.talk.waiting is not None
        if words is None or not resumed:
            await session.do(Start(depth, mode))
        if words is not None:
            await session.do(Submit(words))
            await session.investigate()
        elif resumed and isinstance(printer, TextPrinter):
            for utterance in unanswered(session.state):
                printer.utterance(utterance)
        if session.state.talk.waiting:
            printer.waiting(session)
        else:
            printer.finished(session.state)
        return ExitCode.FINDINGS if session.has_conflicts else ExitCode.DONE
