"""Gives what documents name an id of ours: the number they gave it where that is free, the next free one elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading.statements import PLACE
from roundtable_tui.domain.dossier.dossier import series_of, single_id
from roundtable_tui.domain.dossier.kinds import SPECS, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.artifacts.reading.statements import Statement

Key = tuple[str, int, str]
_LAST = re.compile(r"(?P<series>[A-Za-z]+\d*)[-_ ]?(?P<number>\d{1,6})(?P<letter>[a-z]?)")
_NUMBERED = re.compile(r"(?:[A-Z]+-\d+-|[A-Z]+\d*-)*(?P<series>[A-Z]+\d*)[-_ ](?P<number>\d{1,6})(?P<letter>[a-z]?)")
_IN_CRITERION = re.compile(r"\d+|(?<=\d)[a-z]\b")
_SAME = ("FR", "REQ", "BR")
"""Prefixes under which others name a requirement."""
_WIDTH = {Kind.AC: 2, Kind.DECISION: 4}


def key_of(name: str) -> Key | None:
    """What makes two spellings one name: `FR-1`, `FR-01` and `FR1` are the same; a mere place is no name."""
    if not name or name.startswith(PLACE):
        return ("", 0, name) if name else None
    found = _NUMBERED.fullmatch(name) or _LAST.fullmatch(name)
    return (found["series"].upper(), int(found["number"]), found["letter"]) if found else ("", 0, name)


class Register:
    """The ids of all statements at once, because a number that anybody claims is not free for somebody without one."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._ids: dict[tuple[Kind, Key], str] = {}
        self._unnamed: dict[int, str] = {}
        self._taken: dict[str, set[int]] = {}
        others = [one for one in statements if one.kind is not Kind.AC]
        criteria = [one for one in statements if one.kind is Kind.AC]
        for group in (others, criteria):
            for one in group:
                self._claim(one)
            for one in group:
                self._give(one)

    def id_of(self, statement: Statement) -> str:
        key = self._key(statement)
        return self._ids.get((statement.kind, key), "") if key else self._unnamed.get(id(statement), "")

    def known(self, name: str) -> str:
        """The id of a requirement, or of whatever else has that name."""
        key = key_of(name)
        if key is None:
            return ""
        series, number, letter = key
        for other in dict.fromkeys((series, *(_SAME if series in _SAME else ()))):
            for kind in Kind:
                if found := self._ids.get((kind, (other, number, letter))):
                    return found
        return ""

    def _key(self, statement: Statement) -> Key | None:
        """The name of a criterion counts within its requirement, that of a file is its path."""
        if statement.kind is Kind.AC:
            return ("", 0, f"{statement.of} {statement.name}") if statement.name else None
        if statement.kind is Kind.FILE:
            return ("", 0, statement.name)
        return key_of(statement.name)

    def _claim(self, statement: Statement) -> None:
        """Theirs is the number in the name, for whoever comes first."""
        key, number = self._key(statement), self._number(statement)
        series = self._series(statement)
        if SPECS[statement.kind].single or key is None or not number or not series:
            return
        taken = self._taken.setdefault(series, set())
        if (statement.kind, key) not in self._ids and number not in taken:
            taken.add(number)
            self._ids[statement.kind, key] = _written(statement.kind, series, number)

    def _give(self, statement: Statement) -> None:
        key, series = self._key(statement), self._series(statement)
        if SPECS[statement.kind].single:
            self._unnamed[id(statement)] = single_id(statement.kind)
            return
        if not series or (key and (statement.kind, key) in self._ids):
            return
        taken = self._taken.setdefault(series, set())
        number = max(taken, default=0) + 1
        taken.add(number)
        entry_id = _written(statement.kind, series, number)
        if key:
            self._ids[statement.kind, key] = entry_id
        else:
            self._unnamed[id(statement)] = entry_id

    def _number(self, statement: Statement) -> int:
        if statement.kind is Kind.AC:
            tokens = _IN_CRITERION.findall(statement.name)
            if len(tokens) < 2:
                return 0
            return ord(tokens[-1]) - ord("a") + 1 if tokens[-1].isalpha() else int(tokens[-1])
        if statement.kind is Kind.FILE:
            return 0
        key = key_of(statement.name)
        return key[1] if key else 0

    def _series(self, statement: Statement) -> str:
        if statement.kind is not Kind.AC:
            return series_of(statement.kind)
        requirement = self.known(statement.of)
        return series_of(Kind.AC, requirement) if requirement else ""


def _written(kind: Kind, series: str, number: int) -> str:
    return f"{series}-{number:0{_WIDTH.get(kind, 3)}d}"
