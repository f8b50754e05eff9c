"""Plays the recorded analysis in the real program, for somebody who watches: their keys look around, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.demo.bar import DemoBar
from roundtable_tui.ui.demo.keys import DEMO_KEYS, LOOKING, STAYS_PLAYING
from roundtable_tui.ui.demo.screen import DemoTable, EndScreen
from roundtable_tui.ui.demo.tempo import Tempo
from roundtable_tui.ui.demo.typist import Typist
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.table.new_below import NewBelow
from roundtable_tui.ui.table.panes import PaneTabs
from roundtable_tui.ui.table.sidebar import Sidebar

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.recordings.recording import Recording
    from roundtable_tui.ui.keys.key import Key
    from roundtable_tui.ui.services import Services

WORD = 0.065
"""Seconds a spoken word takes."""
BEFORE_THE_END = 3.0
_READING_WHAT_IT_IS = 8.0
CLOSING_LINE = "That was a recording. Start your own: roundtable-tui"
_ONLY_LOOKING = "This is a recording: your keys only look around. F1 lists them."
_LOOKED_AT = (LineView, NewBelow, PaneTabs, DemoBar)
"""Where a click does nothing to the analysis."""


def run_demo(speed: float, *, with_model: bool = False) -> int:
    """On a copy of its project that is gone afterwards, whatever ended it."""
    from roundtable_tui.recordings.samples import INVOICES, WITH_A_MODEL, sample_project, sample_recording

    sample = WITH_A_MODEL if with_model else INVOICES
    with sample_project(sample) as folder:
        app = DemoApp(folder, sample_recording(sample), speed, sample.title, sample.about if with_model else "")
        app.run()
    return app.return_code or 0


class DemoApp(RoundtableApp):
    def __init__(
        self, folder: Path, recording: Recording, speed: float = 1.0, title: str = "", about: str = ""
    ) -> None:
        """`title` says in a few words what was recorded, and stays; `about` says it at the beginning."""
        self.tempo = Tempo(speed)
        self._recording = recording
        self._title = title
        self._about = about
        self._said_so = False
        item = recording.item
        request = OpenRequest(folder, item.description, tier=item.tier, depth=recording.depth, mode=item.mode)
        super().__init__(request, self._set_up)

    def _set_up(self, folder: Path) -> Services:
        """With the settings as they ship: the user's own keys and folders are not those of the recording."""
        from roundtable_tui.config.model import Settings
        from roundtable_tui.items.voices import Voices
        from roundtable_tui.recordings.samples import open_sample
        from roundtable_tui.ui.services import Services
        from roundtable_tui.voices.script import ScriptVoice

        turns = self._recording.turns
        voices = Voices({ScriptVoice.name: lambda: ScriptVoice(turns, WORD, self.tempo.wait)})
        return Services(open_sample(folder), Settings(), voices=voices)

    async def open_table(self, request: OpenRequest) -> None:
        table = DemoTable(request, self.tempo.speed, self._title)
        table.fit(self.size.width)
        self._table = table
        await self.push_screen(table)
        self.run_worker(self._play(), group="playing")

    async def _play(self) -> None:
        if self._about:
            self.notify(self._about, markup=False, timeout=_READING_WHAT_IT_IS)
        await Typist(self, self._recording, self.tempo).play()
        await self.tempo.wait(BEFORE_THE_END)
        self.action_demo_end()

    def before_giving_up(self) -> None:
        from roundtable_tui.recordings.samples import remove_sample

        remove_sample(self.request.folder)

    # For the typist

    @property
    def may_type(self) -> bool:
        return isinstance(self.screen, DemoTable) and not self.tempo.paused

    async def press(self, key: events.Key) -> None:
        """A key of the recording: it goes where it would have gone from a keyboard."""
        await super().on_event(key)

    # For the one who watches

    async def on_event(self, event: events.Event) -> None:
        by_hand = isinstance(event, events.InputEvent | events.Paste) and not event.is_forwarded
        if by_hand and isinstance(self.screen, DemoTable) and not await self._only_looks(event):
            return
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
        keys = self.table.keys
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
        self.table.query_one(DemoBar).end()
        self.push_screen(EndScreen())

    def _pause(self) -> None:
        self.tempo.pause()
        self._tell()

    def _tell(self) -> None:
        self.table.query_one(DemoBar).show(self.tempo.speed, paused=self.tempo.paused)
