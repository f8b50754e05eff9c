"""The `panel` commands of the command line; what they do is loaded when one of them is called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from roundtable_tui.plain.command_line import open_project, project_option

if TYPE_CHECKING:
    from collections.abc import Callable


class _PanelGroup(click.Group):
    """`panel "topic"` begins a panel; only the names of its commands are no topics."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["start", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_PanelGroup)
def panel() -> None:
    """Put a question to a panel that answers blind, in rounds.

    To begin one: roundtable-tui panel "queue or table?"
    """


def _names(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """A list with commas."""
    return tuple(name.strip() for name in value.split(",") if name.strip())


def _seat_models(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    pairs = [one.partition("=") for one in given]
    if any(not seat or not model for seat, _, model in pairs):
        raise click.BadParameter("write it as PARTICIPANT=MODEL, or PARTICIPANT=human")
    return {seat.strip(): model.strip() for seat, _, model in pairs}


def _panel_options(command: Callable[..., object]) -> Callable[..., object]:
    """What beginning and resuming a panel have in common."""
    for option in (
        click.option(
            "--answers", type=click.Path(path_type=Path), help="A file with what the people at the table say."
        ),
        click.option("--verbose", is_flag=True, help="Keep everything that was sent and answered, round by round."),
        click.option("--interactive", is_flag=True, help="Ask after each round whether to go on."),
    ):
        command = option(command)
    return project_option(command)


@panel.command(name="start")
@click.argument("words", nargs=-1, metavar="TOPIC")
@click.option(
    "--strategy", default="", help="How the panel talks: standard, disney, debate, consensus-driven, six-hats."
)
@click.option("--workflow", default="", help="What it is for: specs, design, brainstorm; without it one open question.")
@click.option("--participants", default="", callback=_names, help="Who sits, separated by commas.")
@click.option("--pro", default="", callback=_names, help="Who argues for it in a debate.")
@click.option("--con", default="", callback=_names, help="Who argues against it.")
@click.option("--output", default="", help="What is written at the end: adr, requirements, architecture, summary.")
@click.option("--seats", type=click.Choice(["human", "model"]), default="human", help="What stands behind the seats.")
@click.option(
    "--seat", "models", multiple=True, callback=_seat_models, metavar="ID=MODEL", help="A model for one seat."
)
@_panel_options
def panel_start(words: tuple[str, ...], folder: Path, **given: Any) -> int:
    """Begin a panel on TOPIC; the word start can be left out."""
    from roundtable_tui.panel.opening import PanelRequest
    from roundtable_tui.panel.record.session import SeatKind
    from roundtable_tui.plain.panel.commands import PanelFlags, start_panel

    flags = PanelFlags(given.pop("answers"), given.pop("verbose"), given.pop("interactive"))
    wanted = PanelRequest(" ".join(words), seats=SeatKind(given.pop("seats")), **given)
    return start_panel(*open_project(folder), wanted, flags)


@panel.command(name="resume")
@click.argument("words", metavar="ID")
@click.option(
    "--without-missing", "without", is_flag=True, help="Go on without participants that have no file any more."
)
@click.option(
    "--participants", "replacements", default="", callback=_names, help="Who takes the place of missing ones."
)
@click.option("--strategy", default="", help="Go on by another strategy, from its first phase.")
@_panel_options
def panel_resume(
    words: str,
    without: bool,
    replacements: tuple[str, ...],
    strategy: str,
    answers: Path | None,
    verbose: bool,
    interactive: bool,
    folder: Path,
) -> int:
    """Take up the panel with ID, or any part of it, where it was left."""
    from roundtable_tui.plain.panel.commands import PanelFlags, resume_panel

    flags = PanelFlags(answers, verbose, interactive)
    project, settings = open_project(folder)
    return resume_panel(project, settings, words, flags, without=without, replacements=replacements, strategy=strategy)


@panel.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--status", type=click.Choice(["active", "paused", "closed"]), default=None, help="Only those.")
@click.option("--type", "workflow", default="", help="Only those of a workflow: specs, design, brainstorm, roundtable.")
@project_option
def panel_list(as_json: bool, status: str | None, workflow: str, folder: Path) -> None:
    """Show the panels of this project; the one worked on last has a star."""
    from roundtable_tui.plain.panel.commands import list_panels

    project, _ = open_project(folder)
    click.echo(list_panels(project, status=status or "", workflow=workflow, as_json=as_json))


@panel.command(name="close")
@click.argument("words", metavar="ID")
@project_option
def panel_close(words: str, folder: Path) -> None:
    """Close the panel with ID where it stands, without writing its documents."""
    from roundtable_tui.plain.panel.commands import close_panel

    project, _ = open_project(folder)
    click.echo(close_panel(project, words))
