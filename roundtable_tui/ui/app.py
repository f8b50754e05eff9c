"""The application: paints a light shell first, and brings in everything heavy behind it."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import events, on
from textual.widgets import Static

from roundtable_tui.errors import RoundtableError
from roundtable_tui.ui.composer.typing_pace import TypingPace
from roundtable_tui.ui.guarded_work import guarded
from roundtable_tui.ui.keys.key import NOTHING
from roundtable_tui.ui.signals import end_on_signals
from roundtable_tui.ui.terminal.manners import Manners
from roundtable_tui.ui.terminal_input import KeyDone, KeysInOrder
from roundtable_tui.ui.textual_internals import CalmApp, KeptStylesheet, accept_any_bytes
from roundtable_tui.ui.theme import OWN_COLOURS, THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.command import Provider

    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.open_item import NewItem, OpenItem
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.item_shelf import Shelf
    from roundtable_tui.ui.keys.key_overrides import Keymap
    from roundtable_tui.ui.keys.screen_base import KeyedScreen
    from roundtable_tui.ui.lobby.screen import LobbyScreen
    from roundtable_tui.ui.open_request import OpenRequest
    from roundtable_tui.ui.panel.controller import PanelOpening
    from roundtable_tui.ui.program import GoTo, PanelSubject
    from roundtable_tui.ui.services import Services
    from roundtable_tui.ui.table.screen import TableScreen


class RoundtableApp(CalmApp):
    TITLE = "roundtable"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[type[Provider]]] = set()  # type: ignore[assignment]  # all of it comes from the screens, in one order
    COMMAND_PALETTE_BINDING = NOTHING  # every screen binds it by an id, so that it can be remapped
    CSS = """
    #shell { height: 1; padding: 0 1; background: $panel; color: $foreground; }
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; }
    Toast { margin: 0 0 1 0; padding: 0 1; }
    CommandPalette > Vertical { width: 92%; max-width: 84; margin-top: 2; background: $surface; }
    CommandPalette #--input { border: round $accent; background: $surface; padding: 0 1; }
    CommandPalette #--input.--list-visible { border: round $accent; }
    CommandPalette CommandInput, CommandPalette CommandInput:focus { border: none; height: 1; padding: 0; }
    CommandPalette CommandInput > .input--placeholder { color: $muted; }
    CommandPalette SearchIcon { display: none; }
    CommandPalette CommandList, CommandPalette CommandList:focus { background: $surface; max-height: 60vh; }
    CommandPalette CommandList, CommandPalette CommandList:focus { border-bottom: hkey $border; }
    """

    def __init__(self, request: OpenRequest, services: Callable[[Path], Services] | None = None) -> None:
        """`services` opens the project, for those who bring their own clock or disk."""
        accept_any_bytes()
        super().__init__()
        self.pace, self.manners = TypingPace(), Manners(self)
        self.keys_in_order = KeysInOrder(self, self._hand_out)
        self.request = request
        self._keymap_now: Keymap | None = None
        self._open_services = services or partial(_services, request)
        self._opening: asyncio.Task[Services] | None = None
        self._table: TableScreen | None = None
        self._shelf: Shelf | None = None
        self._services_are_given = services is not None
        self._looked_at: list[ItemSession] = []
        """Items that are open for a look from the lobby."""
        self._leaving = False
        self.editor = ""
        """The command the user has set for editing files; empty is the environment's."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.stylesheet = KeptStylesheet(variables=self.get_css_variables())

    @property
    def table(self) -> TableScreen:
        if self._table is None:
            raise RuntimeError("the table is not set yet")
        return self._table

    @property
    def has_table(self) -> bool:
        return self._table is not None

    @property
    def is_at_table(self) -> bool:
        return self._table is not None and self._table.is_mounted

    @property
    def item_on_the_table(self) -> str:
        """The slug of the item that is talked about; empty where there is none."""
        state = self._table.link.state_or_none if self._table else None
        return state.item.slug if state and state.item else ""

    @property
    def keymap(self) -> Keymap:
        """The commands on the keys they have; as declared until the settings are read."""
        from roundtable_tui.ui.keys.key_overrides import Keymap

        return self._keymap_now or Keymap()

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self.keys_in_order.take(event)
        elif self.manners.takes(event):
            await super().on_event(event)

    async def _hand_out(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            self.pace.note(event)
        await super().on_event(event)

    @on(KeyDone)
    def _key_done(self, message: KeyDone) -> None:
        self.keys_in_order.done(message)

    def compose(self) -> ComposeResult:
        yield Static("[b]roundtable[/b]  setting the table …", id="shell")

    def on_mount(self) -> None:
        if not self.is_headless:
            end_on_signals(asyncio.get_running_loop(), lambda code: self.exit(return_code=code), self.before_giving_up)

    async def on_ready(self) -> None:
        """The shell is painted. What is typed meanwhile waits until there is something to take it."""
        if self.request.words or self.request.draft:
            await self.open_table(self.request)
            return
        await self._to_lobby()
        if self.request.review:
            work = guarded(self.review_item(self.request.review), lambda error: self._warn([str(error)]))
            self.run_worker(work, group="choosing")

    async def on_unmount(self) -> None:
        """Lets go of every item, whatever ended the program."""
        if self._table:
            await self._table.link.close()
        for session in self._looked_at:
            await session.close()

    async def shelf(self) -> Shelf:
        """The items and the trash: there long before the knowledge is read."""
        if self._shelf is None:
            if self._services_are_given:
                self._shelf = (await self.services()).shelf
            else:
                self._shelf = await asyncio.to_thread(_shelf, self.request.folder)
                self._look_as_set(self._shelf.settings)
        return self._shelf

    def _look_as_set(self, settings: Settings | None) -> None:
        """Colours and keys as the user wants them from the first list on; what is wrong with them is told later."""
        from roundtable_tui.ui.keys.key_overrides import remapped

        if settings and self._opening is None:
            self._use(settings, remapped(settings.keys))

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Whatever ends the program: what was written and not sent is there the next time."""
        self.keep_words()
        super().exit(result, return_code, message)

    def keep_words(self) -> None:
        from roundtable_tui.ui.keys.screen_base import KeyedScreen

        for screen in self.screen_stack:
            if isinstance(screen, KeyedScreen):
                screen.keep_words()

    def before_giving_up(self) -> None:
        """What has to be done even if the terminal blocks and nothing else can be put in order."""

    async def services(self) -> Services:
        """The project, its settings and knowledge: opened once, in a thread."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())
        return await asyncio.shield(self._opening)

    async def _open(self) -> Services:
        services = await asyncio.to_thread(self._open_services, self.request.folder)
        self._use(services.settings, services.keymap)
        self._warn(services.warnings)
        self.run_worker(services.warm(), group="warming")
        return services

    def _warn(self, warnings: Sequence[str]) -> None:
        from roundtable_tui.ui.settings.problems import with_room

        for warning in with_room(warnings):
            self.notify(warning, severity="warning", markup=False, timeout=12)

    def _use(self, settings: Settings, keymap: Keymap) -> None:
        self._keymap_now = keymap
        self.set_keymap(keymap.overrides)
        self.editor = settings.editor
        self.manners.use(settings.terminal)
        self.use_theme(settings.theme)

    def use_theme(self, theme: str) -> None:
        """A theme there is; one there is not is told among what is wrong with the settings."""
        if theme in self.available_themes:
            self.theme = theme

    async def settings_changed(self, settings: Settings) -> None:
        """Colours, keys and the editor change at once, the rest counts for the next item or the next start."""
        from roundtable_tui.ui.keys.key_overrides import remapped

        keymap = remapped(settings.keys)
        self._use(settings, keymap)
        self._warn(keymap.warnings)
        (await self.services()).use(settings)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, such as the personas', for the themes that do not know them."""
        ours = next((theme for theme in THEMES if theme.dark == self.current_theme.dark), THEMES[0])
        return {name: ours.variables[name] for name in OWN_COLOURS}

    # From screen to screen

    async def open_table(self, request: OpenRequest) -> None:
        """At the item that was asked for; what keeps it closed is told at the table, which tries once more."""
        opened = None
        with suppress(RoundtableError):
            services = await self.services()
            opened = await services.open_in_thread(partial(services.open, request, request.words))
        await self._show_table(request, opened)
        if opened:
            await asyncio.to_thread(services.shelf.open_at_the_crash)  # whoever goes on need not be told to

    async def _show_table(self, request: OpenRequest, opened: OpenItem | None = None) -> None:
        from roundtable_tui.ui.table.screen import TableScreen

        self._table = TableScreen(request, opened)
        self._table.fit(self.size.width)
        with self.batch_update():
            await self.push_screen(self._table)

    async def open_lobby(self) -> None:
        """Leaves whatever item is on the table; in a worker, because a screen cannot wait for its own end."""
        if not self._leaving:
            self._leaving = True
            self.run_worker(self._to_lobby(), group="leaving")

    async def _to_lobby(self) -> None:
        from roundtable_tui.ui.lobby.screen import LobbyScreen

        try:
            if self._table:
                await self._table.link.close()
                self._table = None
            while len(self.screen_stack) > 1 and not self._lobby:
                await self.pop_screen()
            if not self._lobby:
                await self.push_screen(LobbyScreen())
            gc.unfreeze()  # what was on the table may go
        finally:
            self._leaving = False

    @property
    def _lobby(self) -> LobbyScreen | None:
        from roundtable_tui.ui.lobby.screen import LobbyScreen

        return self.screen if isinstance(self.screen, LobbyScreen) else None

    async def open_item(
        self, slug: str, *, look_only: bool = False, again: bool = False, turn: int | None = None, document: str = ""
    ) -> None:
        """An item of the list; the error that keeps it closed is the caller's to show."""
        services = await self.services()
        opened = await services.open_in_thread(partial(services.open_slug, slug, look_only=look_only))
        again = again and not look_only
        request = replace(self.request, words=slug, draft=None, again=again, turn=turn, document=document)
        await self._show_table(request, opened)

    async def open_by_words(self, words: str) -> None:
        """An item by any of its names, else a new one; as on the command line."""
        services = await self.services()
        request = replace(self.request, words=words)
        opened = await services.open_in_thread(partial(services.open, request, words))
        await self._show_table(request, opened)

    def write_on(self, words: str) -> None:
        self.table.composer.put(words)

    async def begin_item(self, slug: str, new: NewItem, depth: str | None = None) -> None:
        services = await self.services()
        opened = await services.open_in_thread(partial(services.begin, slug, new))
        await self._show_table(replace(self.request, words=opened.slug, draft=None, depth=depth), opened)

    async def review_item(self, slug: str, *, look_only: bool = False) -> None:
        """From the lobby: the item is open while the review is, and nobody talks."""
        from roundtable_tui.ui.review.screen import ReviewScreen

        await self._look_at(slug, ReviewScreen, look_only=look_only)

    async def history_of_item(self, slug: str, *, look_only: bool = False) -> None:
        from roundtable_tui.ui.history.screen import HistoryScreen

        await self._look_at(slug, HistoryScreen, look_only=look_only)

    async def _look_at(
        self, slug: str, screen: Callable[[ItemSession], KeyedScreen[GoTo | None]], *, look_only: bool
    ) -> None:
        services = await self.services()
        opened = await services.open_in_thread(partial(services.open_slug, slug, look_only=look_only))
        session = services.session(opened)
        self._looked_at.append(session)

        shown = screen(session)

        async def looked(there: GoTo | None) -> None:
            await shown.finish()
            self._looked_at.remove(session)
            await session.close()
            if there and self._lobby:
                self._lobby.open_at(slug, there.turn)

        await self.push_screen(shown, looked)

    def open_review(self, session: ItemSession, entry: str = "") -> None:
        """Over the table, which keeps the item open."""
        from roundtable_tui.ui.review.screen import ReviewScreen

        self.push_screen(ReviewScreen(session, entry), self._go_to)

    def open_history(self, session: ItemSession) -> None:
        from roundtable_tui.ui.history.screen import HistoryScreen

        self.push_screen(HistoryScreen(session), self._go_to)

    def _go_to(self, there: GoTo | None) -> None:
        if there and there.revise and self._table:
            self._table.talk_views.revise(there.turn)
        elif there and self._table:
            self._table.action_pane("conversation")
            self._table.transcript.jump_to_turn(there.turn)

    async def open_panels(self) -> None:
        from roundtable_tui.ui.lobby.panels_screen import PanelsScreen
        from roundtable_tui.ui.panel.reopening import opened_room

        services = await self.services()
        room = await opened_room(self, services)
        if await asyncio.to_thread(room.shelf.names):
            await self.push_screen(PanelsScreen(services, room))
        else:
            await self.new_panel()

    async def new_panel(self, subject: PanelSubject | None = None) -> None:
        from roundtable_tui.ui.panel.reopening import opened_room
        from roundtable_tui.ui.panel.start_form import NewPanelScreen
        from roundtable_tui.ui.program import PanelSubject

        services = await self.services()
        room = await opened_room(self, services)
        self._warn(room.warnings)
        await self.push_screen(NewPanelScreen(services, room, subject or PanelSubject()), self._show_panel)

    def _show_panel(self, opening: PanelOpening | None) -> None:
        """What it decides comes into the item it was asked for, wherever that is open."""
        from roundtable_tui.ui.panel.screen import PanelScreen

        if opening:
            item = self._table.link if self._table else None
            here = item is not None and item.state_or_none is not None and not item.read_only
            self.push_screen(PanelScreen(opening, item.session if item and here else None))

    def open_settings(self) -> None:
        """Which shows what is wrong with them itself."""
        from roundtable_tui.ui.settings.screen import SettingsScreen

        self.clear_notifications()
        self.push_screen(SettingsScreen())


def _shelf(folder: Path) -> Shelf:
    from roundtable_tui.ui.item_shelf import Shelf

    return Shelf.in_folder(folder)


def _services(request: OpenRequest, folder: Path) -> Services:
    from roundtable_tui.items.voices import Flags
    from roundtable_tui.ui.services import Services

    return Services.in_folder(folder, Flags(request.offline, request.model, request.agent))
