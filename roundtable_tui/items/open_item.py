"""Opens an item for a session: takes its lock, mends what a crash left, and begins its journal if it has none."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.config.loader import user_folder
from roundtable_tui.domain.journal.comment_events import CommentEvent
from roundtable_tui.domain.journal.events import (
    ArtifactsWritten,
    BacklogMarked,
    Body,
    Decided,
    Event,
    HandEdited,
    ItemCreated,
    MetaWritten,
    Renamed,
    TakenIn,
)
from roundtable_tui.domain.journal.state import GUIDED
from roundtable_tui.errors import LockedError, StorageError, UsageError
from roundtable_tui.items import guests
from roundtable_tui.items.gc_policy import collector_paused
from roundtable_tui.items.project import Project
from roundtable_tui.storage.atomic import make_private_folder, remove_leftovers, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown
from roundtable_tui.storage.items import summarise
from roundtable_tui.storage.journal import Journal
from roundtable_tui.storage.locks import ItemLock, item_lock
from roundtable_tui.storage.meta import META_LIMIT, Meta, read_meta, timestamp
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.slugs import free_slug, slug_of, source_of, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

DRAFT_LIMIT = 2 * MEGABYTE
SHARED_RECORD = "lock*\nunsent-*\nbase/\nunmerged/\ninbox/\n"
TIERS = ("trivial", "light", "standard", "epic")


class NewItem(Struct, frozen=True):
    description: str
    mode: str = ""
    tier: str = ""
    draft: str = ""
    source_id: str = ""
    """The ticket it goes by, where the description does not begin with it."""


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
    waits: bool = False
    """A guest nothing was said in yet: no byte is written, and nothing locked, before the user says something."""

    def append(self, events: Sequence[Event], so_far: Sequence[Event], now: datetime) -> None:
        """Makes these lines durable; a guest's first are kept in mind until one of them is the user's doing."""
        if not self.waits:
            self.journal.append(events, so_far, now)
        elif any(_is_the_users(event) for event in events):
            self._take_over()
            self.journal.begin([*so_far, *events], now)
            self.waits = False

    def _take_over(self) -> None:
        if self.project.share_record:
            make_private_folder(self.project.disk, self.project.paths.item_private(self.slug), ignore=SHARED_RECORD)
        if self.lock and not self.lock.held:
            self.lock.acquire()
        _remove_leftovers(self.project, self.slug)

    def release(self) -> None:
        if self.lock:
            self.lock.release()


def _is_the_users(event: Event) -> bool:
    """What only the user can bring about: they spoke, chose or decided, or documents follow from it."""
    outcome = Decided | HandEdited | ArtifactsWritten | MetaWritten | BacklogMarked | Renamed | CommentEvent
    return event.exchange > 0 or isinstance(event.body, outcome)


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
    may_write = partial(writable_target, project.paths)
    journal = Journal(project.disk, project.paths.journal(slug), user_folder() / "unsaved", may_write)
    folder = project.paths.item_folder(slug)
    if new is None and project.disk.stat(folder) is None:
        raise UsageError(
            f"There is no item '{slug}' in {shown(project.paths.requirements_folder)}.", "`list` shows them."
        )
    guest = not (new and new.draft) and guests.is_guest(project, slug)
    if look_only:
        events = _guest_events(project, slug, new) if guest else journal.read().events
        return OpenItem(project, slug, journal, events, read_only="It was opened for reading only.")
    lock = item_lock(project.disk, project.paths, slug, project.clock)
    if guest:
        events = _guest_events(project, slug, new)
        said = next((event.body for event in events if isinstance(event.body, TakenIn)), None)
        return OpenItem(project, slug, journal, events, [guests.welcome(said)], lock=lock, waits=True)
    try:
        return _opened_to_write(project, slug, journal, lock, new)
    except LockedError as locked:
        locked.slug = slug
        raise
    except StorageError as refused:
        refused.slug = slug if project.disk.stat(project.paths.journal(slug)) else ""
        raise


def open_or_look(project: Project, slug: str) -> OpenItem:
    """As `open_item`, but an item held elsewhere or not writable is shown read-only, with a notice that says why."""
    try:
        return open_item(project, slug)
    except (LockedError, StorageError) as error:
        opened = open_item(project, slug, look_only=True)
        opened.read_only = error.sentence
        opened.notices.append(f"{error.sentence} It is shown read-only here.")
        return opened


def _opened_to_write(project: Project, slug: str, journal: Journal, lock: ItemLock, new: NewItem | None) -> OpenItem:
    if project.share_record:
        make_private_folder(project.disk, project.paths.item_private(slug), ignore=SHARED_RECORD)
    lock.acquire()
    try:
        return _opened(project, slug, journal, lock, new)
    except BaseException:
        lock.release()
        raise


def _opened(project: Project, slug: str, journal: Journal, lock: ItemLock, new: NewItem | None) -> OpenItem:
    paths = project.paths
    _remove_leftovers(project, slug)
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


def _remove_leftovers(project: Project, slug: str) -> None:
    """For whoever has just got the lock: what a crash left half-written."""
    paths = project.paths
    for folder in (paths.item_folder(slug), paths.item_private(slug), paths.base_folder(slug)):
        remove_leftovers(project.disk, folder)


def _begin(project: Project, slug: str, journal: Journal, new: NewItem | None) -> tuple[Event, ...]:
    """The first lines of a journal: from what the user asked for, else from what other tools left."""
    paths, now = project.paths, project.clock()
    if new and new.draft:
        draft = new.draft.encode("utf-8", "surrogatepass")
        write_atomically(project.disk, writable_target(paths, paths.draft(slug)), draft)
    meta = _meta(project, slug)
    events = _numbered(guests.first_lines(project, slug, _created(project, slug, new, meta), meta), now)
    journal.append(events, (), now)
    return events


def _guest_events(project: Project, slug: str, new: NewItem | None) -> tuple[Event, ...]:
    meta = _meta(project, slug)
    created = replace(_created(project, slug, new, meta), guest=True, mode=new.mode if new and new.mode else GUIDED)
    return _numbered(guests.first_lines(project, slug, created, meta), project.clock())


def _numbered(bodies: Sequence[tuple[str, Body]], now: datetime) -> tuple[Event, ...]:
    return tuple(Event(number, timestamp(now), 0, actor, 0, body) for number, (actor, body) in enumerate(bodies, 1))


def _created(project: Project, slug: str, new: NewItem | None, meta: Meta | None) -> ItemCreated:
    draft = new.draft if new else ""
    if not draft and (found := read_if_there(project.disk, project.paths.draft(slug), DRAFT_LIMIT)):
        draft = found.decode("utf-8", "replace")
    described = (meta.description or meta.title if meta else "", new.description if new else "", title_of(draft))
    description = next((words for words in described if words), slug.replace("-", " "))
    source = source_of(new.source_id if new and new.source_id else description)
    return ItemCreated(
        slug=slug,
        description=description,
        source=meta.source if meta else source.source,
        source_id=meta.source_id if meta else source.source_id,
        mode=(new.mode if new else "") or project.usual_mode,
        tier=tier_of(new.tier if new else "", meta, project.usual_tier),
        draft=draft,
    )


def tier_of(asked: str, meta: Meta | None, usual: str = "standard") -> str:
    """The user's own choice, else what sizing decided, else what was recommended, else the usual one."""
    candidates = (asked, meta.effective_intensity if meta else "", meta.recommended_tier if meta else "")
    return next((tier for tier in candidates if tier in TIERS), usual)


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
