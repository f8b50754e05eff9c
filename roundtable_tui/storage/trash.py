"""Deleting an item is moving its folder aside in one step, so that it can always be brought back.

What it has in files shared with other items goes after that, and comes back before it: where the disk refuses in
between, the item is in the trash and can be brought back.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import LockedError, RoundtableError, StorageError
from roundtable_tui.storage.atomic import make_folders, make_private_folder
from roundtable_tui.storage.disk import shown
from roundtable_tui.storage.locks import item_lock
from roundtable_tui.storage.paths import PRIVATE, child, writable_target
from roundtable_tui.storage.trash_traces import SharedTraces

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_NAME = re.compile(r"(?P<slug>.+)-(?P<at>[0-9]{8}T[0-9]{6}Z)(?:-(?P<number>[0-9]+))?", re.DOTALL)
_TIME = "%Y%m%dT%H%M%SZ"
_KEEPS_FOLDERS_WITH_OPEN_FILES = os.name == "nt"
"""Windows moves no folder in which a file is open, and a lock is an open file."""


class Trashed(Struct, frozen=True):
    """One item in the trash."""

    name: str
    slug: str
    at: datetime
    number: int = 1
    """Which of those deleted in the same second."""


def move_to_trash(disk: Disk, paths: ProjectPaths, slug: str, clock: Callable[[], datetime]) -> Trashed:
    """Moves the item's whole folder; LockedError if a window has it open."""
    folder = paths.item_folder(slug)
    stamp = disk.stat(folder)
    if stamp is None:
        raise StorageError(f"There is no item '{one_line(slug)}' any more.", "Look at the list again.")
    if not stamp.is_folder:
        raise StorageError(
            f"{shown(folder)} is a link, not a folder of this project.", "Remove the link yourself if it should go."
        )
    make_private_folder(disk, paths.trash)
    trashed = _free_name(disk, paths, slug, clock())
    target = writable_target(paths, child(paths.trash, trashed.name))
    lock = item_lock(disk, paths, slug, clock)
    try:
        lock.acquire()
    except LockedError as error:
        raise LockedError(error.sentence, "Close it there first; it was not deleted.") from error
    shared = SharedTraces(disk, paths, slug, clock)
    try:
        traces = shared.note(trashed.name)
        if _KEEPS_FOLDERS_WITH_OPEN_FILES:
            lock.release()
        _move(disk, folder, target)
    except StorageError:
        shared.forget(trashed.name)
        raise
    finally:
        lock.release()
    with suppress(StorageError):
        disk.remove(target / PRIVATE / f"{paths.item_lock(slug).name}.holder")
    try:
        shared.take_out(traces)
    except RoundtableError as error:
        said = f"{slug} is in the trash, but other files still show it: {error.sentence}"
        raise StorageError(said, error.hint) from error
    return trashed


def list_trash(disk: Disk, paths: ProjectPaths) -> list[Trashed]:
    """What can be brought back, the last deleted first; what has no name of ours is left alone."""
    found = filter(None, map(_trashed, disk.names(paths.trash)))
    return sorted(found, key=lambda one: (one.at, one.number), reverse=True)


def restore(disk: Disk, paths: ProjectPaths, trashed: Trashed, clock: Callable[[], datetime]) -> None:
    """Moves the item back to its old name, if nothing has that name now."""
    target = paths.item_folder(trashed.slug)
    if disk.stat(target) is not None:
        raise StorageError(
            f"There is an item {trashed.slug} again, so the deleted one stays in the trash.",
            f"Delete or rename {shown(target)} first.",
        )
    source = writable_target(paths, child(paths.trash, trashed.name))
    if disk.stat(source) is None:
        raise StorageError(f"{trashed.slug} is not in the trash any more.", "Look at the list again.")
    shared = SharedTraces(disk, paths, trashed.slug, clock)
    shared.put_back(trashed.name)
    make_folders(disk, target.parent)
    _move(disk, source, target)
    with suppress(StorageError):
        shared.forget(trashed.name)


def _move(disk: Disk, source: Path, target: Path) -> None:
    """In the new place before it is gone from the old one: a crash may leave both names, never neither."""
    disk.replace(source, target)
    disk.sync_folder(target.parent)
    disk.sync_folder(source.parent)


def _free_name(disk: Disk, paths: ProjectPaths, slug: str, now: datetime) -> Trashed:
    at = now.astimezone(UTC).replace(microsecond=0)
    taken = set(disk.names(paths.trash))
    number = 1
    while (name := f"{slug}-{at:{_TIME}}{f'-{number}' if number > 1 else ''}") in taken:
        number += 1
    return Trashed(name, slug, at, number)


def _trashed(name: str) -> Trashed | None:
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        at = datetime.strptime(found["at"], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Trashed(name, found["slug"], at, int(found["number"] or 1))
