"""Which file needs which: a graph kept in flat arrays, so that a hundred thousand files fit and load at once."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files.roles import Role, role_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Tie(IntEnum):
    """Why one file is tied to another."""

    IMPORT = 0
    """It imports the other file."""
    THROUGH = 1
    """It imports a name that a third file passes on from the other."""
    USE = 2
    """It uses a name that the other file defines and that it can see."""
    TEST = 3
    """It is the other file's test by its name."""


_STRENGTH: Mapping[Tie, float] = {Tie.IMPORT: 1.0, Tie.THROUGH: 0.8, Tie.USE: 0.6}
_STRENGTHS = tuple(_STRENGTH.get(tie, 0.0) for tie in Tie)


class Edge(Struct, frozen=True):
    source: str
    target: str
    tie: Tie
    line: int
    """In the source; 0 where no line says it."""
    what: str
    """The import as written, or the name that is used."""


class EdgeTable:
    """The edges as columns, by source; `back` lists them by target."""

    COLUMNS = ("starts", "targets", "ties", "lines", "whats", "back_starts", "back")

    def __init__(self, columns: Mapping[str, array[int]], words: Sequence[str]) -> None:
        self.starts, self.targets, self.ties, self.lines, self.whats, self.back_starts, self.back = (
            columns[name] for name in self.COLUMNS
        )
        self.words = words

    @classmethod
    def of(cls, files: int, edges: Iterable[tuple[int, int, Tie, int, str]]) -> EdgeTable:
        """Edges as (source, target, tie, line, what); of equal ones the first counts."""
        known: dict[tuple[int, int, Tie, str], int] = {}
        for source, target, tie, line, what in edges:
            known.setdefault((source, target, tie, what), line)
        ordered = sorted((key, line) for key, line in known.items())
        words: dict[str, int] = {}
        columns = {name: array("B" if name == "ties" else "I") for name in cls.COLUMNS}
        for (_, target, tie, what), line in ordered:
            columns["targets"].append(target)
            columns["ties"].append(tie)
            columns["lines"].append(line)
            columns["whats"].append(words.setdefault(what, len(words)))
        columns["starts"] = _starts(files, (key[0] for key, _ in ordered))
        by_target = sorted(range(len(ordered)), key=lambda number: ordered[number][0][1])
        columns["back"] = array("I", by_target)
        columns["back_starts"] = _starts(files, (ordered[number][0][1] for number in by_target))
        return cls(columns, tuple(words))

    @property
    def columns(self) -> dict[str, array[int]]:
        return {name: getattr(self, name) for name in self.COLUMNS}


def _starts(files: int, ordered: Iterable[int]) -> array[int]:
    counts = array("I", bytes(4 * (files + 1)))
    for number in ordered:
        counts[number + 1] += 1
    for number in range(files):
        counts[number + 1] += counts[number]
    return counts


class Dependencies:
    """The graph of a project's files; a name it does not know needs nothing."""

    def __init__(self, names: Sequence[str] = (), table: EdgeTable | None = None) -> None:
        self.names = tuple(names)
        self._table = table or EdgeTable.of(len(self.names), ())

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def __len__(self) -> int:
        """How many edges there are."""
        return len(self._table.targets)

    def edges_from(self, name: str) -> tuple[Edge, ...]:
        """Why this file needs others, or whose test it is."""
        if (number := self._numbers.get(name)) is None:
            return ()
        starts = self._table.starts
        return tuple(self._edge(name, "", at) for at in range(starts[number], starts[number + 1]))

    def edges_to(self, name: str) -> tuple[Edge, ...]:
        """Why others need this file, or test it."""
        if (number := self._numbers.get(name)) is None:
            return ()
        starts, back = self._table.back_starts, self._table.back
        return tuple(self._edge("", name, back[at]) for at in range(starts[number], starts[number + 1]))

    def needs(self, name: str) -> tuple[str, ...]:
        """The files this one imports from or uses, the strongest ties first."""
        edges = sorted((edge for edge in self.edges_from(name) if edge.tie is not Tie.TEST), key=lambda edge: edge.tie)
        return tuple(dict.fromkeys(edge.target for edge in edges))

    def needed_by(self, name: str) -> tuple[str, ...]:
        """The files that import from this one or use it, the strongest ties first."""
        edges = sorted((edge for edge in self.edges_to(name) if edge.tie is not Tie.TEST), key=lambda edge: edge.tie)
        return tuple(dict.fromkeys(edge.source for edge in edges))

    def tests_of(self, name: str) -> tuple[str, ...]:
        """Its tests: by their name first, then those that import or use it."""
        edges = sorted(self.edges_to(name), key=lambda edge: (edge.tie is not Tie.TEST, edge.tie))
        tests = (edge.source for edge in edges if edge.tie is Tie.TEST or role_of(edge.source) is Role.TEST)
        return tuple(dict.fromkeys(tests)) if role_of(name) is not Role.TEST else ()

    def strengths_from(self, name: str) -> dict[str, float]:
        """The files this one needs, and how strongly."""
        if (number := self._numbers.get(name)) is None:
            return {}
        table = self._table
        places = range(table.starts[number], table.starts[number + 1])
        return self._strengths((table.targets[at], table.ties[at]) for at in places)

    def strengths_to(self, name: str) -> dict[str, float]:
        """The files that need this one, and how strongly; many files may need one, so no edges are made."""
        if (number := self._numbers.get(name)) is None:
            return {}
        table = self._table
        places = (table.back[at] for at in range(table.back_starts[number], table.back_starts[number + 1]))
        return self._strengths((bisect_right(table.starts, at) - 1, table.ties[at]) for at in places)

    def _strengths(self, ties: Iterable[tuple[int, int]]) -> dict[str, float]:
        found: dict[str, float] = {}
        for number, tie in ties:
            if strength := _STRENGTHS[tie]:
                name = self.names[number]
                found[name] = max(found.get(name, 0.0), strength)
        return found

    def _edge(self, source: str, target: str, at: int) -> Edge:
        table = self._table
        source = source or self.names[bisect_right(table.starts, at) - 1]
        target = target or self.names[table.targets[at]]
        return Edge(source, target, Tie(table.ties[at]), table.lines[at], table.words[table.whats[at]])
