"""Answers to a list: entries are added, dropped, changed or traced as the user says, and none is replaced unasked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, Op
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.journal.code_facts import is_path_among
from roundtable_tui.domain.talk.lists.corrections import corrections
from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.lists.operations import (
    Add,
    Choose,
    Drop,
    ItemForm,
    Keep,
    Link,
    Listed,
    ListQuestion,
    Mention,
    Reword,
    Say,
    Select,
    Unlink,
)
from roundtable_tui.domain.talk.lists.remarks import judges_entry
from roundtable_tui.domain.talk.lists.spared_files import as_drops, spared_in, without_spared
from roundtable_tui.domain.talk.replies import yes_or_no
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.small_talk import says_nothing
from roundtable_tui.voices.entry_remarks import stays
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured, refers_to
from roundtable_tui.voices.offline.line_forms import is_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.talk.lists.operations import Corrections, Operation
    from roundtable_tui.voices.offline.captures import Capturer

_NOT_A_CORRECTION = "I could not read that as a change to the list, so I kept it as a note."
_NO_LIST = (
    'I could not read a list of your own in that, so I took nothing out. Put each entry on a line below the "only:".'
)


class ShownList(Struct, frozen=True):
    """The entries an answer can correct, and what a new one becomes; without a capture nothing can be added."""

    entries: tuple[Entry, ...]
    capture: Capture | None
    dossier: Dossier

    @property
    def as_question(self) -> ListQuestion:
        listed = tuple(Listed(entry.id, entry.text()) for entry in self.entries)
        field = SPECS[self.capture.kind].field(self.capture.field) if self.capture else None
        values = field.choices if field and self._is_about_these else ()
        refers = refers_to(field.name, self.entries[0].kind) if field and field.type is FieldType.REFS else None
        targets = tuple(Listed(entry.id, entry.text()) for entry in self.dossier.of(refers)) if refers else ()
        return ListQuestion(listed, self._form, values, targets)

    def is_called_by_id_in(self, words: str) -> bool:
        """Whether the words name one of these entries, or one that could be among them, by its id."""
        prefixes = {entry.id.partition("-")[0] for entry in self.entries}
        return any(entry_id.partition("-")[0] in prefixes for entry_id in answer_forms.ids_in(words.upper()))

    @property
    def _is_about_these(self) -> bool:
        return self.capture is not None and all(entry.kind is self.capture.kind for entry in self.entries)

    @property
    def _form(self) -> ItemForm:
        kinds = {entry.kind for entry in self.entries}
        if kinds == {Kind.FILE}:
            return ItemForm.PATH
        return ItemForm.NAME if kinds <= {*answer_forms.NAMES_THINGS} else ItemForm.SENTENCE


def corrected(shown: ShownList, words: str, capturer: Capturer, *, can_add: bool = True) -> Captured | None:
    """What the answer does to the list; None where it does nothing to it that could be read."""
    if not shown.entries:
        return None
    listed = shown.as_question
    beside: list[Change] = []
    if listed.form is ItemForm.PATH:
        beside, words = _ruled_out(shown, words, capturer)
    read = corrections(words, listed)
    if beside and not read.operations and not read.unknown:
        return Captured(beside)
    if read.unknown:
        return Captured(refused=unknown_of(read.unknown))
    if read.lacks_list:
        return Captured(refused=_NO_LIST)
    if read.mixed:
        return Captured(refused=_mixed_up(read.mixed[0], shown.entries[0]))
    read = _without_talk(read, shown.capture)
    adds = [one.text for one in read.operations if isinstance(one, Add)]
    if not read.operations or (adds and (shown.capture is None or not can_add)):
        return None
    result = _applied(read, shown, capturer)
    result.changes += beside
    if shown.capture and not _KEEPS.search(words):
        result.changes = [change for one in result.changes for change in _edited_after_all(one, shown, capturer)]
    dropped = {change.id for change in result.changes if change.op is Op.DROP}
    capturer.give_again(entry for entry in shown.entries if entry.id in dropped and is_guess(entry))
    if adds and shown.capture:
        result.add(capturer.capture(shown.capture, _as_bullets(adds), None))
        result.by_id = False
        revised = {change.id for change in result.changes if change.op is Op.REVISE}
        result.instead_of += [entry.text() for entry in shown.entries if entry.id in dropped & revised]
        result.changes = [one for one in result.changes if one.op is not Op.DROP or one.id not in revised]
    if unread := [part for part in read.unread if not says_nothing(part) and yes_or_no(part, default=False) is None]:
        result.add(Captured(capturer.note("\n".join(unread), None).changes, _NOT_A_CORRECTION))
    return result


def _ruled_out(shown: ShownList, words: str, capturer: Capturer) -> tuple[list[Change], str]:
    """Files that the search points at and the list does not show are dropped beside it; the rest is its correction."""
    paths = [entry.text() for entry in shown.entries]
    words = as_drops(words, lambda name: any(is_path_among(path, (name,)) for path in paths))
    elsewhere = [name for name in spared_in([words]) if not any(is_path_among(path, (name,)) for path in paths)]
    found = [one for name in elsewhere for one in capturer.dropped_unseen(name)]
    if not found or len(elsewhere) < len(spared_in([words])):
        return [], words
    return found, without_spared(words)


def _mixed_up(line: str, first: Entry) -> str:
    what = one_line(line, 80)
    unclear = f'I could not tell what "{what}" says of which entry, so I changed nothing.'
    return f'{unclear} A line for each would help, as "{first.id}: …".'


def _without_talk(read: Corrections, capture: Capture | None) -> Corrections:
    """A sentence that names no file adds none to a list of files."""
    if capture is None or capture.kind is not Kind.FILE:
        return read
    talk = [
        one for one in read.operations if isinstance(one, Add) and " " in one.text and not answer_forms.path(one.text)
    ]
    kept = tuple(one for one in read.operations if one not in talk)
    return replace(read, operations=kept, unread=(*read.unread, *(one.text for one in talk)))


def _as_bullets(items: Sequence[str]) -> str:
    """Each item whole, whatever commas it has."""
    return "\n".join(f"- {item}" for item in items)


def only_adds(shown: ShownList, words: str) -> bool:
    """Whether the answer is a list of its own, and says nothing of the one that is shown."""
    read = corrections(words, shown.as_question)
    bare = all(isinstance(one, Add) for one in read.operations) and not read.unknown
    return bare and bool(read.operations) and not _says_to_add(words)


def _says_to_add(words: str) -> bool:
    opening = words.strip().lower()
    return opening.startswith(("add", "also", "plus", "+", "and ", "you forgot", "you missed", "missing", "new:"))


def is_guess(entry: Entry) -> bool:
    """Whether nobody has said or confirmed it, nor any document."""
    return entry.confidence is not Confidence.HIGH and not entry.is_from_document


def without_heading(words: str, kind: Kind) -> str:
    """A list of one's own without the words that announce it, where none was shown that it could add to or replace."""
    lines = words.splitlines()
    kept = lines[1:] if len(lines) > 1 and _HEADING.fullmatch(lines[0]) else lines
    if kind in answer_forms.NAMES_THINGS:
        kept = [_ADD.sub("", line) for line in kept]
    return "\n".join(kept) if any(line.strip() for line in kept) else words


