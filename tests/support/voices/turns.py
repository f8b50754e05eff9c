"""One turn of the offline voice at a time: a state to speak in, and the parts that come of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue, IdGiver, note_used
from roundtable_tui.domain.dossier.provenance import Source, Stated
from roundtable_tui.domain.dossier.questions import StepSubject
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.ledger import Ledger
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Brief, Part
from tests.support.states import changed
from tests.support.voices.tasks import task_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.domain.dossier.kinds import Kind, Value
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.checks import Check
    from roundtable_tui.voices.tasks import Task

MAYA = Persona("business-analyst", "Maya Chen", "Business Analyst", acknowledges=("So what I'm hearing is: {what}.",))
KNOWLEDGE = Knowledge({}, (), {MAYA.key: MAYA})
THIS_TURN = 2
_EARLIER: Source = Stated(1)


def dossier_of(*entries: tuple[str, Kind, Mapping[str, Value]], source: Source = _EARLIER) -> Dossier:
    used: dict[str, int] = {}
    for entry_id, _, _ in entries:
        note_used(used, entry_id)
    return Dossier(
        {
            entry_id: Entry(entry_id, kind, {name: FieldValue(value, (source,)) for name, value in fields.items()}, 1)
            for entry_id, kind, fields in entries
        },
        used,
    )


def state_in(step: Step, depth: Depth, dossier: Dossier, settled: frozenset[str] = frozenset()) -> State:
    record = StepRecord(step.id, step.title, step.phase, StepStatus.ENGAGED, step.persona, depth)
    ledger = Ledger().with_settled(StepSubject(step.id), settled)
    return changed(
        dossier=dossier, steps={step.id: record}, phase=step.phase, current=step.id, exchange=1, ledger=ledger
    )


def request_for(
    step: Step,
    state: State,
    task: type[Task],
    *,
    words: str = "",
    question: Question | None = None,
    missing: tuple[Check, ...] = (),
) -> Brief:
    depth = state.guided.steps[step.id].depth or Depth.STANDARD
    ids = IdGiver(state.dossier.used)
    return Brief(
        id="1",
        task=task_of(task, words, question, missing),
        state=state,
        knowledge=replace(KNOWLEDGE, steps={step.phase: (step,)}),
        speakers=(MAYA,),
        depth=depth,
        ids=ids,
        subject=StepSubject(step.id),
        turn=THIS_TURN,
    )


def spoken(request: Brief) -> list[Part]:
    """The parts of one turn."""

    async def collect() -> list[Part]:
        return [part async for part in OfflineVoice().speak(request)]

    return asyncio.run(collect())
