"""Reads decisions out of their own records and out of an architecture overview."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading.outline import (
    below,
    bullets,
    first_paragraph,
    labels,
    outline,
    plain,
    prose,
    tables,
)
from roundtable_tui.artifacts.reading.statements import Statement
from roundtable_tui.domain.dossier.kinds import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.artifacts.reading.outline import Line, Part, Row

RECORD_NAME = re.compile(r"(?:.*/)?adr-?(?P<number>\d{1,6})\b[^/]*\.md", re.IGNORECASE)
_HEADING = re.compile(
    r"\W*(?:ADR-?(?:[A-Z]+-)?(?P<number>\d{1,6})[a-z]?|(?:Key )?Decision\s+(?P<place>\d{1,3})|D(?P<short>\d{1,3}))\b\**"
    r"\s*[:.)—–-]+\s*(?P<title>.+)"
)
_TITLE = re.compile(r"(?:ADR[-\s]?\d+\s*[:.)—–-]*\s*|\d+\.\s*)?(?P<title>.*)")
_DECISIONS = re.compile(r"\bdecisions?\b|\bADRs?\b", re.IGNORECASE)
_DECISION_COLUMN = re.compile(r"^(?:decision|adr|title|decision title|topic|area)$")
_CHOICE_COLUMN = re.compile(r"^(?:choice|chosen|selected|decision|summary|approach|selected option|outcome)$")
_WHY_COLUMN = re.compile(r"^(?:rationale|why|reason|context)$")
_FIELDS = {
    "status": "status",
    "context": "context",
    "decision": "decision",
    "choice": "decision",
    "selected": "decision",
    "consequences": "consequences",
    "trade-offs": "consequences",
    "rationale": "context",
}
_ACCEPTED = re.compile(r"accept|approv|decided|adopted|final|implemented", re.IGNORECASE)
_PROPOSED = re.compile(r"propos|draft|pending", re.IGNORECASE)
_CONTESTED = re.compile(r"contest|disput", re.IGNORECASE)


def decision_record(path: str, text: str) -> Statement | None:
    """The decision that a record of its own tells."""
    number = RECORD_NAME.fullmatch(path)
    parts = outline(text)
    head = next((part for part in parts if part.level == 1), None)
    named = _TITLE.fullmatch(head.title) if head else None
    title = plain(named["title"]) if named else ""
    if number is None or not title:
        return None
    fields = {"title": title, **_told(parts)}
    return Statement(Kind.DECISION, fields, head.line if head else 1, f"ADR-{number['number']}")


def decisions_in(text: str) -> Iterator[Statement]:
    """The decisions of an architecture overview: headings that number them, else the rows of their table."""
    parts = outline(text)
    by_heading = [found for at in range(len(parts)) if (found := _under_heading(parts, at))]
    yield from by_heading
    if not by_heading:
        yield from _in_tables(parts)


def _under_heading(parts: Sequence[Part], at: int) -> Statement | None:
    part = parts[at]
    heading = _HEADING.fullmatch(part.title) if part.level > 1 else None
    if heading is None:
        return None
    name = f"ADR-{heading['number']}" if heading["number"] else ""
    fields: dict[str, Value] = {"title": plain(heading["title"]), **_told(below(parts, at))}
    return Statement(Kind.DECISION, fields, part.line, name)


def _told(parts: Sequence[Part]) -> dict[str, Value]:
    """Status, context, decision and consequences, as headings or as labels."""
    said: dict[str, Line] = {}
    for part in parts:
        for label, line in labels(part.lines):
            if line.text:
                said.setdefault(_FIELDS.get(label, ""), line)
        name = _FIELDS.get(part.title.casefold().strip(" :"), "")
        if name == "status":
            said.pop(name, None)  # a document has one of its own, above that of the decision
        if name and (paragraph := first_paragraph(part.lines) or next(bullets(part.lines), None)):
            said.setdefault(name, paragraph)
    said.pop("", None)
    if "decision" not in said and parts and (paragraph := first_paragraph(parts[0].lines)):
        said["decision"] = paragraph
    fields: dict[str, Value] = {name: prose(line.text) for name, line in said.items() if name != "status"}
    if "status" in said and (status := _status(said["status"].text)):
        fields["status"] = status
    return {name: value for name, value in fields.items() if value}


def _status(text: str) -> str:
    ways = ((_CONTESTED, "contested"), (_ACCEPTED, "accepted"), (_PROPOSED, "proposed"))
    return next((status for pattern, status in ways if pattern.search(text)), "")


def _in_tables(parts: Sequence[Part]) -> Iterator[Statement]:
    for part in parts:
        if not part.is_called(_DECISIONS):
            continue
        for table in tables(part.lines):
            title, why = table.column(_DECISION_COLUMN), table.column(_WHY_COLUMN)
            if title is None:
                continue
            others = (at for at, name in enumerate(table.columns) if at != title and _CHOICE_COLUMN.search(name))
            choice = next(others, None)
            for row in table.rows:
                if found := _row(row, title, choice, why):
                    yield found


def _row(row: Row, title: int, choice: int | None, why: int | None) -> Statement | None:
    values = [plain(cell) for cell in row.cells]
    if title >= len(values) or not values[title]:
        return None
    fields: dict[str, Value] = {"title": values[title]}
    if choice is not None and choice < len(values) and values[choice]:
        fields["decision"] = values[choice]
    if why is not None and why < len(values) and values[why]:
        fields["context"] = values[why]
    number = re.match(r"ADR-?(\d{1,6})", values[0])
    return Statement(Kind.DECISION, fields, row.line, f"ADR-{number[1]}" if number else "")
