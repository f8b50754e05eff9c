"""A journal of three lines, and ways to open and look at it."""

from __future__ import annotations

import errno
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.codec import to_wire
from roundtable_tui.domain.journal.events import USER, Event, UserSaid
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.journal import Journal, encode

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk

NOW = datetime(2026, 11, 16, 3, 3, 19, tzinfo=UTC)
FULL = OSError(errno.ENOSPC, "No space left on device")


def said(seq: int, text: str = "") -> Event:
    return Event(seq, "2026-11-16T03:03:19.016Z", seq, USER, 0, UserSaid(text or f"words {seq}"))


EVENTS = (said(1), said(2), said(3))
LINES = encode(EVENTS)
FIRST, SECOND, THIRD = (encode([event]) for event in EVENTS)


def opened(path: Path, disk: Disk | None = None) -> Journal:
    journal = Journal(disk or RealDisk(), path)
    journal.open(NOW)
    return journal


def beside(path: Path) -> dict[str, bytes]:
    return {other.name: other.read_bytes() for other in path.parent.iterdir() if other != path}


def line(**changes: object) -> bytes:
    return json.dumps({**to_wire(said(2)), **changes}).encode() + b"\n"
