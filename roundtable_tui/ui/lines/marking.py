"""A cursor that walks the lines of a view by key, and the stretch of them that is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roundtable_tui.ui.lines.blocks import Line
    from roundtable_tui.ui.lines.store import Entry, LineStore

CURSOR, MARKED = "▸", "┃"
"""What stands before a marked line where there is room, so that it shows without colours too."""


class LineMarks:
    """Places are a block's key and a line of it: what comes in above moves neither."""

    def __init__(self, store: LineStore, lines_of: Callable[[Entry], Sequence[Line]]) -> None:
        self._store, self._lines_of = store, lines_of
        self._cursor: tuple[str, int] | None = None
        self._began: tuple[str, int] | None = None
        self.extending = False
        """Whether moving marks what lies between."""

    @property
    def active(self) -> bool:
        return self._cursor is not None and self._store.find(self._cursor[0]) is not None

    def begin(self, entry: Entry, line: int) -> None:
        """There, or on the next line that says something."""
        self._cursor = self._began = entry.block.key, line
        self.extending = False
        while not self._says_something() and self._step(1):
            self._began = self._cursor

    def span(self, first: tuple[Entry, int], last: tuple[Entry, int]) -> None:
        """All from one line to another."""
        self._began, self._cursor = ((entry.block.key, line) for entry, line in (first, last))
        self.extending = False

    def end(self) -> None:
        self._cursor = self._began = None
        self.extending = False

    def _says_something(self) -> bool:
        entry, number = self.cursor or (None, 0)
        return entry is not None and bool(self._lines_of(entry)[number].text.strip())

    @property
    def cursor(self) -> tuple[Entry, int] | None:
        return self._found(self._cursor)

    def _found(self, place: tuple[str, int] | None) -> tuple[Entry, int] | None:
        entry = self._store.find(place[0]) if place else None
        if entry is None or place is None:
            return None
        return entry, min(place[1], max(len(self._lines_of(entry)) - 1, 0))

    def move(self, by: int, *, extend: bool = False) -> None:
        """By so many lines; the stretch follows, unless it is to grow."""
        for _ in range(abs(by)):
            if not self._step(1 if by > 0 else -1):
                break
        if not (extend or self.extending):
            self._began = self._cursor

    def to_edge(self, direction: int) -> None:
        entries = self._store.entries
        if entries:
            last = entries[-1]
            self._cursor = (
                (entries[0].block.key, entries[0].block.gap)
                if direction < 0
                else (last.block.key, len(self._lines_of(last)) - 1)
            )
            if not self.extending:
                self._began = self._cursor

    def _step(self, by: int) -> bool:
        """One line on, past what only keeps blocks apart; False at the end."""
        if (here := self.cursor) is None:
            return False
        entry, number = here[0], here[1] + by
        while not entry.block.gap <= number < len(self._lines_of(entry)):
            index = entry.index + by
            if not 0 <= index < len(self._store):
                return False
            entry = self._store.entries[index]
            number = entry.block.gap if by > 0 else len(self._lines_of(entry)) - 1
        self._cursor = entry.block.key, number
        return True

    def sign_of(self, entry: Entry, number: int) -> str:
        """What a line is in all this: the cursor's, marked, or neither."""
        if (cursor := self.cursor) is None:
            return ""
        here = entry.index, number
        if here == (cursor[0].index, cursor[1]):
            return CURSOR
        first, last = self._ends()
        return MARKED if first <= here <= last else ""

    def _ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        ends = [(found[0].index, found[1]) for one in (self._began, self._cursor) if (found := self._found(one))]
        return min(ends, default=(0, 0)), max(ends, default=(-1, 0))

    @property
    def lines(self) -> Iterator[tuple[Entry, int]]:
        """Those that are marked, from the top down."""
        (first, start), (last, end) = self._ends()
        for entry in self._store.entries[first : last + 1] if self.active else ():
            count = len(self._lines_of(entry))
            low = start if entry.index == first else 0
            high = min(end, count - 1) if entry.index == last else count - 1
            yield from ((entry, number) for number in range(low, high + 1))

    @property
    def text(self) -> str:
        """What the marked lines say, without gutters and soft breaks."""
        pieces: list[str] = []
        for entry, number in self.lines:
            line = self._lines_of(entry)[number]
            if pieces:
                pieces.append("\n" if line.join is None else line.join)
            pieces.append(line.text)
        return "".join(pieces).strip("\n")
