"""The command `mcp`: a coding agent starts it and reads the analyses of a project through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from roundtable_tui.plain.command_line import open_project, project_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.option("--allow-questions", is_flag=True, help="Let the agent ask back; without it nothing is ever written.")
@project_option
def mcp(allow_questions: bool, folder: Path) -> None:
    """Serve this project's analyses to a coding agent, by the Model Context Protocol over stdin and stdout.

    The agent is started with this as a command; it ends when the agent closes its stdin. Offered are items,
    requirements, tasks, the brief, check, verify and the answers to what was asked. With --allow-questions the agent
    can ask what it cannot know: its question stands in the lobby and at the table until somebody answers it.
    """
    from roundtable_tui.plain.agent.mcp_server import serve

    serve(open_project(folder)[0], may_ask=allow_questions)
