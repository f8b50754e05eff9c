"""The commands about what a model is told: `prompt` and `trust`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from roundtable_tui.plain.command_line import item_argument, open_project, project_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@item_argument()
@click.option("--dispatch", is_flag=True, help="The prompt that hands ITEM's next phase to another program instead.")
@click.option("--json", "as_json", is_flag=True, help="The request as it goes over the wire.")
@project_option
def prompt(words: tuple[str, ...], dispatch: bool, as_json: bool, folder: Path) -> None:
    """Print what a model would be sent next for ITEM; nothing is sent."""
    from roundtable_tui.config.claude import claude_settings
    from roundtable_tui.plain.prompt_report import dispatch_report, prompt_report

    project, settings = open_project(folder)
    item = " ".join(words)
    if dispatch:
        click.echo(dispatch_report(project, item))
    else:
        click.echo(prompt_report(project, item, claude_settings(settings.claude), as_json=as_json))


@click.command()
@click.option("--yes", "decided", flag_value="yes", help="Trust them without being asked.")
@click.option("--no", "decided", flag_value="no", help="Have the model go by the shipped ones instead.")
@project_option
def trust(decided: str | None, folder: Path) -> None:
    """Show the knowledge files of this project's own, and say whether a model may go by them."""
    from roundtable_tui.plain.trust import decide, shown_files

    project, _ = open_project(folder)
    if files := shown_files(project):
        click.echo(f"{files}\n")
        if decided is None and sys.stdin.isatty():
            decided = "yes" if click.confirm("May a model go by these files?") else "no"
    click.echo(decide(project, decided))
