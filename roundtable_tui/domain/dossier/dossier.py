"""The typed record of an analysis: entries whose ids never change meaning, each with its provenance."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import SPECS, Kind, Value, problem_with
from roundtable_tui.domain.dossier.provenance import Confidence, FromDocument, Source, confidence, lowest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_NUMBERED = re.compile(r"(.+)-([0-9]{2,9})", re.DOTALL)
_TASK = re.compile(r"T([0-9]{3,9})")
"""Tasks are numbered without a hyphen, because other programs read them so."""


class FieldValue(Struct, frozen=True):
    """What one field says and where that comes from."""

    value: Value
    sources: tuple[Source, ...]


_SENTENCES = ("text", "decision", "responsibility")


class Entry(Struct, frozen=True):
    id: str
    kind: Kind
    fields: Mapping[str, FieldValue]
    changed: int
    """The journal line that last changed what the entry says."""
    confirmed: int = 0
    """The journal line that last confirmed it; lower than `changed` means it must be asked again."""

    def get(self, name: str) -> Value | None:
        said = self.fields.get(name)
        return said.value if said else None

    def text(self, name: str = "") -> str:
        """A field as text; without a name, the field that says what the entry is, or the first it has."""
        value = self.get(name or SPECS[self.kind].main)
        if value is None:
            return "" if name else next((self.text(other) for other in self.fields), "")
        return ", ".join(value) if isinstance(value, tuple) else str(value)

    def refs(self, name: str) -> tuple[str, ...]:
        value = self.get(name)
        return value if isinstance(value, tuple) else ()

    @property
    def sentence_field(self) -> str:
        """Where it says what it is in a sentence: a title is only its name."""
        return next((name for name in _SENTENCES if self.text(name)), SPECS[self.kind].main)

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(dict.fromkeys(source for said in self.fields.values() for source in said.sources))

    @property
    def is_from_document(self) -> bool:
        """Whether a document that lay in the item's folder says what it is: then nobody here guessed it."""
        said = self.fields.get(SPECS[self.kind].main)
        return said is not None and any(isinstance(source, FromDocument) for source in said.sources)

    @property
    def confidence(self) -> Confidence:
        """That of its weakest field: a priority the user stated does not vouch for a guessed title."""
        telling = [self.fields[name] for name in self.telling]
        return lowest(confidence(said.sources) for said in telling or self.fields.values())

    @property
    def telling(self) -> tuple[str, ...]:
        """The fields that say something by themselves: no references, and no name that a sentence stands behind."""
        spec, sentence = SPECS[self.kind], self.sentence_field
        name_of_it = spec.main if sentence != spec.main else ""
        return tuple(name for name in self.fields if name != name_of_it and not spec.refers(name))


class Op(StrEnum):
    RECORD = "record"
    REVISE = "revise"
    CONFIRM = "confirm"
    DROP = "drop"


class Change(Struct, frozen=True):
    """One thing that happens to one entry; `call` keys it, so that a retry records nothing twice."""

    op: Op
    id: str
    kind: Kind
    fields: Mapping[str, Value] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    call: str = ""


class Dossier(Struct, frozen=True):
    entries: Mapping[str, Entry] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    """The highest number ever given out per id series, voided entries included."""
    version: int = 0
    """The journal line that last changed it."""
    version_at: str = ""
    version_turn: int = 0
    confirmed_at: Mapping[str, str] = field(default_factory=dict)
    """When each entry was last confirmed, by its id."""
    dropped_files: tuple[str, ...] = ()
    """The paths of files that were taken out again and that no entry names."""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, entry_id: str) -> Entry | None:
        return self.entries.get(entry_id)

    def of(self, kind: Kind) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries.values() if entry.kind is kind)

    def one(self, kind: Kind) -> Entry | None:
        """The entry of a kind of which there is at most one."""
        return self.entries.get(single_id(kind))

    def children(self, fr_id: str) -> tuple[Entry, ...]:
        """The acceptance criteria of a requirement."""
        return tuple(entry for entry in self.of(Kind.AC) if fr_id in entry.refs("fr"))


def single_id(kind: Kind) -> str:
    """Kinds with at most one entry always give it the same id, because it always means the same thing."""
    return f"{SPECS[kind].prefix}-001"


def series_of(kind: Kind, fr_id: str = "") -> str:
    """The part of an id before its number: `FR`, `ADR`, and `AC-001` for the criteria of FR-001."""
    if kind is Kind.AC:
        found = id_number(fr_id)
        return f"AC-{fr_id.removeprefix('FR-')}" if found and found[0] == "FR" else "AC-000"
    return SPECS[kind].prefix


class IdGiver:
    """Gives out ids never used before, several in a row before any of them is recorded."""

    def __init__(
        self,
        used: Mapping[str, int],
        reserve_decision: Callable[[int], int] | None = None,
        given_elsewhere: Callable[[str], int] = lambda _series: 0,
    ) -> None:
        """`reserve_decision` gives out the numbers that all items of a project share, from the given one on;
        `given_elsewhere` is the highest number of a series that others were given meanwhile.
        """
        self._used = dict(used)
        self._reserve_decision = reserve_decision
        self._given_elsewhere = given_elsewhere

    def next(self, kind: Kind, fr_id: str = "") -> str:
        if SPECS[kind].single:
            return single_id(kind)
        series = series_of(kind, fr_id)
        number = max(self._used.get(series, 0), self._given_elsewhere(series)) + 1
        if kind is Kind.DECISION and self._reserve_decision:
            number = self._reserve_decision(number)
        self._used[series] = number
        width = {Kind.AC: 2, Kind.DECISION: 4}.get(kind, 3)
        return f"{series}{'' if kind is Kind.TASK else '-'}{number:0{width}d}"