_KEEPS = re.compile(r"\b(?:keep|leave|stays?|as (?:it is|is|shown))\b", re.IGNORECASE)
_HEADING = re.compile(r"\s*(?:only|just|add|plus|my list|the list is|new list|instead)\s*:\s*", re.IGNORECASE)
_ADD = re.compile(r"\A\s*(?:please\s+)?(?:also\s+)?add\s+", re.IGNORECASE)


def unknown_of(names: Sequence[str]) -> str:
    return f"I have no {', '.join(names)} here, so I changed nothing."


def _applied(read: Corrections, shown: ShownList, capturer: Capturer) -> Captured:
    """Everything but the additions; what is said of one entry in several lines belongs together."""
    result = Captured(by_id=True)
    by_id = {entry.id: entry for entry in shown.entries}
    said: dict[str, list[str]] = {}
    remarks: set[str] = set()
    refs: dict[str, tuple[str, ...]] = {}
    for one in read.operations:
        match one:
            case Say(id=entry_id, text=text):
                said.setdefault(entry_id, []).append(text)
            case Mention(whole=whole) if whole in remarks:
                continue
            case Mention(id=entry_id, said=text, whole=whole):
                told = _mentioned(by_id[entry_id], text, whole, shown, capturer)
                remarks |= {whole} if told.unclear else set()
                result.add(told)
            case Link() | Unlink():
                refs[one.id] = _linked(refs.get(one.id, by_id[one.id].refs(_field(shown))), one)
            case _:
                result.changes += _changes(one, by_id, shown, capturer)
    for entry_id, texts in said.items():
        result.add(_said(by_id[entry_id], "\n".join(texts), shown, capturer))
    result.changes += [capturer.set_field(by_id[entry_id], _field(shown), ids) for entry_id, ids in refs.items()]
    return result


