"""The real program for somebody who watches a recording: their keys look around, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.demo.bar import DemoBar
from roundtable_tui.ui.demo.keys import DEMO_KEYS, LOOKING, STAYS_PLAYING
from roundtable_tui.ui.demo.screen import DemoTable, EndScreen
from roundtable_tui.ui.demo.tempo import Tempo
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.table.new_below import NewBelow
from roundtable_tui.ui.table.panes import PaneTabs
from roundtable_tui.ui.table.sidebar import Sidebar

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.ui.demo.panel_stage import DemoPanel
    from roundtable_tui.ui.keys.key import Key
    from roundtable_tui.ui.open_request import OpenRequest
    from roundtable_tui.ui.services import Services

_READING_WHAT_IT_IS = 8.0
_ONLY_LOOKING = "This is a recording: your keys only look around. F1 lists them."
_LOOKED_AT = (LineView, NewBelow, PaneTabs, DemoBar)
"""Where a click does nothing to what was recorded."""


class WatchedApp(RoundtableApp):
    def __init__(
        self,
        request: OpenRequest,
        services: Callable[[Path], Services],
        speed: float = 1.0,
        title: str = "",
        about: str = "",
    ) -> None:
        """`title` says in a few words what was recorded, and stays; `about` says it at the beginning."""
        self.tempo = Tempo(speed)
        self.title_of_recording = title
        self._about = about
        self._said_so = False
        super().__init__(request, services)

    @property
    def stage(self) -> DemoTable | DemoPanel | None:
        """The screen the recording plays on, once it is there."""
        raise NotImplementedError

    def say_what_it_is(self) -> None:
        if self._about:
            self.notify(self._about, markup=False, timeout=_READING_WHAT_IT_IS)

    def before_giving_up(self) -> None:
        from roundtable_tui.recordings.samples import remove_sample

        remove_sample(self.request.folder)

    # For the one who watches

    async def on_event(self, event: events.Event) -> None:
        by_hand = isinstance(event, events.InputEvent | events.Paste) and not event.is_forwarded
        if by_hand and self.screen is self.stage and not await self._only_looks(event):
            return
        await super().on_event(event)

    async def hand_on(self, event: events.Event) -> None:
        """As if nobody watched."""
        await super().on_event(event)

    async def _only_looks(self, event: events.Event) -> bool:
        """Whether the event may go its way; a key that stands for a command is acted on here."""
        match event:
            case events.Key():
                return await self._pressed(event.key)
            case events.MouseDown() | events.MouseUp():
                widget, _ = self.get_widget_at(event.x, event.y)
                return any(isinstance(node, _LOOKED_AT) for node in widget.ancestors_with_self)
        return not isinstance(event, events.Paste)

    async def _pressed(self, pressed: str) -> bool:
        if command := self._command_on(pressed):
            if command.id in LOOKING - STAYS_PLAYING:
                self._pause()
            await self.run_action(command.action, self if command in DEMO_KEYS else self.screen)
            return False
        focused = self.screen.focused
        if pressed in ("tab", "shift+tab"):
            self._pause()
            self.screen.focus_next() if pressed == "tab" else self.screen.focus_previous()
        elif isinstance(focused, Sidebar) and self._shows_something(focused, pressed):
            return True
        elif not self._said_so:
            self._said_so = True
            self.notify(_ONLY_LOOKING, markup=False, timeout=5)
        return False

    def _command_on(self, pressed: str) -> Key | None:
        keys = self.stage.keys if self.stage else ()
        return next((key for key in keys if pressed in key.pressed), None)

    @staticmethod
    def _shows_something(sidebar: Sidebar, pressed: str) -> bool:
        """Enter on a document or a phase; on a step it would be gone through again."""
        row = sidebar.rows[sidebar.highlighted] if sidebar.highlighted is not None else None
        return pressed == "enter" and row is not None and row.kind in ("artifact", "phase")

    def action_demo_pause(self) -> None:
        if self.tempo.paused:
            self.tempo.play()
            self._tell()
        else:
            self._pause()

    def action_demo_faster(self) -> None:
        self.tempo.faster()
        self._tell()

    def action_demo_slower(self) -> None:
        self.tempo.slower()
        self._tell()

    def action_demo_end(self) -> None:
        self.workers.cancel_group(self, "playing")
        self.tempo.pause()
        if self.stage:
            self.stage.bar.end()
        self.push_screen(EndScreen())

    def _pause(self) -> None:
        self.tempo.pause()
        self._tell()

    def _tell(self) -> None:
        if self.stage:
            self.stage.bar.show(self.tempo.speed, paused=self.tempo.paused)
