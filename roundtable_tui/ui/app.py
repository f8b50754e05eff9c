"""The application: paints a light shell first, and brings in everything heavy behind it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.widgets import Static

from roundtable_tui.ui.any_bytes import accept_any_bytes
from roundtable_tui.ui.ending import end_on_signals
from roundtable_tui.ui.keys import NOTHING
from roundtable_tui.ui.theme import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from roundtable_tui.ui.opening import Kitchen
    from roundtable_tui.ui.screens.table import TableScreen


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for on the command line."""

    folder: Path = Path()
    words: str = ""
    draft: Path | None = None
    tier: str = ""
    depth: str | None = None


class RoundtableApp(App[int]):
    TITLE = "roundtable"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = NOTHING  # the table binds it by an id, so that it can be remapped
    CSS = "#shell { height: 1; padding: 0 1; background: $panel; color: $foreground; }"

    def __init__(self, wanted: Wanted, kitchen: Callable[[Path], Kitchen] | None = None) -> None:
        """`kitchen` opens the project, for those who bring their own clock or disk."""
        accept_any_bytes()
        super().__init__()
        self.wanted = wanted
        self._kitchen = kitchen
        self._table: TableScreen | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    @property
    def table(self) -> TableScreen:
        if self._table is None:
            raise RuntimeError("the table is not set yet")
        return self._table

    def compose(self) -> ComposeResult:
        yield Static("[b]roundtable[/b]  setting the table …", id="shell")

    def on_mount(self) -> None:
        if not self.is_headless:
            end_on_signals(self, asyncio.get_running_loop())

    async def on_ready(self) -> None:
        """The shell is painted. What is typed meanwhile waits until the composer is there to take it."""
        from roundtable_tui.ui.screens.table import TableScreen

        self._table = TableScreen(self.wanted, self._kitchen)
        self._table.fit(self.size.width)
        await self.push_screen(self._table)

    async def on_unmount(self) -> None:
        """Lets go of the item, whatever ended the program."""
        if self._table:
            await self._table.link.close()
