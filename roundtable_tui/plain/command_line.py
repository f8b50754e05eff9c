"""What the commands of the command line have in common: the project they work in, and how it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from roundtable_tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.project import Project


def project_option(command: Callable[..., object]) -> Callable[..., object]:
    return click.option(
        "--project",
        "folder",
        type=click.Path(path_type=Path),
        callback=chosen_project,
        help="The project to work in; the current folder if not given.",
    )(command)


def chosen_project(context: click.Context, _parameter: click.Parameter, folder: Path | None) -> Path:
    """What is given with the command, else before it, else the current folder."""
    return folder or context.find_root().params.get("folder") or Path()


def open_project(folder: Path) -> tuple[Project, Settings]:
    """The project with its settings; what was wrong with them is said."""
    from roundtable_tui.items.project import open_with_settings

    project, settings, warnings = open_with_settings(existing(folder))
    for warning in (*warnings, *project.knowledge.warnings):
        click.echo(f"roundtable-tui: {warning}", err=True)
    return project, settings


def existing(folder: Path) -> Path:
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}.", "Name a project folder with --project.")
    return folder
