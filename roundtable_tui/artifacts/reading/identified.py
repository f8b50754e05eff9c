"""Reads entries by the ids our own documents give them, whatever else stands in the document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading.outline import bullets, first_paragraph, labels, outline, plain, tables
from roundtable_tui.artifacts.reading.statements import Statement
from roundtable_tui.domain.dossier.kinds import SPECS, Field, FieldType, Kind, Value, problem_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.artifacts.reading.outline import Part, Row, Table

_ID = r"(?P<prefix>[A-Z]{1,6})-(?P<number>\d{3,6})"
_HEADING = re.compile(rf"{_ID}\s*[:—–-]\s*(?P<text>.+)")
_ITEM = re.compile(rf"\*\*{_ID}\*\*\s*[:—–-]?\s*(?P<text>.+)")
_CELL = re.compile(_ID)
_FIELDS: Mapping[str, str] = {
    "holds when": "threshold",
    "likelihood": "likelihood",
    "impact": "impact",
    "mitigation": "mitigation",
    "what we do about it": "mitigation",
    "kind": "type",
    "version": "version",
    "why": "why",
    "goes on": "flow",
    "begins": "entry",
    "ends": "exit",
    "responsibility": "responsibility",
    "data it owns": "data",
    "what goes wrong today": "pain",
    "how it is called": "pattern",
    "for it": "pros",
    "what it costs": "cons",
    "how it fits": "fit",
    "how far a mistake reaches": "risk",
    "comes from": "source",
    "ends in": "sink",
    "when the other end fails": "failure",
    "condition": "text",
    "what is shown or returned": "response",
    "the way back": "recovery",
    "after": "depends_on",
    "offered by": "module",
}
"""What columns and labels are called in our documents, and the field each is."""
_ROLES = {"Uses it.": "primary", "Lives with the result.": "secondary", "Has a say in it.": "stakeholder"}
_CONSTRAINTS = {
    "Deadlines": "deadline",
    "Conventions to Keep": "convention",
    "Limits": "limit",
    "What It Must Work With": "integration",
    "Versions": "version",
    "Known Debt": "debt",
    "Rules and Laws": "compliance",
}
"""Under which headings our documents put which sort of constraint."""


def identified(text: str, kinds: frozenset[Kind]) -> Iterator[Statement]:
    """Headings, list items and rows that begin with the id of an entry of these kinds."""
    by_prefix = {SPECS[kind].prefix: kind for kind in kinds}
    for part in outline(text):
        heading = _HEADING.fullmatch(part.title)
        if heading and (kind := by_prefix.get(heading["prefix"])):
            about = {label: plain(line.text) for label, line in labels(part.lines)}
            said = {SPECS[kind].main: whole_title(kind, plain(heading["text"]), part), **_known(kind, about)}
            yield _statement(kind, heading, said | standing(kind, part), part.line)
        for item in bullets(part.lines):
            named = _ITEM.fullmatch(item.text)
            if named and (kind := by_prefix.get(named["prefix"])):
                said = {SPECS[kind].main: plain(named["text"])}
                yield _statement(kind, named, said | standing(kind, part), item.number)
        for table in tables(part.lines):
            for row in table.rows:
                if found := _row(table, row, by_prefix):
                    yield found


def whole_title(kind: Kind, title: str, part: Part) -> str:
    """What a heading gives in short, where the sentence it begins stands below it; a real title is one as it stands."""
    if SPECS[kind].main == "title":
        return title
    below = first_paragraph(part.lines)
    begins = title.removesuffix("…").removesuffix("(…").removesuffix("(…)").strip()
    whole = plain(below.text) if below else ""
    return whole if begins and len(whole) > len(title) and whole.startswith(begins) else title


def standing(kind: Kind, part: Part) -> dict[str, Value]:
    """What the place of an entry says about it: how near a user is, which sort of constraint it is."""
    if kind is Kind.CONSTRAINT:
        sort = _CONSTRAINTS.get(part.title.strip())
        return {"type": sort} if sort else {}
    near = [_ROLES[line.text.strip()] for line in part.lines if line.text.strip() in _ROLES]
    return {"role": near[0]} if near and kind is Kind.USER else {}


def _row(table: Table, row: Row, by_prefix: Mapping[str, Kind]) -> Statement | None:
    named = _CELL.fullmatch(plain(row.cells[0])) if len(row.cells) > 1 else None
    kind = by_prefix.get(named["prefix"]) if named else None
    if named is None or kind is None:
        return None
    values = [plain(cell) for cell in row.cells]
    about = dict(zip(table.columns[1:], values[1:], strict=False))
    known = _known(kind, about)
    second = _field_called(kind, table.columns[1])
    if SPECS[kind].main not in known and (second is None or second.name not in known):
        known[SPECS[kind].main] = values[1]
    return _statement(kind, named, known, row.line)


def _statement(kind: Kind, named: re.Match[str], fields: Mapping[str, Value], line: int) -> Statement:
    return Statement(kind, fields, line, f"{named['prefix']}-{named['number']}")


def _known(kind: Kind, about: Mapping[str, str]) -> dict[str, Value]:
    """The labels that are fields of this kind, with values that they may have."""
    found: dict[str, Value] = {}
    for label, value in about.items():
        field = _field_called(kind, label)
        if field is None or value in ("", "–"):
            continue
        told = tuple(re.findall(r"\b[A-Z]{1,6}-\d{3,6}\b", value)) if field.type is FieldType.REFS else value
        if told and not problem_with(kind, field.name, told):
            found[field.name] = told
    return found


def _field_called(kind: Kind, label: str) -> Field | None:
    return SPECS[kind].field(_FIELDS.get(label, label.replace(" ", "_")))