def _field(shown: ShownList) -> str:
    return shown.capture.field if shown.capture else ""


def _linked(before: tuple[str, ...], one: Link | Unlink) -> tuple[str, ...]:
    if isinstance(one, Unlink):
        return tuple(ref for ref in before if ref not in one.to)
    return one.to if one.alone else tuple(dict.fromkeys((*before, *one.to)))


def _changes(one: Operation, by_id: dict[str, Entry], shown: ShownList, capturer: Capturer) -> list[Change]:
    match one:
        case Drop(id=entry_id):
            return [Change(Op.DROP, entry_id, by_id[entry_id].kind)]
        case Keep(id=entry_id):
            return [capturer.confirmed(by_id[entry_id])]
        case Select(ids=ids):
            return [capturer.confirmed(by_id[entry_id]) for entry_id in ids]
        case Reword(id=entry_id, text=text):
            return [capturer.reworded(by_id[entry_id], text)]
        case Choose(id=entry_id, value=value):
            return [capturer.set_field(by_id[entry_id], _field(shown), value)]
    return []


def _edited_after_all(change: Change, shown: ShownList, capturer: Capturer) -> list[Change]:
    """A file that was shown as one that does not change, and is now named among those that do."""
    file = next((entry for entry in shown.entries if entry.id == change.id), None)
    capture = shown.capture
    if change.op is not Op.CONFIRM or file is None or capture is None or capture.kind is not Kind.FILE:
        return [change]
    felt = file.text("action") == "NO CHANGE" and is_guess(file) and dict(capture.preset).get("tier") == "1"
    return capturer.capture(capture, file.text(), None).changes if felt else [change]


def _mentioned(entry: Entry, said: str, whole: str, shown: ShownList, capturer: Capturer) -> Captured:
    """Only what was asked for, or a value that is read from such words, is more than a remark on the entry."""
    asked = _is_asked_for(shown, entry)
    judged = judges_entry(f"{entry.id} {said}") or said.rstrip().endswith("?")
    if not judged and (asked or (entry.kind is Kind.FILE and is_action(said))):
        return _said(entry, said, shown, capturer)
    if not judged and (value := _value_given(entry, said)):
        return Captured([capturer.set_field(entry, *value)])
    if not judged and entry.kind is Kind.TECHNOLOGY and "version" in (told := capturer.reworded(entry, whole)).fields:
        return Captured([told])
    return Captured(capturer.note(whole, entry).changes, stays(entry))


def _value_given(entry: Entry, said: str) -> tuple[str, str] | None:
    """The field and the one of its few values that is said of the entry: "FR-002 is a could have"."""
    fields = (field for field in SPECS[entry.kind].fields if field.choices)
    return next(((field.name, value) for field in fields if (value := value_of(said, field.choices))), None)


def _is_asked_for(shown: ShownList, entry: Entry) -> bool:
    capture = shown.capture
    return capture is not None and (capture.for_each is entry.kind or capture.field != SPECS[entry.kind].main)


def _said(entry: Entry, text: str, shown: ShownList, capturer: Capturer) -> Captured:
    """Of an entry that was asked about, what was asked for; of any other, what it is to be from now on."""
    capture = shown.capture
    if capture and _is_asked_for(shown, entry):
        return capturer.capture(capture, text, entry)
    if capture and entry.kind is capture.kind is Kind.FILE and is_action(text):
        return capturer.capture(capture, _as_bullets([f"{entry.text()} {text}"]), None)
    anew = capturer.reworded(entry, text)
    if entry.kind is Kind.FILE and "path" in anew.fields and not answer_forms.path(text):
        return capturer.note(text, entry)  # words about a file are not its path
    return Captured([anew])
