"""Lays out a table in a given width: columns share the room, cells wrap, and what is too narrow becomes a list."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from roundtable_tui.ui.lines.line_wrap import Laid, Run, width_of, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.ui.lines.markdown_parser import Runs, Table

_BETWEEN = " │ "
_TIGHT = "│"
_LONGEST_WORD = 14
"""A column is at least as wide as its longest word, up to this many cells, or there is no table."""
_NARROW_HEADING = 6
"""Where columns stand tight, a heading may be broken down to this many cells, or to what stands below it."""
_MOST_LINES = 2
"""Rows higher than this are easier to read as a list than in tight columns."""
_SET_IN = 2


class Columns(NamedTuple):
    """How wide each column is and what stands between two; no widths where the table becomes a list."""

    widths: tuple[int, ...] = ()
    between: str = _BETWEEN


def lay_out_table(table: Table, width: int, columns: Columns | None = None) -> list[Laid]:
    columns = columns or columns_of(table, width)
    if not columns.widths:
        return list(_as_list(table, table.rows, width))
    crossing = columns.between.replace(" ", "─").replace("│", "┼")
    rule = Run(crossing.join("─" * cells for cells in columns.widths), ("line",))
    head = [tuple(Run(run.text, ("strong", *run.names), run.target) for run in cell) for cell in table.header]
    return [*_row(head, columns, table.alignments), Laid((rule,)), *lay_out_rows(table, table.rows, width, columns)]


def lay_out_rows(table: Table, rows: Iterable[Sequence[Runs]], width: int, columns: Columns | None) -> list[Laid]:
    """Rows alone, in the columns given, for a table whose head stands already."""
    if columns is None or not columns.widths:
        return list(_as_list(table, rows, width))
    return [line for row in rows for line in _row(row, columns, table.alignments)]


def columns_of(table: Table, width: int) -> Columns:
    cells = list(zip_longest(table.header, *table.rows))
    natural = [max(1, *map(_natural_width, column)) for column in cells]
    room = width - len(_BETWEEN) * (len(natural) - 1)
    if sum(natural) <= room:
        return Columns(tuple(natural))
    least = [max(1, *map(_longest_word, column)) for column in cells]
    if sum(least) <= room:
        return Columns(_shared(natural, least, room))
    return _tight_columns(table, cells, natural, width - len(_TIGHT) * (len(natural) - 1))


def _tight_columns(table: Table, cells: Sequence[Sequence[Runs | None]], natural: Sequence[int], room: int) -> Columns:
    below = [max(map(_longest_word, column[1:]), default=1) for column in cells]
    least = [
        max(under, min(_longest_word(column[0]), _NARROW_HEADING)) for under, column in zip(below, cells, strict=True)
    ]
    if sum(least) > room:
        return Columns()
    columns = Columns(_shared(natural, _with_whole_headings(least, cells, room), room), _TIGHT)
    heights = (len(wrap(cell, wide)) for row in table.rows for cell, wide in zip(row, columns.widths, strict=False))
    return columns if max(heights, default=0) <= _MOST_LINES else Columns()


def _with_whole_headings(least: Sequence[int], cells: Sequence[Sequence[Runs | None]], room: int) -> list[int]:
    """The widths in which as many headings as there is room for stand unbroken."""
    widths = list(least)
    spare = room - sum(least)
    lacking = {index: _longest_word(column[0]) - widths[index] for index, column in enumerate(cells)}
    for index, cells_lacking in sorted(lacking.items(), key=lambda item: item[1]):
        if 0 < cells_lacking <= spare:
            widths[index] += cells_lacking
            spare -= cells_lacking
    return widths


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


def _row(cells: Sequence[Runs], columns: Columns, alignments: Sequence[str]) -> Iterator[Laid]:
    between = Run(columns.between, ("line",))
    laid = [
        [_aligned(line.runs, cells, alignment) for line in wrap(runs, cells)]
        for runs, cells, alignment in zip(cells, columns.widths, alignments, strict=False)
    ]
    for line in zip_longest(*laid):
        runs: list[Run] = []
        for index, (part, width) in enumerate(zip(line, columns.widths, strict=False)):
            runs += [between] if index else []
            runs += part if part is not None else [Run(" " * width)]
        yield Laid(runs)


def _aligned(runs: Sequence[Run], width: int, alignment: str) -> list[Run]:
    spare = width - width_of(runs)
    if spare <= 0:
        return list(runs)
    left = {"right": spare, "center": spare // 2}.get(alignment, 0)
    return [run for run in (Run(" " * left), *runs, Run(" " * (spare - left))) if run.text]


def _as_list(table: Table, rows: Iterable[Sequence[Runs]], width: int) -> Iterator[Laid]:
    """The first cell of a row as its heading, and set in below it what the other columns say."""
    for row in rows:
        heading, *others = row
        yield from wrap([Run(run.text, ("strong", *run.names), run.target) for run in heading], width)
        said: list[Run] = []
        for name, cell in zip(table.header[1:], others, strict=False):
            if any(run.text.strip() for run in cell):
                label = [Run(run.text, ("captured", *run.names), run.target) for run in name]
                said += [*([Run(" · ", ("line",))] if said else []), *label, Run(" "), *cell]
        lead = (Run(" " * _SET_IN),)
        yield from (line._replace(lead=lead) for line in wrap(said, width - _SET_IN) if said)
