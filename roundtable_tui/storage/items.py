"""The items of a project as the lobby lists them, and which of them a user means by what they typed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.backlog import BacklogEntry, carries, find, tickets_of
from roundtable_tui.storage.disk import MEGABYTE
from roundtable_tui.storage.meta import META_LIMIT, RAW, Meta, read_meta
from roundtable_tui.storage.paths import INBOX, PRIVATE, child
from roundtable_tui.storage.slugs import title_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_META, _DRAFT = "meta.json", "draft.md"
_DRAFT_LIMIT = 2 * MEGABYTE
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)+")
_TICKET = re.compile(r"#(?P<github>[0-9]+)|(?P<jira>[A-Za-z][A-Za-z0-9]*-[0-9]+)")
_FOLDER = re.compile(r"(?P<name>(?:[A-Z]+-)?(?:[A-Z]+-)?0*(?P<number>[0-9]+))(?=-|$)", re.IGNORECASE)
"""The head of a folder's name such as `REQ-0001-…`, `BUG-GH-208-…` or `gh-12-…`."""


class ItemSummary(Struct, frozen=True):
    slug: str
    description: str = ""
    status: str = RAW
    source_id: str = ""
    mode: str = ""
    tier: str = ""
    """As sizing decided or recommended it; the user's own choice is in the journal."""
    phases_completed: tuple[str, ...] = ()
    steps_completed: tuple[str, ...] = ()
    coverage: dict[str, float] = field(default_factory=dict)
    """Percent by topic, as measured when meta.json was written."""
    accepted: bool = False
    asked: int = 0
    """How many questions of coding agents wait for an answer."""
    last_change: datetime | None = None
    problem: str = ""
    """Why the item could not be read, as a sentence; empty if it could."""


class Candidate(Struct, frozen=True):
    """Something the user may have meant: an item, or a line of the backlog that has no folder yet."""

    slug: str
    item: ItemSummary | None = None
    entry: BacklogEntry | None = None


class Resolution(Struct, frozen=True):
    candidates: tuple[Candidate, ...] = ()

    @property
    def one(self) -> Candidate | None:
        return self.candidates[0] if len(self.candidates) == 1 else None

    @property
    def is_choice(self) -> bool:
        return len(self.candidates) > 1


def list_items(disk: Disk, paths: ProjectPaths, now: datetime) -> list[ItemSummary]:
    """Every item folder, by slug, from its meta.json alone; one that cannot be read says why."""
    shelf = paths.requirements_folder
    found = (_summarise(disk, paths, shelf, name, now) for name in _names(disk, shelf))
    return [item for item in found if item is not None]


def recent_items(disk: Disk, paths: ProjectPaths, now: datetime) -> Iterator[ItemSummary]:
    """As `list_items`, but the one that changed last comes first, and each as soon as it is read."""
    shelf = paths.requirements_folder
    changed = {name: _changed(disk, shelf, name) for name in _names(disk, shelf)}
    for name in sorted(changed, key=lambda name: (-changed[name], name)):
        if item := _summarise(disk, paths, shelf, name, now):
            yield item


def summarise(disk: Disk, paths: ProjectPaths, slug: str, now: datetime) -> ItemSummary | None:
    """The item of that slug; None where no folder has that name."""
    try:
        shelf = paths.requirements_folder
    except StorageError as error:
        return ItemSummary(slug, problem=error.sentence)
    return _summarise(disk, paths, shelf, slug, now)


def _names(disk: Disk, shelf: Path) -> list[str]:
    return [name for name in disk.names(shelf) if not name.startswith(".")]


def _changed(disk: Disk, shelf: Path, name: str) -> float:
    try:
        stamp = disk.stat(shelf / name / _META) or disk.stat(shelf / name)
    except StorageError:
        return 0
    return stamp.changed if stamp else 0


def _summarise(disk: Disk, paths: ProjectPaths, shelf: Path, slug: str, now: datetime) -> ItemSummary | None:
    """Only links are followed to where they lead: asking that of every folder is most of the time a list takes."""
    try:
        if slug.startswith("."):
            paths.item_folder(slug)
        folder = child(shelf, slug)
        stamp = disk.stat(folder)
        if stamp is None or stamp.is_file:
            return None
        if stamp.is_link:
            folder = paths.item_folder(slug)
        asked = _asked(disk, folder) if PRIVATE in disk.names(folder) else 0
        meta_file = folder / _META
        written = disk.stat(meta_file)
        if written and written.is_link:
            meta_file = paths.meta(slug)
        data = disk.read(meta_file, META_LIMIT) if written else None
        written = written or stamp
    except StorageError as error:
        return ItemSummary(slug, problem=error.sentence)
    changed = datetime.fromtimestamp(written.changed, UTC)
    if data is None:
        return ItemSummary(slug, _drafted(disk, folder), last_change=changed, asked=asked)
    meta = read_meta(data, now)
    if meta is None:
        return ItemSummary(slug, last_change=changed, problem=f"The meta.json of {slug} cannot be understood.")
    return _summary(slug, meta, changed, meta.description or meta.title or _drafted(disk, folder), asked)


