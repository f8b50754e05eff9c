"""The entries of a dossier as a list to walk: how each stands, what it is called, what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from rich.cells import cell_len

from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LEAST_TEXT = 12


class EntryRow(Struct, frozen=True):
    """A row of the list; a heading has no key."""

    key: str
    text: str
    mark: str = ""
    """How it stands: accepted, changed since, marked, on its way."""
    low: bool = False
    found: bool = False
    below: bool = False
    """It hangs on the entry above."""
    note: str = ""

    @property
    def selectable(self) -> bool:
        return bool(self.key)


class EntryList(RowList[EntryRow], inherit_bindings=False):
    """Every row says the same without colours: marks and words carry it. The keys are the screen's."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"entries--accepted", "entries--changed", "entries--flag"}
    DEFAULT_CSS = """
    EntryList {
        & > .entries--accepted { color: $success; }
        & > .entries--changed { color: $warning; text-style: bold; }
        & > .entries--flag { color: $warning; }
    }
    """
    ACCEPTED = "✓"
    CHANGED = "↻"
    UNDER_WAY = "…"
    OPEN = "·"
    MARKED = "▪"

    def show(self, rows: Sequence[EntryRow], key: str = "") -> None:
        """Where the same entries are listed as before, only the lines that differ are drawn anew."""
        before = self.rows
        if len(rows) != len(before) or any(one.key != other.key for one, other in zip(rows, before, strict=True)):
            super().show(rows, key)
            return
        self._rows = rows
        for number, (one, other) in enumerate(zip(rows, before, strict=True)):
            if one != other:
                self.refresh_lines(number)
        if key:
            self.go_to(key)

    def line_of(self, row: EntryRow, width: int) -> Iterator[Run]:
        if not row.selectable:
            note = f" {row.note}" if row.note else ""
            yield Run(fitted(row.text.upper(), width - cell_len(note) - 1), ("heading",))
            yield Run(note, ("quiet",))
            return
        yield Run(row.mark or self.OPEN, (self._style_of(row.mark),))
        yield Run(("!" if row.low else " ") + ("⚑" if row.found else " "), ("flag",))
        name = f"{' ' if row.below else ''}{row.key} "
        room = width - 3 - cell_len(name)
        yield Run(name, ("quiet",) if row.mark == self.ACCEPTED else ("strong",))
        if room >= LEAST_TEXT // 2:
            yield Run(fitted(row.text, room), ("quiet",) if row.mark == self.ACCEPTED else ())

    def _style_of(self, mark: str) -> str:
        return {self.ACCEPTED: "accepted", self.CHANGED: "changed", self.MARKED: "mark"}.get(mark, "quiet")
