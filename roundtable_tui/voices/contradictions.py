"""Two things the user said that do not fit each other: the question that puts both, and what becomes of the loser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.footing import is_read_in_code
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry, IdGiver
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint

_LONGEST = 300
_HOW = "Answer with a number, or say in your own words how both can hold."


def question_between(point: OpenPoint, state: State) -> Question:
    """Both sides named, in the order they were said."""
    entries = [entry for name in point.about if (entry := state.dossier.get(name))]
    choices = tuple(f"{one_line(entry.text(entry.sentence_field), _LONGEST)} ({entry.id})" for entry in entries)
    lines = "\n".join(f"{number}. {choice}" for number, choice in enumerate(choices, 1))
    text = f"Two things you said do not fit each other: {point.text.rstrip('.')}. Which of them holds?"
    return Question(
        step="",
        key=point.name.key,
        text=f"{text}\n{lines}\n\n{_HOW}",
        topic=point.name.topic,
        criterion=point.name.criterion,
        choices=choices,
        sides=tuple(entry.id for entry in entries),
    )


def beaten(question: Question, won: str, state: State) -> tuple[str, ...]:
    """The other sides, but for what was read in the code: that is so today, whatever is decided."""
    others = (entry for name in question.sides if name != won and (entry := state.dossier.get(name)))
    return tuple(entry.id for entry in others if not is_read_in_code(entry))


def superseded(loser: Entry, winner: Entry, turn: int, ids: IdGiver, call: str) -> tuple[Change, Change]:
    """The one that was not picked leaves the dossier and stays in the record as a note."""
    return (
        Change(Op.DROP, loser.id, loser.kind, sources=(Stated(turn),), call=f"{call}/d"),
        note_of(loser, winner, turn, ids, call),
    )


def note_of(loser: Entry, winner: Entry | None, turn: int, ids: IdGiver, call: str) -> Change:
    """What it said, and what the user decided for instead."""
    decided = f"The user decided for {winner.id}." if winner else "The user decided otherwise."
    text = f"Superseded: {loser.id} said “{one_line(loser.text(loser.sentence_field), _LONGEST)}”. {decided}"
    fields: dict[str, Value] = {"text": text}
    if winner:
        fields["about"] = (winner.id,)
    return Change(Op.RECORD, ids.next(Kind.NOTE), Kind.NOTE, fields, (Stated(turn),), f"{call}/n")
