"""Draws what hangs together: stories, requirements with their criteria and decisions, modules and files."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.handover.report.svg import cut_path, element, title, width_of, words, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MOST = 10
"""So many requirements stand in one drawing; more make another."""
_STORY, _FR, _MODULE, _FILE = (0, 165), (205, 270), (515, 176), (731, 209)
"""Where each column begins and how wide it is."""
_TOP = 34
_LINE = 16
_GAP = 10
_CHIP = 20
_SIZE = 12.5
_SMALL = 11.5
_PAD = 10


class Chip(Struct, frozen=True):
    """A small thing that belongs to one requirement: a criterion or a decision."""

    id: str
    label: str
    text: str
    kind: str
    """The classes it is coloured by."""


class Traced(Struct, frozen=True):
    id: str
    name: str
    chips: tuple[Chip, ...] = ()
    assumed: bool = False


class Linked(Struct, frozen=True):
    """A story, module or file, with the ids of what leads to it in the column on its left or right."""

    id: str
    name: str
    to: tuple[str, ...]
    assumed: bool = False


class Web(Struct, frozen=True):
    """What one drawing shows."""

    requirements: tuple[Traced, ...]
    stories: tuple[Linked, ...] = ()
    modules: tuple[Linked, ...] = ()
    files: tuple[Linked, ...] = ()


class _Box(Struct, frozen=True):
    id: str
    y: float
    lines: tuple[str, ...]
    chips: tuple[tuple[Chip, ...], ...] = ()
    gap: int = _GAP
    """To the next one below it."""

    @property
    def height(self) -> float:
        return 10.0 + len(self.lines) * _LINE + len(self.chips) * (_CHIP + 5)

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def drawn(web: Web, label: str) -> Markup:
    """The drawing of one group of requirements; `label` is what somebody who cannot see it is told."""
    frs = _stacked(web.requirements)
    centre = {box.id: box.middle for box in frs.values()}
    stories = _beside(web.stories, centre, _STORY)
    modules = _beside(web.modules, centre, _MODULE)
    known = centre | {box.id: box.middle for box in modules.values()}
    files = _beside(web.files, known, _FILE)
    carries = _carried(web)
    height = max((box.y + box.height for boxes in (frs, stories, modules, files) for box in boxes.values()), default=0)
    parts = [_heads(web)]
    parts += [_link(_end(_STORY), stories[one.id], _FR[0], frs[to], carries) for one, to in _pairs(web.stories, frs)]
    parts += [_link(_end(_FR), frs[to], _MODULE[0], modules[one.id], carries) for one, to in _pairs(web.modules, frs)]
    for one, to in _pairs(web.files, modules):
        parts.append(_link(_end(_MODULE), modules[to], _FILE[0], files[one.id], carries))
    for one, to in _pairs(web.files, frs):
        parts.append(_link(_end(_FR), frs[to], _FILE[0], files[one.id], carries))
    parts += [_requirement(one, frs[one.id]) for one in web.requirements]
    parts += [_node(one, stories[one.id], _STORY, "told", carries) for one in web.stories]
    parts += [_node(one, modules[one.id], _MODULE, "module", carries) for one in web.modules]
    parts += [_node(one, files[one.id], _FILE, "file", carries) for one in web.files]
    first = 0 if web.stories else _FR[0]
    width = _end(_FILE) + 4
    return element(
        "svg",
        *parts,
        class_="trace",
        viewBox=f"{first - 2} 0 {width} {height + 8:.0f}",
        width=width,
        height=f"{height + 8:.0f}",
        role="group",
        aria_label=label,
    )


def _heads(web: Web) -> Markup:
    shown = [("Requirements", _FR), *[("Stories", _STORY)] * bool(web.stories)]
    shown += [*[("Modules", _MODULE)] * bool(web.modules), *[("Files", _FILE)] * bool(web.files)]
    return Markup("").join(words(name, at[0], 14, class_="column") for name, at in shown)


def _stacked(requirements: Iterable[Traced]) -> dict[str, _Box]:
    boxes: dict[str, _Box] = {}
    y = float(_TOP)
    for one in requirements:
        lines = wrapped(f"{one.id} {one.name}", _FR[1] - 2 * _PAD, _SIZE)
        box = boxes[one.id] = _Box(one.id, y, tuple(lines), _chip_rows(one.chips))
        y += box.height + box.gap
    return boxes


def _beside(nodes: Sequence[Linked], centre: Mapping[str, float], column: tuple[int, int]) -> dict[str, _Box]:
    """Each as near as can be to the middle of what it is linked with, in that order, none over another."""

    def wanted(node: Linked) -> float:
        ends = [centre[one] for one in node.to if one in centre]
        return sum(ends) / len(ends) if ends else 1e9

    placed: dict[str, _Box] = {}
    y = float(_TOP)
    gap = _GAP // 2 if column is _FILE else _GAP
    boxes = {node.id: _Box(node.id, 0.0, tuple(_lines(node.name, column)), gap=gap) for node in nodes}
    lowest = max(centre.values(), default=y)
    left = sum(box.height + gap for box in boxes.values())
    for node in sorted(nodes, key=wanted):
        box = boxes[node.id]
        latest = max(lowest + box.height - left, y)
        placed[node.id] = replace(box, y=max(y, min(wanted(node) - box.height / 2, latest)))
        y = placed[node.id].y + box.height + gap
        left -= box.height + gap
    return placed


def _lines(name: str, column: tuple[int, int]) -> list[str]:
    room = column[1] - 2 * _PAD
    return [cut_path(name, room, _SMALL)] if column is _FILE else wrapped(name, room, _SIZE)


def _pairs(nodes: Iterable[Linked], ends: Mapping[str, _Box]) -> list[tuple[Linked, str]]:
    return [(node, to) for node in nodes for to in node.to if to in ends]


def _carried(web: Web) -> dict[str, str]:
    """The requirements that each node has to do with, as the page's script looks them up."""
    found: dict[str, list[str]] = defaultdict(list)
    known = {one.id for one in web.requirements}
    for fr in known:
        found[fr].append(fr)
    for node in (*web.stories, *web.modules):
        found[node.id] += [to for to in node.to if to in known]
    for node in web.files:
        found[node.id] += [fr for to in node.to for fr in found.get(to, ())]
    return {key: " ".join(sorted(set(several))) for key, several in found.items()}


