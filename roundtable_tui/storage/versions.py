"""Keeps what an artifact held before its bytes change, so that every earlier version can be had again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.atomic import make_folders, remove_leftovers, write_atomically
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.quarantine import LARGEST

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

MOST_RENDERED = 30
MOST_EDITED = 100
_NAME = re.compile(r"(?P<seq>\d{6,12})-(?P<digest>[0-9a-f]{12})(?P<edited>-edited)?")


class Version(Struct, frozen=True):
    """What an artifact held until the journal line `seq`."""

    name: str
    seq: int
    digest: str
    edited: bool
    """It held text of the user's own."""
    size: int

    @property
    def file(self) -> str:
        return f"{self.seq:06d}-{self.digest}{'-edited' if self.edited else ''}"


class History:
    """The earlier versions of one item's artifacts, for whoever holds the item's lock.

    The newest 30 renders and the newest 100 versions with text of the user's own are kept of each artifact.
    """

    def __init__(self, disk: Disk, paths: ProjectPaths, slug: str) -> None:
        self._disk = disk
        self._paths = paths
        self._slug = slug

    def versions(self, name: str) -> tuple[Version, ...]:
        """Oldest first; whatever else lies in the folder is passed over."""
        folder = self._folder(name)
        found = []
        for file in self._disk.names(folder):
            stamp = self._disk.stat(folder / file)
            if (parts := _NAME.fullmatch(file)) and stamp and stamp.is_file:
                found.append(Version(name, int(parts["seq"]), parts["digest"], bool(parts["edited"]), stamp.size))
        return tuple(sorted(found, key=lambda one: (one.seq, one.file)))

    def read(self, version: Version) -> bytes:
        """Its bytes; StorageError if they are no longer what was kept."""
        path = self._folder(version.name) / version.file
        content = self._disk.read(path, LARGEST)
        if _short_digest(content) != version.digest:
            raise StorageError(
                f"The kept version {version.file} of {version.name} is damaged.", "Choose another version."
            )
        return content

    def keep(self, name: str, content: bytes, seq: int, *, edited: bool) -> None:
        """Durable when this returns; what was kept last is not kept twice."""
        known = self.versions(name)
        version = Version(name, seq, _short_digest(content), edited, len(content))
        if known and known[-1].digest == version.digest and known[-1].size == version.size:
            return
        folder = self._folder(name)
        make_folders(self._disk, folder)
        remove_leftovers(self._disk, folder)
        write_atomically(self._disk, writable_target(self._paths, folder / version.file), content)
        self._forget_the_oldest((*known, version))

    def _forget_the_oldest(self, versions: tuple[Version, ...]) -> None:
        rendered = [one for one in versions if not one.edited]
        edited = [one for one in versions if one.edited]
        for one in (*rendered[:-MOST_RENDERED], *edited[:-MOST_EDITED]):
            self._disk.remove(self._folder(one.name) / one.file)

    def _folder(self, name: str) -> Path:
        return self._paths.contained(self._paths.history_folder(self._slug), name)


def _short_digest(content: bytes) -> str:
    return digest_of(content)[:12]
