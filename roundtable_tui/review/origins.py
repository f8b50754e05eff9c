"""Where an entry comes from and where it goes: the user's words, the code, the entries and documents around it."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.file_names import MADE_OF, template_for
from roundtable_tui.domain.dossier.dossier import Entry
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import (
    USERS_OWN,
    Ballot,
    ByAgent,
    Cited,
    Confirmed,
    Exact,
    FromDocument,
    Gone,
    HandEdit,
    Inferred,
    Moved,
    Source,
    Stated,
)
from roundtable_tui.domain.journal.events import USER, Reviewed
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.codebase.files.citations import WorkingTree
    from roundtable_tui.domain.dossier.dossier import Dossier
    from roundtable_tui.domain.dossier.graph import Graph
    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.domain.journal.state import State

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_NO_WORD = re.compile(r"[\W_]+")
_TELLING = 48
"""So many letters and digits in a row, and two texts are taken to say the same."""
_LEAST_TELLING = 10
"""Fewer may stand anywhere; they count only in documents made of such entries."""
_REMARKS = (Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION)


class Origin(Struct, frozen=True):
    """One thing an entry rests on, and which of its fields do."""

    source: Source
    fields: tuple[str, ...]
    said: str
    """Where it comes from, as a phrase."""
    words: str = ""
    """The user's own, where it comes from them."""
    turn: int = 0
    """Where these words stand in the talk; 0 if nowhere."""


class Talk:
    """What the user said in each turn, and which turns were decisions in a review instead."""

    def __init__(self, state: State, events: Iterable[Event]) -> None:
        self._item = state.item
        self._words: dict[int, str] = {}
        for spoken in state.talk.transcript:
            if spoken.utterance.speaker == USER:
                self._words[spoken.turn] = spoken.utterance.text
        self._reviewed = {event.exchange: event.at for event in events if isinstance(event.body, Reviewed)}

    def origins(self, entry: Entry) -> tuple[Origin, ...]:
        """What an entry rests on, the most telling first; of several acceptances only the last counts."""
        resting: dict[Source, list[str]] = {}
        for name, said in entry.fields.items():
            for source in said.sources:
                resting.setdefault(source, []).append(name)
        confirmed = [source for source in resting if isinstance(source, Confirmed)]
        for source in sorted(confirmed, key=lambda one: one.turn)[:-1]:
            del resting[source]
        found = [self._origin(source, tuple(fields)) for source, fields in resting.items()]
        return tuple(sorted(found, key=lambda one: isinstance(one.source, Confirmed)))

    def _origin(self, source: Source, fields: tuple[str, ...]) -> Origin:
        match source:
            case Stated(turn=0):
                words = self._item.draft or self._item.description if self._item else ""
                return Origin(source, fields, "what the item was begun with", words)
            case Stated(turn=turn) if turn in self._reviewed:
                return Origin(source, fields, f"you wrote it in the review, {when(self._reviewed[turn])}")
            case Stated(turn=turn):
                return self._in_turn(source, fields, "you said it", turn)
            case Confirmed(turn=turn) if turn in self._reviewed:
                return Origin(source, fields, f"you accepted it, {when(self._reviewed[turn])}")
            case Confirmed(turn=turn):
                return self._in_turn(source, fields, "you confirmed it", turn)
            case HandEdit(path=path):
                return Origin(source, fields, f"you wrote it into {one_line(path)}")
            case FromDocument(path=path, line=line):
                return Origin(source, fields, f"{one_line(path)}{f', line {line}' if line else ''} says it")
            case Cited():
                return Origin(source, fields, place_of(source))
            case Ballot(session=session, round=number, seat=seat) if seat == USERS_OWN:
                return Origin(source, fields, f"you decided it in panel {one_line(session)}, round {number}")
            case Ballot(session=session, round=number, seat=seat):
                return Origin(source, fields, f"panel {one_line(session)}, round {number}, {one_line(seat)}")
            case ByAgent(agent=agent):
                return Origin(source, fields, f"{one_line(agent)} asked it, a coding agent")
            case Inferred(turns=turns, entries=entries):
                return self._inferred(source, fields, turns, entries)

    def _in_turn(self, source: Source, fields: tuple[str, ...], said: str, turn: int) -> Origin:
        known = turn in self._words
        return Origin(source, fields, f"{said} in turn {turn}", self._words.get(turn, ""), turn if known else 0)

    def _inferred(
        self, source: Source, fields: tuple[str, ...], turns: tuple[int, ...], entries: tuple[str, ...]
    ) -> Origin:
        basis = [f"turn {turn}" if turn else "the item itself" for turn in turns] + [one_line(name) for name in entries]
        if not basis:
            return Origin(source, fields, "a guess: nobody has stated or confirmed it")
        heard = [turn for turn in turns if turn in self._words]
        words = "\n".join(self._words[turn] for turn in heard)
        return Origin(source, fields, f"inferred from {', '.join(basis)}", words, heard[-1] if heard else 0)


