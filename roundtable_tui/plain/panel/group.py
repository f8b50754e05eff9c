"""The `panel` commands of the command line; what they do is loaded when one of them is called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from roundtable_tui.plain.command_line import agent_option, open_project, project_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.panel.record.session import SeatKind
    from roundtable_tui.plain.panel.commands import PanelFlags


class _PanelGroup(click.Group):
    """`panel "topic"` begins a panel; only the names of its commands are no topics."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["start", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_PanelGroup)
def panel() -> None:
    """Put a question to a panel that answers blind, in rounds.

    To begin one: roundtable-tui panel "queue or table?" What can be said with it: panel start --help
    """


def _names(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """A list with commas."""
    return tuple(name.strip() for name in value.split(",") if name.strip())


def _seat_models(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    pairs = [one.partition("=") for one in given]
    if any(not seat or not model for seat, _, model in pairs):
        raise click.BadParameter("write it as PARTICIPANT=MODEL, PARTICIPANT=MODEL@SERVER or PARTICIPANT=human")
    return {seat.strip(): model.strip() for seat, _, model in pairs}


def _panel_options(command: Callable[..., object]) -> Callable[..., object]:
    """What beginning and resuming a panel have in common."""
    for option in (
        click.option(
            "--answers", type=click.Path(path_type=Path), help="A file with what the people at the table say."
        ),
        click.option("--verbose", is_flag=True, help="Keep everything that was sent and answered, round by round."),
        click.option("--interactive", is_flag=True, help="Ask after each round whether to go on."),
        click.option("--own", is_flag=True, help="Cast a ballot of your own beside the panel; it counts for nothing."),
        click.option("--offline", is_flag=True, help="No model: people take every seat."),
        click.option("--model", default="", metavar="NAME", help="The model of every seat that names no other."),
        click.option(
            "--seat",
            "models",
            multiple=True,
            callback=_seat_models,
            metavar="ID=MODEL",
            help="Who takes one seat, or facilitates: a model, MODEL@SERVER (of panel.servers), or human.",
        ),
    ):
        command = option(command)
    return project_option(agent_option(command))


def _seats_option(otherwise: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    kinds = click.Choice(["human", "model"])
    return click.option("--seats", type=kinds, default=None, help=f"Who takes the seats: people or models. {otherwise}")


@panel.command(name="start")
@click.argument("words", nargs=-1, metavar="TOPIC")
@click.option(
    "--strategy", default="", help="How the panel talks: standard, disney, debate, consensus-driven, six-hats."
)
@click.option("--workflow", default="", help="What it is for: specs, design, brainstorm; without it one open question.")
@click.option("--participants", default="", callback=_names, help="Who sits, separated by commas.")
@click.option("--pro", default="", callback=_names, help="Who argues for it in a debate.")
@click.option("--con", default="", callback=_names, help="Who argues against it.")
@click.option("--item", default="", help="Decide for this item: with its dossier as context, and back into it.")
@click.option("--output", default="", help="What is written at the end: adr, requirements, architecture, summary.")
@_seats_option("Without it models, where a key is set.")
@_panel_options
def panel_start(words: tuple[str, ...], folder: Path, **given: Any) -> int:
    """Begin a panel on TOPIC; the word start can be left out.

    With --item and no TOPIC it is about the question that waits there.
    """
    from roundtable_tui.panel.opening import PanelRequest
    from roundtable_tui.plain.panel.commands import start_panel

    flags = _flags(given)
    wanted = PanelRequest(" ".join(words), seats=_kind(given.pop("seats")), **given)
    return start_panel(*open_project(folder), wanted, flags)


def _kind(given: str | None) -> SeatKind | None:
    from roundtable_tui.panel.record.session import SeatKind

    return SeatKind(given) if given else None


def _flags(given: dict[str, Any]) -> PanelFlags:
    """Takes what is about how it is run out of the options; what is left is about the panel."""
    from roundtable_tui.items.voices import Flags
    from roundtable_tui.plain.panel.commands import PanelFlags

    if given["offline"] and not given["seats"]:
        given["seats"] = "human"
    people_only = given["seats"] == "human" and not given["models"]
    speaking = Flags(offline=given.pop("offline") or people_only, model=given.pop("model"), agent=given.pop("agent"))
    answers, verbose, interactive, own = (given.pop(name) for name in ("answers", "verbose", "interactive", "own"))
    return PanelFlags(answers, verbose, interactive, own, speaking)


@panel.command(name="resume")
@click.argument("words", metavar="ID")
@click.option(
    "--without-missing", "without", is_flag=True, help="Go on without participants that have no file any more."
)
@click.option(
    "--participants", "replacements", default="", callback=_names, help="Who takes the place of missing ones."
)
@click.option("--strategy", default="", help="Go on by another strategy, from its first phase.")
@_seats_option("Without it everybody stays.")
@_panel_options
def panel_resume(
    words: str,
    without: bool,
    replacements: tuple[str, ...],
    strategy: str,
    folder: Path,
    **given: Any,
) -> int:
    """Take up the panel with ID, or any part of it, where it was left."""
    from roundtable_tui.plain.panel.commands import resume_panel

    flags = _flags(given)
    seats, models = _kind(given["seats"]), given["models"]
    wanted = {"without": without, "replacements": replacements, "strategy": strategy, "seats": seats, "models": models}
    return resume_panel(*open_project(folder), words, flags, **wanted)


@panel.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--status", type=click.Choice(["active", "paused", "closed"]), default=None, help="Only those.")
@click.option("--type", "workflow", default="", help="Only those of a workflow: specs, design, brainstorm, roundtable.")
@project_option
def panel_list(as_json: bool, status: str | None, workflow: str, folder: Path) -> None:
    """Show the panels of this project.

    The one worked on last has a star.
    """
    from roundtable_tui.plain.panel.commands import list_panels

    project, _ = open_project(folder)
    click.echo(list_panels(project, status=status or "", workflow=workflow, as_json=as_json))


@panel.command(name="deliver")
@click.argument("words", metavar="ID")
@project_option
def panel_deliver(words: str, folder: Path) -> None:
    """Bring what a panel decided into its item.

    For a panel with --item that ended while the item could not be written.
    """
    from roundtable_tui.plain.panel.item import deliver_panel

    click.echo(deliver_panel(*open_project(folder), words))


@panel.command(name="close")
@click.argument("words", metavar="ID")
@project_option
def panel_close(words: str, folder: Path) -> None:
    """Close a panel without writing its documents."""
    from roundtable_tui.plain.panel.commands import close_panel

    project, _ = open_project(folder)
    click.echo(close_panel(project, words))
