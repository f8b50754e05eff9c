"""What the commands do once the command line is read: open the item and the voice, and go."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from roundtable_tui.analysis.finding import draft_text, existing_slug, open_by_words
from roundtable_tui.analysis.opening import NewItem, open_item, slug_for
from roundtable_tui.domain.depth import Depth
from roundtable_tui.errors import ExitCode, UsageError
from roundtable_tui.plain.answers import draft_path, read_answers
from roundtable_tui.plain.printing import JsonPrinter, TextPrinter
from roundtable_tui.plain.running import interview, run_answers
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.analysis.project import Project


def run_file(
    project: Project, file: Path, tier: str, depth: str | None, default_depth: str | None, *, as_json: bool
) -> ExitCode:
    answers = read_answers(project.disk, file)
    draft = draft_text(project, draft_path(file, answers.draft)) if answers.draft else ""
    if answers.item:
        opened = open_item(project, existing_slug(project, answers.item))
    else:
        new = NewItem(answers.description, answers.mode, tier or answers.tier, draft)
        opened = open_item(project, slug_for(project, answers.description), new)
    printer = JsonPrinter() if as_json else TextPrinter(project.knowledge)
    wanted = depth or answers.depth or default_depth
    agrees = asyncio.run(
        run_answers(opened, OfflineVoice(), answers.answers, Depth(wanted) if wanted else None, printer)
    )
    return ExitCode.DONE if agrees else ExitCode.FINDINGS


def interview_about(project: Project, words: str, draft: Path | None, tier: str, depth: str | None) -> None:
    words = words or ("" if draft else _ask_what())
    interview(open_by_words(project, words, draft, tier), OfflineVoice(), Depth(depth) if depth else None)


def _ask_what() -> str:
    print("What would you like to change? One sentence is enough.", flush=True)
    description = sys.stdin.readline().strip()
    if not description:
        raise UsageError("Nothing to analyse was named.", 'Try: roundtable-tui analyze "let customers pay by invoice".')
    return description
