"""Finds the item the user means, or begins a new one, from the words they gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.analysis.opening import NewItem, OpenItem, open_item, read_draft, slug_for
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.storage import backlog
from roundtable_tui.storage.disk import MEGABYTE, read_if_there
from roundtable_tui.storage.items import Candidate, Resolution, list_items, resolve
from roundtable_tui.storage.slugs import title_of

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.analysis.project import Project

_BACKLOG_LIMIT = 16 * MEGABYTE


def item_names(project: Project) -> list[str]:
    return [item.slug for item in list_items(project.disk, project.paths, project.clock())]


def open_by_words(project: Project, words: str, draft: Path | None = None, tier: str = "") -> OpenItem:
    """An item by any of its names, else a new one that these words describe."""
    text = draft_text(project, draft) if draft else ""
    description = words.strip()
    found = _unambiguous(_meant(project, description), description)
    if found and found.item:
        return open_item(project, found.slug)
    if found and found.entry:
        description = found.entry.title
    description = description or title_of(text)
    if not description:
        raise UsageError("Nothing to analyse was named.", 'Try: roundtable-tui analyze "let customers pay by invoice".')
    return open_item(project, slug_for(project, description), NewItem(description, tier=tier, draft=text))


def existing_slug(project: Project, name: str) -> str:
    found = _unambiguous(_meant(project, name), name)
    if found is None:
        raise UsageError(f"There is no item '{name}'.", "`roundtable-tui list` shows them.")
    return found.slug


def _unambiguous(found: Resolution, words: str) -> Candidate | None:
    if found.is_choice:
        names = ", ".join(candidate.slug for candidate in found.candidates)
        raise UsageError(f"'{words}' could be any of {names}.", "Name one of them.")
    return found.one


def draft_text(project: Project, path: Path) -> str:
    try:
        return read_draft(path, project)
    except StorageError as error:
        raise UsageError(error.sentence, error.hint) from None


def _meant(project: Project, words: str) -> Resolution:
    return resolve(words, list_items(project.disk, project.paths, project.clock()), _listed(project))


def _listed(project: Project) -> list[backlog.BacklogEntry]:
    try:
        data = read_if_there(project.disk, project.paths.backlog, _BACKLOG_LIMIT)
    except StorageError:
        return []
    return backlog.entries(data) if data else []
