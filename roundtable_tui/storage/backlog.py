"""Finds items in BACKLOG.md and changes the marker of one without touching any other byte of the user's file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roundtable_tui.formats.markdown import Fences
from roundtable_tui.storage.slugs import slug_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE = re.compile(
    rb"(?P<before>(?:\xef\xbb\xbf)?[ \t]*[-*+][ \t]+(?P<number>[0-9]+(?:\.[0-9]+)+)[ \t]+\[)"
    rb"(?P<marker>[^\]\r\n])\](?P<title>[ \t]+[^\r\n]*)"
)


class Marker(StrEnum):
    RAW = " "
    PARTIAL = "~"
    ANALYZED = "A"


@dataclass(frozen=True, slots=True)
class BacklogEntry:
    number: str
    marker: str
    title: str
    line_index: int


def entries(data: bytes) -> list[BacklogEntry]:
    """Every line of the form `- 1.2 [ ] Title` outside fenced code."""
    found = []
    for index, line in _lines_of_prose(data):
        if entry := _LINE.match(line):
            found.append(
                BacklogEntry(
                    number=entry["number"].decode(),
                    marker=entry["marker"].decode("utf-8", "replace"),
                    title=entry["title"].decode("utf-8", "replace").strip(),
                    line_index=index,
                )
            )
    return found


def find(listed: Sequence[BacklogEntry], *, slug: str, source_id: str = "", number: str = "") -> BacklogEntry | None:
    """The one line that belongs to the item, by the strongest sign that any line shows.

    In this order: the number, where it is known; a link into the item's folder; a title whose slug is the item's;
    a title that carries the item's ticket. Two lines with the same strongest sign are no one's: better no marker
    than a wrong one.
    """
    signs = (
        [entry for entry in listed if number and entry.number == number],
        [entry for entry in listed if f"/{slug}/" in entry.title or f"/{slug})" in entry.title],
        [entry for entry in listed if slug_of(entry.title) == slug],
        [entry for entry in listed if carries(entry.title, source_id)],
    )
    strongest = next((matches for matches in signs if matches), [])
    return strongest[0] if len(strongest) == 1 else None


def carries(title: str, source_id: str) -> bool:
    """Whether the title names the ticket: `GH-12` also as `#12`, `ABC-12` as it is, neither inside a longer word."""
    if not source_id:
        return False
    spellings = [re.escape(source_id)]
    if source_id.startswith("GH-"):
        spellings.append("#" + re.escape(source_id.removeprefix("GH-")))
    return re.search(rf"(?<![\w#-])(?:{'|'.join(spellings)})(?![\w-])", title, re.IGNORECASE) is not None


def with_marker(data: bytes, marker: Marker, *, slug: str, source_id: str = "", number: str = "") -> bytes | None:
    """The file with the item's marker set; None where no line is the item's or nothing would change.

    A marker that is none of ours, such as `x` for done, was set by somebody who knows better and stays.
    """
    entry = find(entries(data), slug=slug, source_id=source_id, number=number)
    if entry is None or entry.marker == marker or entry.marker not in set(Marker):
        return None
    lines = data.splitlines(keepends=True)
    line = lines[entry.line_index]
    match = _LINE.match(line)
    if match is None:
        return None
    start, end = match.span("marker")
    lines[entry.line_index] = line[:start] + marker.encode() + line[end:]
    return b"".join(lines)


def _lines_of_prose(data: bytes) -> list[tuple[int, bytes]]:
    fences = Fences()
    lines = enumerate(data.splitlines(keepends=True))
    return [(index, line) for index, line in lines if not fences.take(line.decode("latin-1"))]
