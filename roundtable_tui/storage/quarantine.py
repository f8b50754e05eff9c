"""Keeps a file that cannot be understood, so that work can go on without anything being lost."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import MEGABYTE

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk

LARGEST = 256 * MEGABYTE


def set_aside(disk: Disk, path: Path, now: datetime, data: bytes | None = None) -> Path:
    """Copies the file (or only `data`, its damaged part) to `name.corrupt-<UTC time>` and returns where.

    The original stays as it is. A copy with the same content that an earlier attempt made is used again.
    """
    content = disk.read(path, LARGEST) if data is None else data
    prefix = f"{path.name}.corrupt-"
    taken = {name for name in disk.names(path.parent) if name.startswith(prefix)}
    for name in sorted(taken):
        if _holds(disk, path.with_name(name), content):
            return path.with_name(name)
    copy = f"{prefix}{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    number, name = 2, copy
    while name in taken:
        name = f"{copy}-{number}"
        number += 1
    write_atomically(disk, path.with_name(name), content)
    return path.with_name(name)


def _holds(disk: Disk, path: Path, content: bytes) -> bool:
    stamp = disk.stat(path)
    if stamp is None or not stamp.is_file or stamp.size != len(content):
        return False
    return disk.read(path, LARGEST) == content
