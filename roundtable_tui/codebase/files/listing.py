"""Which files of the project may be read: what git knows, else a walk; the rest is counted by why it was left out."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.codebase.files.exclusions import (
    DECLARES_PACKAGES,
    HEAD,
    LARGEST,
    LeftOut,
    is_vendored,
    left_out_by_head,
    left_out_by_name,
)
from roundtable_tui.codebase.files.git import known_files
from roundtable_tui.codebase.files.ignore_walk import walked_files
from roundtable_tui.codebase.files.secrets import is_secret_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NO_SURPRISES = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opens the file itself, not what a link in its place leads to, and does not wait for a pipe to be written to."""
_FILES_A_LOOK = 64
_NOT_ITS_OWN = frozenset({LeftOut.VENDORED, LeftOut.GENERATED, LeftOut.MINIFIED})


class ProjectFile(Struct, frozen=True):
    name: str
    """Relative to the project, with forward slashes; bytes that are no text are escaped as surrogates."""
    path: Path


class Listing(Struct, frozen=True):
    files: tuple[ProjectFile, ...]
    """The project's own source text, by name."""
    left_out: Mapping[LeftOut, int] = field(default_factory=dict)
    complete: bool = True
    """False if it was stopped on the way."""
    not_its_own: tuple[str, ...] = ()
    """Of those left out, the names of what others or programs wrote: vendored and generated files, lock files."""


class Source(Struct, frozen=True):
    """A file's content, or why it was not read."""

    data: bytes = b""
    why_not: LeftOut | None = None

    @property
    def text(self) -> str:
        """Bytes that are no text are escaped as surrogates, so that nothing is lost."""
        if self.data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return self.data.decode("utf-16", "replace")
        return self.data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def _never() -> bool:
    return False


def list_files(root: Path, skip: Sequence[str] = (), stopped: Callable[[], bool] = _never) -> Listing:
    """Every file worth looking into, in a stable order: none outside the project, nor a file or folder to `skip`."""
    names = _names(root, stopped)
    passed_over = tuple(f"{folder.rstrip('/')}/" for folder in skip if folder)
    declaring = {folder for folder, _, base in (name.rpartition("/") for name in names) if base in DECLARES_PACKAGES}
    disk = _OnDisk(root)
    files: list[ProjectFile] = []
    left_out: Counter[LeftOut] = Counter()
    not_its_own: list[str] = []
    for number, name in enumerate(names):
        if not number % _FILES_A_LOOK and stopped():
            return Listing(tuple(files), left_out, complete=False)
        if name in skip or name.startswith(passed_over):
            continue
        why = left_out_by_name(name)
        if why is None and "vendor/" in name and is_vendored(name, declaring):
            why = LeftOut.VENDORED
        why = why or disk.why_left_out(name)
        if why is None:
            files.append(ProjectFile(name, root / name))
            continue
        left_out[why] += 1
        if why in _NOT_ITS_OWN:
            not_its_own.append(name)
    return Listing(tuple(files), left_out, not stopped(), tuple(not_its_own))


def read_source(file: ProjectFile) -> Source:
    """The file as it is now; one that is secret, binary, huge, a link or no ordinary file is not read."""
    if is_secret_file(file.name):
        return Source(why_not=LeftOut.SECRET)
    try:
        handle = os.open(file.path, _NO_SURPRISES)
    except OSError:
        return Source(why_not=LeftOut.LINK if file.path.is_symlink() else LeftOut.UNREADABLE)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return Source(why_not=LeftOut.UNREADABLE)
        data = _read(handle, min(found.st_size, LARGEST) + 1)
    except OSError:
        return Source(why_not=LeftOut.UNREADABLE)
    finally:
        os.close(handle)
    if len(data) > LARGEST:
        return Source(why_not=LeftOut.HUGE)
    if left_out_by_head(file.name, data[:HEAD]) is LeftOut.BINARY:
        return Source(why_not=LeftOut.BINARY)
    return Source(data)


def _names(root: Path, stopped: Callable[[], bool]) -> list[str]:
    """What git knows; where it knows nothing, as in an ignored folder of a larger project, what lies there."""
    known = known_files(root)
    return sorted(map(os.fsdecode, known)) if known else sorted(walked_files(root, stopped))


class _OnDisk:
    """Looks at the files themselves; each folder is checked for links once."""

    def __init__(self, root: Path) -> None:
        self._root = os.fspath(root)
        self._home = Path(os.path.realpath(root))
        self._folders: dict[str, LeftOut | None] = {"": None}

    def why_left_out(self, name: str) -> LeftOut | None:
        linked = self._why_folder(name.rpartition("/")[0])
        if linked:
            return linked
        path = f"{self._root}/{name}"
        try:
            found = os.lstat(path)
            if stat.S_ISLNK(found.st_mode):
                return self._where_it_leads(path)
            if not stat.S_ISREG(found.st_mode):
                return LeftOut.UNREADABLE
            if found.st_size > LARGEST:
                return LeftOut.HUGE
            return left_out_by_head(name, _head(path)) if found.st_size else None
        except (FileNotFoundError, NotADirectoryError):
            return LeftOut.ABSENT
        except OSError:
            return LeftOut.UNREADABLE

    def _why_folder(self, folder: str) -> LeftOut | None:
        if folder not in self._folders:
            path = f"{self._root}/{folder}"
            above = self._why_folder(folder.rpartition("/")[0])
            self._folders[folder] = above or (self._where_it_leads(path) if Path(path).is_symlink() else None)
        return self._folders[folder]

    def _where_it_leads(self, link: str) -> LeftOut:
        inside = Path(os.path.realpath(link)).is_relative_to(self._home)
        return LeftOut.LINK if inside else LeftOut.OUTSIDE


def _read(handle: int, expected: int) -> bytes:
    """Everything, or at least enough to see that it is too much."""
    chunks = [os.read(handle, expected)]
    while chunks[-1] and sum(map(len, chunks)) <= LARGEST:
        chunks.append(os.read(handle, expected))
    return b"".join(chunks)


def _head(path: str) -> bytes:
    handle = os.open(path, _NO_SURPRISES)
    try:
        return os.read(handle, HEAD)
    finally:
        os.close(handle)
