"""Writes down every answer of a panel with all that was sent for it, for whoever wants to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.items.voices import without_secrets
from roundtable_tui.panel.record.snapshots import dump_document, dump_name
from roundtable_tui.panel.seats.prompts import ballot_prompt, question_prompt, synthesis_prompt
from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask

if TYPE_CHECKING:
    from datetime import datetime

    from roundtable_tui.formats.yaml_writer import Writable
    from roundtable_tui.panel.record.shelf import OpenPanel
    from roundtable_tui.panel.seats.protocol import Reply


def dump_answer(
    opened: OpenPanel,
    number: int,
    actor: str,
    task: FacilitatorTask | SeatTask | SynthesisTask,
    reply: Reply,
    began: datetime,
    ended: datetime,
) -> None:
    given = _without_secrets(_input(task))
    document = dump_document(number, actor, given, reply.content, reply.request, began, ended)
    opened.dump(dump_name(number, actor), document)


def _without_secrets(given: dict[str, Writable]) -> dict[str, Writable]:
    """As it was sent: a model's voice takes them out too."""
    prompt = given.get("prompt")
    return {**given, "prompt": without_secrets(prompt)} if isinstance(prompt, str) else given


def _input(task: FacilitatorTask | SeatTask | SynthesisTask) -> dict[str, Writable]:
    match task:
        case SeatTask():
            context: dict[str, Writable] = {
                "project_summary": task.context,
                "relevant_artifacts": [one.id for one in task.entries],
                "open_conflicts": [one.id for one in task.conflicts],
                "recent_rounds": [{"round": number, "synthesis": text} for number, text in task.syntheses],
            }
            return {"question": task.asked.text, "context": context, "prompt": ballot_prompt(task).message}
        case FacilitatorTask():
            return {"focus": task.situation.focus.id, "prompt": question_prompt(task).message}
        case SynthesisTask():
            return {"question": task.asked.text, "prompt": synthesis_prompt(task).message}
