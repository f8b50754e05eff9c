"""Reads modules out of a module design and interfaces out of an interface specification."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading.outline import below, bullets, first_paragraph, labels, outline, plain, tables
from roundtable_tui.artifacts.reading.specification import requirement_names
from roundtable_tui.artifacts.reading.statements import Statement
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.talk.sanitize import neutral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.artifacts.reading.outline import Line, Part

_MODULE = re.compile(
    r"\W*(?:(?P<name>MOD-?\d{1,5}|M\d{1,3})\b(?!\.\d)\**\s*[:.)—–-]+\s*"
    r"|(?:new )?(?:module|file|component)(?:\s+\d+)?\s*[:—–-]\s*)(?P<text>\S.*)",
    re.IGNORECASE,
)
_MODULES = re.compile(r"^module (?:overview|boundaries|summary|list|map)\b|^modules$|^overview$", re.IGNORECASE)
_MODULE_COLUMN = re.compile(r"^(?:modules?|component|file|change)$")
_DUTY = re.compile(r"^(?:responsibilit(?:y|ies)|purpose|description|role)$", re.IGNORECASE)
_REMARK = re.compile(r"\s*\((?:new|modified|modify|existing|changed?|~?\d[^)]*)\)\s*$", re.IGNORECASE)
_INTERFACE = re.compile(r"\W*(?P<name>IF-?\d{1,5})\b\**\s*[:.)—–-]+\s*(?P<text>\S.*)")
_CALL = re.compile(r"`?(?P<text>(?:[A-Za-z_][\w.]*\([^`]*\).*|(?:GET|POST|PUT|PATCH|DELETE)\s+/\S*.*?))`?")
_LONGEST_SCHEMA = 4_000


def modules(text: str) -> Iterator[Statement]:
    """Modules by their headings, else by the rows of their overview."""
    parts = outline(text)
    found = [one for at in range(len(parts)) if (one := _module(parts, at))]
    yield from found or _in_overview(parts)


def _module(parts: Sequence[Part], at: int) -> Statement | None:
    part = parts[at]
    heading = _MODULE.fullmatch(part.title) if part.level > 1 else None
    name = plain(_REMARK.sub("", heading["text"])).strip("` ") if heading else ""
    if heading is None or not name:
        return None
    inside = below(parts, at)
    fields: dict[str, Value] = {"text": name}
    if duty := _duty(inside):
        fields["responsibility"] = duty
    if traces := requirement_names(" ".join(line.text for part in inside for line in part.lines)):
        fields["traces"] = traces
    return Statement(Kind.MODULE, fields, part.line, (heading["name"] or "").upper())


def _duty(inside: Sequence[Part]) -> str:
    for part in inside:
        if said := next((line for label, line in labels(part.lines) if _DUTY.search(label) and line.text), None):
            return plain(said.text)
        if _DUTY.search(part.title) and (told := _first(part)):
            return plain(told.text)
    told = first_paragraph(inside[0].lines)
    return plain(told.text) if told else ""


def _first(part: Part) -> Line | None:
    return first_paragraph(part.lines) or next(bullets(part.lines), None)


def _in_overview(parts: Sequence[Part]) -> Iterator[Statement]:
    for part in parts:
        if part.level < 2 or not part.is_called(_MODULES):
            continue
        for table in tables(part.lines):
            name, duty = table.column(_MODULE_COLUMN), table.column(_DUTY)
            if name is None:
                continue
            for row in table.rows:
                if name < len(row.cells) and (text := plain(row.cells[name]).strip("` ")):
                    fields: dict[str, Value] = {"text": text}
                    if duty is not None and duty < len(row.cells) and (said := plain(row.cells[duty])):
                        fields["responsibility"] = said
                    yield Statement(Kind.MODULE, fields, row.line)


def interfaces(text: str) -> Iterator[Statement]:
    """Headings that number an interface, call a function or name a route, with the first code below as its form."""
    parts = outline(text)
    for at, part in enumerate(parts):
        heading = (_INTERFACE.fullmatch(part.title) or _CALL.fullmatch(part.title)) if part.level > 1 else None
        if heading is None:
            continue
        fields: dict[str, Value] = {"text": plain(heading["text"]).strip("` ")}
        if schema := _code(below(parts, at)):
            fields["schema"] = schema
        yield Statement(Kind.INTERFACE, fields, part.line, heading.groupdict().get("name") or "")


def _code(inside: Sequence[Part]) -> str:
    """The first fenced block, without its marks."""
    for part in inside:
        fenced = []
        for line in part.lines:
            if line.fenced:
                fenced.append(line.text)
            elif fenced:
                break
        if len(fenced) > 2:
            return neutral("\n".join(fenced[1:-1])).strip()[:_LONGEST_SCHEMA]
    return ""
