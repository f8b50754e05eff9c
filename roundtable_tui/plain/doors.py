"""What the commands do once the command line is read: open the project, the item and the voice, and go."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from roundtable_tui.analysis.opening import NewItem, open_item, read_draft, slug_for
from roundtable_tui.analysis.project import Project, open_project
from roundtable_tui.config import Settings, load_settings, user_folder
from roundtable_tui.domain.depth import Depth
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.plain.answers import draft_path, read_answers
from roundtable_tui.plain.printing import JsonPrinter, TextPrinter
from roundtable_tui.plain.running import interview, run_answers
from roundtable_tui.storage import backlog
from roundtable_tui.storage.disk import MEGABYTE, read_if_there
from roundtable_tui.storage.items import list_items, resolve
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.analysis.opening import OpenItem


def open_with_settings(root: Path) -> tuple[Project, Settings, tuple[str, ...]]:
    """The project with its settings, and what was wrong with them."""
    loaded = load_settings(ProjectPaths(root).config)
    settings = loaded.settings
    paths = ProjectPaths(root, settings.requirements, settings.common)
    return open_project(paths, user_folder(), share_record=settings.share_record), settings, loaded.warnings


def run_file(
    project: Project, file: Path, tier: str, depth: str | None, default_depth: str | None, *, as_json: bool
) -> None:
    answers = read_answers(project.disk, file)
    draft = _draft(draft_path(file, answers.draft), project) if answers.draft else ""
    if answers.item:
        opened = open_item(project, _existing(project, answers.item))
    else:
        new = NewItem(answers.description, answers.mode, tier or answers.tier, draft)
        opened = open_item(project, slug_for(project, answers.description), new)
    printer = JsonPrinter() if as_json else TextPrinter(project.knowledge)
    wanted = depth or answers.depth or default_depth
    asyncio.run(run_answers(opened, OfflineVoice(), answers.answers, Depth(wanted) if wanted else None, printer))


def interview_about(project: Project, words: str, draft: Path | None, tier: str, depth: str | None) -> None:
    asyncio.run(interview(_item(project, words, draft, tier), OfflineVoice(), Depth(depth) if depth else None))


def _item(project: Project, words: str, draft: Path | None, tier: str) -> OpenItem:
    text = _draft(draft, project) if draft else ""
    description = words.strip()
    if not description and not text:
        description = _ask_what()
    found = resolve(description, list_items(project.disk, project.paths, project.clock()), _listed(project))
    if found.is_choice:
        names = ", ".join(candidate.slug for candidate in found.candidates)
        raise UsageError(f"'{description}' could be any of {names}.", "Name one of them.")
    if found.one and found.one.item:
        return open_item(project, found.one.slug)
    if found.one and found.one.entry:
        description = found.one.entry.title
    description = description or text.strip().splitlines()[0].lstrip("# ")
    return open_item(project, slug_for(project, description), NewItem(description, tier=tier, draft=text))


def _ask_what() -> str:
    print("What would you like to change? One sentence is enough.", flush=True)
    description = sys.stdin.readline().strip()
    if not description:
        raise UsageError("Nothing to analyse was named.", 'Try: roundtable-tui analyze "let customers pay by invoice".')
    return description


def _existing(project: Project, name: str) -> str:
    found = resolve(name, list_items(project.disk, project.paths, project.clock()), _listed(project))
    if found.one is None:
        raise UsageError(f"There is no item '{name}'.", "`roundtable-tui list` shows them.")
    return found.one.slug


def _listed(project: Project) -> list[backlog.BacklogEntry]:
    try:
        data = read_if_there(project.disk, project.paths.backlog, 16 * MEGABYTE)
    except StorageError:
        return []
    return backlog.entries(data) if data else []


def _draft(path: Path, project: Project) -> str:
    try:
        return read_draft(path, project)
    except StorageError as error:
        raise UsageError(error.sentence, error.hint) from None
