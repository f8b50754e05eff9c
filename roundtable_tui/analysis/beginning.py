"""What a new item would be called, and which item there is already, before anything of it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable_tui.analysis.finding import draft_text
from roundtable_tui.analysis.opening import NewItem
from roundtable_tui.errors import UsageError
from roundtable_tui.storage.items import ItemSummary, list_items, summarise
from roundtable_tui.storage.paths import is_reserved_name
from roundtable_tui.storage.slugs import free_slug, slug_of, source_of, title_of, without_marks

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.analysis.project import Project


@dataclass(frozen=True, slots=True)
class Beginning:
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
