"""A second way to sit at the table, as small as one can be: it asks three things, keeps them as notes, and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import APP, Body, Ending, Finished, Outcome, Spoke
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.session.intents import Undo
from roundtable_tui.session.mode import Command
from roundtable_tui.session.moves import Append, Move, Rest
from roundtable_tui.session.outline import Outline, Row, RowKind

if TYPE_CHECKING:
    from collections.abc import Collection

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.talk.depth import Depth

QUESTIONS = ("What hurts?", "Whom does it hurt?", "What would help?")


class ThreeQuestions:
    name = "three"

    def next_move(self, state: State, knowledge: Knowledge) -> Move:
        if state.talk.ending or (state.talk.waiting and not state.talk.turn):
            return Rest()
        notes = state.dossier.of(Kind.NOTE)
        turn = state.talk.turn
        fields = {"text": turn.text} if turn else {}
        note = Change(
            Op.RECORD, IdGiver(state.dossier.used).next(Kind.NOTE), Kind.NOTE, fields, (Stated(state.exchange),)
        )
        asked = len(notes) + bool(turn)
        if asked == len(QUESTIONS) and not turn:
            return Append((Finished(Ending.COMPLETE, (Utterance(APP, "That is all.", Role.NOTICE),)),))
        question = Question("", f"{asked}", QUESTIONS[asked], topic="three") if asked < len(QUESTIONS) else None
        said = (Utterance("business-analyst", question.text, Role.QUESTION),) if question else ()
        return Append((Spoke("three", "", Outcome.FINISHED, said, (note,) if turn else (), asked=question),))

    def owed(self, state: State, knowledge: Knowledge) -> Move | None:
        return None

    def commands(self, state: State, knowledge: Knowledge) -> tuple[Command, ...]:
        return (Command("undo", Undo()),) if state.talk.user_turns else ()

    def outline(self, state: State, knowledge: Knowledge, opened: Collection[str] = ()) -> Outline:
        notes = state.dossier.of(Kind.NOTE)
        rows = (Row(RowKind.HEADING, "asked", "Asked", f"{len(notes)} of 3"),)
        return Outline(("three questions", f"{len(notes)} of 3"), rows)

    def welcome(self, state: State, knowledge: Knowledge) -> Utterance | None:
        return None

    def with_depth(self, state: State, depth: Depth) -> tuple[Body, ...]:
        return ()
