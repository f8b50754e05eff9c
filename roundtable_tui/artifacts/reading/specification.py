"""Reads requirements and their criteria out of a specification, by the ids it gives them or by its plain headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading.outline import (
    BULLET,
    Line,
    Part,
    below,
    bullets,
    first_paragraph,
    labels,
    outline,
    plain,
    prose,
    tables,
)
from roundtable_tui.artifacts.reading.statements import PLACE, Statement, names_in, priority_of
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.formats.guess_mark import unmarked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.artifacts.reading.outline import Table

_FR = r"(?:REQ-[A-Z]+\d*-\d{1,6}|(?:(?:REQ|BUG)-\d+-)?(?:FR|REQ|BR)[-_ ]?\d{1,6}(?:\.\d{1,3})?[a-z]?)"
_AC = r"AC[-_ ]?(?:[A-Z]{1,4}[-_ ]?)?\d+(?:[.-]\d+)*[a-z]?"
FR_HEADING = re.compile(rf"\W*(?P<name>{_FR})\b(?!-\w)\**\s*(?:[:.)\]—–-]+\s*)?(?P<title>.*)")
_FR_ITEM = re.compile(rf"\**\[?(?P<name>{_FR})\]?\**\s*(?:\([^)]*\)\s*)?[:.)—–-]*\**\s*(?P<title>\S.*)")
_FR_CELL = re.compile(rf"[\W_]*(?P<name>{_FR})[\W_]*")
AC_LINE = re.compile(
    rf"(?P<indent>[ \t]*)(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+)?(?:\[[ xX~]\][ \t]+)?\**(?P<name>{_AC})\**"
    r"[ \t]*(?:\([^)]*\))?[ \t]*(?:\*\*)?[ \t]*[:.)—–-]?(?:\*\*)?[ \t]*(?P<text>.*)"
)
_AC_HEADING = re.compile(rf"(?P<name>{_AC})\b\s*[:.)—–-]*\s*(?P<text>.*)")
_ACCEPTANCE = re.compile(r"acceptance criteria|acceptance\b|done when|definition of done", re.IGNORECASE)
_REQUIREMENTS = re.compile(r"\b(?:functional|fix|core)?\s*requirements\b", re.IGNORECASE)
_NO_REQUIREMENTS = re.compile(r"non-?functional|quality|trace|prioriti|moscow", re.IGNORECASE)
_RATED = re.compile(r"\s*[(\[](?P<priority>(?:must|should|could|won'?t|P[0-3])\b[^)\]]*)[)\]]\s*$", re.IGNORECASE)
_TITLE_COLUMN = re.compile(r"title|name|description|requirement\b(?! id)|feature|summary|what")
_PRIORITY_COLUMN = re.compile(r"priority|moscow")
_FENCE_MARK = re.compile(r"\s*(?:`{3,}|~{3,})\w*\s*")
_ITEM_NAME = re.compile(r"(?:REQ|BUG)-\d{4,}")
"""The name of another item's folder, which lists and tables speak of too."""
_LONGEST_TITLE = 200


def requirements(text: str) -> Iterator[Statement]:
    """The requirements of a specification with their criteria."""
    parts = outline(text)
    found = list(_by_heading(parts))
    if not found:
        found = [*_by_item(parts)]
    known = {one.name for one in found if one.kind is Kind.FR}
    found += [one for one in _in_tables(parts) if not known or one.name in known]
    if not found:
        yield from _without_names(parts)
        return
    yield from found
    yield from _criteria_apart(parts)


def _by_heading(parts: Sequence[Part]) -> Iterator[Statement]:
    for at, part in enumerate(parts):
        heading = FR_HEADING.fullmatch(part.title) if part.level > 1 else None
        if heading:
            yield from _requirement(below(parts, at), heading["name"], heading["title"])


