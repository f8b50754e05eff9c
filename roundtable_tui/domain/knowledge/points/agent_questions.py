"""What coding agents ask back while they build, and what became of it: a journal in, questions and answers out."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Entry, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import ByAgent, Confidence, confidence
from roundtable_tui.domain.journal.events import USER, Contributed, Event, Outcome, Spoke
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.knowledge.points.point_names import RAISED, UNKNOWN, ids_in
from roundtable_tui.domain.knowledge.points.twin_questions import closed_before
from roundtable_tui.domain.talk.ledger import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint

WHO = "agent"
"""Who contributes it, in the journal."""


class Fate(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    UNKNOWN = "unknown"
    """It was put to the user, who does not know."""
    ASIDE = "set aside"
    """The user does not want to be asked this, or not now."""
    DROPPED = "dropped"
    """It was taken out without a word."""


class AgentQuestion(Struct, frozen=True):
    key: str
    """The agent's name for it."""
    id: str
    """What it is called at the table."""
    agent: str
    text: str
    asked_at: str
    fate: Fate = Fate.OPEN
    words: str = ""
    """What the user said to it."""
    entries: tuple[Entry, ...] = ()
    """What the answer became, as it stands now."""
    answered_at: str = ""


def asked_by(entry: Entry) -> ByAgent | None:
    """The agent that asked this, if it is such a question."""
    if entry.kind is not Kind.QUESTION:
        return None
    said = entry.fields.get("text")
    return next((one for one in said.sources if isinstance(one, ByAgent)), None) if said else None


def open_questions(state: State) -> tuple[Entry, ...]:
    """Those that still stand in the dossier, answered or not by a note."""
    return tuple(entry for entry in state.dossier.of(Kind.QUESTION) if asked_by(entry))


def next_asked(state: State, knowledge: Knowledge) -> OpenPoint | None:
    """The next point that an agent waits for, whatever else is open."""
    return next((point for point in points_of_agents(state, knowledge) if point.askable), None)


def points_of_agents(state: State, knowledge: Knowledge) -> tuple[OpenPoint, ...]:
    names = {entry.id for entry in open_questions(state)}
    if not names:
        return ()
    points = open_points(state, knowledge)
    return tuple(one for one in points if one.name.key.startswith(RAISED) and names & {*one.about, *one.twins})


def agent_questions(events: Sequence[Event], state: State) -> tuple[AgentQuestion, ...]:
    """All that were ever asked, the first of them first."""
    closed = dict(_closed(events))
    return tuple(_fate(question, state, closed) for question in _asked(events))


def _asked(events: Sequence[Event]) -> Iterator[AgentQuestion]:
    for event in events:
        if not isinstance(event.body, Contributed) or event.body.who != WHO:
            continue
        for change in event.body.changes:
            source = next((one for one in change.sources if isinstance(one, ByAgent)), None)
            if source and change.kind is Kind.QUESTION and change.op is Op.RECORD:
                yield AgentQuestion(source.key, change.id, source.agent, str(change.fields.get("text", "")), event.at)


def _closed(events: Sequence[Event]) -> Iterator[tuple[str, tuple[Event, tuple[Change, ...]]]]:
    """The event that took each question out, with all that it changed."""
    void = voided_exchanges(events)
    for event in events:
        body = event.body
        changes: tuple[Change, ...] = getattr(body, "changes", ())
        fails = isinstance(body, Spoke) and body.outcome is not Outcome.FINISHED
        if fails or (event.exchange in void and not isinstance(body, Contributed)):
            continue
        for change in changes:
            if change.kind is Kind.QUESTION and change.op is Op.DROP:
                yield change.id, (event, changes)


def _fate(question: AgentQuestion, state: State, closed: dict[str, tuple[Event, tuple[Change, ...]]]) -> AgentQuestion:
    entry = state.dossier.get(question.id)
    if entry is None:
        return _answered(question, closed.get(question.id), state)
    if notes := _notes_about(question.id, state):
        words = "\n".join(note.text() for note in notes)
        return replace(question, fate=Fate.ANSWERED, words=words, entries=notes, answered_at=_when(notes, state))
    earlier = closed_before(entry, state.talk.ledger)
    if earlier and (same := next((closed[name] for name in ids_in(earlier.key) if name in closed), None)):
        return _answered(question, same, state)
    return replace(question, fate=_standing(question.id, state))


def _answered(question: AgentQuestion, answer: tuple[Event, tuple[Change, ...]] | None, state: State) -> AgentQuestion:
    if answer is None:
        return replace(question, fate=Fate.DROPPED)
    event, changes = answer
    names = dict.fromkeys(change.id for change in changes if change.op is not Op.DROP)
    entries = tuple(entry for name in names if (entry := state.dossier.get(name)))
    words = [
        line.utterance.text
        for line in state.talk.transcript
        if line.turn == event.exchange and line.utterance.speaker == USER and isinstance(event.body, Spoke)
    ]
    fate = Fate.ANSWERED if words or entries else Fate.DROPPED
    return replace(question, fate=fate, words="\n".join(words), entries=entries, answered_at=event.at)


def _notes_about(name: str, state: State) -> tuple[Entry, ...]:
    """What the user wrote beside the question, as one does in a review."""
    notes = (note for note in state.dossier.of(Kind.NOTE) if name in note.refs("about"))
    return tuple(note for note in notes if confidence(note.fields["text"].sources) is Confidence.HIGH)


def _when(notes: Sequence[Entry], state: State) -> str:
    return max((state.dossier.confirmed_at.get(note.id, "") for note in notes), default="")


def _standing(name: str, state: State) -> Fate:
    for known, point in state.talk.ledger.points.items():
        if known.key in (f"{RAISED}/{name}", f"{UNKNOWN}/{name}"):
            match point.standing:
                case Standing.STRUCK | Standing.DEFERRED:
                    return Fate.ASIDE
                case Standing.SETTLED:
                    return Fate.UNKNOWN
    return Fate.OPEN
