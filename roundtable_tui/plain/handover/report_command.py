"""The command `report`: an item as one page for people who decide and do not live in a terminal."""

from __future__ import annotations

from pathlib import Path

import click

from roundtable_tui.plain.command_line import item_argument, open_project, project_option


@click.command()
@item_argument()
@click.option(
    "--to", "file", type=click.Path(path_type=Path), help="The file to write; report.html of the item if not given."
)
@click.option("--open", "opens", is_flag=True, help="Show the page in your browser.")
@project_option
def report(words: tuple[str, ...], file: Path | None, opens: bool, folder: Path) -> None:
    """Write ITEM as one page that any browser shows and prints: for people who decide.

    The page is one file that loads nothing. Its open questions can be answered on it; the answers stay in the reader's
    browser until they copy or save them as a text and send it back. A file that is not such a page is never replaced.
    """
    from roundtable_tui.plain.handover.page_report import write_page

    click.echo(write_page(open_project(folder)[0], " ".join(words), file, opens=opens))
