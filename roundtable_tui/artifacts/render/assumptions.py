"""Tells what nobody has stated or confirmed: whole entries that were inferred, and single fields of others."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.phrasing import is_only_listed
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Confidence, confidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry


def is_guess(entry: Entry) -> bool:
    """Whether nobody stated or confirmed what the entry is; the user's own words are none, whatever was added."""
    return _confidence_in(entry, SPECS[entry.kind].main) is Confidence.LOW


def guesses(view: View, kinds: Iterable[str]) -> tuple[Entry, ...]:
    """Entries that nobody stated or confirmed: they are assumptions until somebody does."""
    return tuple(entry for entry in _standing(view, kinds) if is_guess(entry))


def guesses_by_kind(view: View, kinds: Iterable[str]) -> Mapping[str, tuple[Entry, ...]]:
    """Guesses that have no id to speak of and stand in a list of their kind already, by what the kind is called."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in guesses(view, kinds):
        if is_only_listed(entry):
            found[SPECS[entry.kind].many].append(entry)
    return {many: tuple(entries) for many, entries in found.items()}


def guessed_fields(view: View, kinds: Iterable[str]) -> Mapping[str, tuple[Entry, ...]]:
    """What was added to the user's words and nobody confirmed: the entries, by the field that is a guess."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in _standing(view, kinds):
        for name in entry.fields if not is_guess(entry) else ():
            field = SPECS[entry.kind].field(name)
            if field and field.type is not FieldType.REFS and _confidence_in(entry, name) is Confidence.LOW:
                found[name].append(entry)
    return {name: tuple(entries) for name, entries in found.items()}


def _standing(view: View, kinds: Iterable[str]) -> Iterable[Entry]:
    """Entries of these kinds, but for the criteria of a requirement that was withdrawn."""
    for kind in kinds:
        for entry in view.of[kind]:
            if entry.kind is not Kind.AC or view.named(entry, "fr", Kind.FR):
                yield entry


def _confidence_in(entry: Entry, field: str) -> Confidence:
    said = entry.fields.get(field)
    return confidence(said.sources) if said else entry.confidence
