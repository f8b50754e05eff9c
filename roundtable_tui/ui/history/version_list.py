"""Draws an item's documents and, under those that are open, their versions from the newest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.cells import cell_len

from roundtable_tui.review.dated_versions import DatedVersion
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence


class VersionRow(Struct, frozen=True):
    """A document, or one version of it."""

    key: str
    name: str
    version: DatedVersion | None = None
    earlier: int = 0
    """Of a document: how many earlier versions it has."""
    opened: bool = False
    selectable: bool = True


def version_rows(documents: Mapping[str, Sequence[DatedVersion]], opened: Collection[str]) -> list[VersionRow]:
    """All documents; those that are opened with their versions, the newest first."""
    rows: list[VersionRow] = []
    for name, versions in documents.items():
        rows.append(VersionRow(name, name, earlier=len(versions) - 1, opened=name in opened))
        if name in opened:
            rows += [VersionRow(version_key(one), name, one) for one in reversed(versions)]
    return rows


def version_key(version: DatedVersion) -> str:
    """The same as long as it is the same version: a number changes when the oldest is forgotten."""
    kept = version.version
    return f"{version.name}/{kept.file if kept else 'now'}"


def about(version: DatedVersion) -> str:
    """When it was written, and in which turn, as far as that is known."""
    if version.when is None:
        return "changed by hand since" if version.is_current else "when is not known"
    when = f"{version.when.day} {version.when:%b %H:%M}"
    if not version.recorded:
        return f"until {when}"
    return f"{when}  turn {version.turn}"


class VersionList(RowList[VersionRow]):
    def line_of(self, row: VersionRow, width: int) -> Iterable[Run]:
        if row.version is None:
            yield from self._document(row, width)
            return
        one = row.version
        number = "now" if one.is_current else f"{one.number}"
        said = f"  {number:>4}  {about(one)}"
        yield Run(said)
        if one.edited and one.when is not None:
            yield Run("  yours", ("accent",)) if width - cell_len(said) >= 7 else Run(" ✎", ("accent",))

    @staticmethod
    def _document(row: VersionRow, width: int) -> Iterable[Run]:
        count = f"{row.earlier} earlier" if row.earlier else "first version"
        fold = "▾ " if row.opened else "▹ "
        yield Run(fold, ("quiet",))
        yield Run(fitted(row.name, max(width - len(fold) - len(count) - 2, 1)), ("strong",))
        yield Run(f" {count}", ("quiet",))
