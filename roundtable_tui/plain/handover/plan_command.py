"""The command `plan`: an item becomes tasks in build order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from roundtable_tui.plain.command_line import item_argument, open_project, project_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@item_argument()
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@project_option
def plan(words: tuple[str, ...], as_json: bool, folder: Path) -> int:
    """Cut what is known of ITEM into tasks in build order, and write tasks.md.

    Made again, the plan keeps its tasks, their ids and ticked boxes, and changes only what has changed. The exit code
    is 1 if a Must criterion or an accepted decision has no task.
    """
    from roundtable_tui.plain.handover.plan_report import make_plan

    return make_plan(open_project(folder)[0], " ".join(words), as_json=as_json)