def _requirement(inside: Sequence[Part], name: str, title: str) -> Iterator[Statement]:
    own, *deeper = inside
    deeper = [part for part in deeper if not FR_HEADING.fullmatch(part.title)]
    lines = [line for part in (own, *deeper) for line in (Line(part.line, f"## {part.title}"), *part.lines)]
    title, rated = _rated(plain(title))
    about = dict(labels(reversed(lines)))
    described = about.get("description") or about.get("requirement") or first_paragraph(own.lines)
    text = prose(described.text) if described else ""
    fields: dict[str, Value] = {"title": title or _first_sentence(text) or name}
    if text and text != fields["title"]:
        fields["text"] = text
    said = about.get("priority") or about.get("moscow")
    if priority := (priority_of(said.text) if said else "") or rated:
        fields["priority"] = priority
    unsure = "confidence" in about and plain(about["confidence"].text).casefold().startswith("low")
    claimed = tuple(_names_of_criteria(about["acceptance criteria"].text)) if "acceptance criteria" in about else ()
    yield Statement(Kind.FR, fields, own.line, name, doubtful=unsure, others=claimed)
    yield from _criteria(lines, name, unsure=unsure)


def _by_item(parts: Sequence[Part]) -> Iterator[Statement]:
    """List items that begin with the id of a requirement."""
    for part in parts:
        for item in bullets(part.lines):
            found = _FR_ITEM.fullmatch(item.text)
            if found and not _ITEM_NAME.fullmatch(found["name"]) and not _FR_CELL.fullmatch(found["title"]):
                title, rated = _rated(plain(found["title"]))
                fields: dict[str, Value] = {"title": _first_sentence(title)}
                if fields["title"] != title:
                    fields["text"] = title
                if rated:
                    fields["priority"] = rated
                yield Statement(Kind.FR, fields, item.number, found["name"])


def _in_tables(parts: Sequence[Part]) -> Iterator[Statement]:
    """Rows that begin with the id of a requirement, as far as they have columns for its title or its priority."""
    for part in parts:
        for table in tables(part.lines):
            title, priority = _title_column(table), table.column(_PRIORITY_COLUMN)
            for row in table.rows:
                found = _FR_CELL.fullmatch(plain(row.cells[0])) if row.cells else None
                if found is None or _ITEM_NAME.fullmatch(found["name"]):
                    continue
                fields: dict[str, Value] = {}
                if title is not None and len(row.cells) > title:
                    fields["title"] = plain(row.cells[title])
                if priority is not None and len(row.cells) > priority and (rated := priority_of(row.cells[priority])):
                    fields["priority"] = rated
                if fields and fields.get("title", "–"):
                    yield Statement(Kind.FR, fields, row.line, found["name"])


def _title_column(table: Table) -> int | None:
    return next((at for at, name in enumerate(table.columns) if at and _TITLE_COLUMN.search(name)), None)


def _without_names(parts: Sequence[Part]) -> Iterator[Statement]:
    """Where nothing has an id: the headings below `Requirements`, or the items of its list."""
    for at, part in enumerate(parts):
        if part.level < 2 or not part.is_called(_REQUIREMENTS) or part.is_called(_NO_REQUIREMENTS):
            continue
        inside = below(parts, at)
        headings = [one for one in inside if one.level == part.level + 1 and not one.is_called(_ACCEPTANCE)]
        for one in headings:
            yield from _requirement(below(inside, inside.index(one)), f"{PLACE}{one.line}", one.title)
        if not headings:
            for item in bullets(part.lines):
                title = plain(item.text)
                yield Statement(Kind.FR, {"title": _first_sentence(title) or title}, item.number)


