"""The append-only record an item resumes from: one event a line, durable before its effect is shown."""

from __future__ import annotations

import json
from datetime import UTC
from itertools import count
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.codec import NewerFormatError, from_wire, to_wire
from roundtable_tui.domain.journal.events import Event
from roundtable_tui.errors import JournalChangedError, StorageError
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import shown
from roundtable_tui.storage.quarantine import LARGEST, set_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk


class Contents(Struct, frozen=True):
    """What a journal file holds: the good part, and what follows it if that is not good."""

    events: tuple[Event, ...]
    good: bytes
    rest: bytes = b""
    torn: bool = False
    """The rest is only what a crash left of the last line; nobody was told that it had been saved."""
    newer: str = ""
    """Why this program may not write here: a later version of it did."""


def parse(data: bytes) -> Contents:
    """Reads as far as the lines are whole, in order and understood."""
    events: list[Event] = []
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        line = data[at:] if end < 0 else data[at:end]
        if line.strip(b" \t\r"):
            try:
                event = from_wire(json.loads(line))
            except NewerFormatError as newer:
                return Contents(tuple(events), data[:at], newer=str(newer))
            except (ValueError, RecursionError):
                return _stopped(events, data, at, whole_line=end >= 0)
            if event.seq != len(events) + 1:
                return _stopped(events, data, at, whole_line=True)
            events.append(event)
        at = len(data) if end < 0 else end + 1
    missing_newline = b"" if not data or data.endswith(b"\n") else b"\n"
    return Contents(tuple(events), data + missing_newline)


def _stopped(events: list[Event], data: bytes, at: int, *, whole_line: bool) -> Contents:
    rest = data[at:]
    torn = not whole_line or not rest.strip(b"\0\n")
    return Contents(tuple(events), data[:at], rest, torn)


def encode(events: Sequence[Event]) -> bytes:
    """The lines of these events; a lone surrogate becomes an escape that JSON reads back as itself."""
    lines = (json.dumps(to_wire(event), ensure_ascii=False, separators=(",", ":")) + "\n" for event in events)
    return "".join(lines).encode("utf-8", errors="backslashreplace")


class Journal:
    """One item's journal file, for whoever holds the item's lock."""

    def __init__(
        self, disk: Disk, path: Path, refuge: Path | None = None, may_write: Callable[[Path], Path] = lambda path: path
    ) -> None:
        """`refuge` takes what cannot be saved beside the journal, as where `may_write` refuses its folder by now."""
        self._disk = disk
        self._path = path
        self._refuge = refuge
        self._may_write = may_write
        self._inode: int | None = None
        self._size = 0

    def read(self) -> Contents:
        """Looks without touching anything."""
        if self._disk.stat(self._path) is None:
            return Contents((), b"")
        return parse(self._disk.read(self._path, LARGEST))

    def open(self, now: datetime) -> tuple[Contents, list[str]]:
        """Reads, mends what a crash left, and says what had to be mended."""
        contents = self.read()
        notices: list[str] = []
        if contents.newer:
            return contents, notices
        name = shown(self._path)
        if contents.rest and contents.torn:
            notices.append(f"{name} ended in the middle of a line; that unfinished line was dropped.")
        elif contents.rest:
            copy = set_aside(self._disk, self._path, now, contents.rest)
            notices.append(
                f"{name} is damaged after line {len(contents.events)}. The good part is used; "
                f"the rest was kept in {copy.name} beside it."
            )
        if self._disk.stat(self._path) is not None and self._on_disk() != len(contents.good):
            write_atomically(self._disk, self._path, contents.good)
        self._remember(len(contents.good))
        return contents, notices

    def begin(self, events: Sequence[Event], now: datetime) -> None:
        """Makes the first lines durable, all of them or none: half of them would begin another item."""
        self._require_untouched(events, now)
        data = encode(events)
        write_atomically(self._disk, self._path, data)
        self._remember(len(data))

    def append(self, events: Sequence[Event], so_far: Sequence[Event], now: datetime) -> None:
        """Makes these lines durable; if the file is not as we left it, saves all of them aside and stops."""
        data = encode(events)
        self._require_untouched([*so_far, *events], now)
        fresh = self._inode is None
        try:
            self._disk.append(self._path, data)
            self._disk.sync(self._path)
            if fresh:
                self._disk.sync_folder(self._path.parent)
        except StorageError:
            self._take_back_partial_line()
            raise
        self._remember(self._size + len(data))

    def _require_untouched(self, events: Sequence[Event], now: datetime) -> None:
        stamp = self._disk.stat(self._path)
        inode, size = (stamp.inode, stamp.size) if stamp else (None, 0)
        if (inode, size) == (self._inode, self._size):
            return
        where = self._save_aside(encode(events), now)
        raise JournalChangedError(
            f"{shown(self._path)} was changed by another program while this item was open.",
            f"Nothing was lost: everything said here is in {where}. Close the item and open it again.",
        )

    def _save_aside(self, data: bytes, now: datetime) -> str:
        """Beside the journal, or where that cannot be, with the user's own files; says where."""
        name = f"{self._path.name}.unsaved-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        try:
            return f"{self._saved(self._may_write(self._path.with_name(name)), data).name} beside it"
        except StorageError:
            if self._refuge is None:
                raise
            item = self._path.parent.parent.name
            return shown(self._saved(self._refuge / f"{item}-{name}", data))

    def _saved(self, path: Path, data: bytes) -> Path:
        """Under a name of its own: what was saved before may hold words that are nowhere else."""
        make_folders(self._disk, path.parent)
        taken = set(self._disk.names(path.parent))
        numbered = (path.name if number == 1 else f"{path.name}-{number}" for number in count(1))
        copy = path.with_name(next(free for free in numbered if free not in taken))
        write_atomically(self._disk, copy, data)
        return copy

    def _take_back_partial_line(self) -> None:
        try:
            if self._on_disk() > self._size:
                self._disk.truncate(self._path, self._size)
            if self._inode is None:
                self._remember(0)
        except StorageError:
            return  # a partial line is dropped when the journal is next opened

    def _on_disk(self) -> int:
        stamp = self._disk.stat(self._path)
        return stamp.size if stamp else 0

    def _remember(self, size: int) -> None:
        stamp = self._disk.stat(self._path)
        self._inode = stamp.inode if stamp else None
        self._size = size if stamp else 0
