"""Lays out a table in a given width: columns share the room, cells wrap, and what is too narrow becomes a list."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len

from roundtable_tui.ui.lines.line_wrap import Laid, Run, width_of, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.ui.lines.markdown_parser import Runs, Table

_BETWEEN = Run(" │ ", ("line",))
_CROSSING = "─┼─"
_LONGEST_WORD = 14
"""A column is at least as wide as its longest word, up to this many cells, or there is no table."""


def lay_out_table(table: Table, width: int, widths: Sequence[int] | None = None) -> list[Laid]:
    widths = widths if widths is not None else column_widths(table, width)
    if not widths:
        return list(_as_list(table, table.rows, width))
    rule = Run(_CROSSING.join("─" * cells for cells in widths), ("line",))
    head = [tuple(Run(run.text, ("strong", *run.names), run.target) for run in cell) for cell in table.header]
    return [*_row(head, widths, table.alignments), Laid((rule,)), *lay_out_rows(table, table.rows, width, widths)]


def lay_out_rows(
    table: Table, rows: Iterable[Sequence[Runs]], width: int, widths: Sequence[int] | None = None
) -> list[Laid]:
    """Rows alone, in the widths given, for a table whose head stands already."""
    if not widths:
        return list(_as_list(table, rows, width))
    return [line for row in rows for line in _row(row, widths, table.alignments)]


def column_widths(table: Table, width: int) -> tuple[int, ...]:
    """How wide each column is; nothing where a table does not fit."""
    columns = list(zip_longest(table.header, *table.rows))
    natural = [max(1, *map(_natural_width, column)) for column in columns]
    room = width - len(_BETWEEN.text) * (len(natural) - 1)
    if sum(natural) <= room:
        return tuple(natural)
    least = [max(1, *map(_longest_word, column)) for column in columns]
    return _shared(natural, least, room) if sum(least) <= room else ()


def _shared(natural: Sequence[int], least: Sequence[int], room: int) -> tuple[int, ...]:
    """Each has the room for its words; what is left goes to the columns in the order of how little they still need."""
    widths = list(least)
    spare, left = room - sum(least), len(natural)
    for index in sorted(range(len(natural)), key=lambda index: natural[index] - least[index]):
        more = min(natural[index] - least[index], spare // left)
        widths[index] += more
        spare -= more
        left -= 1
    return tuple(widths)


def _longest_word(cell: Runs | None) -> int:
    words = "".join(run.text for run in cell or ()).split()
    return min(max(map(cell_len, words), default=1), _LONGEST_WORD)


def _natural_width(cell: Runs | None) -> int:
    if not cell:
        return 0
    if any("\n" in run.text for run in cell):
        return max(width_of(line.runs) for line in wrap(cell, 10_000))
    return width_of(cell)


def _row(cells: Sequence[Runs], widths: Sequence[int], alignments: Sequence[str]) -> Iterator[Laid]:
    columns = [
        [_aligned(line.runs, cells, alignment) for line in wrap(runs, cells)]
        for runs, cells, alignment in zip(cells, widths, alignments, strict=False)
    ]
    for line in zip_longest(*columns):
        runs: list[Run] = []
        for index, (part, width) in enumerate(zip(line, widths, strict=False)):
            runs += [_BETWEEN] if index else []
            runs += part if part is not None else [Run(" " * width)]
        yield Laid(runs)


def _aligned(runs: Sequence[Run], width: int, alignment: str) -> list[Run]:
    spare = width - width_of(runs)
    if spare <= 0:
        return list(runs)
    left = {"right": spare, "center": spare // 2}.get(alignment, 0)
    return [run for run in (Run(" " * left), *runs, Run(" " * (spare - left))) if run.text]


def _as_list(table: Table, rows: Iterable[Sequence[Runs]], width: int) -> Iterator[Laid]:
    """One line for each cell, under the name of its column."""
    for number, row in enumerate(rows):
        if number:
            yield Laid((Run("─" * min(width, 3), ("line",)),))
        for name, cell in zip(table.header, row, strict=False):
            label = [Run(run.text, ("strong", *run.names), run.target) for run in name]
            yield from wrap([*label, Run(": "), *cell], width)
