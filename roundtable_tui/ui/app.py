"""The application: paints a light shell first, and brings in everything heavy behind it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual.app import App

from roundtable_tui.ui.screens.table import TableScreen
from roundtable_tui.ui.theme import THEMES


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

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def on_mount(self) -> None:
        self.table = TableScreen(self.wanted)
        self.push_screen(self.table)

    async def on_unmount(self) -> None:
        """Lets go of the item, whatever ended the program."""
        await self.table.link.close()
