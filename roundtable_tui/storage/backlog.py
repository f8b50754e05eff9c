"""Finds items in BACKLOG.md and changes the marker of one without touching any other byte of the user's file.

Three forms of line are in use: `- 1.2 [ ] Title`, `- #30 [ ] Title`, and `- [ ] #277 Title -> [requirements](…/slug/)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from roundtable_tui.formats.markdown import Fences
from roundtable_tui.storage.slugs import slug_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_START = rb"(?:\xef\xbb\xbf)?[ \t]*[-*+][ \t]+"
_MARKER = rb"\[(?P<marker>[^\]\r\n])\]"
_FORMS = (
    re.compile(_START + rb"(?P<name>[0-9]+(?:\.[0-9]+)+|\#[0-9]+)[ \t]+" + _MARKER + rb"(?P<title>[ \t]+[^\r\n]*)"),
    re.compile(
        _START
        + _MARKER
        + rb"[ \t]+(?P<name>\#[0-9]+|[A-Z][A-Z0-9]*(?:-[A-Z]+)?-[0-9]+)(?![\w-]):?(?P<title>[ \t]+[^\r\n]*)"
    ),
)
_ASIDES = re.compile(r"\s*(?:->|→)?\s*\[[^\]]*\]\([^)]*\)|\s*\[[a-z]+:[^\]]*\]|\s*\*\*[^*]*\*\*\s*$|\s*\*\([^)]*\)\*")
"""What stands behind a title: links, references like `[github: GH-30]`, and remarks in bold."""


class Marker(StrEnum):
    RAW = " "
    PARTIAL = "~"
    ANALYZED = "A"


@dataclass(frozen=True, slots=True)
class BacklogEntry:
    number: str
    """`1.2`; empty where the line goes by a ticket."""
    marker: str
    title: str
    """All that follows the marker and the name."""
    line_index: int
    ticket: str = field(default="", compare=False)
    """`GH-30` of `#30`, `ABC-12` as it is; empty where the line has a number."""
    name: str = field(default="", compare=False)
    """The title without links and remarks."""
    slug: str = field(default="", compare=False)
    """What the folder of an item of that name would be called."""


def entries(data: bytes) -> list[BacklogEntry]:
    """Every line of one of the three forms outside fenced code."""
    found = []
    for index, line in _lines_of_prose(data):
        if form := _form(line):
            name, title = form["name"].decode(), form["title"].decode("utf-8", "replace").strip()
            plain = _ASIDES.sub("", title).strip() or title
            found.append(
                BacklogEntry(
                    number=name if name[0].isdigit() else "",
                    marker=form["marker"].decode("utf-8", "replace"),
                    title=title,
                    line_index=index,
                    ticket="" if name[0].isdigit() else name.replace("#", "GH-"),
                    name=plain,
                    slug=slug_of(plain),
                )
            )
    return found


def find(listed: Sequence[BacklogEntry], *, slug: str, source_id: str = "", number: str = "") -> BacklogEntry | None:
    """The one line that belongs to the item, by the strongest sign that any line shows.

    In this order: the number, where it is known; a link into the item's folder; the ticket the line goes by; a title
    whose slug is the item's; a title that carries the item's ticket. Two lines with the same strongest sign are no
    one's: better no marker than a wrong one.
    """
    tickets = tickets_of(source_id)
    signs = (
        lambda entry: number and entry.number == number,
        lambda entry: f"/{slug}/" in entry.title or f"/{slug})" in entry.title,
        lambda entry: entry.ticket and entry.ticket.upper() in tickets,
        lambda entry: entry.slug == slug,
        lambda entry: any(carries(entry.title, ticket) for ticket in tickets),
    )
    for shows in signs:
        if matches := [entry for entry in listed if shows(entry)]:
            return matches[0] if len(matches) == 1 else None
    return None


def tickets_of(source_id: str) -> tuple[str, ...]:
    """The tickets a `source_id` names: one, or several as in `GH-60+GH-61`."""
    return tuple(part for part in re.split(r"[\s+,;]+", source_id.upper()) if part)


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
    form = _form(line)
    if form is None:
        return None
    start, end = form.span("marker")
    lines[entry.line_index] = line[:start] + marker.encode() + line[end:]
    return b"".join(lines)


def _form(line: bytes) -> re.Match[bytes] | None:
    return next((found for form in _FORMS if (found := form.match(line))), None)


def _lines_of_prose(data: bytes) -> list[tuple[int, bytes]]:
    fences = Fences()
    lines = enumerate(data.splitlines(keepends=True))
    return [(index, line) for index, line in lines if not fences.take(line.decode("latin-1"))]
