"""Knowledge as it was read the last time, as long as no file it was read from has changed."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from roundtable_tui.domain.knowledge.knowledge import Knowledge
from roundtable_tui.errors import StorageError
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, RealDisk, read_if_there

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_KINDS = ("personas", "steps", "topics")
_LARGEST = 8 * MEGABYTE
_DEEPEST = 3
_READERS = ("library", "formats", "domain/knowledge", "domain/dossier", "domain/talk")
"""The rooms of the program that decide what comes of a file."""


_PACKAGE = Path(__file__).parent.parent


class _Remembered(msgspec.Struct, frozen=True):
    digest: str
    knowledge: Knowledge


def known_in(places: Sequence[Path], cache_folder: Path | None) -> Knowledge:
    """What the files in these places say; reading them takes ten times as long as seeing that none has changed."""
    if cache_folder is None:
        return _read(places)
    roots = [root for place in dict.fromkeys(places) for kind in _KINDS if (root := place / kind).is_dir()]
    file = cache_folder / f"knowledge-{hashlib.sha256(repr(roots).encode()).hexdigest()[:16]}.json"
    try:
        digest = _digest([*roots, *(_PACKAGE / room for room in _READERS)])
    except OSError:  # a link that leads nowhere, or a file that just went: what is wrong is told by who reads it
        return _read(places)
    if remembered := _recall(file, digest):
        return remembered
    knowledge = _read(places)
    _remember(file, _Remembered(digest, knowledge))
    return knowledge


def _read(places: Sequence[Path]) -> Knowledge:
    from roundtable_tui.library.loader import load_knowledge

    return load_knowledge(places)


def _recall(file: Path, digest: str) -> Knowledge | None:
    """Whatever is wrong with what is remembered, the files can still be read."""
    try:
        found = read_if_there(RealDisk(), file, _LARGEST)
        remembered = msgspec.json.decode(found, type=_Remembered) if found else None
    except (StorageError, msgspec.MsgspecError):
        return None
    return remembered.knowledge if remembered and remembered.digest == digest else None


def _remember(file: Path, remembered: _Remembered) -> None:
    disk = RealDisk()
    try:
        make_folders(disk, file.parent)
        write_atomically(disk, file, msgspec.json.encode(remembered))
    except StorageError:
        return  # The next start reads the files again.


def _digest(roots: Sequence[Path]) -> str:
    """One digest over every file that is read, and the program that reads: name, size and times."""
    digest = hashlib.sha256()
    for root in roots:
        for found in _files_under(root):
            stamp = found.stat()
            times = f"{stamp.st_mode} {stamp.st_size} {stamp.st_mtime_ns} {stamp.st_ctime_ns}"
            digest.update(f"{found.path}\0{times}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _files_under(folder: Path | str, depth: int = 0) -> Iterator[os.DirEntry[str]]:
    """As deep as knowledge is looked for, and a little deeper; links that lead in a circle end there."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir() and depth < _DEEPEST:
            yield from _files_under(entry.path, depth + 1)
        elif not entry.name.endswith(".pyc"):
            yield entry
