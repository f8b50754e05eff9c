"""What the commands do once the command line is read: open the item and the voice, and go."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from typing import TYPE_CHECKING

from roundtable_tui.errors import ExitCode, UsageError
from roundtable_tui.items.lookup import draft_text, existing_slug, open_by_words
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.modes.registry import modes_for
from roundtable_tui.plain.answers_file import draft_path, read_answers
from roundtable_tui.plain.printers import JsonPrinter, TextPrinter
from roundtable_tui.plain.runner import interview, run_answers
from roundtable_tui.session.intents import Start
from roundtable_tui.session.session import ItemSession

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.items.workspace import Workspace


def run_file(
    workspace: Workspace, file: Path, tier: str, depth: str | None, mode: str = "", *, as_json: bool
) -> ExitCode:
    project = workspace.project
    answers = read_answers(project.disk, file)
    draft = draft_text(project, draft_path(file, answers.draft)) if answers.draft else ""
    if answers.item:
        item = open_item(project, existing_slug(project, answers.item))
    else:
        new = NewItem(answers.description, mode or answers.mode, tier or answers.tier, draft)
        item = open_item(project, slug_for(project, answers.description), new)
    printer = JsonPrinter() if as_json else TextPrinter(project.knowledge)
    wanted = workspace.depth(depth or answers.depth)
    modes = modes_for(workspace.settings)
    agrees = asyncio.run(run_answers(item, workspace.voices.first(), answers.answers, wanted, printer, modes, mode))
    return ExitCode.DONE if agrees else ExitCode.FINDINGS


def interview_about(
    workspace: Workspace, words: str, draft: Path | None, tier: str, depth: str | None, mode: str = ""
) -> None:
    words = words or ("" if draft else _ask_what())
    item = open_by_words(workspace.project, words, draft, tier, mode)
    session = ItemSession(item, workspace.voices.first(), modes_for(workspace.settings))
    start = Start(workspace.depth(depth), mode)
    interview(session, start, partial(change_voice, workspace), hold_panel=partial(_hold_panel, workspace))


async def _hold_panel(workspace: Workspace, session: ItemSession, point: PointName | None, source: TextIO) -> str:
    from roundtable_tui.plain.panel.item import panel_at_table

    return await panel_at_table(workspace, session, point, source)


def change_voice(workspace: Workspace, session: ItemSession) -> str:
    """The other voice speaks from here on."""
    voice, trust = workspace.voices.other(session.voice.name), workspace.trust
    if voice is None:
        return f"There is no other voice. {workspace.voices.sentence}"
    session.use_voice(voice, trust.knowledge_for(voice.name))
    said = f"From here on: {voice.name}. /retry does again what could not be finished."
    return f"{said}\n{trust.sentence}" if trust.must_ask(voice.name) else said


def _ask_what() -> str:
    print("What would you like to change? One sentence is enough.", flush=True)
    description = sys.stdin.readline().strip()
    if not description:
        raise UsageError("Nothing to analyse was named.", 'Try: roundtable-tui analyze "let customers pay by invoice".')
    return description
