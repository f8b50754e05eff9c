"""The command `plan`: an item becomes tasks in build order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from roundtable_tui.plain.command_line import item_argument, open_project, project_option, voice_options, voiced

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@item_argument()
@voice_options
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@project_option
def plan(words: tuple[str, ...], offline: bool, model: str, agent: str, as_json: bool, folder: Path) -> int:
    """Cut what is known of ITEM into tasks in build order, and write tasks.md.

    Where a model speaks, it is asked once how it would cut and word them; what it proposes is held against the same
    rules, and without it the tasks are cut by rule.

    Made again, the plan keeps its tasks, their ids and ticked boxes, and changes only what has changed. The exit code
    is 1 if a Must criterion or an accepted decision has no task.
    """
    from roundtable_tui.plain.handover.plan_report import make_plan

    workspace = voiced(open_project(folder), offline, model, agent)
    return make_plan(workspace, " ".join(words), as_json=as_json)
