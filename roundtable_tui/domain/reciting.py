"""Brings citations up to date where the lines they name have moved: what rests on them stays as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier import Entry, FieldValue
from roundtable_tui.domain.provenance import Cited

if TYPE_CHECKING:
    from roundtable_tui.domain.code_facts import Scanned
    from roundtable_tui.domain.provenance import Source

Moves = Mapping[Cited, Cited]


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
