"""What an entry rests on: the user's word, what was made of their words, the code of today, or nobody's word."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Cited, Confidence, confidence

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

_SORTS = frozenset({"type", "use", "nature", "style", "licence", "status"})
_AS_IT_IS = frozenset({Kind.NOTE, Kind.ENTRY_POINT, Kind.ZONE})
"""What says how the code is today, where it cites nothing else: all other kinds say what is to become of it."""
_KEPT = frozenset({"convention", "version"})
"""Constraints that the code sets by how it is."""
_SENTENCES = {Kind.FR: "text", Kind.STORY: "want", Kind.DECISION: "decision"}
"""What those say that begin with a name."""


class Footing(StrEnum):
    THEIRS = "said or confirmed by you"
    HEARD = "made of what you said"
    READ = "from the code"
    DOCUMENT = "from a document"
    OPEN = "an open question"
    GUESS = "a guess"


def footing(entry: Entry) -> Footing:
    """By the field that says what the entry is: the user's own words are no guess, whatever was added to them."""
    sure = _surest(entry)
    if entry.kind is Kind.QUESTION:
        return Footing.OPEN
    if sure is Confidence.HIGH:
        return Footing.THEIRS
    if is_read_in_code(entry):
        return Footing.READ
    if entry.kind is Kind.TASK:
        return Footing.HEARD
    if sure is Confidence.LOW or entry.kind is Kind.ASSUMPTION:
        return Footing.GUESS
    return Footing.DOCUMENT if entry.is_from_document else Footing.HEARD


def _surest(entry: Entry) -> Confidence:
    """By the sentence, where an entry begins with a name: that is ours to find it by, unless the user worded it."""
    main = confidence_in(entry, SPECS[entry.kind].main)
    said = entry.fields.get(_SENTENCES.get(entry.kind, ""))
    return main if said is None or main is Confidence.HIGH else confidence(said.sources)


def is_guess(entry: Entry) -> bool:
    """Whether nobody stated or confirmed what the entry is, neither the user nor a document nor the code of today."""
    return footing(entry) is Footing.GUESS


def guesses(dossier: Dossier) -> tuple[Entry, ...]:
    """Everything that nobody has confirmed yet: the one number that every place shows."""
    return tuple(entry for entry in dossier if is_guess(entry))


def is_read_in_code(entry: Entry) -> bool:
    said = entry.fields.get(SPECS[entry.kind].main)
    as_it_is = entry.kind in _AS_IT_IS or (entry.kind is Kind.CONSTRAINT and entry.text("type") in _KEPT)
    return (
        as_it_is
        and said is not None
        and bool(said.sources)
        and all(isinstance(source, Cited) for source in said.sources)
    )


def guessed_parts(entry: Entry) -> tuple[str, ...]:
    """The fields that somebody added and nobody confirmed, as far as they say more than of what sort the entry is."""
    return tuple(name for name in _telling(entry) if not is_said(entry, name))


def is_theirs(entry: Entry) -> bool:
    """Whether the user said or confirmed everything in it that says more than of what sort it is."""
    return all(confidence_in(entry, name) is Confidence.HIGH for name in _telling(entry))


def is_said(entry: Entry, field: str) -> bool:
    """Whether a field is more than a guess: it rests on the user's words, on a document, or on their yes."""
    return confidence_in(entry, field) is not Confidence.LOW


def confidence_in(entry: Entry, field: str) -> Confidence:
    said = entry.fields.get(field)
    return confidence(said.sources) if said else entry.confidence


def _telling(entry: Entry) -> list[str]:
    return [name for name in entry.telling if name == entry.sentence_field or name not in _SORTS]
