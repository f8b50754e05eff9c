"""Opens an item for a session: takes its lock, mends what a crash left, and begins its journal if it has none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import APP, OUTSIDE, Body, ChangedOutside, Event, ItemCreated
from roundtable_tui.errors import LockedError, StorageError, UsageError
from roundtable_tui.items.gc_policy import collector_paused
from roundtable_tui.items.project import Project
from roundtable_tui.storage.atomic import make_private_folder, remove_leftovers, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown
from roundtable_tui.storage.items import summarise
from roundtable_tui.storage.journal import Journal
from roundtable_tui.storage.locks import ItemLock, item_lock
from roundtable_tui.storage.meta import META_LIMIT, Meta, read_meta, timestamp
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.slugs import free_slug, slug_of, source_of

if TYPE_CHECKING:
    from pathlib import Path

DRAFT_LIMIT = 2 * MEGABYTE
_SHARED_RECORD = "lock*\nunsent-*\nbase/\nunmerged/\n"
TIERS = ("trivial", "light", "standard", "epic")


@dataclass(frozen=True, slots=True)
class NewItem:
    description: str
    mode: str = "guided"
    tier: str = ""
    draft: str = ""


@dataclass(slots=True)
class OpenItem:
    """An item in hand: its journal as read, and the lock that makes it ours to write."""

    project: Project
    slug: str
    journal: Journal
    events: tuple[Event, ...]
    notices: list[str] = field(default_factory=list)
    read_only: str = ""
    """Why it cannot be written, if it cannot."""
    lock: ItemLock | None = None

    def release(self) -> None:
        if self.lock:
            self.lock.release()


def slug_for(project: Project, description: str) -> str:
    """The slug of the item with just this description, or a free one: another item's is never taken."""
    now = project.clock()

    def taken_by_another(slug: str) -> bool:
        item = summarise(project.disk, project.paths, slug, now)
        if item is None or _begun_as(project, slug) == description:
            return False
        return bool(item.problem or item.description) and item.description != description

    return free_slug(slug_of(description), taken_by_another)


def _begun_as(project: Project, slug: str) -> str | None:
    """The description an item was begun with here, whatever has become of its meta.json."""
    try:
        events = Journal(project.disk, project.paths.journal(slug)).read().events
    except StorageError:
        return None
    return next((event.body.description for event in events if isinstance(event.body, ItemCreated)), None)


def open_item(project: Project, slug: str, new: NewItem | None = None, *, look_only: bool = False) -> OpenItem:
    """Opens for writing, or, where another window holds the item and looking is enough, for reading."""
    journal = Journal(project.disk, project.paths.journal(slug))
    folder = project.paths.item_folder(slug)
    if new is None and project.disk.stat(folder) is None:
        raise UsageError(
            f"There is no item '{slug}' in {shown(project.paths.requirements_folder)}.", "`list` shows them."
        )
    if look_only:
        return OpenItem(project, slug, journal, journal.read().events, read_only="It was opened for reading only.")
    if project.share_record:
        make_private_folder(project.disk, project.paths.item_private(slug), ignore=_SHARED_RECORD)
    lock = item_lock(project.disk, project.paths, slug, project.clock)
    try:
        lock.acquire()
    except LockedError as locked:
        locked.slug = slug
        raise
    try:
        return _opened(project, slug, journal, lock, new)
    except BaseException:
        lock.release()
        raise


def open_or_look(project: Project, slug: str) -> OpenItem:
    """As `open_item`, but an item held elsewhere is shown read-only, with a notice that names the holder."""
    try:
        return open_item(project, slug)
    except LockedError as locked:
        opened = open_item(project, slug, look_only=True)
        opened.read_only = locked.sentence
        opened.notices.append(f"{locked.sentence} It is shown read-only here.")
        return opened


def _opened(project: Project, slug: str, journal: Journal, lock: ItemLock, new: NewItem | None) -> OpenItem:
    paths = project.paths
    for folder in (paths.item_folder(slug), paths.item_private(slug), paths.base_folder(slug)):
        remove_leftovers(project.disk, folder)
    with collector_paused():
        contents, notices = journal.open(project.clock())
    opened = OpenItem(project, slug, journal, contents.events, notices, lock=lock)
    if contents.newer:
        opened.read_only = (
            f"{shown(paths.journal(slug))} was written by a later version of roundtable-tui ({contents.newer})."
        )
        opened.notices.append(f"{opened.read_only} It is shown read-only; update the program to go on.")
        return opened
    if not contents.events:
        opened.events = _begin(project, slug, journal, new)
    return opened


def _begin(project: Project, slug: str, journal: Journal, new: NewItem | None) -> tuple[Event, ...]:
    """The first lines of a journal: from what the user asked for, else from what other tools left."""
    paths, now = project.paths, project.clock()
    meta = _meta(project, slug)
    draft = new.draft if new else ""
    if draft:
        write_atomically(
            project.disk, writable_target(paths, paths.draft(slug)), draft.encode("utf-8", "surrogatepass")
        )
    elif found := read_if_there(project.disk, paths.draft(slug), DRAFT_LIMIT):
        draft = found.decode("utf-8", "replace")
    description = (meta.description if meta else "") or (new.description if new else "") or slug.replace("-", " ")
    source = source_of(description)
    created = ItemCreated(
        slug=slug,
        description=description,
        source=meta.source if meta else source.source,
        source_id=meta.source_id if meta else source.source_id,
        mode=new.mode if new else "guided",
        tier=tier_of(new.tier if new else "", meta, project.usual_tier),
        draft=draft,
    )
    bodies: list[tuple[str, Body]] = [(APP, created)]
    if meta and (progress := _progress(meta)):
        bodies.append((OUTSIDE, ChangedOutside(progress)))
    events = tuple(Event(number, timestamp(now), 0, actor, 0, body) for number, (actor, body) in enumerate(bodies, 1))
    journal.append(events, (), now)
    return events


def tier_of(asked: str, meta: Meta | None, usual: str = "standard") -> str:
    """The user's own choice, else what sizing decided, else what was recommended, else the usual one."""
    candidates = (asked, meta.effective_intensity if meta else "", meta.recommended_tier if meta else "")
    return next((tier for tier in candidates if tier in TIERS), usual)


def _progress(meta: Meta) -> dict[str, object]:
    names = ("phases_completed", "steps_completed", "depth_overrides", "topics_covered")
    return {name: meta.raw[name] for name in names if meta.raw.get(name)}


def _meta(project: Project, slug: str) -> Meta | None:
    found = read_if_there(project.disk, project.paths.meta(slug), META_LIMIT)
    return read_meta(found, project.clock()) if found else None


def read_draft(path: Path, project: Project) -> str:
    """A draft file as text, exactly as the user wrote it."""
    data = project.disk.read(path, DRAFT_LIMIT)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1}"
        raise UsageError(
            f"The draft {shown(path)} is not UTF-8 text ({where}).", "Save it as UTF-8 and try again."
        ) from None
    if "\0" in text:
        raise UsageError(f"The draft {shown(path)} is a binary file.", "Give a text file, such as Markdown.")
    return text
