"""The earlier versions of an item's documents: listed, shown, and put back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.errors import UsageError
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.documents.plan import Documents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project
    from roundtable_tui.storage.versions import Version

_FILE = re.compile(r"[^\s/]+\.(?:md|json|csv|ya?ml)", re.IGNORECASE)


def item_and_document(words: Sequence[str]) -> tuple[str, str]:
    """The item, in as many words as its name has, and the document if the last word is the name of a file."""
    if len(words) > 1 and _FILE.fullmatch(words[-1]):
        return " ".join(words[:-1]), words[-1]
    return " ".join(words), ""


def history_report(project: Project, item: str, document: str) -> str:
    """Without a document, how many versions each has; with one, its versions, numbered from the oldest."""
    slug = existing_slug(project, item)
    documents = Documents(project, slug)
    if document:
        versions = documents.versions(document)
        lines = [f"{number:>3}  {_about(version)}" for number, version in enumerate(versions, 1)]
        return "\n".join(lines) or f"{document} has no earlier versions."
    state = fold(open_item(project, slug, look_only=True).events)
    counts = [(name, len(documents.versions(name))) for name in (*state.files.artifacts, *state.files.removed)]
    width = max((len(name) for name, _ in counts), default=0)
    lines = [f"{name:<{width}}  {count} earlier {'version' if count == 1 else 'versions'}" for name, count in counts]
    return "\n".join(lines) or "No document has been written yet."


def show_version(project: Project, item: str, document: str, number: int) -> bytes:
    documents = Documents(project, existing_slug(project, item))
    return documents.read_version(_numbered(documents, document, number))


def restore_version(project: Project, item: str, document: str, number: int) -> str:
    """Puts a version back as the user's own text; what it replaces becomes a version itself."""
    slug = existing_slug(project, item)
    opened = open_item(project, slug)
    try:
        state: State = fold(opened.events)
        documents = Documents(project, slug)
        documents.restore(_numbered(documents, document, number), state)
    finally:
        opened.release()
    return f"{document} is back as it was in version {number}. Opening the item takes in what it says."


def _numbered(documents: Documents, document: str, number: int) -> Version:
    versions = documents.versions(document)
    if not 1 <= number <= len(versions):
        raise UsageError(f"{document} has no version {number}.", f"It has {len(versions)}; `history` lists them.")
    return versions[number - 1]


def _about(version: Version) -> str:
    edited = ", with text of your own" if version.edited else ""
    return f"until journal line {version.seq}, {version.size} bytes{edited}"
