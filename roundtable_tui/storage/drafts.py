"""Keeps words that were written and not sent yet, so that whoever quits finds them again."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.atomic import make_folders, make_private_folder, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, read_if_there
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.quarantine import set_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_LIMIT = 16 * MEGABYTE


class Unsent:
    """One file of texts by name; there is none while there is nothing to keep."""

    def __init__(
        self, disk: Disk, paths: ProjectPaths, path: Path, clock: Callable[[], datetime], refuge: Path | None = None
    ) -> None:
        """`refuge` is a folder that takes the file for as long as its own cannot."""
        self._disk = disk
        self._paths = paths
        self._path = path
        self._clock = clock
        known_by = hashlib.sha256(str(path.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._refuge = refuge / f"{path.stem}-{known_by}.json" if refuge else None

    def read(self) -> dict[str, str]:
        """What cannot be understood is copied aside and counts as nothing; what had to take refuge is the latest."""
        return (self._refuge and self._read(self._refuge)) or self._read(self._path)

    def _read(self, path: Path) -> dict[str, str]:
        data = read_if_there(self._disk, path, _LIMIT)
        if data is None:
            return {}
        try:
            found = json.loads(data)
            return {str(name): text for name, text in found.items() if isinstance(text, str)}
        except (ValueError, AttributeError, RecursionError):
            set_aside(self._disk, path, self._clock(), data)
            return {}

    def keep(self, texts: Mapping[str, str]) -> None:
        """Just these; empty ones are not worth keeping."""
        written = {name: text for name, text in texts.items() if text}
        content = f"{json.dumps(written, indent=2)}\n".encode() if written else b""
        try:
            self._keep_in_place(content)
        except StorageError:
            if self._refuge is None or not content:
                raise
            make_folders(self._disk, self._refuge.parent)
            write_atomically(self._disk, self._refuge, content)
        else:
            if self._refuge and self._disk.stat(self._refuge) is not None:
                self._disk.remove(self._refuge)

    def _keep_in_place(self, content: bytes) -> None:
        if content:
            make_private_folder(self._disk, self._path.parent)
            write_atomically(self._disk, writable_target(self._paths, self._path), content)
        elif self._disk.stat(self._path) is not None:
            self._disk.remove(self._path)
