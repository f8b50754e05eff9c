"""A criterion that goes to another requirement: the same words under a new id, because its id names the requirement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.dossier.provenance import Source


def moved(entry: Entry, new_id: str, requirement: str, others: Iterable[Entry], call: str) -> Iterator[Change]:
    """Every field with what it rests on; then whatever speaks of it; and only then the old one goes."""
    by_sources: dict[tuple[Source, ...], dict[str, Value]] = {}
    for name, said in entry.fields.items():
        by_sources.setdefault(said.sources, {})[name] = said.value
    main = entry.fields[SPECS[Kind.AC].main].sources
    first = by_sources.pop(main, {}) | {"fr": (requirement,)}
    yield Change(Op.RECORD, new_id, Kind.AC, first, main, f"{call}/0")
    for number, (sources, fields) in enumerate(by_sources.items(), 1):
        if kept := {name: value for name, value in fields.items() if name != "fr"}:
            yield Change(Op.REVISE, new_id, Kind.AC, kept, sources, f"{call}/{number}")
    for other in others:
        for name, value in _renamed(other, entry.id, new_id).items():
            yield Change(
                Op.REVISE, other.id, other.kind, {name: value}, other.fields[name].sources, f"{call}/{other.id}"
            )
    yield Change(Op.DROP, entry.id, Kind.AC, sources=main, call=f"{call}/gone")


def _renamed(entry: Entry, old: str, new: str) -> Mapping[str, Value]:
    """The fields that name it, as they name it then; a raised question also says by its id where its guess is kept."""
    found: dict[str, Value] = {}
    for name, said in entry.fields.items():
        if isinstance(said.value, tuple) and old in said.value:
            found[name] = tuple(new if one == old else one for one in said.value)
        elif name == "keeps" and isinstance(said.value, str) and said.value.partition(".")[0] == old:
            found[name] = said.value.replace(old, new, 1)
    return found
