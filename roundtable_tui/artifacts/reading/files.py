"""Reads the files a change touches out of an impact analysis: every table with a column of paths that says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading.outline import outline, plain, tables
from roundtable_tui.artifacts.reading.specification import requirement_names
from roundtable_tui.artifacts.reading.statements import Statement, action_of
from roundtable_tui.domain.dossier.kinds import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.artifacts.reading.outline import Part, Row, Table

_PATH_COLUMN = re.compile(r"^(?:files?|paths?|file path|file/module|target file|source file|location)$")
_ACTION_COLUMN = re.compile(r"^(?:action|change type|change|type of change|operation|modification)$")
_WHY_COLUMN = re.compile(
    r"^(?:why|description|change description|impact description|impact|purpose|change|notes?|reason)$"
)
_AFFECTED = re.compile(
    r"(?<!in)\bdirect(?:ly)?\b.*(?:affected|modif|chang|impact)|affected (?:files|areas)|files? (?:directly )?affected"
    r"|\btier [123]\b|\bnew files?\b|\bmodified files?\b|\bfiles? to (?:be )?(?:creat|modif|chang|edit|delet)"
    r"|\bfile (?:changes|impact)\b|\bdirect (?:changes|modifications?)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\bindirect|transitive|outward|inward|depend|consumer|existing tests|unaffected|not affected|points? at|coverage",
    re.IGNORECASE,
)
_TIER = re.compile(r"\btier ([123])\b", re.IGNORECASE)
_MARK = re.compile(r"\*\([^)]*\)\*")
"""What our documents put beside a file that is not there yet, or is not sure."""
_CODE = re.compile(r"`([^`]+)`")
_PLACE = re.compile(r"(?P<path>[^\s`|]+?)(?::\d+(?:-\d+)?)?(?:\s+\(.*\))?(?:\s+\*\(.*\)\*)?")
_LIKE_A_PATH = re.compile(r"(?:[\w@.~+*{}\[\]-]+/)*[\w@.~+*{}\[\]-]*(?:\.[A-Za-z0-9*]{1,12}|[\w-]+)")


def affected_files(text: str) -> Iterator[Statement]:
    """The files of an impact analysis, each where it is first named."""
    known: set[str] = set()
    for part in outline(text):
        for table in tables(part.lines):
            for row in table.rows:
                found = _file(part, table, row)
                if found and found.name not in known:
                    known.add(found.name)
                    yield found


def _file(part: Part, table: Table, row: Row) -> Statement | None:
    place, action = table.column(_PATH_COLUMN), table.column(_ACTION_COLUMN)
    if place is None or place >= len(row.cells) or not _is_about_files(part, action is not None):
        return None
    path = path_in(row.cells[place])
    if not path:
        return None
    fields: dict[str, Value] = {"path": path}
    said = row.cells[action] if action is not None and action < len(row.cells) else ""
    if done := action_of(plain(said)) or action_of(part.title):
        fields["action"] = done
    if tier := _tier(part):
        fields["tier"] = tier
    why = next(
        (at for at, name in enumerate(table.columns) if at not in (place, action) and _WHY_COLUMN.search(name)), None
    )
    reason = plain(_MARK.sub("", row.cells[why])) if why is not None and why < len(row.cells) else ""
    if reason not in ("", "–", "-"):
        fields["why"] = reason
    if traces := requirement_names(" ".join(row.cells)):
        fields["traces"] = traces
    return Statement(Kind.FILE, fields, row.line, path)


def _is_about_files(part: Part, has_actions: bool) -> bool:
    """A heading that speaks of affected files, or a table that says what happens to each."""
    if has_actions:
        return not _ELSEWHERE.search(part.title) or bool(_TIER.search(part.title))
    titles = (*part.above[-1:], part.title)
    return any(_AFFECTED.search(title) for title in titles) and not _ELSEWHERE.search(part.title)


def _tier(part: Part) -> str:
    for title in (part.title, *reversed(part.above)):
        if found := _TIER.search(title):
            return found[1]
    if _ELSEWHERE.search(part.title):
        return "2"
    return "1"


def path_in(cell: str) -> str:
    """The path a cell holds, in backticks or bare, without a line or a remark behind it; empty if it holds none."""
    coded = _CODE.search(cell)
    place = _PLACE.fullmatch(coded[1].strip() if coded else plain(cell).strip())
    if place is None:
        return ""
    path = place["path"].removeprefix("./").lstrip("/")
    bare = coded is None and "/" not in path and "." not in path
    return path if not bare and len(path) <= 300 and _LIKE_A_PATH.fullmatch(path) else ""
