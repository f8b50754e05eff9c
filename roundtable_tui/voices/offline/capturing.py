"""Turns an answer into dossier entries by the question's capture, claiming no more than was recognised."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier import Change, Entry, IdGiver, Op
from roundtable_tui.domain.graph import RELATED
from roundtable_tui.domain.kinds import ACTIONS, SPECS, Field, FieldType, Kind, Value
from roundtable_tui.domain.provenance import Source, Stated
from roundtable_tui.domain.talk import words_of
from roundtable_tui.voices.offline import reading

if TYPE_CHECKING:
    from roundtable_tui.domain.questions import Capture
    from roundtable_tui.domain.state import State

_ENOUGH_SAID = 4
"""An answer to a choice or a number that is longer than this many words says more than the choice."""


@dataclass(slots=True)
class Captured:
    """What one answer became; `unclear` says what could not be read from it."""

    changes: list[Change] = field(default_factory=list)
    unclear: str = ""

    def add(self, other: Captured) -> None:
        self.changes += other.changes
        self.unclear = self.unclear or other.unclear


class Capturer:
    """Captures answers given in one turn; new ids are given out as they are needed."""

    def __init__(self, state: State, ids: IdGiver, turn: int) -> None:
        self._dossier = state.dossier
        self._ids = ids
        self._sources: tuple[Source, ...] = (Stated(turn),)

    def capture(self, capture: Capture, answer: str, about: Entry | None) -> Captured:
        spec = SPECS[capture.kind]
        field = spec.field(capture.field)
        if field is None:
            return self.note(answer, about)
        if about is not None and about.kind is capture.kind:
            return self._set(about, field, answer)
        if spec.single:
            return self._set_single(capture.kind, field, answer)
        if capture.field == spec.main:
            return self._entries(capture, answer, about)
        return self._fill_latest(capture, field, answer)

    def note(self, text: str, about: Entry | None) -> Captured:
        """Keeps the words as they are, beside the entry they are about."""
        fields: dict[str, Value] = {"text": text.strip()}
        if about is not None:
            fields["about"] = (about.id,)
        return Captured([self._record(Kind.NOTE, fields)])

    def open_question(self, question: str, about: Entry | None) -> Captured:
        fields: dict[str, Value] = {"text": question}
        if about is not None:
            fields["about"] = (about.id,)
        return Captured([self._record(Kind.QUESTION, fields)])

    def _record(self, kind: Kind, fields: dict[str, Value], fr_id: str = "") -> Change:
        return Change(Op.RECORD, self._ids.next(kind, fr_id), kind, fields, self._sources)

    def _set(self, entry: Entry, field: Field, answer: str) -> Captured:
        value = self._value(field, answer)
        if value is None:
            kept = self.note(answer, entry)
            return Captured(kept.changes, _unclear(field))
        result = Captured([Change(Op.REVISE, entry.id, entry.kind, {field.name: value}, self._sources)])
        if _says_more(field, answer):
            result.add(self.note(answer, entry))
        return result

    def _set_single(self, kind: Kind, field: Field, answer: str) -> Captured:
        placeholder = self._dossier.one(kind) or Entry(self._ids.next(kind), kind, {}, 0)
        return self._set(placeholder, field, answer)

    def _fill_latest(self, capture: Capture, field: Field, answer: str) -> Captured:
        lacking = [entry for entry in self._dossier.of(capture.kind) if field.name not in entry.fields]
        if lacking:
            return self._set(lacking[-1], field, answer)
        value = self._value(field, answer)
        if value is None:
            return Captured(self.note(answer, None).changes, _unclear(field))
        return Captured([self._record(capture.kind, {**dict(capture.preset), field.name: value})])

    def _value(self, field: Field, answer: str) -> Value | None:
        match field.type:
            case FieldType.NUMBER:
                return reading.number(answer)
            case FieldType.CHOICE:
                return reading.choice(field, answer) or None
            case FieldType.REFS:
                return self._refs(answer)
            case FieldType.LIST:
                return reading.items(answer, Kind.KEYWORD)
        return answer.strip()

    def _refs(self, answer: str) -> tuple[str, ...] | None:
        """Entries named by id or by their whole name; "none" names none."""
        known = tuple(entry_id for entry_id in reading.ids_in(answer) if self._dossier.get(entry_id))
        lowered = f" {' '.join(words_of(answer))} "
        named = tuple(
            entry.id
            for entry in self._dossier
            if entry.kind in (Kind.FR, Kind.MODULE, Kind.FILE, Kind.OPTION, Kind.BUILD_STEP)
            and (name := " ".join(words_of(entry.text())))
            and f" {name} " in lowered
        )
        found = tuple(dict.fromkeys((*known, *named)))
        return found or (() if words_of(answer)[:1] in (("none",), ("nothing",), ("no",)) else None)

    def _entries(self, capture: Capture, answer: str, about: Entry | None) -> Captured:
        result = Captured()
        fr_id = about.id if about is not None and about.kind is Kind.FR else ""
        latest_fr = fr_id
        for text in reading.items(answer, capture.kind):
            if capture.kind is Kind.FR and latest_fr and reading.is_given_when_then(text):
                result.changes.append(self._record(Kind.AC, {"text": text, "fr": (latest_fr,)}, latest_fr))
                continue
            change = self._entry(capture, text, about)
            latest_fr = change.id if change.kind is Kind.FR else latest_fr
            result.changes.append(change)
        return result

    def _entry(self, capture: Capture, text: str, about: Entry | None) -> Change:
        fields: dict[str, Value] = dict(capture.preset)
        if about is not None and (link := RELATED.get((about.kind, capture.kind))):
            fields[link] = (about.id,)
        named = reading.labelled(text)
        target = self._dossier.get(next(iter(named), ""))
        if target is not None and target.kind is capture.kind:
            fields |= _recognised(capture.kind, named[target.id])
            return Change(Op.REVISE, target.id, target.kind, fields, self._sources)
        fields |= _recognised(capture.kind, text)
        fr_id = about.id if about is not None and about.kind is Kind.FR else ""
        return self._record(capture.kind, fields, fr_id)


def _recognised(kind: Kind, text: str) -> dict[str, Value]:
    """The fields a text of this kind gives, by the forms that are recognised; otherwise its words as they are."""
    main = SPECS[kind].main
    match kind:
        case Kind.FR:
            title, priority = reading.without_priority(text)
            return {main: title, "priority": priority} if priority else {main: title}
        case Kind.STORY if told := reading.story(text):
            story: dict[str, Value] = {main: text, "role": told.role, "want": told.want}
            return story | {"so_that": told.so_that} if told.so_that else story
        case Kind.FILE if path := reading.path(text):
            return {main: path} | _file_details(text, path)
    return {main: text}


def _file_details(text: str, path: str) -> dict[str, Value]:
    action = reading.choice(Field("action", FieldType.CHOICE, ACTIONS), text.replace(path, " "))
    details: dict[str, Value] = {"action": action} if action else {}
    rest = text.replace(f"`{path}`", "", 1).replace(path, "", 1).strip(" \t-–—:,()")
    if rest and rest.lower() != action.lower():
        details["why"] = rest
    return details


def _says_more(field: Field, answer: str) -> bool:
    return field.type in (FieldType.NUMBER, FieldType.CHOICE) and len(answer.split()) > _ENOUGH_SAID


def _unclear(field: Field) -> str:
    match field.type:
        case FieldType.NUMBER:
            return "I could not find a number in that, so I kept it as a note."
        case FieldType.CHOICE:
            return f"I could not tell which of {', '.join(field.choices)} that is, so I kept it as a note."
    return "I could not tell which entries you mean, so I kept it as a note."
