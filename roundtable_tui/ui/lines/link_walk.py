"""From link to link in a view of lines by key: which one is marked, and where it leads."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.ui.lines.store import Entry, LineStore


class Stretch(NamedTuple):
    """A link, or the part of one that stands on this line of a block."""

    block: int
    line: int
    start: int
    end: int
    target: str


class LinkWalk:
    def __init__(self, store: LineStore) -> None:
        self._store = store
        self._marked: tuple[Stretch, ...] = ()

    @property
    def target(self) -> str:
        """Where the marked link leads; empty while none is marked."""
        return self._marked[0].target if self._marked else ""

    def step(self, direction: int) -> tuple[int, int] | None:
        """Marks the next one, from the last on to the first; gives its block and line."""
        links = list(self._links())
        if not links:
            return None
        at = links.index(self._marked) + direction if self._marked in links else min(direction - 1, 0)
        self._marked = links[at % len(links)]
        return self._marked[0].block, self._marked[0].line

    def marked_on(self, entry: Entry, line: int) -> Iterable[tuple[int, int]]:
        """Which cells of a line belong to the marked link."""
        return [(one.start, one.end) for one in self._marked if (one.block, one.line) == (entry.index, line)]

    def _links(self) -> Iterator[tuple[Stretch, ...]]:
        """Each whole, on however many lines it stands."""
        for _, stretches in groupby(self._stretches(), key=lambda one: one.target):
            yield tuple(stretches)

    def _stretches(self) -> Iterator[Stretch]:
        for entry in self._store:
            for number, line in enumerate(entry.lines or ()):
                for start, end, target in line.links:
                    yield Stretch(entry.index, number, start, end, target)
