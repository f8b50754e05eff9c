"""The command `verify`: was built what was planned?"""

from __future__ import annotations

from pathlib import Path

import click

from roundtable_tui.errors import ExitCode
from roundtable_tui.plain.command_line import item_argument, open_project, project_option


@click.command()
@item_argument()
@click.option("--since", default="", metavar="COMMIT", help="What to compare with; else the commit of the analysis.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--sarif", "file", type=click.Path(path_type=Path), help="Write the findings as SARIF 2.1.0, too.")
@project_option
def verify(words: tuple[str, ...], since: str, as_json: bool, file: Path | None, folder: Path) -> int:
    """Compare the plan of ITEM with the working tree.

    Named are files planned and untouched, touched and not planned, missing or left over; criteria whose id stands in no
    test; cited lines that moved or are gone; and decisions that `check` sees contradicted. Nothing is changed. The
    exit code is 1 if anything needs mending; notes alone leave it at 0.
    """
    from roundtable_tui.plain.handover.verify_report import verified, verify_report, write_sarif

    project, _ = open_project(folder)
    done = verified(project, " ".join(words), since)
    click.echo(verify_report(done, as_json=as_json))
    if file is not None:
        click.echo(write_sarif(project, done, file), err=True)
    return ExitCode.FINDINGS if done.failed else ExitCode.DONE
