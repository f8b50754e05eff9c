"""Knows which block and line stands at which height, also while some heights are only estimated."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.ui.lines.blocks import Block, Line


class Matches(Struct, frozen=True):
    """Where a block has what is looked for: for each the line it starts on, and by line the stretches to highlight."""

    first_lines: tuple[int, ...]
    stretches: Mapping[int, Sequence[tuple[int, int, int]]]
    """Start, end and which place it belongs to; counted with the decoration at the start of the line."""


class Entry:
    """A block in a view: its lines once they are rendered, a guess at their number until then."""

    __slots__ = ("block", "found", "index", "lines", "text_length")

    def __init__(self, block: Block, index: int) -> None:
        self.block = block
        self.index = index
        self.lines: list[Line] | None = None
        self.found: Matches | None = None
        self.text_length = len(block.text) + 30 * block.text.count("\n")

    def height(self, width: int) -> int:
        if self.lines is not None:
            return len(self.lines)
        return self.block.gap + bool(self.block.label) + 1 + self.text_length // max(width, 1)


class LineStore:
    """The entries of a view from top to bottom."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.width = 1
        self._by_key: dict[str, Entry] = {}
        self._ends: list[int] | None = None

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def find(self, key: str) -> Entry | None:
        return self._by_key.get(key)

    def append(self, block: Block) -> Entry:
        entry = Entry(block, len(self.entries))
        self.entries.append(entry)
        self._by_key[block.key] = entry
        self.heights_changed()
        return entry

    def replace(self, entry: Entry, block: Block) -> None:
        """Another block in the place of the one there."""
        if self._by_key.get(entry.block.key) is entry:
            del self._by_key[entry.block.key]
        self._by_key[block.key] = entry
        entry.block = block
        self.forget_lines((entry,))

    def set_from(self, start: int, blocks: Iterable[Block]) -> None:
        """These blocks and no others from there on; those that were there before keep their lines."""
        known = {entry.block: entry for entry in self.entries[start:]}
        for entry in self.entries[start:]:
            if self._by_key.get(entry.block.key) is entry:
                del self._by_key[entry.block.key]
        del self.entries[start:]
        for index, block in enumerate(blocks, start):
            entry = Entry(block, index)
            if (same := known.get(block)) is not None:
                entry.lines, entry.found = same.lines, same.found
            self.entries.append(entry)
            self._by_key[block.key] = entry
        self.heights_changed()

    def forget_lines(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            entry.lines = entry.found = None
        self.heights_changed()

    def heights_changed(self) -> None:
        self._ends = None

    @property
    def ends(self) -> list[int]:
        if self._ends is None:
            self._ends = list(accumulate(entry.height(self.width) for entry in self.entries))
        return self._ends

    @property
    def height(self) -> int:
        return self.ends[-1] if self.entries else 0

    def top(self, index: int) -> int:
        return self.ends[index - 1] if index else 0

    def at(self, y: int) -> tuple[Entry, int] | None:
        """The entry that covers this line of the whole, and which of its own lines it is."""
        index = bisect_right(self.ends, y)
        if y < 0 or index >= len(self.entries):
            return None
        return self.entries[index], y - self.top(index)