def _criteria_apart(parts: Sequence[Part]) -> Iterator[Statement]:
    """Criteria told apart from their requirements, each under a heading or in a list of its own."""
    inside_requirements = {
        id(one)
        for at, part in enumerate(parts)
        if part.level > 1 and FR_HEADING.fullmatch(part.title)
        for one in below(parts, at)
    }
    for part in parts:
        if id(part) in inside_requirements:
            continue
        heading = _AC_HEADING.fullmatch(part.title)
        if heading and not _is_of_quality(heading["name"]):
            told = first_paragraph(part.lines)
            text = ": ".join(piece for piece in (plain(heading["text"]), told.text if told else "") if piece)
            if text:
                yield Statement(Kind.AC, {"text": text}, part.line, heading["name"])
        else:
            yield from (one for one in _criteria(part.lines, "") if one.name)


def _criteria(lines: Sequence[Line], requirement: str, *, unsure: bool = False) -> Iterator[Statement]:
    """Lines that begin with the id of a criterion, and plain items below a line that announces criteria."""
    announced = False
    at = 0
    while at < len(lines):
        line = lines[at]
        named = None if line.fenced else AC_LINE.fullmatch(line.text.removeprefix("## "))
        if named and not _is_of_quality(named["name"]) and not line.text.lstrip().startswith("|"):
            text, at = _told(lines, at, unmarked(named["text"]), loose=not BULLET.fullmatch(line.text))
            if text and not AC_LINE.fullmatch(text):
                last = lines[at - 1].number
                yield Statement(Kind.AC, {"text": text}, line.number, named["name"], requirement, unsure, last)
            continue
        item = None if line.fenced else BULLET.fullmatch(line.text)
        if announced and item and requirement and len(item["indent"].expandtabs()) < 2:
            text, at = _told(lines, at, item["text"])
            if text:
                last = lines[at - 1].number
                yield Statement(Kind.AC, {"text": text}, line.number, "", requirement, unsure, last)
            continue
        if line.text.strip() and not item:
            announced = bool(_ACCEPTANCE.search(line.text)) if _announces(line) else announced and line.fenced
        at += 1


def _announces(line: Line) -> bool:
    """A heading, a label or a line that ends with a colon begins something else."""
    text = line.text.strip()
    return not line.fenced and (text.startswith(("#", "**")) or text.endswith(":") or line.is_prose)


def _told(lines: Sequence[Line], at: int, first: str, *, loose: bool = False) -> tuple[str, int]:
    """A criterion to its last line, and where the next thing begins; to a `loose` one belongs the list below it."""
    pieces = [first]
    following = at + 1
    while following < len(lines):
        line = lines[following]
        text = line.text.strip()
        goes_on = line.fenced or (text and (line.text[0].isspace() or (loose and text.startswith(("- ", "* ")))))
        empty_yet = not any(pieces)
        if not goes_on and not (empty_yet and not text and following == at + 1) and not (empty_yet and line.is_prose):
            break
        if not line.fenced and AC_LINE.fullmatch(line.text):
            break
        if not _FENCE_MARK.fullmatch(line.text):
            pieces.append(re.sub(r"^[-*+]\s+", "", text))
        following += 1
    return plain(" ".join(piece for piece in pieces if piece)), following


def _names_of_criteria(text: str) -> Iterable[str]:
    return (found[0] for found in re.finditer(rf"(?<![\w-]){_AC}(?![\w-])", text))


def _is_of_quality(name: str) -> bool:
    return "NFR" in name


def _rated(title: str) -> tuple[str, str]:
    """A title without the priority in brackets at its end, and that priority."""
    found = _RATED.search(title)
    return (title[: found.start()].strip(), priority_of(found["priority"])) if found else (title, "")


def _first_sentence(text: str) -> str:
    line = plain(text)
    ended = re.split(r"(?<=[.!?])\s+(?=[A-Z])", line, maxsplit=1)[0].rstrip(".")
    if len(ended) <= _LONGEST_TITLE:
        return ended
    return ended[:_LONGEST_TITLE].rsplit(" ", 1)[0] + " …"


def requirement_names(text: str) -> tuple[str, ...]:
    """The ids of requirements that a text mentions."""
    return names_in(text, ("FR", "REQ", "BR"))
