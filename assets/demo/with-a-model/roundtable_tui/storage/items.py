"""The items of a project as the lobby lists them, and which of them a user means by what they typed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.backlog import BacklogEntry, carries, find
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.slugs import slug_of

from roundtable_tui.storage.meta import META_LIMIT, RAW, Meta, read_meta

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)+")
_TICKET = re.compile(r"#(?P<github>[0-9]+)|(?P<jira>[A-Za-z][A-Za-z0-9]*-[0-9]+)")


@dataclass(frozen=True, slots=True)
class ItemSummary:
    slug: str
    description: str = ""
    status: str = RAW
    source_id: str = ""
    mode: str = ""
    phases_completed: tuple[str, ...] = ()
    steps_completed: tuple[str, ...] = ()
    coverage: dict[str, float] = field(default_factory=dict)
    """Percent by topic, as measured when meta.json was written."""
    accepted: bool = False
    last_change: datetime | None = None
    problem: str = ""
    """Why the item could not be read, as a sentence; empty if it could."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something the user may have meant: an item, or a line of the backlog that has no folder yet."""

    slug: str
    item: ItemSummary | None = None
    entry: BacklogEntry | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    candidates: tuple[Candidate, ...] = ()

    @property
    def one(self) -> Candidate | None:
        return self.candidates[0] if len(self.candidates) == 1 else None

    @property
    def is_choice(self) -> bool:
        return len(self.candidates) > 1


def list_items(disk: Disk, paths: ProjectPaths, now: datetime) -> list[ItemSummary]:
    """Every item folder, by slug, from its meta.json alone; one that cannot be read says why."""
    folder = paths.requirements_folder
    found = (summarise(disk, paths, name, now) for name in disk.names(folder) if not name.startswith("."))
    return [item for item in found if item is not None]


def summarise(disk: Disk, paths: ProjectPaths, slug: str, now: datetime) -> ItemSummary | None:
    """The item of that slug; None where no folder has that name."""
    try:
        folder = paths.item_folder(slug)
        stamp = disk.stat(folder)
        if stamp is None or stamp.is_file:
            return None
        disk.names(folder)
        data = read_if_there(disk, paths.meta(slug), META_LIMIT)
        written = disk.stat(paths.meta(slug)) or stamp
    except StorageError as error:
        return ItemSummary(slug, problem=error.sentence)
    changed = datetime.fromtimestamp(written.changed, UTC)
    if data is None:
        return ItemSummary(slug, last_change=changed)
    meta = read_meta(data, now)
    if meta is None:
        return ItemSummary(slug, last_change=changed, problem=f"The meta.json of {slug} cannot be understood.")
    return _summary(slug, meta, changed)


def resolve(text: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry] = ()) -> Resolution:
    """What the text names, by the first rule that finds anything.

    Exact slug; a folder ending in `-{text}`; a backlog number; a ticket; a part of a backlog title.
    """
    wanted = text.strip()
    if not wanted:
        return Resolution()
    rules: tuple[Callable[[], Iterable[Candidate]], ...] = (
        lambda: _items_where(items, lambda item: item.slug == wanted),
        lambda: _items_where(items, lambda item: item.slug.endswith(f"-{wanted}")),
        lambda: _by_number(wanted, items, listed),
        lambda: _by_ticket(wanted, items, listed),
        lambda: _by_title(wanted, items, listed),
    )
    for rule in rules:
        if found := tuple({candidate.slug: candidate for candidate in rule()}.values()):
            return Resolution(found)
    return Resolution()


def _summary(slug: str, meta: Meta, changed: datetime) -> ItemSummary:
    return ItemSummary(
        slug=slug,
        description=meta.description,
        status=meta.status,
        source_id=meta.source_id,
        mode=meta.mode,
        phases_completed=meta.phases_completed,
        steps_completed=meta.steps_completed,
        coverage=meta.coverage,
        accepted=meta.accepted,
        last_change=changed,
    )


def _items_where(items: Sequence[ItemSummary], holds: Callable[[ItemSummary], bool]) -> list[Candidate]:
    return [Candidate(item.slug, item) for item in items if holds(item)]


def _by_number(wanted: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]) -> list[Candidate]:
    if not _NUMBER.fullmatch(wanted):
        return []
    return [_candidate(entry, items, listed) for entry in listed if entry.number == wanted]


def _by_ticket(wanted: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]) -> list[Candidate]:
    ticket = _TICKET.fullmatch(wanted)
    if ticket is None:
        return []
    source_id = f"GH-{ticket['github']}" if ticket["github"] else wanted.upper()
    if found := _items_where(items, lambda item: item.source_id.upper() == source_id):
        return found
    return [_candidate(entry, items, listed) for entry in listed if carries(entry.title, source_id)]


def _by_title(wanted: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]) -> list[Candidate]:
    if _TICKET.fullmatch(wanted):
        return []
    part = wanted.casefold()
    return [_candidate(entry, items, listed) for entry in listed if part in entry.title.casefold()]


def _candidate(entry: BacklogEntry, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]) -> Candidate:
    for item in items:
        if find(listed, slug=item.slug, source_id=item.source_id) == entry:
            return Candidate(item.slug, item, entry)
    return Candidate(slug_of(entry.title), None, entry)
