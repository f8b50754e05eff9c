"""One answer about several entries: which of them it speaks of, and what it says of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType
from roundtable_tui.voices.agenda import pending
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured, refers_to
from roundtable_tui.voices.offline.list_answers import ShownList, corrected, unknown_of
from roundtable_tui.voices.offline.questions import depth_of

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Field
    from roundtable_tui.domain.dossier.questions import Capture, Question
    from roundtable_tui.voices.offline.captures import Capturer
    from roundtable_tui.voices.protocol import Brief


_SEVERAL = 2


class RowAnswer(Struct, frozen=True):
    captured: Captured
    settled: frozenset[str] = frozenset()
    """The keys of the questions it answers, one for each entry it speaks of."""


def row_answer(brief: Brief, capture: Capture, capturer: Capturer, question: Question) -> RowAnswer | None:
    """What the answer says of the entries it names; None where it does not say which it means.

    A question about one entry is answered for others only by an answer that names them.
    """
    stem = "/".join(question.key.split("/")[:2])
    row = _row(brief, stem)
    field = SPECS[capture.kind].field(capture.field)
    if unknown := _unknown_targets(brief, field, capture):
        return RowAnswer(Captured(refused=unknown_of(unknown)))
    said = _by_id(brief.words, field) or _by_place(brief.words, field, row, alone=bool(question.about))
    kinds = {entry.id: entry.kind for entry in brief.state.dossier}
    if said and all(kinds.get(entry_id) is capture.for_each for entry_id in said):
        return _each(brief, capturer, capture, stem, said)
    if unknown := [entry_id for entry_id in said if entry_id not in kinds]:
        return RowAnswer(Captured(refused=unknown_of(unknown)))
    traced = bool(said) and _names_targets(said, capture, brief)
    if not traced and (said or question.about or len(row) < _SEVERAL):
        return None
    return _corrected(brief, capture, capturer, stem, row)


def _row(brief: Brief, stem: str) -> tuple[Entry, ...]:
    waiting = pending(brief.step, depth_of(brief), brief.state)
    return tuple(part.about for part in waiting if part.about and part.stem == stem)


def _by_id(words: str, field: Field | None) -> dict[str, str]:
    return answer_forms.labelled(words) or (answer_forms.grouped(words, field) if field else {})


def _by_place(words: str, field: Field | None, row: tuple[Entry, ...], *, alone: bool) -> dict[str, str]:
    """What is said of all of them at once, or of each in the order they were shown."""
    ids = [entry.id for entry in row]
    if everything := answer_forms.for_all(words):
        return dict.fromkeys(ids, everything)
    if len(ids) < _SEVERAL:
        return {}
    if field and len(choices := answer_forms.lone_choices(field, words)) == len(ids):
        return dict(zip(ids, choices, strict=True))
    if alone:
        return {}
    if field and field.type is FieldType.CHOICE and answer_forms.lone_choice(field, words):
        return dict.fromkeys(ids, words)
    if field and field.type is FieldType.REFS and _says_of_all(words, field):
        return dict.fromkeys(ids, words)
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    named = any(entry.text().casefold() in line.casefold() for entry in row for line in lines)
    return dict(zip(ids, lines, strict=True)) if len(lines) == len(ids) and not named else {}


def _says_of_all(words: str, field: Field) -> bool:
    """Whether each is traced to nothing, or to all there are; that all wait for all of them nobody means."""
    return answer_forms.says_nothing(words) or (
        answer_forms.says_everything(words) and refers_to(field.name, None) is not None
    )


def _unknown_targets(brief: Brief, field: Field | None, capture: Capture) -> list[str]:
    """Ids of the sort that was asked for which nothing has."""
    if field is None or field.type is not FieldType.REFS:
        return []
    kinds = (refers_to(field.name, capture.kind), capture.for_each)
    prefixes = {SPECS[kind].prefix for kind in kinds if kind}
    named = answer_forms.ids_in(brief.words.upper())
    return [one for one in named if one.partition("-")[0] in prefixes and one not in brief.state.dossier.entries]


def _names_targets(said: dict[str, str], capture: Capture, brief: Brief) -> bool:
    """Whether traces are told from the other side: `FR-001: MOD-008`."""
    field = SPECS[capture.kind].field(capture.field)
    known = all(entry_id in brief.state.dossier.entries for entry_id in said)
    return known and field is not None and field.type is FieldType.REFS


def _each(brief: Brief, capturer: Capturer, capture: Capture, stem: str, said: dict[str, str]) -> RowAnswer:
    captured = Captured()
    for entry_id, text in said.items():
        captured.add(capturer.capture(capture, text, brief.state.dossier.get(entry_id)))
    return RowAnswer(captured, frozenset(f"{stem}/{entry_id}" for entry_id in said))


def _corrected(
    brief: Brief, capture: Capture, capturer: Capturer, stem: str, row: tuple[Entry, ...]
) -> RowAnswer | None:
    """Entries called by their names or numbers, and whatever else can be done to a list."""
    entries = tuple(brief.state.dossier.of(capture.for_each)) if capture.for_each else ()
    if not entries:
        return None
    done = corrected(ShownList(entries, capture, brief.state.dossier), brief.words, capturer, can_add=False)
    if done is None or done.refused:
        return RowAnswer(done) if done else None
    if all(change.op is Op.CONFIRM for change in done.changes):
        return None  # they are named, and nothing of what was asked for is said of them
    touched = {change.id for change in done.changes} | {
        ref for change in done.changes for name in ("fr", "module", "traces") for ref in _refs(change.fields.get(name))
    }
    return RowAnswer(done, frozenset(f"{stem}/{entry.id}" for entry in row if entry.id in touched))


def _refs(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
