"""`plan`: makes or renews an item's plan from the shell, and says what came of it.

Under `--json` it is one object: `{"item", "document", "tasks": [{"id", "title", "stage", "traces": [], "files":
[{"path", "action"}], "blocked_by": [], "done"}], "stages": [{"name", "total", "done"}], "uncovered": [{"id", "text"}],
"added": [], "revised": [], "dropped": [], "notices": []}`; the lists before the last are ids of tasks.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.domain.plan.planning import WHO, plan_on_record
from roundtable_tui.domain.plan.tasks import DOCUMENT
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import ExitCode
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import MakePlan
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Happened, Noticed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.plan.tasks import Plan
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.items.workspace import Workspace
    from roundtable_tui.session.updates import Update
    from roundtable_tui.voices.protocol import Voice

_MUST = (Kind.FR, Kind.AC, Kind.DECISION)


def make_plan(workspace: Workspace, item: str, *, as_json: bool) -> ExitCode:
    """Prints the notices, or one document of everything; the talk of the item stays where it is."""
    project = workspace.project
    opened = open_item(project, existing_slug(project, item))
    return asyncio.run(_made(opened, workspace.voices.first(), as_json=as_json))


async def _made(opened: OpenItem, voice: Voice, *, as_json: bool) -> ExitCode:
    notices: list[str] = []
    changes: list[Change] = []

    def hear(update: Update) -> None:
        match update:
            case Noticed(text=text):
                notices.append(text)
            case Happened(event=event) if isinstance(event.body, Contributed) and event.body.who == WHO:
                changes.extend(event.body.changes)

    async with ItemSession(opened, voice, all_modes()) as session:
        session.subscribe(hear)
        await session.do(MakePlan())
        state, conflicts = session.state, session.has_conflicts
    plan = plan_on_record(state.dossier)
    print(_as_json(opened.slug, plan, state, changes, notices) if as_json else "\n".join(map(one_line, notices)))
    owed = [name for name in plan.uncovered if (entry := state.dossier.get(name)) and entry.kind in _MUST]
    return ExitCode.FINDINGS if owed or conflicts else ExitCode.DONE


def _as_json(slug: str, plan: Plan, state: State, changes: Sequence[Change], notices: Sequence[str]) -> str:
    tasks = [
        {
            "id": task.id,
            "title": task.title,
            "stage": task.stage,
            "traces": list(task.traces),
            "files": [{"path": path, "action": action} for path, action in task.files],
            "blocked_by": list(task.blocked_by),
            "done": task.done,
        }
        for task in plan.tasks
    ]
    stages = [
        {"name": stage, "total": len(plan.of(stage)), "done": sum(task.done for task in plan.of(stage))}
        for stage in plan.stages
    ]
    uncovered = [
        {"id": name, "text": one_line(entry.text())} for name in plan.uncovered if (entry := state.dossier.get(name))
    ]
    ids = {op: [change.id for change in changes if change.op is op] for op in Op}
    return json_text(
        {
            "item": slug,
            "document": DOCUMENT,
            "tasks": tasks,
            "stages": stages,
            "uncovered": uncovered,
            "added": ids[Op.RECORD],
            "revised": ids[Op.REVISE],
            "dropped": ids[Op.DROP],
            "notices": list(notices),
        }
    )
