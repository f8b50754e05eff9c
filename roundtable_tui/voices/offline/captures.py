"""Turns an answer into dossier entries by the question's capture, claiming no more than was recognised."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Entry, IdGiver, Op
from roundtable_tui.domain.dossier.graph import RELATED
from roundtable_tui.domain.dossier.kinds import SPECS, Field, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Confidence, Confirmed, Source, Stated, confidence
from roundtable_tui.domain.journal.code_facts import is_path_among
from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.lists.spared_files import spared_in, without_spared
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.line_forms import fields_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.voices.protocol import CodeReader

_ENOUGH_SAID = 4
"""An answer to a choice or a number that is longer than this many words says more than the choice."""
_REFERS_TO = {
    "traces": Kind.FR,
    "fr": Kind.FR,
    "files": Kind.FILE,
    "module": Kind.MODULE,
    "options": Kind.OPTION,
}
"""Which kind the ids in a field name; `depends_on` names the entry's own kind."""
_NEVER_RECORDED = f"{SPECS[Kind.FILE].prefix}-000"
_FEELS_IT = "2"
"""The tier of files that feel the change and need not be opened for it."""
_ONLY = re.compile(r"\s*(?:only|just|instead)\b", re.IGNORECASE)


def refers_to(field: str, own: Kind | None) -> Kind | None:
    """The kind of the entries that a field of references names, in an entry of the kind `own`."""
    return _REFERS_TO.get(field) or own


@dataclass(slots=True)
class Captured:
    """What one answer became; `unclear` says what could not be read from it."""

    changes: list[Change] = field(default_factory=list)
    unclear: str = ""
    nothing: bool = False
    """The user said that there is none of what was asked for."""
    by_id: bool = False
    """The answer names entries by their ids and says something about those only."""
    refused: str = ""
    """Why nothing was done: the answer names what is not there, and has to be given again."""
    instead_of: list[str] = field(default_factory=list)
    """Guesses that were taken out and whose ids went to what the user said."""
    unread: str = ""
    """What could not be found in it: the number, the choice or the entries that were asked for."""

    def add(self, other: Captured) -> None:
        self.changes += other.changes
        self.instead_of += other.instead_of
        self.unclear = self.unclear or other.unclear
        self.refused = self.refused or other.refused
        self.unread = self.unread or other.unread


