"""When the plan is made and written: at the end of an analysis, and wherever tasks are on record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.plan.tasks import DOCUMENT
from roundtable_tui.session.intents import MakePlan
from roundtable_tui.session.mode import Command
from roundtable_tui.session.moves import AwaitTasks

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

_PLANNED_FROM = (Kind.FR, Kind.DECISION, Kind.TASK)


def plan_due(state: State) -> AwaitTasks | None:
    """As long as the tasks that follow from the dossier are not on record."""
    from roundtable_tui.domain.plan.planning import plan_changes

    return AwaitTasks() if plan_changes(state.dossier) else None


def plan_documents(state: State) -> tuple[str, ...]:
    """The plan's document, where there are tasks."""
    return (DOCUMENT,) if any(entry.kind is Kind.TASK for entry in state.dossier) else ()


def is_plan_unwritten(state: State) -> bool:
    return DOCUMENT not in state.files.artifacts and bool(plan_documents(state))


def plan_commands(state: State) -> tuple[Command, ...]:
    """Whoever knows a requirement or a decision can plan."""
    known = any(entry.kind in _PLANNED_FROM for entry in state.dossier)
    return (Command("plan", MakePlan()),) if known else ()
