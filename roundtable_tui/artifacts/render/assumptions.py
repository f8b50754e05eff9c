"""Tells what nobody has stated or confirmed: whole entries that were inferred, and single fields of others."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Confidence, confidence
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import KindSpec

_SORTS = frozenset({"type", "use", "nature", "style", "licence", "status"})


def is_guess(entry: Entry) -> bool:
    """Whether nobody stated or confirmed what the entry is; the user's own words are none, whatever was added."""
    return _confidence_in(entry, SPECS[entry.kind].main) is Confidence.LOW


def guesses(view: View, kinds: Iterable[str]) -> tuple[Entry, ...]:
    """Entries that nobody stated or confirmed: they are assumptions until somebody does."""
    return tuple(entry for entry in _standing(view, kinds) if is_guess(entry))


def guesses_by_kind(view: View, kinds: Iterable[str]) -> Mapping[KindSpec, tuple[Entry, ...]]:
    """The guesses of each kind that has some."""
    found: dict[KindSpec, list[Entry]] = defaultdict(list)
    for entry in guesses(view, kinds):
        found[SPECS[entry.kind]].append(entry)
    return {spec: tuple(entries) for spec, entries in found.items()}


def guessed_fields(view: View, kinds: Iterable[str]) -> Mapping[str, tuple[Entry, tuple[str, ...]]]:
    """What was added to the user's words and nobody confirmed: the entries by id, each with those fields."""
    found: dict[str, tuple[Entry, tuple[str, ...]]] = {}
    for entry in _standing(view, kinds):
        names = tuple(name for name in entry.fields if _weighs(entry, name) and not is_said(entry, name))
        if names and not is_guess(entry):
            found[entry.id] = entry, names
    return found


def is_said(entry: Entry, field: str) -> bool:
    """Whether a field is more than a guess: it rests on the user's words, on a document, or on their yes."""
    return _confidence_in(entry, field) is not Confidence.LOW


def repeated_by(view: View, assumption: Entry) -> Entry | None:
    """The entry that says in full what an assumption about it only says again."""
    text = one_line(assumption.text()).rstrip(".").casefold()
    for entry in view.named(assumption, "about"):
        said = one_line(entry.text()).rstrip(".").casefold()
        if said and text.endswith(said):
            return entry
    return None


def _weighs(entry: Entry, name: str) -> bool:
    """Whether a guess in this field is worth a word: not where it only says of what sort the entry is."""
    field = SPECS[entry.kind].field(name)
    return field is not None and field.type is not FieldType.REFS and name not in _SORTS


def _standing(view: View, kinds: Iterable[str]) -> Iterable[Entry]:
    """Entries of these kinds, but for the criteria of a requirement that was withdrawn."""
    for kind in kinds:
        for entry in view.of[kind]:
            if entry.kind is not Kind.AC or view.named(entry, "fr", Kind.FR):
                yield entry


def _confidence_in(entry: Entry, field: str) -> Confidence:
    said = entry.fields.get(field)
    return confidence(said.sources) if said else entry.confidence
