"""What can be named at the table now: the commands of the mode, who sits there, and the files of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.ui.composer.file_names import ProjectFiles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from roundtable_tui.domain.talk.command_lines import CommandForm
    from roundtable_tui.session.session import ItemSession

HELP = "help"
_NOTES = {
    "/depth": "Ask brief, standard or deep from here on",
    "/reopen": "Go through a step again",
    "/help": "What can be typed",
}


class TableOffers:
    def __init__(self, session: ItemSession, root: Path, tooltips: Mapping[str, str]) -> None:
        """`tooltips` say what a command does, by its name."""
        self._session = session
        self._tooltips = tooltips
        self.files = ProjectFiles(root)

    @property
    def commands(self) -> Sequence[CommandForm]:
        """Each under its first word; what else its name has is what may follow."""
        from roundtable_tui.domain.talk.command_lines import CommandForm, Takes

        choices: dict[str, list[str]] = {}
        for command in self._session.commands():
            name, _, choice = command.name.partition(" ")
            choices.setdefault(name, []).extend(filter(None, [choice]))
        forms = [
            CommandForm(name, Takes.CHOICE if some else Takes.NOTHING, tuple(some)) for name, some in choices.items()
        ]
        return (*forms, CommandForm(HELP))

    @property
    def notes(self) -> Mapping[str, str]:
        steps = {f"/reopen {step.id}": step.title for step in self._session.state.guided.steps.values()}
        return {**{f"/{name}": tooltip for name, tooltip in self._tooltips.items()}, **_NOTES, **steps}

    @property
    def people(self) -> Mapping[str, str]:
        return {one.first_name: one.role for one in self._session.knowledge.personas.values()}