def place_of(cited: Cited) -> str:
    lines = f"{cited.start}" if cited.end <= cited.start else f"{cited.start}-{cited.end}"
    return f"{one_line(cited.path)}:{lines}"


def when(at: str) -> str:
    """A time of the journal as people here write it; as it is, if it is none."""
    try:
        here = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return one_line(at)
    return f"{here.day} {_MONTHS[here.month - 1]} {here:%H:%M}"


class Excerpt(Struct, frozen=True):
    """Cited lines as they stand in the code today."""

    said: str
    """Whether they are what was cited."""
    first: int = 0
    lines: tuple[str, ...] = ()
    holds: bool = True


def excerpt(tree: WorkingTree, cited: Cited, most: int = 12) -> Excerpt:
    """Looks the lines up; to be called in a thread."""
    now, said, holds = cited, "as cited", True
    match tree.standing(cited):
        case Moved(to=to):
            now, said = to, f"now at {place_of(to)}"
        case Gone(why=why):
            said, holds = why, False
        case Exact():
            pass
    shown = tree.shown(now.path, now.start, min(now.end, now.start + most - 1))
    if isinstance(shown, Gone):
        return Excerpt(said, holds=holds)
    lines = tuple(neutral(line.decode("utf-8", "replace")).expandtabs(4) for line in shown)
    return Excerpt(said, now.start, lines, holds)


class Traces(Struct, frozen=True):
    """The entries around one: `out` it names, `into` name it, each with the field that does; remarks are apart."""

    out: tuple[tuple[str, Entry], ...] = ()
    into: tuple[tuple[str, Entry], ...] = ()
    remarks: tuple[Entry, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entry.id for entry in (*(one for _, one in (*self.out, *self.into)), *self.remarks)))


def traces_of(entry: Entry, dossier: Dossier, graph: Graph) -> Traces:
    out = [(link.field, dossier.entries[link.target]) for link in graph.forward.get(entry.id, ())]
    into = [(link.field, dossier.entries[link.source]) for link in graph.backward.get(entry.id, ())]
    return Traces(
        tuple(out),
        tuple((field, other) for field, other in into if other.kind not in _REMARKS),
        tuple(other for _, other in into if other.kind in _REMARKS),
    )


class Citing:
    """Which documents cite which entry: by its id, or, where they show none, in its words."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._squeezed: dict[str, str] = {}
        self._known: dict[tuple[str, int], tuple[str, ...]] = {}

    def documents(self, entry: Entry) -> tuple[str, ...]:
        """Those that are made of entries of its kind come first."""
        asked = entry.id, entry.changed
        if asked not in self._known:
            self._known[asked] = self._citing(entry)
        return self._known[asked]

    def _citing(self, entry: Entry) -> tuple[str, ...]:
        named = naming(entry.id)
        found = [name for name, text in self._texts.items() if named.search(text)]
        words = _squeezed(entry.text())[:_TELLING]
        if not found and words:
            telling = len(words) >= _LEAST_TELLING
            likely = [name for name in self._texts if telling or _is_made_of(name, entry)]
            found = [name for name in likely if words in self._words_of(name)]
        return tuple(sorted(found, key=lambda name: not _is_made_of(name, entry)))

    def _words_of(self, name: str) -> str:
        if name not in self._squeezed:
            self._squeezed[name] = _squeezed(self._texts[name])
        return self._squeezed[name]


def _is_made_of(name: str, entry: Entry) -> bool:
    return entry.kind in MADE_OF.get(template_for(name), ())


def _squeezed(text: str) -> str:
    return _NO_WORD.sub("", text).casefold()


def naming(entry_id: str) -> re.Pattern[str]:
    """Where an entry is named: FR-001 does not stand in NFR-001, nor AC-001 in AC-001-01."""
    return re.compile(rf"(?<![\w-]){re.escape(entry_id)}(?![\w-])")


def passage_citing(entry: Entry, passages: Sequence[str]) -> int | None:
    """Which of these parts of a document cites the entry first: by its id, else in its words."""
    named, words = naming(entry.id), _squeezed(entry.text())[:_TELLING]
    for number, passage in enumerate(passages):
        if named.search(passage):
            return number
    for number, passage in enumerate(passages):
        if words and words in _squeezed(passage):
            return number
    return None
