"""Lays out parsed Markdown in lines of a width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.ui.lines.highlight import code_lines
from roundtable_tui.ui.lines.line_wrap import Laid, Run, wrap
from roundtable_tui.ui.lines.markdown_parser import Code, Heading, Item, Listing, Paragraph, Part, Quote, Rule, Table
from roundtable_tui.ui.lines.table_layout import lay_out_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BLANK = Laid(())
_CODE = ("code-block",)
_NARROWEST = 6
"""Nothing is indented when fewer cells than this would be left for it."""


def lay_out_all(parts: Iterable[Part], width: int, loose: bool = True) -> list[Laid]:
    """The parts below one another, with a blank line between them if loose."""
    lines: list[Laid] = []
    for part in parts:
        if lines and (loose or isinstance(part, Code | Table)):
            lines.append(BLANK)
        lines += lay_out(part, width)
    return lines


def lay_out(part: Part, width: int) -> list[Laid]:
    match part:
        case Paragraph(runs=runs):
            return wrap(runs, width)
        case Heading(level=level, runs=runs):
            return _named(wrap(runs, width), "heading" if level <= 2 else "subheading")
        case Code(text=text, language=language):
            return lay_out_code(text, language, width)
        case Quote(parts=parts):
            return _quote(parts, width)
        case Listing(items=items, loose=loose):
            return lay_out_items(items, loose, width)
        case Table():
            return lay_out_table(part, width)
        case Rule():
            return [Laid((Run("─" * width, ("line",)),))]


def lay_out_code(text: str, language: str, width: int) -> list[Laid]:
    room = width - 2
    lead = (Run(" ", _CODE),) if room >= _NARROWEST else ()
    lines = []
    for runs in code_lines(text, language):
        lines += [Laid(part, join, lead, _CODE, _CODE) for part, join, *_ in wrap(runs, room if lead else width)]
    return lines


def lay_out_items(items: Sequence[Item], loose: bool, width: int) -> list[Laid]:
    lines: list[Laid] = []
    indent = max((len(item.marker) for item in items), default=0) + 1
    for item in items:
        if lines and loose:
            lines.append(BLANK)
        lines += _item(item, loose, width, indent)
    return lines


def _item(item: Item, loose: bool, width: int, indent: int) -> list[Laid]:
    marker = Run(item.marker.rjust(indent - 1) + " ", ("bullet",))
    if width - indent < _NARROWEST:
        return [*wrap((marker,), width), *lay_out_all(item.parts, width, loose)]
    lines = lay_out_all(item.parts, width - indent, loose) or [BLANK]
    first, *others = lines
    if first.lead or first.fill:
        first = first._replace(lead=(marker, *first.lead))
    else:
        first = first._replace(runs=(marker, *first.runs))
    space = Run(" " * indent)
    return [first, *(line._replace(lead=(space, *line.lead)) for line in others)]


def _quote(parts: Sequence[Part], width: int) -> list[Laid]:
    bar = Run("▎ ", ("quote-bar",))
    if width - 2 < _NARROWEST:
        return lay_out_all(parts, width)
    lines = lay_out_all(parts, width - 2) or [BLANK]
    return [line._replace(lead=(bar, *line.lead)) for line in _named(lines, "quote")]


def _named(lines: Iterable[Laid], name: str) -> list[Laid]:
    return [line._replace(names=(name, *line.names)) for line in lines]
