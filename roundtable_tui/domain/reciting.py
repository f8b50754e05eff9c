"""Which lines of code an analysis rests on, and the same at their new place where they have moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier import Entry, FieldValue
from roundtable_tui.domain.provenance import Cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.code_facts import Scanned
    from roundtable_tui.domain.provenance import Source
    from roundtable_tui.domain.state import State

Moves = Mapping[Cited, Cited]


def citations_in(state: State) -> Iterator[Cited]:
    """All of them: those of the entries, and those of what the search found."""
    for entry in state.dossier:
        yield from (source for source in entry.sources if isinstance(source, Cited))
    if state.scan:
        yield from found_lines(state.scan)


def found_lines(scan: Scanned) -> Iterator[Cited]:
    yield from (one.lines for one in scan.touched if one.lines)
    yield from (one.lines for one in scan.entrances if one.lines)


def recited(entry: Entry, moved: Moves) -> Entry:
    if not any(isinstance(source, Cited) and source in moved for source in entry.sources):
        return entry
    fields = {
        name: FieldValue(said.value, tuple(dict.fromkeys(_now(source, moved) for source in said.sources)))
        for name, said in entry.fields.items()
    }
    return replace(entry, fields=fields)


def _now(source: Source, moved: Moves) -> Source:
    return moved.get(source, source) if isinstance(source, Cited) else source


def scan_recited(scan: Scanned, moved: Moves) -> Scanned:
    """What the search found, at the lines where it stands now."""

    def now(lines: Cited | None) -> Cited | None:
        return moved.get(lines, lines) if lines else None

    return replace(
        scan,
        touched=tuple(replace(one, lines=now(one.lines)) for one in scan.touched),
        entrances=tuple(replace(one, lines=now(one.lines)) for one in scan.entrances),
    )
