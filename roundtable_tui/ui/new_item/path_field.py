"""A field for the name of a file, which it completes as one types."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.suggester import Suggester

from roundtable_tui.ui.textual_internals import suggestion_in
from roundtable_tui.ui.widgets.line_field import LineField

if TYPE_CHECKING:
    from textual.binding import BindingType

_MANY = 5000
"""So many names of a folder are looked at."""


def completed(folder: Path, typed: str) -> str | None:
    """What was typed with the first name that goes on like it; a folder's with the slash it will need."""
    head, _, begun = typed.rpartition("/")
    place = located(folder, f"{head}/" if "/" in typed else "")
    try:
        with os.scandir(place) as entries:
            found = [(entry.name, entry.is_dir()) for _, entry in zip(range(_MANY), entries, strict=False)]
    except (OSError, ValueError):
        return None
    names = sorted((is_folder, name) for name, is_folder in found if name.startswith(begun))
    if not names or not begun:
        return None
    is_folder, name = names[0]
    return typed[: len(typed) - len(begun)] + name + ("/" if is_folder else "")


def located(folder: Path, typed: str) -> Path:
    """Where a name leads that was typed by somebody who is in that folder."""
    try:
        return folder / Path(typed).expanduser()
    except (RuntimeError, ValueError):
        return folder / typed


class _FileNames(Suggester):
    def __init__(self, folder: Path) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._folder = folder

    async def get_suggestion(self, value: str) -> str | None:
        return await asyncio.to_thread(completed, self._folder, value)


class PathField(LineField):
    """Tab takes what is suggested; with nothing to take, it goes on to the next field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete", tooltip="Take the suggested name", show=False, id="path.complete"),
    ]

    def __init__(self, folder: Path, placeholder: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(placeholder, id=id)
        self.suggester = _FileNames(folder)

    def action_complete(self) -> None:
        """As the right arrow does at the end of what was typed."""
        suggestion = suggestion_in(self)
        if suggestion != self.value and suggestion.startswith(self.value):
            self.cursor_position = len(self.value)
            self.action_cursor_right()
        else:
            self.screen.focus_next()
