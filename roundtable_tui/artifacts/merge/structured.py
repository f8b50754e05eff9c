"""Merges JSON and CSV, and the values of YAML, by what they mean: records by their id, fields by their name."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.artifacts.merge.sequences import Identity, Rules, merge_sequence
from roundtable_tui.artifacts.merge.verdict import Merged, UnreadableError, others_rely_on, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

ABSENT = object()
DEEPEST = 100


def merge_json(base: str | None, theirs: str, ours: str) -> Merged:
    edited = _read_json(theirs)
    merging = Merging()
    value = merging.values(_read_json(base) if base else ABSENT, edited, _read_json(ours), "")
    if value == edited:
        return Merged(theirs, tuple(merging.conflicts))
    return Merged(json.dumps(value, ensure_ascii=False, indent=2) + "\n", tuple(merging.conflicts))


def merge_csv(base: str | None, theirs: str, ours: str) -> Merged:
    """Rows by their ids, then cell by cell; a column the user added stays.

    A table of another program's with columns of its own says what it says under them; ours stand before them.
    """
    ours_rows, edited = _read_csv(ours), _read_csv(theirs)
    if missing := [column for column in ours_rows.columns if column not in edited.columns]:
        if base is not None:
            raise UnreadableError(f"the column {missing[0]} is missing")
        edited = _under_our_columns(edited, ours_rows)
    merging = Merging()
    before = _read_csv(base).rows if base else []
    rows = merging.sequence(before, edited.rows, ours_rows.rows, "")
    columns = [*ours_rows.columns, *(column for column in edited.columns if column not in ours_rows.columns)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(column, "") for column in columns] for row in rows)
    text = theirs if rows == edited.rows and columns == edited.columns else out.getvalue()
    return Merged(text, tuple(merging.conflicts))


SAME_AS = {
    "FR_ID": re.compile(r"(?:fr|req|requirement)(?:[ _]?ids?)?|fr/nfr", re.IGNORECASE),
    "AC_ID": re.compile(r"(?:ac|acceptance[ _]criteria)(?:[ _]?ids?)?|ac/nfr", re.IGNORECASE),
    "User_Story_ID": re.compile(r"(?:us|user[ _]story|story)(?:[ _]?ids?)?", re.IGNORECASE),
}
"""What other programs call the columns of ids."""


def _under_our_columns(theirs: _Table, ours: _Table) -> _Table:
    """Each of their rows with the ids we have for the same thing, and the first with all else that we say of it."""
    same = {
        column: next((name for name in theirs.columns if name not in ours.columns and pattern.fullmatch(name)), "")
        for column, pattern in SAME_AS.items()
    }
    told = {column: name for column, name in same.items() if name}
    known: dict[tuple[str, ...], _Row] = {}
    for row in ours.rows:
        known.setdefault(tuple(_id_in(row[column]) for column in told), row)
    rows = []
    met: set[tuple[str, ...]] = set()
    for row in theirs.rows:
        ids = tuple(_id_in(row[name]) for name in told.values())
        found = known.get(ids) if told else None
        cells = {column: found[column] if found else row[name] for column, name in told.items()}
        if found:
            cells = {column: found[column] for column in SAME_AS} if ids in met else dict(found)
            met.add(ids)
        rows.append(_Row({**dict.fromkeys(ours.columns, ""), **row, **cells}))
    return _Table([*ours.columns, *(column for column in theirs.columns if column not in ours.columns)], rows)


_LETTERED = re.compile(r"(?<=\d)[.]?([a-z])$")


def _id_in(cell: str) -> str:
    """`FR-01` and `FR-001` are the same id, and so are `AC-01b`, `AC-1.2` and `AC-001-02`."""
    spelled = _LETTERED.sub(lambda letter: f"-{ord(letter[1]) - ord('a') + 1}", cell.strip()).replace(".", "-")
    return re.sub(r"\d+", lambda number: str(int(number[0])), spelled.upper())


@dataclass(slots=True)
class Merging:
    """Merges three values into one, in which every part is the user's or ours."""

    conflicts: list[str] = field(default_factory=list)
    partners: dict[int, Any] = field(default_factory=dict)
    """Which item of the user's list each item of a merged list was, by the `id()` of the merged one."""

    def values(self, before: Any, edited: Any, render: Any, place: str) -> Any:
        if edited == render or _same(render, before):
            return edited
        mappings = isinstance(edited, dict) and isinstance(render, dict)
        lists = isinstance(edited, list) and isinstance(render, list)
        if _same(edited, before) and not (edited and (mappings or lists)):
            return render
        if mappings:
            return self._mapping(before if isinstance(before, dict) else {}, edited, render, place)
        if lists:
            return self.sequence(before if isinstance(before, list) else [], edited, render, place)
        self.conflicts.append(f"{place or 'the file'}: {_shown(edited)} stays; the analysis now says {_shown(render)}")
        return edited

    def _mapping(self, before: dict[str, Any], edited: dict[str, Any], render: dict[str, Any], place: str) -> Any:
        merged: dict[str, Any] = {}
        for key in dict.fromkeys((*render, *edited)):
            here = f"{place} {key}".strip()
            was, theirs, ours = before.get(key, ABSENT), edited.get(key, ABSENT), render.get(key, ABSENT)
            if theirs is ABSENT:
                if was is ABSENT:
                    merged[key] = ours
                elif not _same(was, ours):
                    self.conflicts.append(f"{here}: deleted by hand; the analysis now says {_shown(ours)}")
            elif ours is ABSENT:
                if was is ABSENT or not _same(was, theirs):
                    merged[key] = theirs
                if was is not ABSENT and not _same(was, theirs):
                    self.conflicts.append(f"{here}: {_shown(theirs)} stays; the analysis no longer says it")
            else:
                merged[key] = self.values(was, theirs, ours, here)
        return merged

    def sequence(self, before: Sequence[Any], edited: Sequence[Any], render: Sequence[Any], place: str) -> list[Any]:
        def named(value: Any) -> str:
            key = _identity(value).key
            return place or "an entry" if key is None else str(key)

        def deleted(was: Any, now: Any) -> None:
            if others_rely_on(named(now)):
                self.conflicts.append(f"{named(now)} was deleted by hand and stays deleted; the analysis still has it")
            elif was != now:
                self.conflicts.append(f"{place}: deleted by hand; the analysis now says {_shown(now)}")

        def dropped(was: Any, theirs: Any) -> None:
            del was
            self.conflicts.append(f"{named(theirs)}: {_shown(theirs)} stays; the analysis no longer has it")

        def merged(was: Any, theirs: Any, ours: Any) -> Any:
            value = self.values(ABSENT if was is None else was, theirs, ours, named(ours))
            self.partners[id(value)] = theirs
            return value

        def text(value: Any) -> str:
            return json.dumps(value, ensure_ascii=False, default=str)

        rules: Rules[Any] = Rules(_identity, text, merged, deleted, dropped)
        return merge_sequence(before, edited, render, rules)


