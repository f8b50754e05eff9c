"""Breaks styled text into lines of a width in cells, so that wide characters, emoji and endless words all fit."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, split_graphemes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WIDE = "\u1100-\u115f\u2e80-\u303e\u3041-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff"


@cache
def _pieces() -> re.Pattern[str]:
    """Words, white space, and each wide character alone, since a line may break anywhere between those."""
    return re.compile(rf"\s+|[{_WIDE}]|[^\s{_WIDE}]+")


class Run(NamedTuple):
    """Text in one style; `names` are names of styles, later ones on top, `target` is where a link leads."""

    text: str
    names: tuple[str, ...] = ()
    target: str = ""


class Laid(NamedTuple):
    """One line: decoration, then content; `join` is what the break replaced, None where the text itself breaks."""

    runs: Sequence[Run]
    join: str | None = None
    lead: tuple[Run, ...] = ()
    names: tuple[str, ...] = ()
    """Styles under those of the content."""
    fill: tuple[str, ...] = ()
    """Styles of what is left of the line."""


class Cut(NamedTuple):
    start: int
    end: int
    join: str | None


def width_of(runs: Sequence[Run]) -> int:
    return sum(cell_len(run.text) for run in runs)


def wrap(runs: Sequence[Run], width: int) -> list[Laid]:
    """The runs on lines no wider than this; a character may be wider still, and is where there is no room."""
    width = max(width, 1)
    text = "".join([run.text for run in runs])
    if "\n" not in text and len(text) <= width and cell_len(text) <= width:
        return [Laid(runs)]
    cuts: list[Cut] = []
    place = 0
    for line in text.split("\n"):
        cuts += [Cut(place + cut.start, place + cut.end, cut.join) for cut in _cuts(line, width)]
        place += len(line) + 1
    return [Laid(part, cut.join) for part, cut in zip(_slices(runs, cuts), cuts, strict=True)]


def _cuts(line: str, width: int) -> list[Cut]:
    """Where to break one line of text; the white space at a break is left out."""
    if line.isascii():
        return _ascii_cuts(line, width)
    if len(line) <= width and cell_len(line) <= width:
        return [Cut(0, len(line), None)]
    cuts: list[Cut] = []
    start, used, join = 0, 0, None

    def close(end: int, resume: int) -> None:
        nonlocal start, used, join
        visible = start + len(line[start:end].rstrip())
        cuts.append(Cut(start, visible, join))
        start, used, join = resume, 0, line[visible:resume]

    for match in _pieces().finditer(line):
        piece = match.group()
        cells = cell_len(piece)
        if used + cells <= width:
            used += cells
        elif piece.isspace():
            close(match.start(), match.end())
        else:
            if used and line[start : match.start()].strip():
                close(match.start(), match.start())
            if used + cells <= width:
                used += cells
                continue
            for place, cells in _graphemes(piece, match.start()):
                if used and used + cells > width:
                    close(place, place)
                used += cells
    cuts.append(Cut(start, len(line), join))
    return cuts


def _ascii_cuts(line: str, width: int) -> list[Cut]:
    """The same for text where a character is a cell, which is most text, and much faster."""
    cuts: list[Cut] = []
    start, join = 0, None
    while len(line) - start > width:
        space = line.rfind(" ", start, start + width + 1)
        visible = start + len(line[start:space].rstrip()) if space > start else start
        if visible > start:
            resume = space + 1
            while resume < len(line) and line[resume] == " ":
                resume += 1
        else:
            visible = resume = start + width
        cuts.append(Cut(start, visible, join))
        start, join = resume, line[visible:resume]
    cuts.append(Cut(start, len(line), join))
    return cuts


def _graphemes(piece: str, place: int) -> Iterator[tuple[int, int]]:
    for start, _, cells in split_graphemes(piece)[0]:
        yield place + start, cells


def _slices(runs: Sequence[Run], cuts: Sequence[Cut]) -> Iterator[list[Run]]:
    """The runs of each cut, in one pass over both."""
    index, base = 0, 0
    for start, end, _ in cuts:
        while index < len(runs) and base + len(runs[index].text) <= start:
            base += len(runs[index].text)
            index += 1
        part: list[Run] = []
        at, here = index, base
        while at < len(runs) and here < end:
            run = runs[at]
            text = run.text[max(start - here, 0) : end - here]
            if text:
                part.append(run if text is run.text else Run(text, run.names, run.target))
            here += len(run.text)
            at += 1
        yield part