class SharedIds:
    """Ids for several speakers at once: what one was given, nobody else is, until it is recorded or let go."""

    def __init__(self, used: Callable[[], Mapping[str, int]], reserve_decision: Callable[[int], int]) -> None:
        """`used` tells what is recorded by now."""
        self._used = used
        self._reserve_decision = reserve_decision
        self._lent: dict[int, dict[str, int]] = {}
        self._lock = Lock()

    @contextmanager
    def lent(self) -> Iterator[IdGiver]:
        """A giver for one speaker, who may ask from any thread."""
        mine: dict[str, int] = {}
        self._lent[id(mine)] = mine
        try:
            yield _LentIds(self, mine)
        finally:
            del self._lent[id(mine)]

    def next(self, kind: Kind, fr_id: str, mine: dict[str, int]) -> str:
        with self._lock:
            giver = IdGiver(self._used(), self._reserve_decision, self._highest_lent)
            given = giver.next(kind, fr_id)
            note_used(mine, given)
            return given

    def _highest_lent(self, series: str) -> int:
        return max((numbers.get(series, 0) for numbers in self._lent.values()), default=0)


class _LentIds(IdGiver):
    def __init__(self, shared: SharedIds, mine: dict[str, int]) -> None:
        super().__init__({})
        self._shared, self._mine = shared, mine

    def next(self, kind: Kind, fr_id: str = "") -> str:
        return self._shared.next(kind, fr_id, self._mine)


@lru_cache(maxsize=1024)
def id_number(entry_id: str) -> tuple[str, int] | None:
    """The series of an id and its number in it; None for what no entry can be called."""
    if task := _TASK.fullmatch(entry_id):
        return SPECS[Kind.TASK].prefix, int(task[1])
    found = _NUMBERED.fullmatch(entry_id)
    return (found[1], int(found[2])) if found else None


def note_used(used: dict[str, int], entry_id: str) -> None:
    """Remembers that an id was given out, whatever became of the entry."""
    if found := id_number(entry_id):
        series, number = found
        used[series] = max(used.get(series, 0), number)


def path_taken_out(change: Change, before: Entry | None) -> str:
    """The file that is none of this change from now on: dropped, or another is meant under its id; else nothing.

    A file can be dropped that was never on record: then the change itself names it.
    """
    if change.kind is not Kind.FILE or change.op not in (Op.DROP, Op.REVISE):
        return ""
    anew = change.fields.get("path", "")
    if change.op is Op.DROP:
        return before.text("path") if before else str(anew)
    return before.text("path") if before and anew and anew != before.text("path") else ""


def not_on_record(paths: Iterable[str], entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """Of files that were taken out, those that were not put back."""
    known = {entry.text("path") for entry in entries.values() if entry.kind is Kind.FILE}
    return tuple(path for path in dict.fromkeys(paths) if path not in known)


def with_changes(dossier: Dossier, changes: Iterable[Change], seq: int) -> Dossier:
    """The dossier as it would be once these changes are journaled."""
    entries, gone = dict(dossier.entries), list(dossier.dropped_files)
    for change in changes:
        before = entries.get(change.id)
        apply_change(entries, change, seq)
        gone += [path] if (path := path_taken_out(change, before)) else []
    return replace(dossier, entries=entries, dropped_files=not_on_record(gone, entries))


def apply_change(entries: dict[str, Entry], change: Change, seq: int) -> bool:
    """Applies one change; whatever does not make sense (an unknown entry, a field of the wrong type) is passed over."""
    fields = {
        name: FieldValue(value, change.sources)
        for name, value in change.fields.items()
        if not problem_with(change.kind, name, value)
    }
    entry = entries.get(change.id)
    if entry is None and change.op is Op.DROP:
        return bool(path_taken_out(change, None))
    if entry is None:
        if not _may_begin(change, fields):
            return False
        entries[change.id] = Entry(change.id, change.kind, fields, seq)
        return True
    if entry.kind is not change.kind:
        return False
    match change.op:
        case Op.DROP:
            del entries[change.id]
        case Op.CONFIRM:
            known = {
                name: FieldValue(said.value, _with(said.sources, change.sources)) for name, said in entry.fields.items()
            }
            if entry.kind is Kind.DECISION and entry.get("status") in (None, "proposed"):
                known["status"] = FieldValue("accepted", change.sources)
            entries[change.id] = Entry(entry.id, entry.kind, known, entry.changed, confirmed=seq)
        case Op.RECORD if not SPECS[change.kind].single:
            return False
        case Op.RECORD | Op.REVISE:
            if not fields:
                return False
            entries[change.id] = Entry(entry.id, entry.kind, {**entry.fields, **fields}, seq, entry.confirmed)
    return True


def _may_begin(change: Change, fields: Mapping[str, FieldValue]) -> bool:
    if not fields or change.op not in (Op.RECORD, Op.REVISE):
        return False
    if SPECS[change.kind].single:
        return change.id == single_id(change.kind)
    named = change.fields.get("fr", ())
    fr_id = named[0] if change.kind is Kind.AC and isinstance(named, tuple) and named else ""
    found = id_number(change.id)
    return change.op is Op.RECORD and found is not None and found[0] == series_of(change.kind, fr_id)


def _with(sources: tuple[Source, ...], more: tuple[Source, ...]) -> tuple[Source, ...]:
    return tuple(dict.fromkeys((*sources, *more)))
