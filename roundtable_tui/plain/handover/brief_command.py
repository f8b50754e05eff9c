"""The command `brief`: what a coding agent needs to build an item, or one task of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from roundtable_tui.plain.command_line import item_argument, open_project, project_option

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.handover.brief.brief import Size
    from roundtable_tui.items.project import Project

_SIZE = re.compile(r"(\d{1,9})\s*(t|tokens?|c|chars?|characters?)?", re.IGNORECASE)


@click.command()
@item_argument()
@click.option("--task", "task_id", default="", metavar="T003", help="Only what this task needs.")
@click.option(
    "--size",
    default="8000",
    show_default=True,
    metavar="TOKENS",
    help="How long it may be: 8000 (tokens, estimated at three characters each), or 20000c (characters).",
)
@project_option
def brief(words: tuple[str, ...], task_id: str, size: str, folder: Path) -> None:
    """Print what a coding agent needs to build ITEM and nothing more, with the lines of code it rests on.

    What does not fit is dropped and named at the end. The first to go is the background, then the order of the other
    tasks, quality, design, what is no must, traps, open points, what must not change, decisions, files, and the musts
    with their criteria last.
    """
    project, _ = open_project(folder)
    click.echo(brief_text(project, " ".join(words), task_id, size_of(size)), nl=False)


def size_of(text: str) -> Size:
    from roundtable_tui.errors import UsageError
    from roundtable_tui.handover.brief.brief import Size, Unit

    read = _SIZE.fullmatch(text.strip())
    if read is None or not int(read[1]):
        raise UsageError(f"'{text}' is no size.", "Give a number of tokens, as 8000, or of characters, as 20000c.")
    return Size(int(read[1]), Unit.CHARACTERS if (read[2] or "").lower().startswith("c") else Unit.TOKENS)


def brief_text(project: Project, item: str, task_id: str, size: Size) -> str:
    from roundtable_tui.domain.talk.sanitize import one_line
    from roundtable_tui.errors import UsageError
    from roundtable_tui.handover.brief.brief import brief_of
    from roundtable_tui.items.lookup import existing_slug
    from roundtable_tui.plain.handover.export_report import material_of

    slug = existing_slug(project, item)
    material = material_of(project, slug, "brief")
    wanted = task_id.strip().upper()
    task = next((one for one in material.plan.tasks if one.id == wanted), None)
    if wanted and task is None:
        known = ", ".join(one.id for one in material.plan.tasks[:12])
        hint = f"It has {known}." if known else f"Make the plan first: plan {slug}."
        raise UsageError(f"{slug} has no task '{one_line(task_id, 40)}'.", hint)
    return brief_of(material, task, size).text
