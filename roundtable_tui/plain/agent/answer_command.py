"""The command `answer`: what coding agents ask about an item, and the user's answer to it, without a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from roundtable_tui.errors import ExitCode
from roundtable_tui.plain.command_line import names_of_items, open_project, project_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("item", shell_complete=names_of_items)
@click.argument("question", default="", metavar="[Q-001]")
@click.argument("words", default="", metavar="[WORDS]")
@project_option
def answer(item: str, question: str, words: str, folder: Path) -> int:
    """Show what coding agents ask about ITEM, or answer one of those questions with WORDS.

    The answer is kept as yours, and the agent finds it when it asks again. The exit code is 1 while something is
    unanswered.
    """
    from roundtable_tui.items.lookup import existing_slug
    from roundtable_tui.plain.agent.answering import answer_question, unanswered

    project, _ = open_project(folder)
    slug = existing_slug(project, item)
    said = answer_question(project, slug, question, words) if question else ""
    left = unanswered(project, slug)
    lines = [said, *left] if said else left or ["No coding agent waits for an answer."]
    click.echo("\n".join(lines))
    return ExitCode.FINDINGS if left else ExitCode.DONE
