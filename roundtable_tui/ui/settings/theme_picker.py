"""A list of themes beside the screen, which wears the one the cursor is on; closed with the one to keep, or None."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from textual import on
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen

from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.theme import theme_names
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import App, ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.ui.program import Program

_NAME = 22


class ThemeRow(Struct, frozen=True):
    key: str
    dark: bool
    selectable: bool = True


class ThemeList(RowList[ThemeRow]):
    def line_of(self, row: ThemeRow, width: int) -> Iterator[Run]:
        yield Run(fitted(row.key, min(_NAME, width)))
        yield Run(" dark" if row.dark else " light", ("quiet",))


class ThemeScreen(ModalScreen["str | None"]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", tooltip="Bring back the colours there were", id="themes.leave"),
    ]
    DEFAULT_CSS = """
    ThemeScreen {
        align: right middle;
        background: transparent;
        & > #themes-box { width: 36; max-width: 60%; height: 80%; background: $surface; border: round $accent; }
        & > #themes-box { padding: 0 1; margin: 0 2 0 0; }
        & ThemeList { background: $surface; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._before = ""
        self.themes = ThemeList()

    def compose(self) -> ComposeResult:
        with Vertical(id="themes-box") as box:
            box.border_title = "Theme"
            box.border_subtitle = "Enter keeps · Esc goes back"
            yield self.themes

    def on_mount(self) -> None:
        self._before = self.app.theme
        known = self.app.available_themes
        self.themes.show([ThemeRow(name, known[name].dark) for name in theme_names(known)], self._before)
        self.themes.focus()

    @on(RowList.Highlighted)
    def _try_on(self, event: RowList.Highlighted) -> None:
        event.stop()
        if event.key in self.app.available_themes:
            self.app.theme = event.key

    @on(RowList.Selected)
    def _keep(self, event: RowList.Selected) -> None:
        event.stop()
        self.dismiss(event.key)

    def action_leave(self) -> None:
        self.app.theme = self._before
        self.dismiss(None)


async def pick_theme(app: App[Any], program: Program) -> None:
    """Asks for a theme and writes it to the user's settings; to be called in a worker."""
    from roundtable_tui.config.editor import write_setting
    from roundtable_tui.config.loader import FILE_NAME, load_settings, user_folder

    chosen = await app.push_screen_wait(ThemeScreen())
    if chosen is None:
        return
    await asyncio.to_thread(write_setting, user_folder() / FILE_NAME, ("theme",), chosen)
    loaded = await asyncio.to_thread(load_settings, (await program.shelf()).paths.config)
    await program.settings_changed(loaded.settings)
    if loaded.settings.theme != chosen:
        said = f"Written, but {loaded.origin('theme')} says {loaded.settings.theme}, and that counts."
        app.notify(said, severity="warning", markup=False)
