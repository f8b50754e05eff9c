"""Finds words in rendered lines, also where a line was broken in their middle."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from roundtable_tui.ui.lines.store import Matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.ui.lines.blocks import Line
    from roundtable_tui.ui.lines.store import LineStore


def pattern_for(query: str) -> re.Pattern[str]:
    return re.compile(re.escape(query), re.IGNORECASE)


def plain_text(lines: Sequence[Line]) -> str:
    """The text as it was before it was broken into lines."""
    return "".join(_pieces(lines))


def _pieces(lines: Sequence[Line]) -> list[str]:
    return [
        ("" if not number else "\n" if line.join is None else line.join) + line.text
        for number, line in enumerate(lines)
    ]


def find_in(lines: Sequence[Line], pattern: re.Pattern[str]) -> Matches:
    pieces = _pieces(lines)
    text = "".join(pieces)
    matches = [match for match in pattern.finditer(text) if match.end() > match.start()]
    if not matches:
        return Matches((), {})
    ends = list(accumulate(map(len, pieces)))
    first_lines: list[int] = []
    stretches: dict[int, list[tuple[int, int, int]]] = {}
    number = 0
    for place, match in enumerate(matches):
        while ends[number] <= match.start():
            number += 1
        first_lines.append(number)
        at = number
        while True:
            line = lines[at]
            content = ends[at] - len(line.text)
            start, end = max(match.start() - content, 0), min(match.end() - content, len(line.text))
            if start < end:
                stretches.setdefault(at, []).append((line.lead + start, line.lead + end, place))
            if match.end() <= ends[at]:
                break
            at += 1
    return Matches(tuple(first_lines), stretches)


class Search:
    """What is looked for in a view, and which of the places is the current one."""

    def __init__(self, store: LineStore) -> None:
        self._store = store
        self._pattern: re.Pattern[str] | None = None
        self._current: tuple[int, int] | None = None

    @property
    def active(self) -> bool:
        return self._pattern is not None

    @property
    def current(self) -> tuple[int, int] | None:
        """The entry and which of its places."""
        return self._current

    def start(self, query: str | re.Pattern[str]) -> None:
        wanted = pattern_for(query) if isinstance(query, str) else query
        self._pattern = wanted if wanted.pattern else None
        self._current = None
        for entry in self._store:
            entry.found = None
            self.look_at(entry.index)

    def look_at(self, index: int) -> None:
        """Looks into an entry whose lines are new."""
        entry = self._store.entries[index]
        entry.found = find_in(entry.lines, self._pattern) if self._pattern and entry.lines else None

    @property
    def total(self) -> int:
        return sum(len(entry.found.first_lines) for entry in self._store if entry.found)

    @property
    def position(self) -> tuple[int, int]:
        """Which of how many; (0, 0) if there are none."""
        if self._current is None:
            return 0, self.total
        index, place = self._current
        before = sum(len(entry.found.first_lines) for entry in self._store.entries[:index] if entry.found)
        return before + place + 1, self.total

    def go_to_first_from(self, index: int, line: int) -> None:
        """The first place at or below this line of this entry, else the first of all."""
        places = self._places()
        below = (spot for spot in places if spot[0] > index or (spot[0] == index and self.line_of(spot) >= line))
        self._current = next(below, places[0] if places else None)

    def step(self, by: int) -> None:
        """On to the next place or back to the previous one, round the end."""
        places = self._places()
        if not places:
            self._current = None
            return
        if self._current in places:
            self._current = places[(places.index(self._current) + by) % len(places)]
        else:
            self._current = places[0 if by > 0 else -1]

    def line_of(self, spot: tuple[int, int]) -> int:
        found = self._store.entries[spot[0]].found
        return found.first_lines[spot[1]] if found and spot[1] < len(found.first_lines) else 0

    def _places(self) -> list[tuple[int, int]]:
        return [
            (entry.index, place)
            for entry in self._store
            if entry.found
            for place in range(len(entry.found.first_lines))
        ]
