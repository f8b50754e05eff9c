"""Draws a flowchart with boxes and arrows: the source of a diagram in, lines no wider than asked for out.

Boxes stand below one another, each arrow to the next one straight down; all others leave their box at the right, run
along a lane of their own and come in where they lead. A row of boxes that fits is drawn from left to right. What does
not fit is told as a list of arrows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from roundtable_tui.ui.documents.flowchart import Arrow, Flowchart, read_flowchart
from roundtable_tui.ui.lines.line_wrap import Run, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_LEAST_WORDS = 8
"""Cells a box has for its words; with fewer nobody reads them."""
_MOST_WORDS = 40
_FRAME = 4
_BETWEEN = " ──▶ "
_CROSSED = {" ": "─", "│": "┼", "┐": "┬", "┘": "┴", "┤": "┼"}
"""What becomes of a cell that an arrow runs across."""
_DOWN = 2
"""The column of the arrows that lead straight down."""


def diagram(source: str, width: int) -> list[str] | None:
    """The drawing; None where the source is none that can be drawn and has to be read as it is."""
    chart = read_flowchart(source)
    if chart is None:
        return None
    width = max(width, 1)
    lines: list[str] = []
    for part in _parts(chart):
        lines += [""] if lines else []
        lines += _row(part, width) or _column(part, width) or _told(part, width)
    return lines


def _parts(chart: Flowchart) -> list[Flowchart]:
    """The boxes that arrows connect, each group for itself, in the order written."""
    group = {name: name for name in chart.boxes}

    def first(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    for arrow in chart.arrows:
        group[first(arrow.target)] = first(arrow.source)
    parts: dict[str, Flowchart] = {}
    for name, words in chart.boxes.items():
        parts.setdefault(first(name), Flowchart(chart.direction)).boxes[name] = words
    for arrow in chart.arrows:
        parts[first(arrow.source)].arrows.append(arrow)
    return list(parts.values())


def _in_order(chart: Flowchart) -> list[str]:
    """What leads somewhere before what it leads to, where that can be; a box follows close on what leads to it."""
    into = {name: sum(arrow.target == name != arrow.source for arrow in chart.arrows) for name in chart.boxes}
    order: list[str] = []
    ready = [name for name in reversed(chart.boxes) if not into[name]]
    left = dict.fromkeys(chart.boxes)
    while left:
        name = ready.pop() if ready else next(iter(left))  # in a circle one has to begin somewhere
        if name not in left:
            continue
        del left[name]
        order.append(name)
        for arrow in reversed(chart.arrows):
            if arrow.source == name and arrow.target in left:
                into[arrow.target] -= 1
                ready += [arrow.target] if into[arrow.target] <= 0 else []
    return order


# From left to right


def _row(chart: Flowchart, width: int) -> list[str]:
    """Boxes of which each leads to the next and nowhere else; nothing where they do not fit."""
    order = _in_order(chart)
    chain = [(arrow.source, arrow.target) for arrow in chart.arrows]
    if chart.direction != "LR" or sorted(chain) != sorted(pairwise(order)):
        return []
    if any(arrow.label for arrow in chart.arrows):
        return []
    cells = [cell_len(chart.boxes[name]) + 2 for name in order]
    if sum(cells) + 2 * len(cells) + len(_BETWEEN) * (len(cells) - 1) > width:
        return []
    gap = " " * len(_BETWEEN)
    return [
        gap.join(f"┌{'─' * room}┐" for room in cells),
        _BETWEEN.join(f"│ {chart.boxes[name]} │" for name in order),
        gap.join(f"└{'─' * room}┘" for room in cells),
    ]


# Below one another


@dataclass(slots=True)
class _Placed:
    """A box in a column: its words in lines, and the line its first stands in."""

    words: list[str]
    top: int = 0

    @property
    def comes_in(self) -> int:
        return self.top + 1

    @property
    def goes_out(self) -> int:
        return self.top + len(self.words)


@dataclass(slots=True)
class _Lane:
    """Everything that leaves one box at its right."""

    out: int
    into: list[int]
    column: int = 0

    @property
    def lines(self) -> range:
        ends = (self.out, *self.into)
        return range(min(ends), max(ends) + 1)


def _column(chart: Flowchart, width: int) -> list[str]:
    """Nothing where there is no room for the words, or for those at an arrow."""
    order = _in_order(chart)
    following = set(pairwise(order))
    down = [arrow for arrow in chart.arrows if (arrow.source, arrow.target) in following]
    aside = [arrow for arrow in chart.arrows if arrow not in down]
    if any(arrow.label for arrow in aside):
        return []
    longest = max(map(cell_len, chart.boxes.values()))
    lanes = _lanes(order, aside, {name: _Placed([""], 3 * row) for row, name in enumerate(order)})
    room = min(
        longest, _MOST_WORDS, width - _FRAME - (2 * (max(lane.column for lane in lanes) + 1) + 1 if lanes else 0)
    )
    if room < min(longest, _LEAST_WORDS):
        return []
    boxes = _stacked(chart, order, room, down, aside)
    drawn = _with_lanes(_drawn(boxes, order, room, down), _lanes(order, aside, boxes))
    return drawn if max(map(cell_len, drawn)) <= width else []


def _lanes(order: Sequence[str], aside: Sequence[Arrow], boxes: Mapping[str, _Placed]) -> list[_Lane]:
    """One for each box that arrows leave at its side, in the first column that is free all along it."""
    leaving: dict[str, list[int]] = {}
    for arrow in aside:
        leaving.setdefault(arrow.source, []).append(boxes[arrow.target].comes_in)
    lanes = [_Lane(boxes[name].goes_out, leaving[name]) for name in order if name in leaving]
    taken: dict[int, list[range]] = {}
    for lane in sorted(lanes, key=lambda lane: (len(lane.lines), lane.out)):
        while any(one.start <= lane.lines[-1] and lane.lines[0] < one.stop for one in taken.get(lane.column, ())):
            lane.column += 1
        taken.setdefault(lane.column, []).append(lane.lines)
    return lanes


def _stacked(
    chart: Flowchart, order: Sequence[str], room: int, down: Iterable[Arrow], aside: Iterable[Arrow]
) -> dict[str, _Placed]:
    """Where each box stands; one that arrows both leave and reach at its side has a line for each."""
    boxes: dict[str, _Placed] = {}
    top = 0
    both = {arrow.source for arrow in aside} & {arrow.target for arrow in aside}
    followed = {arrow.source for arrow in down}
    for name in order:
        words = _wrapped(chart.boxes[name], room)
        words += [""] if name in both and len(words) == 1 else []
        boxes[name] = _Placed(words, top)
        top += len(words) + 2 + (name in followed)
    return boxes


def _wrapped(text: str, room: int) -> list[str]:
    return ["".join(run.text for run in line.runs) for line in wrap((Run(text),), room)] or [""]


def _drawn(boxes: Mapping[str, _Placed], order: Sequence[str], room: int, down: Iterable[Arrow]) -> list[str]:
    after = {arrow.source: arrow.label for arrow in down}
    total = room + _FRAME
    lines: list[str] = []
    for name in order:
        lines.append(f"┌{'─' * (room + 2)}┐")
        lines += [f"│ {set_cell_size(words, room)} │" for words in boxes[name].words]
        foot = f"└{'─' * (room + 2)}┘"
        if name in after:
            foot = f"{foot[:_DOWN]}┬{foot[_DOWN + 1 :]}"
        lines.append(foot)
        if name in after:
            label = f" {after[name]}" if after[name] else ""
            lines.append(set_cell_size(f"{' ' * _DOWN}▼{label}", total))
    return lines


def _with_lanes(lines: Sequence[str], lanes: Sequence[_Lane]) -> list[str]:
    """The boxes with what leaves, comes in or passes at their right."""
    last = max((lane.column for lane in lanes), default=-1)
    leaving = {lane.out for lane in lanes}
    drawn = [f"{line[:-1]}├" if at in leaving else line for at, line in enumerate(lines)]
    return [(line + _beside(at, lanes, last)).rstrip() for at, line in enumerate(drawn)]


def _beside(at: int, lanes: Sequence[_Lane], last: int) -> str:
    cells = [" "] * (2 * last + 3)
    for lane in lanes:
        if at in lane.lines:
            cells[2 * lane.column + 2] = "│"
    for lane in sorted(lanes, key=lambda lane: lane.column):
        if at != lane.out and at not in lane.into:
            continue
        own = 2 * lane.column + 2
        cells[:own] = [_CROSSED.get(cell, cell) for cell in cells[:own]]
        cells[own] = "┐" if at == lane.lines[0] else "┘" if at == lane.lines[-1] else "┤"
    if any(at in lane.into for lane in lanes):
        cells[0] = "◀"
    return "".join(cells)


# In words


def _told(chart: Flowchart, width: int) -> list[str]:
    """A line for each arrow, and for each box that has none."""
    boxes = chart.boxes
    lines = [
        f"{boxes[one.source]} → {boxes[one.target]}{f' ({one.label})' if one.label else ''}" for one in chart.arrows
    ]
    return [part for line in lines or boxes.values() for part in _wrapped(line, width)]
