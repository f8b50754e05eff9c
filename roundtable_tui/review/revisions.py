"""What would become of the dossier if an answer were another: the journal in, what stands and falls with a turn out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Entry
from roundtable_tui.domain.journal.events import USER, AnswerRevised, Event, Spoke
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.values import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.kinds import Kind
    from roundtable_tui.domain.journal.state import State


class OwnTurn(Struct, frozen=True):
    """Something the user said, and the question before it."""

    turn: int
    words: str
    question: str = ""


class Consequences(Struct, frozen=True):
    """What an exchange brought, by what would become of it without its answer; the new words may bring it back."""

    removed: tuple[Entry, ...] = ()
    changed: tuple[Entry, ...] = ()
    """They go back to what was known without the turn."""
    kept: tuple[Entry, ...] = ()
    """Something else says the same."""
    hanging: tuple[Entry, ...] = ()
    """They stay, and refer to what goes."""
    documents: tuple[str, ...] = ()
    """Written documents that speak of any of it."""

    @property
    def touches(self) -> bool:
        return bool(self.removed or self.changed or self.kept)


def own_turns(state: State) -> tuple[OwnTurn, ...]:
    """What the user said that still counts, the latest first; commands are not said to anybody."""
    return tuple(one for one in reversed(tuple(_own_turns(state))) if not one.words.lstrip().startswith("/"))


def _own_turns(state: State) -> Iterator[OwnTurn]:
    question = ""
    for spoken in state.talk.transcript:
        said = spoken.utterance
        if said.speaker == USER:
            yield OwnTurn(spoken.turn, said.text, question)
            question = ""
        elif said.role is Role.QUESTION:
            question = said.text


def consequences(turn: int, state: State, events: Sequence[Event]) -> Consequences:
    """Found by folding the journal as it would be if the turn had another answer that says nothing yet."""
    brought = {
        change.id
        for event in events
        if event.exchange == turn and isinstance(event.body, Spoke)
        for change in event.body.changes
    }
    without = fold((*events, _other_answer(turn, state))).dossier
    now = state.dossier
    touched = [now.entries[name] for name in now.entries if name in brought or name not in without.entries]
    removed = tuple(entry for entry in touched if entry.id not in without.entries)
    gone = {entry.id for entry in removed}
    still = [entry for entry in touched if entry.id not in gone]
    changed = tuple(entry for entry in still if entry.fields != without.entries[entry.id].fields)
    kept = tuple(entry for entry in still if entry not in changed)
    hanging = tuple(entry for entry in now if entry.id not in gone and gone & set(_refs(entry)))
    kinds = {entry.kind for entry in (*removed, *changed)}
    return Consequences(removed, changed, kept, hanging, tuple(_documents(kinds, state)))


def _other_answer(turn: int, state: State) -> Event:
    return Event(state.seq + 1, state.changed_at, state.exchange + 1, USER, 0, AnswerRevised(turn, ""))


def _refs(entry: Entry) -> Iterator[str]:
    for name in entry.fields:
        value = entry.get(name)
        yield from value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ()


def _documents(kinds: set[Kind], state: State) -> Iterator[str]:
    from roundtable_tui.artifacts.render.file_names import MADE_OF, template_for

    yield from (name for name in state.files.artifacts if kinds & MADE_OF.get(template_for(name), frozenset()))
