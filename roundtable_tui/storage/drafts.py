"""Keeps words that were written and not sent yet, so that whoever quits finds them again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from roundtable_tui.storage.atomic import make_private_folder, write_atomically
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

    def __init__(self, disk: Disk, paths: ProjectPaths, path: Path, clock: Callable[[], datetime]) -> None:
        self._disk = disk
        self._paths = paths
        self._path = path
        self._clock = clock

    def read(self) -> dict[str, str]:
        """What cannot be understood is copied aside and counts as nothing."""
        data = read_if_there(self._disk, self._path, _LIMIT)
        if data is None:
            return {}
        try:
            found = json.loads(data)
            return {str(name): text for name, text in found.items() if isinstance(text, str)}
        except (ValueError, AttributeError, RecursionError):
            set_aside(self._disk, self._path, self._clock(), data)
            return {}

    def keep(self, texts: Mapping[str, str]) -> None:
        """Just these; empty ones are not worth keeping."""
        written = {name: text for name, text in texts.items() if text}
        if written:
            make_private_folder(self._disk, self._path.parent)
            content = f"{json.dumps(written, indent=2)}\n".encode()
            write_atomically(self._disk, writable_target(self._paths, self._path), content)
        elif self._disk.stat(self._path) is not None:
            self._disk.remove(self._path)
