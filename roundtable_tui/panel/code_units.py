"""The pieces of a file that can be shown by themselves: whole definitions, or lines around what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.search.identifiers import parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.codebase.parse.file_facts import FileFacts, Symbol

LONGEST_UNIT = 60
"""Lines; of a longer class its methods are shown, of a longer function what is around the lines that were found."""
_AROUND = 8
_NUMBER = 7
"""Characters before each line."""


class Unit(Struct, frozen=True):
    name: str
    """The file's."""
    start: int
    end: int
    defines: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The words of what it defines."""
        return parts(self.defines)

    def text(self, lines: Sequence[bytes]) -> bytes:
        return b"\n".join(lines[self.start - 1 : self.end])

    def size(self, lines: Sequence[bytes]) -> int:
        return sum(len(line) + _NUMBER + 1 for line in lines[self.start - 1 : self.end])


def units_of(name: str, lines: Sequence[bytes], facts: FileFacts, found: Iterable[int]) -> Iterator[Unit]:
    """Definitions in which one of these lines lies, and windows around those that lie in none; imports are no news."""
    importing = {one.line for one in facts.imports}
    shown: set[Unit] = set()
    for number in found:
        if number in importing:
            continue
        around = _smallest_whole(number, facts.definitions)
        unit = _whole(name, around, lines) if around else _window(name, number, lines, facts.definitions)
        if unit not in shown:
            shown.add(unit)
            yield unit


def defining(name: str, lines: Sequence[bytes], facts: FileFacts, number: int) -> Unit:
    """What stands around one line that somebody named."""
    around = _smallest_whole(number, facts.definitions)
    return _whole(name, around, lines) if around else _window(name, number, lines, ())


def joined(units: Iterable[Unit]) -> Iterator[Unit]:
    """Neighbours as one, file by file in the order the files came."""
    by_file: dict[str, list[Unit]] = {}
    for unit in units:
        by_file.setdefault(unit.name, []).append(unit)
    for name, found in by_file.items():
        found.sort(key=lambda one: one.start)
        last = found[0]
        for unit in found[1:]:
            if unit.start <= last.end + 3:
                last = Unit(name, last.start, max(last.end, unit.end))
            else:
                yield last
                last = unit
        yield last


def _smallest_whole(number: int, definitions: Iterable[Symbol]) -> Symbol | None:
    """The largest definition around a line that may be shown whole: a field is told with its class."""
    around = [one for one in definitions if one.line <= number <= one.end and one.end - one.line < LONGEST_UNIT]
    return max(around, key=lambda one: one.end - one.line, default=None)


def _whole(name: str, symbol: Symbol, lines: Sequence[bytes]) -> Unit:
    start = symbol.line
    while start > 1 and lines[start - 2].lstrip().startswith(b"@"):
        start -= 1
    return Unit(name, start, min(symbol.end, len(lines)), symbol.name)


def _window(name: str, number: int, lines: Sequence[bytes], definitions: Iterable[Symbol]) -> Unit:
    """So many lines around, but not into a definition that begins or ends there: half of one helps nobody."""
    start, end = max(1, number - _AROUND), min(len(lines), number + _AROUND)
    for one in definitions:
        if one.line <= number <= one.end:
            start, end = max(start, one.line), min(end, one.end)
        elif one.end < number:
            start = max(start, one.end + 1)
        elif one.line > number:
            end = min(end, one.line - 1)
    return Unit(name, start, max(number, end))
