"""When each earlier version of a document was written, and in which turn: found in the journal by its digest."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.events import ArtifactsWritten
from roundtable_tui.storage.versions import Version

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from roundtable_tui.domain.journal.events import Event


class DatedVersion(Struct, frozen=True):
    """One version of a document; `number` counts from the oldest that is kept."""

    name: str
    number: int
    version: Version | None
    """None: the document as it is now."""
    when: datetime | None = None
    turn: int = 0
    edited: bool = False
    """It holds text of the user's own."""
    recorded: bool = True
    """Whether the program wrote just these bytes; else `when` is the moment it last saw them."""

    @property
    def is_current(self) -> bool:
        return self.version is None


class _Writing(Struct, frozen=True):
    seq: int
    at: str
    turn: int
    digest: str
    edited: bool


class Writings:
    """Every time a document was written, looked up in the journal once for all of them."""

    def __init__(self, events: Sequence[Event], zone: tzinfo | None = None) -> None:
        self._events = events
        self._zone = zone
        self._by_name: dict[str, list[_Writing]] = {}
        for event in events:
            if isinstance(event.body, ArtifactsWritten):
                for file in event.body.files:
                    writing = _Writing(event.seq, event.at, event.exchange, file.digest, file.digest != file.render)
                    self._by_name.setdefault(file.path, []).append(writing)

    def dated(self, name: str, versions: Sequence[Version], now: str = "") -> tuple[DatedVersion, ...]:
        """The versions from the oldest on, and at the end the document as it is, whose digest is `now`."""
        found = [self._dated(name, number, version) for number, version in enumerate(versions, 1)]
        return (*found, self._current(name, len(found) + 1, now))

    def _dated(self, name: str, number: int, version: Version) -> DatedVersion:
        for writing in reversed(self._by_name.get(name, ())):
            if writing.seq <= version.seq and writing.digest.startswith(version.digest):
                when = self._since(name, writing)
                return DatedVersion(name, number, version, self._time(when.at), when.turn, version.edited)
        seen = self._event(version.seq)
        at, turn = (seen.at, seen.exchange) if seen else ("", 0)
        return DatedVersion(name, number, version, self._time(at), turn, version.edited, recorded=False)

    def _current(self, name: str, number: int, digest: str) -> DatedVersion:
        writings = self._by_name.get(name, [])
        if not writings or (digest and writings[-1].digest != digest):
            return DatedVersion(name, number, None, edited=True, recorded=False)
        since = self._since(name, writings[-1])
        return DatedVersion(name, number, None, self._time(since.at), since.turn, since.edited)

    def _since(self, name: str, last: _Writing) -> _Writing:
        """Where a run of writings of the same bytes began."""
        first = last
        for writing in reversed(self._by_name[name]):
            if writing.seq > last.seq:
                continue
            if writing.digest != last.digest:
                break
            first = writing
        return first

    def _event(self, seq: int) -> Event | None:
        """Lines are numbered from 1 without gaps."""
        found = self._events[seq - 1] if 0 < seq <= len(self._events) else None
        return found if found is not None and found.seq == seq else None

    def _time(self, at: str) -> datetime | None:
        try:
            return datetime.fromisoformat(at).astimezone(self._zone)
        except (ValueError, OverflowError, OSError):
            return None
