"""What a deleted item left in files it shares with others: taken out with it, and put back with it byte for byte.

That is its marker in BACKLOG.md, which becomes that of an item nobody has analysed, and its section of the matrix of
quality attributes. Before either changes, what is taken out is kept beside the item in the trash.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins

from roundtable_tui.errors import StorageError
from roundtable_tui.storage import backlog
from roundtable_tui.storage.atomic import make_folders, remove_leftovers, write_atomically
from roundtable_tui.storage.backlog import Marker
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.locks import project_lock
from roundtable_tui.storage.meta import META_LIMIT, read_meta
from roundtable_tui.storage.paths import child, writable_target
from roundtable_tui.storage.quarantine import LARGEST
from roundtable_tui.storage.shared_files import section_of, section_with_marks, with_section

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths


class Traces(Struct, frozen=True):
    """What one item has in shared files."""

    ticket: str = ""
    marker: str = ""
    """Its marker in BACKLOG.md; empty where that says nothing of an analysis."""
    section: str = ""
    """Its part of the matrix, with the marks around it."""
    at: int = 0
    """Where in the matrix it stood."""
    rest: str = ""
    """The digest of the matrix without it: if that is unchanged, it goes back to where it stood."""


class SharedTraces:
    """Of one item; shared files change only under the lock that all items share."""

    def __init__(self, disk: Disk, paths: ProjectPaths, slug: str, clock: Callable[[], datetime]) -> None:
        self._disk = disk
        self._paths = paths
        self._slug = slug
        self._clock = clock

    def note(self, trashed: str) -> Traces:
        """What there is to take out, kept in the trash under the item's name there."""
        traces = self._found()
        if traces.marker or traces.section:
            self._write(self._kept(trashed), f"{json.dumps(to_builtins(traces), indent=2)}\n".encode())
        return traces

    def take_out(self, traces: Traces) -> None:
        if not traces.marker and not traces.section:
            return
        with project_lock(self._disk, self._paths, self._clock):
            if traces.marker:
                self._mark(traces, Marker.RAW)
            matrix = self._read(self._paths.nfr_matrix)
            if matrix is not None and (span := section_with_marks(matrix, self._slug)):
                self._write(self._paths.nfr_matrix, matrix[: span.start] + matrix[span.stop :])

    def put_back(self, trashed: str) -> None:
        """What the user changed there meanwhile stays; doing it twice is doing it once."""
        traces = self._known(trashed)
        if traces is None:
            return
        with project_lock(self._disk, self._paths, self._clock):
            if traces.marker and self._entry(traces.ticket, Marker.RAW):
                self._mark(traces, Marker(traces.marker))
            if traces.section:
                self._put_section_back(traces)

    def forget(self, trashed: str) -> None:
        kept = self._kept(trashed)
        if self._disk.stat(kept) is not None:
            self._disk.remove(kept)

    def _found(self) -> Traces:
        meta = read_meta(read_if_there(self._disk, self._paths.meta(self._slug), META_LIMIT), self._clock())
        ticket = meta.source_id if meta else ""
        marker = next((one for one in (Marker.PARTIAL, Marker.ANALYZED) if self._entry(ticket, one)), "")
        matrix = self._read(self._paths.nfr_matrix)
        span = section_with_marks(matrix, self._slug) if matrix is not None else None
        if matrix is None or span is None:
            return Traces(ticket, marker)
        rest = matrix[: span.start] + matrix[span.stop :]
        section = matrix[span.start : span.stop].decode("utf-8", "surrogateescape")
        return Traces(ticket, marker, section, span.start, digest_of(rest))

    def _entry(self, ticket: str, marker: Marker) -> bool:
        """Whether BACKLOG.md has a line for the item, with this marker."""
        listed = backlog.entries(self._read(self._paths.backlog) or b"")
        entry = backlog.find(listed, slug=self._slug, source_id=ticket)
        return entry is not None and entry.marker == marker

    def _mark(self, traces: Traces, marker: Marker) -> None:
        data = self._read(self._paths.backlog) or b""
        changed = backlog.with_marker(data, marker, slug=self._slug, source_id=traces.ticket)
        if changed is not None:
            self._write(self._paths.backlog, changed)

    def _put_section_back(self, traces: Traces) -> None:
        path = self._paths.nfr_matrix
        matrix = self._read(path)
        section = traces.section.encode("utf-8", "surrogateescape")
        if matrix is not None and digest_of(matrix) == traces.rest:
            self._write(path, matrix[: traces.at] + section + matrix[traces.at :])
        elif matrix is None or section_of(matrix, self._slug) is None:
            self._write(path, with_section(matrix, self._slug, section_of(section, self._slug) or b""))

    def _known(self, trashed: str) -> Traces | None:
        data = self._read(self._kept(trashed))
        if data is None:
            return None
        try:
            found = json.loads(data)
            texts = {name: str(found[name]) for name in ("ticket", "marker", "section", "rest")}
            if texts["marker"]:
                Marker(texts["marker"])
            texts["section"].encode("utf-8", "surrogateescape")
            return Traces(**texts, at=int(found["at"]))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            kept = self._kept(trashed)
            raise StorageError(f"{kept.name} in the trash is damaged.", "Remove it to go on without it.") from error

    def _kept(self, trashed: str) -> Path:
        return child(self._paths.trash, f"{trashed}.json")

    def _read(self, path: Path) -> bytes | None:
        return read_if_there(self._disk, path, LARGEST)

    def _write(self, path: Path, content: bytes) -> None:
        make_folders(self._disk, path.parent)
        remove_leftovers(self._disk, path.parent, of=path.name)
        write_atomically(self._disk, writable_target(self._paths, path), content)
