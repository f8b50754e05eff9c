"""The panels of a project beside its items: what is under way, paused and closed, each with a page about it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from roundtable_tui.errors import RoundtableError
from roundtable_tui.panel.record.shelf import current_panel
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.lines.blocks import Block
from roundtable_tui.ui.lobby.panel_rows import PanelList, PanelRow, panel_rows, preview_blocks
from roundtable_tui.ui.overview.page_view import PageView
from roundtable_tui.ui.panel.keys import PANELS_KEYS
from roundtable_tui.ui.panel.reopening import reopened
from roundtable_tui.ui.panel.round_blocks import files_of
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.search_bar import SearchBar
from roundtable_tui.ui.widgets.tabs import Tabs

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.timer import Timer
    from textual.widget import Widget

    from roundtable_tui.panel.room import PanelRoom
    from roundtable_tui.ui.services import Services

_REST = 0.12
"""Seconds the cursor must stand still before the page about a panel is read."""


class PanelsScreen(PanedScreen[None]):
    KEYS = (*PANELS_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PANELS_KEYS)]
    AUTO_FOCUS = "PanelList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS = """
    PanelsScreen { background: $background; color: $foreground; }
    #panel-shelf { height: 1fr; padding: 1 1 0 1; }
    #panel-page { width: 1fr; height: 1fr; padding: 0 1; }
    PanelsScreen.-wide #panel-list { width: 1fr; }
    PanelsScreen.-wide #panel-page { width: 48; border-left: solid $border-blurred; }
    PanelsScreen.-narrow #panel-shelf { layout: vertical; padding: 0; }
    PanelsScreen.-narrow #panel-list { height: 1fr; }
    PanelsScreen.-narrow #panel-page { height: 50%; border-top: solid $border-blurred; }
    #no-panels { display: none; height: 1fr; padding: 1 2; color: $muted; }
    #panels-told { height: auto; max-height: 4; padding: 0 1; display: none; color: $error; }
    """

    def __init__(self, services: Services, room: PanelRoom) -> None:
        super().__init__()
        self._services = services
        self._room = room
        self._waiting: Timer | None = None
        self._busy = False

    def compose(self) -> ComposeResult:
        yield Headline()
        tabs = Tabs({"items": "Items", "panels": "Panels"}, id="shelf-tabs")
        tabs.show("panels")
        yield tabs
        with Horizontal(id="panel-shelf"):
            yield PanelList(id="panel-list")
            yield PageView(id="panel-page")
        with Vertical(id="no-panels"):
            yield Static(id="no-panels-said")
        yield Static(id="panels-told")
        yield SearchBar()
        yield KeyBar()

    def on_mount(self) -> None:
        new = self.key_for("panels.new")
        said = f"No panel has been held in this project. {new} puts a question to one."
        self.query_one("#no-panels-said", Static).update(Content(said))

    def on_screen_resume(self) -> None:
        self.action_refresh_list()

    @property
    def panels(self) -> PanelList:
        return self.query_one(PanelList)

    @property
    def page(self) -> PageView:
        return self.query_one(PageView)

    def action_refresh_list(self) -> None:
        self.run_worker(self._load(), group="listing", exclusive=True)

    async def _load(self) -> None:
        try:
            found = await asyncio.to_thread(self._room.shelf.summaries)
        except RoundtableError as error:
            self.fail(error)
            return
        current = current_panel(found)
        rows = list(panel_rows(found, current, self._room.project.clock()))
        self.query_one("#panel-shelf").display = bool(rows)
        self.query_one("#no-panels").display = not rows
        count = f"{len(found)} panel{'' if len(found) == 1 else 's'}"
        self.query_one(Headline).say(self.program.request.folder.absolute().name, count)
        self.panels.show(rows, "" if self.panels.rows else current)
        self._show_page()

    # The page about the one under the cursor

    @on(RowList.Highlighted, "#panel-list")
    def _moved(self) -> None:
        if self._waiting:
            self._waiting.stop()
        self._waiting = self.set_timer(_REST, self._show_page)
        self.refresh_bindings()

    @work(group="preview", exclusive=True)
    async def _show_page(self) -> None:
        row = self.panels.cursor
        if row is None:
            self.page.set_blocks([])
            return
        try:
            session = await asyncio.to_thread(self._room.shelf.read, row.key)
        except RoundtableError as error:
            blocks = [Block("problem", str(error), markdown=False, gap=0)]
        else:
            names = [self._room.knowledge.participant(seat).name for seat in session.seats or session.participants]
            blocks = preview_blocks(row, session, names, files_of(session))
        if self.panels.cursor is row:
            self.page.set_blocks(blocks)
            self.call_after_refresh(self.page.jump_to, blocks[0].key)

    # What the user does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 (Textual's)
        row = self.panels.cursor if self.is_mounted else None
        match action:
            case "open":
                return True if row and not row.problem and not self._busy else None
            case "close_panel":
                return True if row and row.is_open and not self._busy else None
            case "search_step":
                return True if self.is_mounted and self.pane.match_position[1] else None
        return True

    @on(RowList.Selected, "#panel-list")
    def action_open(self) -> None:
        if row := self.panels.cursor:
            self._alone(self._open(row))

    async def _open(self, row: PanelRow) -> None:
        from roundtable_tui.ui.panel.screen import PanelScreen

        if opening := await reopened(self.app, self._services, self._room, row.key):
            self.app.push_screen(PanelScreen(opening))

    def action_new(self) -> None:
        self.run_guarded(self.program.new_panel(), "beginning")

    def action_close_panel(self) -> None:
        if row := self.panels.cursor:
            self._alone(self._close(row))

    async def _close(self, row: PanelRow) -> None:
        told = [row.topic, "It ends where it stands, and no documents are written."]
        if await self.app.push_screen_wait(ConfirmScreen("Close this panel?", told, "Close it", "Keep it")):
            await asyncio.to_thread(self._room.close, row.key)
            await self._load()

    def _alone(self, what: Coroutine[Any, Any, None]) -> None:
        """One thing at a time."""
        if self._busy:
            what.close()
            return

        async def do() -> None:
            try:
                await what
            finally:
                self._busy = False

        self._busy = True
        self._say("")
        self.run_guarded(do(), "item actions")

    @on(Tabs.Chosen)
    def _tab_chosen(self, event: Tabs.Chosen) -> None:
        if event.key == "items":
            self.action_back()

    def action_back(self) -> None:
        if self.zoomed:
            self.unzoom()
        else:
            self.dismiss(None)

    def fail(self, error: Exception) -> None:
        self._say(str(error))

    def _say(self, sentence: str) -> None:
        told = self.query_one("#panels-told", Static)
        told.update(Content(sentence))
        told.display = bool(sentence)

    # Panes

    @property
    def main_pane(self) -> PanelList:
        return self.panels

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"Panels": self.panels, "The panel": self.page}

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.panels,)