def _asked(disk: Disk, folder: Path) -> int:
    try:
        names = disk.names(folder / PRIVATE / INBOX)
    except StorageError:
        return 0
    return sum(name.endswith(".json") and not name.startswith(".") for name in names)


def _drafted(disk: Disk, folder: Path) -> str:
    """What the draft says the item is about, where meta.json does not."""
    path = folder / _DRAFT
    try:
        stamp = disk.stat(path)
        text = disk.read(path, _DRAFT_LIMIT) if stamp and stamp.is_file else b""
    except StorageError:
        return ""
    return title_of(text.decode("utf-8", "replace"))


def resolve(text: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry] = ()) -> Resolution:
    """What the text names, by the first rule that finds anything.

    Exact slug; a folder ending in `-{text}`; a backlog number; a ticket; the number a folder begins with; a part of
    its title, in the backlog or where there is none in the item itself.
    """
    wanted = text.strip()
    if not wanted:
        return Resolution()
    rules: tuple[Callable[[], Iterable[Candidate]], ...] = (
        lambda: _items_where(items, lambda item: item.slug == wanted),
        lambda: _items_where(items, lambda item: item.slug.lower() == wanted.lower()),
        lambda: _items_where(items, lambda item: item.slug.lower().endswith(f"-{wanted.lower()}")),
        lambda: _by_number(wanted, items, listed),
        lambda: _by_ticket(wanted, items, listed),
        lambda: _by_folder_number(wanted, items),
        lambda: _by_title(wanted, items, listed),
    )
    for rule in rules:
        if found := tuple({candidate.slug: candidate for candidate in rule()}.values()):
            return Resolution(found)
    return Resolution()


def _summary(slug: str, meta: Meta, changed: datetime, description: str, asked: int) -> ItemSummary:
    return ItemSummary(
        slug=slug,
        description=description,
        status=meta.status,
        source_id=meta.source_id,
        mode=meta.mode,
        tier=meta.effective_intensity or meta.recommended_tier,
        phases_completed=meta.phases_completed,
        steps_completed=meta.steps_completed,
        coverage=meta.coverage,
        accepted=meta.accepted,
        asked=asked,
        last_change=changed,
    )


def _items_where(items: Sequence[ItemSummary], holds: Callable[[ItemSummary], bool]) -> list[Candidate]:
    return [Candidate(item.slug, item) for item in items if holds(item)]


def _by_number(wanted: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]) -> list[Candidate]:
    if not _NUMBER.fullmatch(wanted):
        return []
    return _candidates([entry for entry in listed if entry.number == wanted], items, listed)


def _by_ticket(wanted: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]) -> list[Candidate]:
    """By `source_id`, else by a line that goes by the ticket, else by one whose title carries it."""
    ticket = _TICKET.fullmatch(wanted)
    if ticket is None:
        return _items_where(items, lambda item: wanted.upper() == item.source_id.upper())
    source_id = f"GH-{ticket['github']}" if ticket["github"] else wanted.upper()
    if found := _items_where(items, lambda item: source_id in tickets_of(item.source_id)):
        return found
    if found := _items_where(items, lambda item: f"-{source_id}-" in f"-{item.slug.upper()}-"):
        return found
    named = [entry for entry in listed if entry.ticket.upper() == source_id]
    return _candidates(named or [entry for entry in listed if carries(entry.title, source_id)], items, listed)


def _by_folder_number(wanted: str, items: Sequence[ItemSummary]) -> list[Candidate]:
    """`REQ-0001`, `REQ-GH-208`, or only the number, by the head of the folder's name."""
    asked = _FOLDER.fullmatch(wanted)
    if asked is None:
        return []
    bare = wanted.isdecimal()

    def is_meant(item: ItemSummary) -> bool:
        head = _FOLDER.match(item.slug)
        if head is None or "-" not in item.slug:
            return False
        return int(head["number"]) == int(asked["number"]) and (bare or _words(head["name"]) == _words(asked["name"]))

    return _items_where(items, is_meant)


def _words(name: str) -> list[str]:
    """The letters of `REQ-GH-208`, without its number."""
    return [part.upper() for part in name.split("-") if not part.isdecimal()]


def _by_title(wanted: str, items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]) -> list[Candidate]:
    if _TICKET.fullmatch(wanted):
        return []
    part = wanted.casefold()
    planned = _candidates([entry for entry in listed if part in entry.title.casefold()], items, listed)
    return planned + _items_where(items, lambda item: part in (item.description or _as_words(item.slug)).casefold())


def _as_words(slug: str) -> str:
    return slug.replace("-", " ")


def _candidates(
    meant: Sequence[BacklogEntry], items: Sequence[ItemSummary], listed: Sequence[BacklogEntry]
) -> list[Candidate]:
    """Each line with the item it belongs to, or with the name an item of it would get."""
    if not meant:
        return []
    owners = {
        entry.line_index: item for item in items if (entry := find(listed, slug=item.slug, source_id=item.source_id))
    }
    found = ((entry, owners.get(entry.line_index)) for entry in meant)
    return [Candidate(item.slug if item else entry.slug, item, entry) for entry, item in found]
