"""Brings an export into a folder that the user named: what stands there is joined with it or left alone, never lost."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from roundtable_tui.artifacts.merge.three_way import merge
from roundtable_tui.artifacts.merge.verdict import UnreadableError
from roundtable_tui.errors import OutsideError, StorageError
from roundtable_tui.storage.atomic import make_folders, make_private_folder, write_atomically, write_over
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown
from roundtable_tui.storage.locks import project_lock
from roundtable_tui.storage.paths import contained, writable_target

if TYPE_CHECKING:
    from roundtable_tui.handover.material import Export
    from roundtable_tui.items.project import Project

LARGEST = 64 * MEGABYTE


class Fate(StrEnum):
    """What becomes of a file; each value stands before its name."""

    NEW = "new"
    CHANGED = "changed"
    MERGED = "merged"
    SAME = "unchanged"
    KEPT = "kept"
    REFUSED = "refused"


class PlannedFile(Struct, frozen=True):
    name: str
    fate: Fate
    ours: str
    """What the export says, which the next one is compared with."""
    content: bytes = b""
    found: bytes | None = None
    why: str = ""
    """Why it is left alone, as a sentence."""
    conflicts: tuple[str, ...] = ()


class Planned(Struct, frozen=True):
    files: tuple[PlannedFile, ...]
    stale: tuple[str, ...] = ()
    """Files of an earlier export that this one no longer has."""

    @property
    def refused(self) -> tuple[PlannedFile, ...]:
        return tuple(file for file in self.files if file.fate is Fate.REFUSED)

    @property
    def conflicts(self) -> tuple[str, ...]:
        return tuple(f"{file.name}: {one}" for file in self.files for one in file.conflicts)


class TargetFolder:
    """Where one item is exported to for one target; what was written there last is remembered in the project."""

    def __init__(self, project: Project, slug: str, target: str, folder: Path) -> None:
        self._disk, self._paths, self._clock = project.disk, project.paths, project.clock
        self.folder = Path(os.path.abspath(folder))  # noqa: PTH100 (links stay as named)
        real = Path(os.path.realpath(folder))
        if any(part.casefold() == ".git" for part in (*self.folder.parts, *real.parts)):
            raise OutsideError(f"{shown(folder)} is git's own folder.", "Name another folder with --to.")
        stamp = self._disk.stat(real)
        if stamp is not None and not stamp.is_folder:
            raise StorageError(f"{shown(folder)} is not a folder.", "Name a folder with --to.")
        place = digest_of(os.fsencode(real))[:12]
        self._memory = self._paths.contained(self._paths.local, f"exports/{slug}/{target}-{place}.json")
        self._bases = self._remembered()

    def names(self, folder: str) -> tuple[str, ...]:
        """What a folder in it holds."""
        return tuple(self._disk.names(contained(self.folder, self.folder, folder)))

    def plan(self, export: Export) -> Planned:
        """What writing the export would do; nothing is changed."""
        files = tuple(
            self._planned(name, text, stays=name in export.yields) for name, text in sorted(export.files.items())
        )
        stale = tuple(
            name for name in self._bases if name not in export.files and self._disk.stat(self._place(name)) is not None
        )
        return Planned(files, stale)

    def write(self, planned: Planned) -> None:
        """All of it or, where a file is refused, nothing."""
        if planned.refused:
            first = planned.refused[0]
            raise StorageError(f"Nothing was exported: {first.why}", "Move it away, or name another folder with --to.")
        ours = {file.name: [file.ours] for file in planned.files if file.fate is not Fate.KEPT}
        earlier = {name: self._bases[name] for name in planned.stale}
        with project_lock(self._disk, self._paths, self._clock):
            self._remember({**earlier, **{name: [*self._bases.get(name, ()), *text] for name, text in ours.items()}})
            for file in planned.files:
                if file.fate in (Fate.NEW, Fate.CHANGED, Fate.MERGED):
                    self._put(file)
            self._remember({**earlier, **ours})

    def _planned(self, name: str, ours: str, *, stays: bool) -> PlannedFile:
        path = self._place(name)
        stamp = self._disk.stat(path)
        if stamp is None:
            return PlannedFile(name, Fate.NEW, ours, ours.encode())
        if not stamp.is_file:
            return PlannedFile(name, Fate.REFUSED, ours, why=f"{name} is there and is not an ordinary file.")
        found = self._disk.read(path, LARGEST)
        if found == ours.encode():
            return PlannedFile(name, Fate.SAME, ours, found, found)
        if stays:
            return PlannedFile(name, Fate.KEPT, ours, found, found)
        bases = self._bases.get(name)
        if not bases:
            return PlannedFile(name, Fate.REFUSED, ours, why=f"{name} is there already and is not from this export.")
        return self._joined(name, bases, found, ours)

    def _joined(self, name: str, bases: list[str], found: bytes, ours: str) -> PlannedFile:
        try:
            theirs = found.decode("utf-8-sig")
        except UnicodeDecodeError:
            return PlannedFile(name, Fate.REFUSED, ours, why=f"{name} was changed and is not UTF-8 text.")
        returns = "\r\n" in theirs
        theirs = theirs.replace("\r\n", "\n")
        if theirs in bases:
            return PlannedFile(name, Fate.CHANGED, ours, _with_line_ends(ours, returns=returns), found)
        if bases == [ours]:
            return PlannedFile(name, Fate.SAME, ours, found, found)
        if not name.endswith(".md"):
            return PlannedFile(name, Fate.REFUSED, ours, why=f"{name} was changed by hand since it was exported.")
        try:
            merged = merge(name, bases[-1], theirs, ours)
        except UnreadableError as error:
            why = f"{name} was changed by hand and cannot be merged, because {error.sentence}."
            return PlannedFile(name, Fate.REFUSED, ours, why=why)
        content = _with_line_ends(merged.text, returns=returns)
        conflicts = (*merged.conflicts, *merged.left_out)
        return PlannedFile(name, Fate.MERGED, ours, content, found, conflicts=conflicts)

    def _place(self, name: str) -> Path:
        return contained(self.folder, self.folder, name)

    def _remembered(self) -> dict[str, list[str]]:
        """What was last exported here, by file: one text, or several where a crash left open which of them stands."""
        data = read_if_there(self._disk, self._memory, LARGEST)
        try:
            return msgspec.json.decode(data or b"{}", type=dict[str, list[str]])
        except msgspec.DecodeError:
            return {}

    def _put(self, file: PlannedFile) -> None:
        path = writable_target(self._paths, self._place(file.name), also=(self.folder,))
        make_folders(self._disk, path.parent)
        if not write_over(self._disk, path, file.content, file.found):
            sentence = f"{shown(path)} changed while it was being exported."
            raise StorageError(sentence, "Export again: what was written so far is kept.")

    def _remember(self, texts: dict[str, list[str]]) -> None:
        if texts == self._bases:
            return
        path = writable_target(self._paths, self._memory)
        make_private_folder(self._disk, self._paths.local)
        make_folders(self._disk, path.parent)
        write_atomically(self._disk, path, msgspec.json.encode(texts))
        self._bases = texts


def _with_line_ends(text: str, *, returns: bool) -> bytes:
    return (text.replace("\n", "\r\n") if returns else text).encode()
