"""Turns a stretch of the screen that the user selected into the text it stands for, without gutters and soft breaks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.geometry import Offset
from textual.selection import Selection
from textual.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.style import Style

    from roundtable_tui.ui.lines.blocks import Line
    from roundtable_tui.ui.lines.store import Entry, LineStore

_LINES = 1 << 20
"""More lines than any block has."""
_WORD = re.compile(r"[\w'’-]+|[^\w\s]+")


def row_of(entry: Entry, line: int) -> int:
    """A number for a line that stays the same while the blocks above it change their height."""
    return entry.index * _LINES + line


def selected_text(store: LineStore, selection: Selection, lines_of: Callable[[Entry], Sequence[Line]]) -> str:
    """The selected text; blocks that were not rendered so far are rendered for it."""
    first = selection.start.y // _LINES if selection.start else 0
    last = selection.end.y // _LINES if selection.end else len(store) - 1
    pieces: list[str] = []
    for entry in store.entries[first : last + 1]:
        for number, line in enumerate(lines_of(entry)):
            span = selection.get_span(row_of(entry, number))
            if span is None:
                continue
            start, end = (max(x - line.lead, 0) if x >= 0 else len(line.text) for x in span)
            if pieces:
                pieces.append("\n" if line.join is None else line.join)
            pieces.append(line.text[start:end])
    return "".join(pieces)


def selected_lines(store: LineStore, selection: Selection) -> tuple[tuple[Entry, int], tuple[Entry, int]]:
    """The first and the last line of a stretch; one that ends before the first letter of a line leaves that out."""
    first, start = divmod(selection.start.y, _LINES) if selection.start else (0, 0)
    last, end = len(store) - 1, _LINES
    if selection.end:
        last, end = divmod(selection.end.y - (not selection.end.x), _LINES)
    return (store.entries[first], start), (store.entries[max(first, last)], end)


def word_at(entry: Entry, number: int, line: Line, x: int) -> Selection | None:
    """The word under a character of a line."""
    for match in _WORD.finditer(line.text):
        if match.start() <= x - line.lead < match.end():
            row = row_of(entry, number)
            return Selection(Offset(line.lead + match.start(), row), Offset(line.lead + match.end(), row))
    return None


def whole(entry: Entry) -> Selection:
    return Selection(Offset(0, row_of(entry, 0)), Offset(0, row_of(entry, len(entry.lines or ()))))


def character_at(line: Line, cell: int) -> int:
    """Which character of the line, with its decoration, covers this cell."""
    used = place = 0
    for place, character in enumerate(line.strip.text):
        used += Segment(character).cell_length
        if cell < used:
            return place
    return place + 1


def overlaid(strip: Strip, stretches: Iterable[tuple[int, int, Style]]) -> Strip:
    """The strip with styles put over stretches of its characters."""
    for start, end, style in stretches:
        segments: list[Segment] = []
        place = 0
        for text, under, _ in strip:
            cuts = (0, min(max(start - place, 0), len(text)), min(max(end - place, 0), len(text)), len(text))
            for number, (left, right) in enumerate(pairwise(cuts)):
                if left < right:
                    over = (under + style if under else style) if number == 1 else under
                    segments.append(Segment(text[left:right], over))
            place += len(text)
        strip = Strip(segments, strip.cell_length)
    return strip


def signed(strip: Strip, sign: str, style: Style) -> Strip:
    """The strip with a sign in its first cell, where nothing but decoration stands there."""
    if strip.text[:1].isalnum() or not strip.cell_length:
        return strip
    return Strip([Segment(sign, style), *strip.crop(1)], strip.cell_length)
