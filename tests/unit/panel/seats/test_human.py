"""What a person at a panel is told before they answer, and what they are asked to judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.panel.record.session import Choice
from roundtable_tui.panel.rounds.updates import Synthesising
from roundtable_tui.panel.rules.escalation import Decision
from roundtable_tui.panel.seats.human import HumanVoice, told_to_people
from tests.unit.panel.tables import Answering, Deciding, planned, seated_at

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.rounds.updates import PanelUpdate
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

LEAD, QA = "technical-lead", "qa-lead"


class Team:
    """Two people who never agree, and keep what each was told."""

    def __init__(self) -> None:
        self.tasks: list[SeatTask] = []

    async def ballot(self, task: SeatTask) -> Mapping[str, Value]:
        self.tasks.append(task)
        return {"position": f"{'A queue' if task.participant.id == QA else 'A table'}.", "confidence": "0.7"}

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> str:
        del task, draft
        return ""


def told(task: SeatTask) -> str:
    return "\n".join(f"{one.label}: {one.text}" for one in told_to_people(task))


async def test_people_judge_the_proposal_that_is_on_the_table_and_no_other(tmp_path: Path) -> None:
    team = Team()
    plan = planned(strategy="consensus-driven", participants=(LEAD, QA))
    voices = {seat: HumanVoice(team) for seat in plan.seats}
    await seated_at(tmp_path, plan, voices, HumanVoice(team)).run()
    judging = [task for task in team.tasks if task.stands_to]
    assert judging
    for task in judging:
        (judged,) = task.judged
        assert task.stands_to == f"the draft {judged.id}"
        assert judged.id in task.asked.text
        assert told(task).count("On the table: ") == 1


async def test_people_are_told_what_the_user_decided_and_what_is_in_dispute(tmp_path: Path) -> None:
    team = Team()
    dispute: dict[str, Value] = {"title": "Who runs it", "positions": {"A": "We do.", "B": "They do."}}
    facilitator = Answering(
        synthesis=lambda task: {
            "synthesis": "They differ.",
            "conflicts": [dispute] if task.situation.round == 1 else [],
            "next_action": "continue",
        }
    )
    user = Deciding([Decision(Choice.DECIDE, "No new service.")])
    voices = {seat: HumanVoice(team) for seat in (LEAD, QA)}
    played = seated_at(tmp_path, planned(participants=(LEAD, QA)), voices, facilitator, moderator=user)

    def speak(update: PanelUpdate) -> None:
        if isinstance(update, Synthesising) and not played.session.rounds:
            played.table.raise_hand()
        elif isinstance(update, Synthesising):
            played.table.pause()

    played.table.subscribe(speak)
    await played.run()
    second = next(told(task) for task in team.tasks if task.asked.round == 2)
    assert "Decided by the user: No new service." in second
    assert "In dispute: CONF-001 Who runs it (They do. / We do.)" in second
