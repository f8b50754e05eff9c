"""Writes a whole file so that after any crash either the old content stands or the new, never a mix."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from roundtable_tui.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk

_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{12}\.tmp", re.DOTALL)


def write_atomically(disk: Disk, path: Path, data: bytes) -> None:
    """The folder must exist; after a failure the old file still stands and no temporary file is left."""
    _write(disk, path, data, lambda: True)


def write_over(disk: Disk, path: Path, data: bytes, found: bytes | None) -> bool:
    """As `write_atomically`, but only if the file is still as it was found: False where somebody changed it meanwhile.

    It is looked at last when everything else is done, so that only the rename itself is left to collide with.
    """
    return _write(disk, path, data, lambda: _is_still(disk, path, found))


def _write(disk: Disk, path: Path, data: bytes, may: Callable[[], bool]) -> bool:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        disk.write(temporary, data)
        disk.sync(temporary)
        if not may():
            disk.remove(temporary)
            return False
        disk.replace(temporary, path)
    except BaseException:
        with suppress(StorageError):
            disk.remove(temporary)
        raise
    disk.sync_folder(path.parent)
    return True


def _is_still(disk: Disk, path: Path, found: bytes | None) -> bool:
    stamp = disk.stat(path)
    if stamp is None or found is None:
        return stamp is None and found is None
    return stamp.is_file and stamp.size == len(found) and disk.read(path, len(found)) == found


def make_folders(disk: Disk, path: Path) -> None:
    """The folder and every missing one above it, each durable before the next is made inside it."""
    stamp = disk.stat(path)
    if stamp is not None:
        if not stamp.is_folder:
            disk.make_folder(path)
        return
    missing = []
    folder = path
    while disk.stat(folder) is None and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    for folder in reversed(missing):
        disk.make_folder(folder)
        disk.sync_folder(folder.parent)


def make_private_folder(disk: Disk, path: Path, *, ignore: str = "*\n") -> None:
    """A folder that keeps itself out of git by its own `.gitignore`; one that has such a file keeps it."""
    make_folders(disk, path)
    rules = path / ".gitignore"
    if disk.stat(rules) is None:
        write_atomically(disk, rules, ignore.encode())


def leftover_temporaries(disk: Disk, folder: Path) -> list[Path]:
    """Files of `write_atomically` that a crash left behind; nothing else has a name of this form."""
    return [folder / name for name in disk.names(folder) if _TEMPORARY.fullmatch(name)]


def remove_leftovers(disk: Disk, folder: Path, of: str = "") -> None:
    """To be called by whoever holds the lock over the folder, since a live writer's file looks the same.

    `of` names the one file whose leftovers go, where the folder holds what is not ours.
    """
    for path in leftover_temporaries(disk, folder):
        if path.name.startswith(f".{of}"):
            disk.remove(path)
