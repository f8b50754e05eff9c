"""Finds the item the user means, or begins a new one, from the words they gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.items.open_item import NewItem, OpenItem, open_item, read_draft, slug_for
from roundtable_tui.storage import backlog
from roundtable_tui.storage.disk import MEGABYTE, read_if_there
from roundtable_tui.storage.items import Candidate, ItemSummary, Resolution, list_items, resolve, summarise
from roundtable_tui.storage.paths import is_reserved_name
from roundtable_tui.storage.slugs import free_slug, slug_of, source_of, title_of, without_marks

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.items.project import Project

_BACKLOG_LIMIT = 16 * MEGABYTE
_WORDS_OF_A_NAME = 2
_NAMED = 8
"""So many names help to choose; more would fill the screen."""


def item_names(project: Project) -> list[str]:
    return [item.slug for item in list_items(project.disk, project.paths, project.clock())]


def open_by_words(project: Project, words: str, draft: Path | None = None, tier: str = "", mode: str = "") -> OpenItem:
    """An item by any of its names, else a new one that these words describe."""
    text = draft_text(project, draft) if draft else ""
    description = words.strip()
    found = _unambiguous(_meant(project, description), description)
    if found and found.item:
        return open_item(project, found.slug)
    ticket = ""
    if found and found.entry:
        description, ticket = found.entry.name, found.entry.ticket
    description = description or title_of(text)
    if not description:
        raise UsageError("Nothing to analyse was named.", 'Try: roundtable-tui analyze "let customers pay by invoice".')
    new = NewItem(description, mode, tier, text, ticket)
    return open_item(project, slug_for(project, description), new)


def is_unknown_name(project: Project, words: str) -> bool:
    """Whether so few words rather name an item than describe a wish, and no item has that name."""
    wanted = words.strip()
    if not looks_like_a_name(wanted) or _meant(project, wanted).candidates:
        return False
    return not _described(project, wanted)


def looks_like_a_name(words: str) -> bool:
    return 0 < len(words.split()) <= _WORDS_OF_A_NAME


def existing_slug(project: Project, name: str) -> str:
    """The item that any of its names means; every command that takes an item asks here.

    A line of the backlog has a name too, but is no item before its analysis begins.
    """
    meant = _meant(project, name)
    begun = Resolution(tuple(candidate for candidate in meant.candidates if candidate.item))
    found = _unambiguous(begun if begun.candidates else meant, name)
    if found is None and (slug := _described(project, name)):
        return slug
    if found is None:
        raise UsageError(f"There is no item '{one_line(name, 60)}'.", "`roundtable-tui list` shows them.")
    if found.item is None:
        raise UsageError(f"The analysis of '{one_line(name, 60)}' has not begun.", "`list` shows the items.")
    return found.slug


def _described(project: Project, words: str) -> str:
    """The item that was begun with just these words; empty if there is none."""
    slug = slug_for(project, words.strip()) if words.strip() else ""
    return slug if slug and summarise(project.disk, project.paths, slug, project.clock()) else ""


def _unambiguous(found: Resolution, words: str) -> Candidate | None:
    if found.is_choice:
        names = [candidate.slug for candidate in found.candidates]
        more = f" or {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        sentence = f"'{one_line(words, 60)}' could be any of {', '.join(names[:_NAMED])}{more}."
        raise UsageError(sentence, "Name one of them.")
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


class Beginning(Struct, frozen=True):
    new: NewItem
    slug: str
    """The name it gets: free, whatever there is."""
    existing: ItemSummary | None = None
    """An item of that name or ticket, which may be what is meant."""


def beginning(project: Project, text: str, draft: Path | None = None, tier: str = "") -> Beginning:
    """The item these words and this file would begin; what is more than a title is a draft."""
    parts = [text.strip()] if without_marks(text) != title_of(text) else []
    if draft:
        parts.append(draft_text(project, draft))
    description = title_of(text) or title_of("\n".join(parts))
    if not description:
        raise UsageError("There is nothing yet to begin with.", "Say in a sentence what you would like to change.")
    slug = slug_of(description)
    new = NewItem(description, tier=tier, draft="\n\n".join(parts))
    return Beginning(new, free_name(project, slug), _existing(project, slug, description))


def free_name(project: Project, slug: str) -> str:
    now = project.clock()
    return free_slug(slug, lambda taken: summarise(project.disk, project.paths, taken, now) is not None)


def _existing(project: Project, slug: str, description: str) -> ItemSummary | None:
    now = project.clock()
    if not is_reserved_name(slug) and (found := summarise(project.disk, project.paths, slug, now)):
        return found
    source_id = source_of(description).source_id
    if not source_id:
        return None
    items = list_items(project.disk, project.paths, now)
    return next((item for item in items if item.source_id.upper() == source_id), None)