class Capturer:
    """Captures answers given in one turn; new ids are given out as they are needed."""

    def __init__(self, state: State, ids: IdGiver, turn: int, code: CodeReader | None = None) -> None:
        """`code` says of a file that is only named whether it is there."""
        self._code = code
        self._dossier = state.dossier
        self._scan = state.code.scan
        self._ids = ids
        self._turn = turn
        self._free: list[Entry] = []
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
        return Captured([self._record(Kind.NOTE, _about({"text": text.strip()}, about))])

    def open_question(self, question: str, about: Entry | None) -> Captured:
        return Captured([self._record(Kind.QUESTION, _about({"text": question}, about))])

    def reworded(self, entry: Entry, text: str) -> Change:
        """An entry the user says anew: a lone choice changes that field, anything else what the entry is."""
        for choice in SPECS[entry.kind].fields:
            if named := answer_forms.lone_choice(choice, text):
                return self._revise(entry, {choice.name: named})
        return self._revise(entry, fields_in(entry.kind, text))

    def instead(self, guess: Entry, capture: Capture, text: str) -> Change:
        """What the user says in the place of a guess, which nobody had confirmed."""
        return self._revise(guess, dict(capture.preset) | self._read(capture.kind, text))

    def confirmed(self, entry: Entry) -> Change:
        return Change(Op.CONFIRM, entry.id, entry.kind, sources=(Confirmed(self._turn),))

    def set_field(self, entry: Entry, name: str, value: Value) -> Change:
        return self._revise(entry, {name: value})

    def give_again(self, guesses: Iterable[Entry]) -> None:
        """Guesses that are taken out in this turn: what is said instead goes under their ids, which leaves no gap."""
        self._free += guesses

    def left_alone(self, name: str) -> list[Change]:
        """What is to be dropped because this file or folder does not change."""
        files = [entry for entry in self._dossier.of(Kind.FILE) if is_path_among(entry.text("path"), (name,))]
        return [Change(Op.DROP, entry.id, entry.kind) for entry in files] or self.dropped_unseen(name)

    def dropped_unseen(self, name: str) -> list[Change]:
        """The same for what is not on record: the search may point at it."""
        pointed_at = (one.path for one in self._scan.touched) if self._scan else ()
        found = [path for path in pointed_at if is_path_among(path, (name,))]
        return [Change(Op.DROP, _NEVER_RECORDED, Kind.FILE, {"path": path}, self._sources) for path in found]

    def _record(self, kind: Kind, fields: dict[str, Value], fr_id: str = "") -> Change:
        fitting = (guess for guess in self._free if guess.kind is kind and {*guess.fields} <= {*fields})
        if guess := next(fitting, None):
            self._free.remove(guess)
            return self._revise(guess, fields)
        return Change(Op.RECORD, self._ids.next(kind, fr_id), kind, fields, self._sources)

    def _revise(self, entry: Entry, fields: dict[str, Value]) -> Change:
        return Change(Op.REVISE, entry.id, entry.kind, fields, self._sources)

    def _set(self, entry: Entry, field: Field, answer: str) -> Captured:
        value = self._value(entry, field, answer)
        if value is None:
            return self._unread(field, answer, entry if entry.fields else None)
        result = Captured([self._revise(entry, {field.name: value})])
        if _says_more(field, answer):
            result.add(self.note(answer, entry))
        return result

    def _unread(self, field: Field, answer: str, about: Entry | None) -> Captured:
        """Kept as a note; whoever asked may rather ask once more."""
        what = _unread(field, answer)
        return Captured(self.note(answer, about).changes, f"{what}, so I kept it as a note.", unread=f"{what}.")

    def _set_single(self, kind: Kind, field: Field, answer: str) -> Captured:
        return self._set(self._dossier.one(kind) or Entry(self._ids.next(kind), kind, {}, 0), field, answer)

    def _fill_latest(self, capture: Capture, field: Field, answer: str) -> Captured:
        """A field of an entry that an earlier question began: the latest that fits what is asked about."""
        fitting = [entry for entry in self._dossier.of(capture.kind) if _fits(entry, capture)]
        lacking = [entry for entry in fitting if field.name not in entry.fields]
        if lacking or (fitting and capture.preset):
            return self._set((lacking or fitting)[-1], field, answer)
        value = self._value(None, field, answer)
        if value is None:
            return self._unread(field, answer, None)
        begun = self._record(capture.kind, {**dict(capture.preset), field.name: value})
        rest = self.note(answer, None).changes if _says_more(field, answer) else []
        return Captured([begun, *rest])

    def _value(self, entry: Entry | None, field: Field, answer: str) -> Value | None:
        match field.type:
            case FieldType.NUMBER:
                return answer_forms.number(answer)
            case FieldType.CHOICE:
                named = answer_forms.choice(field, answer) or value_of(answer, field.choices)
                return named or _verdict(field, answer) or None
            case FieldType.REFS:
                return self._refs(entry, field, answer)
            case FieldType.LIST:
                return answer_forms.items(answer, Kind.KEYWORD)
        return answer.strip()

    def _refs(self, entry: Entry | None, field: Field, answer: str) -> tuple[str, ...] | None:
        """Entries named by id or by their whole name come to those that are there; "none" and "only" say otherwise."""
        kind = refers_to(field.name, entry.kind if entry else None)
        candidates = [other for other in self._dossier if other.kind is kind and other is not entry]
        if answer_forms.says_nothing(answer):
            return ()
        if answer_forms.says_everything(answer):
            return tuple(other.id for other in candidates)
        named = {*answer_forms.ids_in(answer), *_named_in(answer, candidates)}
        found = tuple(other.id for other in candidates if other.id in named)
        before = entry.refs(field.name) if entry and not _ONLY.match(answer) else ()
        return tuple(dict.fromkeys((*before, *found))) if found else None

    def _entries(self, capture: Capture, answer: str, about: Entry | None) -> Captured:
        if answer_forms.says_nothing(answer) and capture.kind not in (Kind.REVIEW, Kind.NOTE):
            return Captured(nothing=True)
        if capture.kind in answer_forms.NAMES_THINGS and answer_forms.says_none_is_new(answer):
            return self.note(answer, about)
        result = Captured()
        latest_fr = about.id if about is not None and about.kind is Kind.FR else ""
        if capture.kind is Kind.FILE and (spared := spared_in([answer])):
            gone = {name: self.left_alone(name) for name in spared}
            result.changes += [change for changes in gone.values() for change in changes]
            if unseen := [name for name, changes in gone.items() if not changes]:
                result.unclear = f"There was no {', '.join(unseen)} among the files to drop."
            answer = without_spared(answer)
            if not answer_forms.paths(answer):
                return result
        for text in answer_forms.items(answer, capture.kind):
            if capture.kind is Kind.FR and latest_fr and answer_forms.is_given_when_then(text):
                result.changes.append(self._record(Kind.AC, {"text": text, "fr": (latest_fr,)}, latest_fr))
                continue
            for part in _parts(capture.kind, text):
                change = self._entry(capture, part, about)
                latest_fr = change.id if change.kind is Kind.FR else latest_fr
                result.changes.append(change)
        return result

    def _entry(self, capture: Capture, text: str, about: Entry | None) -> Change:
        fields: dict[str, Value] = dict(capture.preset)
        if about is not None and (link := RELATED.get((about.kind, capture.kind))):
            fields[link] = (about.id,)
        if linked := self._linked(capture, text, about):
            return linked
        named = answer_forms.labelled(text)
        text = named.get(about.id, text) if about is not None else text
        target = self._dossier.get(next(iter(named), ""))
        if target is not None and target.kind is capture.kind:
            return self._revise(target, fields | self._read(capture.kind, named[target.id]))
        fields |= self._read(capture.kind, text)
        known = self._same_name(capture.kind, fields)
        if capture.kind is Kind.FILE and "action" not in fields and not (known and _has_users_action(known)):
            fields |= self._action_by_the_code(str(fields["path"]), str(fields.get("tier", "")))
        if known:
            return self._named_again(known, capture, fields)
        if capture.kind is Kind.REVIEW and (earlier := self._same_review(capture)):
            return self._revise(earlier, fields)
        fr_id = about.id if about is not None and about.kind is Kind.FR else ""
        return self._record(capture.kind, fields, fr_id)

    def _action_by_the_code(self, path: str, tier: str) -> dict[str, Value]:
        """What happens to a file of which only the name was said: one that is not there is made."""
        if self._code is None or not answer_forms.path(path):
            return {}
        there = "NO CHANGE" if tier == _FEELS_IT else "MODIFY"
        return {"action": there if self._code.has(path) else "CREATE"}

    def _whole_path(self, path: str) -> str:
        """A file called only by the end of its path, where one that is known ends so and none lies there."""
        if self._code is None or self._code.has(path):
            return path
        found = [entry.text("path") for entry in self._dossier.of(Kind.FILE)]
        found += [one.path for one in self._scan.touched] if self._scan else []
        ending = {one for one in found if one.endswith(f"/{path}")}
        return ending.pop() if len(ending) == 1 else path

    def _linked(self, capture: Capture, text: str, about: Entry | None) -> Change | None:
        """An entry that is there already, named where one for `about` was asked for, is linked and not made anew."""
        link = RELATED.get((about.kind, capture.kind)) if about else None
        if about is None or link is None or capture.kind is Kind.AC:
            return None
        wanted = text.strip().rstrip(".").casefold()
        for entry in self._dossier.of(capture.kind):
            if wanted in (entry.id.casefold(), entry.text().casefold()):
                return self._revise(entry, {link: tuple(dict.fromkeys((*entry.refs(link), about.id)))})
        return None

    def _same_name(self, kind: Kind, fields: dict[str, Value]) -> Entry | None:
        """A thing named once more is still one thing."""
        if kind not in answer_forms.NAMES_THINGS:
            return None
        main = SPECS[kind].main
        name = str(fields[main]).casefold()
        return next((entry for entry in self._dossier.of(kind) if entry.text(main).casefold() == name), None)

    def _named_again(self, known: Entry, capture: Capture, fields: dict[str, Value]) -> Change:
        """What the question takes for granted settles what was a guess, and changes nothing that was said before."""
        if known.confidence is Confidence.HIGH:
            fields = {name: value for name, value in fields.items() if name not in dict(capture.preset)}
        cited = tuple(source for source in known.sources if isinstance(source, Cited))
        return Change(Op.REVISE, known.id, known.kind, fields, (*self._sources, *cited))

    def _read(self, kind: Kind, text: str) -> dict[str, Value]:
        fields = fields_in(kind, text)
        if kind is Kind.FILE and answer_forms.path(text):
            fields["path"] = self._whole_path(str(fields["path"]))
        if kind is Kind.DECISION and (options := _named_in(text, self._dossier.of(Kind.OPTION))):
            fields["options"] = tuple(options)
        return fields

    def _same_review(self, capture: Capture) -> Entry | None:
        """There is one review of each subject; saying it again replaces what was said."""
        reviews = [entry for entry in self._dossier.of(Kind.REVIEW) if capture.preset and _fits(entry, capture)]
        return reviews[-1] if reviews else None


