"""The `export` command of the command line; what it does is loaded when it is called."""

from __future__ import annotations

from pathlib import Path

import click

from roundtable_tui.errors import ExitCode, UsageError
from roundtable_tui.plain.command_line import open_project, project_option
from roundtable_tui.plain.handover.targets import CALLED


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="ITEM")
@click.argument("target", type=click.Choice(list(CALLED)), metavar="TARGET")
@click.option("--to", "place", type=click.Path(path_type=Path), help="The folder to write to; . is this project's own.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--create", is_flag=True, help="With github: make the issues with `gh`; without it they are only shown.")
@project_option
def export(words: tuple[str, ...], target: str, place: Path | None, dry_run: bool, create: bool, folder: Path) -> int:
    """Write ITEM as files that another program reads, into a folder you name.

    TARGET is speckit, openspec, kiro, gherkin, github, sarif, reqif or bundle.

    Without --to they go into a folder of the item's own. A file that is there already is joined with what is
    exported, or left alone with a sentence that names it. What the other program has no place for is listed at the end.
    """
    from roundtable_tui.plain.handover.export_report import export as export_item

    project, _ = open_project(folder)
    item = " ".join(words)
    if target == "github":
        from roundtable_tui.plain.handover.github_report import export_to_github

        if place is not None:
            raise UsageError("Issues go to GitHub, not into a folder.", "Leave out --to.")
        done = export_to_github(project, item, create=create and not dry_run)
    else:
        if create:
            raise UsageError("--create goes with github only.", "Leave it out: the files are written anyway.")
        done = export_item(project, item, target, place, dry_run=dry_run)
    click.echo(done.text)
    return ExitCode.FINDINGS if done.failed else ExitCode.DONE
