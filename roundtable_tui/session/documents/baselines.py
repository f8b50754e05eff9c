"""Remembers the pure renders that the files on disk began from, so that a hand edit is told from our own writing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.merge.markdown_sections import parse
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.quarantine import LARGEST

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.values import WrittenFile
    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths


class Originals:
    """The last render of each artifact in `.roundtable/base`, and the one before it beside it as `NAME.previous`.

    A render is written before the file it is the original of. After a crash between the two, or when an editor saves
    what it had loaded before our last write, the file began from the one before.
    """

    def __init__(self, disk: Disk, paths: ProjectPaths, slug: str) -> None:
        self._disk = disk
        self._paths = paths
        self._slug = slug

    def current(self, name: str) -> str | None:
        return _text(self._read(self._path(name)))

    def of(self, name: str, theirs: str, digest: str, recorded: WrittenFile | None) -> str | None:
        """The render that this text was made from, by the surest sign there is."""
        last, before = self._read(self._path(name)), self._read(self._previous(name))
        known = [content for content in (last, before) if content is not None]
        texts = [text for content in known if (text := _text(content)) is not None]
        if len(texts) < 2:
            return texts[0] if texts else None
        if theirs in texts:
            return theirs
        if recorded and recorded.digest == digest:
            journaled = [content for content in known if digest_of(content) == recorded.render]
            return _text(journaled[0]) if journaled else texts[0]
        if name.endswith(".md"):
            header = parse(theirs).header
            begun = [text for text in texts if parse(text).header == header]
            if len(begun) == 1:
                return begun[0]
        if recorded and last is not None and digest_of(last) != recorded.render:
            return max(texts, key=lambda text: _shared_lines(text, theirs))
        return texts[0]

    def renew(self, name: str, render: bytes, journaled: str) -> None:
        """Sets the last render; the journaled one is kept as the one before."""
        path = self._path(name)
        last = self._read(path)
        if last == render:
            return
        target = writable_target(self._paths, path)
        make_folders(self._disk, target.parent)
        if last is not None and digest_of(last) == journaled:
            self._disk.replace(target, writable_target(self._paths, self._previous(name)))
            self._disk.sync_folder(target.parent)  # else the new one may come first, and this one be lost
        write_atomically(self._disk, target, render)

    def _read(self, path: Path) -> bytes | None:
        return read_if_there(self._disk, path, LARGEST)

    def _path(self, name: str) -> Path:
        return self._paths.contained(self._paths.base_folder(self._slug), name)

    def _previous(self, name: str) -> Path:
        return self._paths.contained(self._paths.base_folder(self._slug), f"{name}.previous")


def _text(content: bytes | None) -> str | None:
    try:
        return content.decode().replace("\r\n", "\n") if content is not None else None
    except UnicodeDecodeError:
        return None


def _shared_lines(one: str, other: str) -> float:
    ours, theirs = Counter(one.split("\n")), Counter(other.split("\n"))
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())