def _has_users_action(file: Entry) -> bool:
    said = file.fields.get("action")
    return said is not None and confidence(said.sources) is Confidence.HIGH


def _about(fields: dict[str, Value], about: Entry | None) -> dict[str, Value]:
    return {**fields, "about": (about.id,)} if about is not None else fields


def _parts(kind: Kind, text: str) -> tuple[str, ...]:
    """A line that names several files is about each of them."""
    paths = answer_forms.paths(text) if kind is Kind.FILE else ()
    if len(paths) < 2:
        return (text,)
    apart = answer_forms.parts(text)
    if len(apart) == len(paths) and all("action" in fields_in(kind, part) for part in apart):
        return apart
    rest = text
    for path in paths:
        rest = rest.replace(path, " ")
    said = " ".join(word for word in re.split(r"[\s,;`]+", rest) if word and word.lower() != "and")
    return tuple(f"{path} {said}".strip() for path in paths)


def _fits(entry: Entry, capture: Capture) -> bool:
    return all(entry.text(name) == value for name, value in capture.preset)


def _named_in(answer: str, candidates: Iterable[Entry]) -> list[str]:
    """Entries whose whole name stands in the answer; a longer name is not taken for the shorter one inside it."""
    found: list[str] = []
    rest = answer
    for entry in sorted(candidates, key=lambda entry: -len(entry.text())):
        name = entry.text().strip().rstrip(".")
        whole = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\.?\w)", re.IGNORECASE)
        if name and whole.search(rest):
            found.append(entry.id)
            rest = whole.sub(" ", rest)
    return found


def _verdict(field: Field, answer: str) -> str:
    """A plain yes or no to "do we build on this?"."""
    from roundtable_tui.domain.talk.replies import yes_or_no

    if field.name != "verdict" or (said := yes_or_no(answer, default=False)) is None:
        return ""
    return "go" if said else "no-go"


def _says_more(field: Field, answer: str) -> bool:
    return field.type in (FieldType.NUMBER, FieldType.CHOICE) and len(answer.split()) > _ENOUGH_SAID


def _unread(field: Field, answer: str) -> str:
    match field.type:
        case FieldType.NUMBER if re.search(r"\d", answer):
            return "I could not tell which number you mean"
        case FieldType.NUMBER:
            return "I could not find a number in that"
        case FieldType.CHOICE:
            *first, last = (choice.lower() if choice.isupper() else choice for choice in field.choices)
            return f"I could not tell which of {', '.join(first)} or {last} that is"
    return "I could not tell which entries you mean"
