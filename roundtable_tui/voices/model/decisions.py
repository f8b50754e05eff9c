"""What a reply decides by itself: of two statements that contradict each other one goes, and a model that fails
afterwards takes nothing of it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.talk.assents import Assent
from roundtable_tui.voices.contradictions import note_of, superseded
from roundtable_tui.voices.tasks import Reply

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.errors import VoiceError
    from roundtable_tui.voices.model.tools.acceptance import Settlement
    from roundtable_tui.voices.model.tools.recorder import Recorder
    from roundtable_tui.voices.protocol import Brief


def supersede(brief: Brief, settled: Settlement, recorder: Recorder) -> None:
    """Of two things that contradict each other the one that was not picked holds no longer."""
    winner = recorder.get(next(iter(settled.confirmed), ""))
    for name in settled.lost if winner else ():
        if winner and (loser := recorder.get(name)):
            for change in superseded(loser, winner, brief.turn, brief.ids, f"{brief.id}/lost/{name}"):
                recorder.apply(change)
    recorder.note_settled()


def supersede_rest(brief: Brief, settled: Settlement, recorder: Recorder) -> None:
    """After the model's part: what lost by words that only it could read, or to a third way, and what it dropped.

    A side that was revised until it fits stays, with a note of what it said before.
    """
    question = brief.question
    sides = [side for name in (question.sides if question else ()) if (side := brief.state.dossier.get(name))]
    winner = _winner(brief, settled, recorder)
    for side in sides:
        now, call = recorder.get(side.id), f"{brief.id}/lost/{side.id}"
        if _is_noted(side, recorder) or (now and not (winner and side.id in recorder.witness.lost)):
            continue
        if now and winner and _says_the_same(now, side):
            lost = superseded(side, winner, brief.turn, brief.ids, call) if winner.id != side.id else ()
            for change in lost:
                recorder.apply(change)
        else:
            recorder.apply(note_of(side, winner, brief.turn, brief.ids, call))


def _says_the_same(now: Entry, before: Entry) -> bool:
    """In every field: a decision that is revised keeps its title."""
    return {name: now.get(name) for name in now.fields} == {name: before.get(name) for name in before.fields}


def _winner(brief: Brief, settled: Settlement, recorder: Recorder) -> Entry | None:
    """The side that was not lost, or what was taken instead of both."""
    lost = recorder.witness.lost
    taken = next((entry for one in settled.taken if (entry := recorder.get(one.entry))), None)
    sides = brief.question.sides if brief.question else ()
    return taken or next((entry for name in sides if name not in lost and (entry := recorder.get(name))), None)


def _is_noted(side: Entry, recorder: Recorder) -> bool:
    return any(str(change.fields.get("text", "")).startswith(f"Superseded: {side.id} ") for change in recorder.changes)


def decides(brief: Brief, settled: Settlement) -> bool:
    """Whether all that the reply says is kept already: what is left for a model is to carry it on."""
    question = brief.question
    if not isinstance(brief.task, Reply) or question is None or question.topic == AMENDMENT or settled.besides:
        return False
    if settled.lost and settled.confirmed:
        return True
    if question.offers:
        return settled.assent is Assent.PLAIN and len(settled.confirmed) == len(question.offers)
    return bool(settled.taken) and all(one.entry for one in settled.taken) and len(settled.taken) >= len(question.parts)


def kept_though(trouble: VoiceError) -> str:
    return f"{trouble.sentence} What you decided is kept; what follows from it comes with the next turn."