def _identity(value: Any) -> Identity:
    """By `id`, or, for a row of a table, by its ids; anything else by what it is."""
    if isinstance(value, _Row):
        return Identity(value.key, fixed=True)
    if isinstance(value, dict):
        named = value.get("id", value.get("name"))
        return Identity(named, fixed="id" in value) if isinstance(named, str) and named else Identity()
    return Identity(sort=type(value).__name__)


class _Row(dict[str, str]):
    """A row of a table by column."""

    @property
    def key(self) -> str:
        return " ".join(value for column, value in list(self.items())[:3] if column.endswith("_ID")).strip()


class _Table(Struct, frozen=True):
    columns: list[str]
    rows: list[_Row]


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and bool(one == other))


def _shown(value: Any) -> str:
    return quoted(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))


def _read_json(text: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise UnreadableError(f"it is no JSON ({error.msg} in line {error.lineno})") from None
    except (ValueError, RecursionError):
        raise UnreadableError("it is no JSON") from None
    return _not_too_deep(value)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _not_too_deep(value: Any, depth: int = 0) -> Any:
    if depth > DEEPEST:
        raise UnreadableError("it is nested too deeply")
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _not_too_deep(part, depth + 1)
    return value


def _read_csv(text: str) -> _Table:
    try:
        lines = list(csv.reader(io.StringIO(text), strict=True))
    except csv.Error as error:
        raise UnreadableError(f"it is no CSV ({error})") from None
    lines = [line for line in lines if line]
    if not lines:
        raise UnreadableError("it has no header")
    columns = [column.strip() for column in lines[0]]
    for number, line in enumerate(lines[1:], start=2):
        if len(line) > len(columns):
            raise UnreadableError(f"row {number} has {len(line)} cells under {len(columns)} columns")
    return _Table(columns, [_Row(zip(columns, [*line, *[""] * len(columns)], strict=False)) for line in lines[1:]])
