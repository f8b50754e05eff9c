"""The `review` command of the command line; what it does is loaded when it is called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from roundtable_tui.errors import ExitCode, UsageError
from roundtable_tui.plain.command_line import is_accessible, item_argument, open_project, project_option, voiced

if TYPE_CHECKING:
    from collections.abc import Callable

_WITHOUT_A_SCREEN = "Use --json to list its comments, --export FILE to write them, --import FILE to take some in."


def review_command(require_terminal: Callable[[str], None], on_screen: Callable[..., int]) -> click.Command:
    """`on_screen` shows a project on the screen, which this door does not know."""

    @click.command()
    @item_argument()
    @click.option(
        "--export", "to", type=click.Path(path_type=Path), metavar="FILE", help="Write its comments as Markdown."
    )
    @click.option(
        "--import",
        "came",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Take in comments that somebody wrote.",
    )
    @click.option("--as", "name", default="", metavar="NAME", help="Your name in the file; git's if not given.")
    @click.option("--json", "as_json", is_flag=True, help="List its comments as one JSON document.")
    @click.option("--model", default="", metavar="NAME", help="The model that speaks, where a key is set.")
    @click.option("--offline", is_flag=True, help="The interviewer that needs no model, key or network.")
    @project_option
    def review(
        words: tuple[str, ...],
        to: Path | None,
        came: Path | None,
        name: str,
        as_json: bool,
        model: str,
        offline: bool,
        folder: Path,
    ) -> int:
        """Walk what is written down about ITEM, or hand comments on it over as a file.

        Without options it opens the review on the screen. The file of --export is plain Markdown: mail it, commit it,
        write into it. What --import takes in twice is known and changes nothing.
        """
        from roundtable_tui.plain.reviewing import comment_reports

        if to and came:
            raise UsageError(
                "--export and --import go one after the other.", "Import first, then export what there is."
            )
        opened = open_project(folder)
        item = " ".join(words)
        if came:
            done = comment_reports.import_comments(voiced(opened, offline, model), item, came)
            click.echo(done.text)
            return ExitCode.FINDINGS if done.failed else ExitCode.DONE
        if to:
            click.echo(comment_reports.export_comments(opened[0], item, to, name))
            return ExitCode.DONE
        if as_json:
            click.echo(comment_reports.comments_as_json(opened[0], item))
            return ExitCode.DONE
        if is_accessible():
            click.echo(comment_reports.comments_in_words(opened[0], item))
            click.echo(_WITHOUT_A_SCREEN, err=True)
            return ExitCode.DONE
        slug = comment_reports.slug_of_item(opened[0], item)
        require_terminal(_WITHOUT_A_SCREEN)
        return on_screen(folder, offline=offline, model=model, review=slug)

    return review
