"""What the commands of the command line have in common: the project they work in, and how it is opened."""

from __future__ import annotations

import logging
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from roundtable_tui.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.project import Project
    from roundtable_tui.items.workspace import Workspace


def project_option(command: Callable[..., object]) -> Callable[..., object]:
    return click.option(
        "--project",
        "folder",
        type=click.Path(path_type=Path),
        callback=chosen_project,
        help="The project to work in; the current folder if not given.",
    )(command)


def chosen_project(context: click.Context, parameter: click.Parameter, folder: Path | None) -> Path:
    return given_anywhere(context, parameter, folder) or Path()


def given_anywhere(context: click.Context, parameter: click.Parameter, given: Any) -> Any:
    """What is given with the command, else before it."""
    return given or context.find_root().params.get(parameter.name or "") or given


def item_argument(*, required: bool = True) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """An item by any of its names, as many words as that takes."""
    return click.argument("words", nargs=-1, required=required, metavar="ITEM", shell_complete=names_of_items)


def names_of_items(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """For the shell: the items of the project one is in, or has named."""
    from roundtable_tui.items.lookup import item_names

    folder = context.params.get("folder") or context.find_root().params.get("folder") or Path()
    project, _ = open_project(folder)
    return [name for name in item_names(project) if name.startswith(begun)]


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


def end_unexpectedly(error: Exception, project: Path | None = None, item: str = "") -> ExitCode:
    """One calm message instead of a traceback, which would show what the program was working on."""
    from roundtable_tui.items.crash_reports import in_words

    report = _reported(error, project, item)
    click.echo(f"roundtable-tui: {in_words(error, report, item)}", err=True)
    return ExitCode.UNEXPECTED


def _reported(error: BaseException, project: Path | None = None, item: str = "") -> Path | None:
    from datetime import UTC, datetime

    from roundtable_tui.config.loader import cache_folder
    from roundtable_tui.items.crash_reports import keep_crash

    try:
        return keep_crash(error, cache_folder(), datetime.now(UTC), project, item)
    except OSError:
        return None


def report_what_fails_beside() -> None:
    """What fails in threads, in tasks and while something is thrown away goes on without a word: Python would print it
    with what it was working on."""
    beside = _Beside()
    threading.excepthook = lambda failed: beside.take(failed.exc_value)
    sys.unraisablehook = lambda failed: beside.take(failed.exc_value)
    logging.root.addHandler(beside)


class _Beside(logging.Handler):
    _left = 20

    def emit(self, record: logging.LogRecord) -> None:
        self.take(record.exc_info[1] if record.exc_info else None)

    def take(self, error: BaseException | None) -> None:
        if error is not None and self._left:
            self._left -= 1
            _reported(error)


def is_accessible() -> bool:
    """Whether the user's environment asks every program to do without a screen that is drawn."""
    return os.environ.get("ACCESSIBLE", "").lower() not in ("", "0", "false", "no")


def is_meant(words: str, folder: Path) -> bool:
    """Asks, on a terminal, before one or two words that name no item begin a new one; a script is not asked."""
    few = 0 < len(words.split()) <= 2 and sys.stdin.isatty()
    if not few or (folder / "docs" / "requirements" / words.strip()).is_dir():
        return True
    from roundtable_tui.domain.talk.sanitize import one_line
    from roundtable_tui.items.lookup import is_unknown_name

    project, _ = open_project(folder)
    if not is_unknown_name(project, words):
        return True
    return click.confirm(f"There is no item '{one_line(words, 60)}'. Begin a new one that is called so?")


def agent_option(command: Callable[..., object]) -> Callable[..., object]:
    return click.option(
        "--agent",
        default="",
        metavar="NAME",
        callback=_installed_agent,
        help="Your own agent speaks: claude, codex, gemini, opencode, goose, or any command that speaks ACP.",
    )(command)


def voice_options(command: Callable[..., object]) -> Callable[..., object]:
    """Who speaks; all of them count for more than the settings."""
    named = click.option(
        "--model",
        default="",
        metavar="NAME",
        callback=given_anywhere,
        help="The model that speaks, where a key is set.",
    )
    offline = click.option(
        "--offline", is_flag=True, callback=given_anywhere, help="The interviewer that needs no model, key or network."
    )
    return offline(named(agent_option(command)))


def _installed_agent(context: click.Context, parameter: click.Parameter, given: str) -> str:
    """Somebody who names an agent that is not there is told so before anything begins."""
    name: str = given_anywhere(context, parameter, given)
    if name:
        from roundtable_tui.voices.agent.known_agents import agent_named

        agent = agent_named(name)
        if not agent.command:
            raise UsageError(agent.missing, "Or leave --agent out.")
    return name


def voiced(opened: tuple[Project, Settings], offline: bool, model: str, agent: str = "") -> Workspace:
    """With who speaks, and what the model is not told because nobody trusted it."""
    from roundtable_tui.items.voices import Flags
    from roundtable_tui.items.workspace import Workspace

    workspace = Workspace(*opened, Flags(offline, model, agent))
    if untrusted := workspace.leave_out_untrusted():
        click.echo(f"roundtable-tui: {untrusted}", err=True)
    return workspace
