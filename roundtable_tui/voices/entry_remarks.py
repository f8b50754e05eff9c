"""What is asked or remarked about an entry called by its id: kept beside the entry, which stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.lists.remarks import asks_about_entry, judges_entry
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured, Capturer

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.voices.protocol import Brief

_WHAT_ONE_THINKS = (Kind.REVIEW, Kind.NOTE, Kind.QUESTION)
"""Kinds that a remark on another entry answers."""


def remark_on_entry(brief: Brief, capture: Capture | None = None) -> Captured | None:
    """None where the words are anything else, or may answer what `capture` asks for."""
    ids = answer_forms.ids_in(brief.words.upper())
    entry = brief.state.dossier.get(ids[0]) if ids else None
    if entry is None or entry.kind is Kind.QUESTION or (capture and capture.kind in _WHAT_ONE_THINKS):
        return None
    capturer = Capturer(brief.state, brief.ids, brief.turn, brief.code)
    if asks_about_entry(brief.words):
        return Captured(capturer.open_question(brief.words.strip(), entry).changes, stays(entry))
    if judges_entry(brief.words) and not _gives_value(brief.words, capture):
        return Captured(capturer.note(brief.words, entry).changes, stays(entry))
    return None


def stays(entry: Entry) -> str:
    return f'{entry.id} stays as it is; "{entry.id}: …" would change it.'


def _gives_value(words: str, capture: Capture | None) -> bool:
    field = SPECS[capture.kind].field(capture.field) if capture else None
    if field is None or not field.choices:
        return False
    return any(value_of(word, field.choices) for word in words.split()[1:])
