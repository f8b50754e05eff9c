"""What two readers make of a criterion who do not know of each other, and where they would test different things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.journal.state import State


class Example(Struct, frozen=True):
    """A concrete input, and what a reader expects to come of it."""

    situation: str
    outcome: str
    other: str = ""
    """What somebody else could expect with the same right."""


class Reading(Struct, frozen=True):
    criterion: str
    examples: tuple[Example, ...]


class Difference(Struct, frozen=True):
    """One thing that the readers would test differently, as a question with both answers."""

    criterion: str
    question: str
    one: str
    other: str
    stake: str = ""


def to_read(state: State) -> tuple[Entry, ...]:
    """The criteria that nobody has read twice since they last changed."""
    read = state.topics.read
    return tuple(entry for entry in state.dossier.of(Kind.AC) if entry.text() and entry.changed > read.get(entry.id, 0))


def as_questions(differences: Iterable[Difference], dossier: Dossier) -> tuple[Change, ...]:
    """Each becomes an open point about the criterion and its requirement, with both readings to pick from."""
    changes = []
    for number, one in enumerate(differences):
        entry = dossier.get(one.criterion)
        if entry is None:
            continue
        about = (entry.id, *entry.refs("fr"))
        fields: dict[str, Value] = {
            "text": one.question,
            "guess": one.one,
            "choices": (one.other,),
            "stake": one.stake or "two readers would test it differently",
            "keeps": "constraint.text",
            "about": about,
            "sort": "scope",
            "loss": "medium",
            "sure": "low",
            "knows": "user",
        }
        changes.append(Change(Op.RECORD, f"reading-{number}", Kind.QUESTION, fields, (Inferred(entries=(entry.id,)),)))
    return tuple(changes)