def _link(x1: int, start: _Box, x2: int, end: _Box, carries: Mapping[str, str]) -> Markup:
    middle = (x1 + x2) / 2
    path = (
        f"M{x1} {start.middle:.1f}C{middle:.0f} {start.middle:.1f} {middle:.0f} {end.middle:.1f} {x2} {end.middle:.1f}"
    )
    both = set(carries.get(start.id, "").split()) & set(carries.get(end.id, "").split())
    return element("path", d=path, class_="link", data_of=" ".join(sorted(both)))


def _requirement(one: Traced, box: _Box) -> Markup:
    x = _FR[0]
    first, *more = box.lines
    name = element("tspan", Markup("{}").format(one.id), class_="id")
    start = element("text", name, Markup("{}").format(first.removeprefix(one.id)), x=x + _PAD, y=box.y + 17)
    parts = [title(f"{one.id} {one.name}"), _shape(box, _FR, 6), start, *_text(more, x, box.y + _LINE)]
    for place, row in enumerate(box.chips):
        at = float(x + _PAD)
        for chip in row:
            parts.append(_chip(chip, at, box.y + 8 + len(box.lines) * _LINE + place * (_CHIP + 5)))
            at += _chip_width(chip) + 5
    return element(
        "a",
        *parts,
        href=f"#{one.id}",
        class_=f"node wanted{' assumed' if one.assumed else ''}",
        data_of=one.id,
        aria_label=f"{one.id} {one.name}",
    )


def _shape(box: _Box, column: tuple[int, int], corner: int) -> Markup:
    return element("rect", x=column[0], y=box.y, width=column[1], height=box.height, rx=corner)


def _text(lines: Iterable[str], x: int, y: float) -> list[Markup]:
    return [words(line, x + _PAD, y + 17 + place * _LINE) for place, line in enumerate(lines)]


def _chip(chip: Chip, x: float, y: float) -> Markup:
    width = _chip_width(chip)
    return element(
        "g",
        title(f"{chip.id}: {chip.text}"),
        element("rect", x=x, y=y, width=width, height=_CHIP, rx=10),
        words(chip.label, x + width / 2, y + 14, text_anchor="middle"),
        class_=f"chip {chip.kind}",
    )


def _chip_width(chip: Chip) -> float:
    return max(28.0, width_of(chip.label, _SMALL) + 14)


def _chip_rows(chips: Iterable[Chip]) -> tuple[tuple[Chip, ...], ...]:
    rows: list[list[Chip]] = []
    room = 0.0
    for chip in chips:
        width = _chip_width(chip) + 5
        if width > room:
            rows.append([])
            room = _FR[1] - 2.0 * _PAD
        rows[-1].append(chip)
        room -= width
    return tuple(map(tuple, rows))


def _node(one: Linked, box: _Box, column: tuple[int, int], kind: str, carries: Mapping[str, str]) -> Markup:
    return element(
        "g",
        title(f"{one.id} {one.name}"),
        _shape(box, column, 13 if column is _STORY else 6),
        *_text(box.lines, column[0], box.y),
        class_=f"node {kind}{' assumed' if one.assumed else ''}",
        data_of=carries.get(one.id, ""),
    )


def _end(column: tuple[int, int]) -> int:
    return column[0] + column[1]
