"""Plays a recorded analysis in the real program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.ui.demo.screen import DemoTable
from roundtable_tui.ui.demo.typist import Typist
from roundtable_tui.ui.demo.watched import WatchedApp
from roundtable_tui.ui.open_request import OpenRequest

if TYPE_CHECKING:
    from pathlib import Path

    from textual import events

    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.recordings.recording import Recording
    from roundtable_tui.ui.services import Services
    from roundtable_tui.voices.script_table import ScriptedTable

WORD = 0.065
"""Seconds a spoken word takes."""
BEFORE_THE_END = 3.0


def run_demo(speed: float, which: str = "") -> tuple[int, str]:
    """Its exit code and last words; on a copy of its project that is gone afterwards, whatever ended it."""
    from roundtable_tui.recordings.samples import INVOICES, PANEL, SAMPLES, sample_project, sample_recording

    sample = SAMPLES[which]
    with sample_project(sample) as folder:
        app: WatchedApp
        if sample is PANEL:
            from roundtable_tui.ui.demo.panel_playback import PanelDemoApp, recorded_panel

            app = PanelDemoApp(folder, recorded_panel(), speed, sample.title, sample.about)
        else:
            about = "" if sample is INVOICES else sample.about
            app = DemoApp(folder, sample_recording(sample), speed, sample.title, about)
        app.run()
    return app.return_code or 0, sample.end


class DemoApp(WatchedApp):
    def __init__(
        self, folder: Path, recording: Recording, speed: float = 1.0, title: str = "", about: str = ""
    ) -> None:
        """`title` says in a few words what was recorded, and stays; `about` says it at the beginning."""
        self._recording = recording
        self._voice: ScriptedTable | None = None
        item = recording.item
        request = OpenRequest(folder, item.description, tier=item.tier, depth=recording.depth, mode=item.mode)
        super().__init__(request, self._set_up, speed, title, about)

    def _set_up(self, folder: Path) -> Services:
        """With the settings as they ship: the user's own keys and folders are not those of the recording."""
        from roundtable_tui.config.model import Settings
        from roundtable_tui.items.voices import Voices
        from roundtable_tui.recordings.samples import open_recorded, open_sample
        from roundtable_tui.ui.services import Services

        recording = self._recording

        class RecordedItem(Services):
            def open(self, request: OpenRequest, words: str) -> OpenItem:
                del request, words
                return open_recorded(self.project, recording)

        voice = self._voice = recording.voice(WORD, self.tempo.wait)
        voices = Voices({voice.name: lambda: voice})
        return RecordedItem(open_sample(folder), Settings(), voices=voices)

    async def open_table(self, request: OpenRequest) -> None:
        table = DemoTable(request, self.tempo.speed, self.title_of_recording)
        table.fit(self.size.width)
        self._table = table
        await self.push_screen(table)
        self.run_worker(self._play(), group="playing")

    async def _play(self) -> None:
        self.say_what_it_is()
        await Typist(self, self._recording, self.tempo, self._arrived).play()
        await self.tempo.wait(BEFORE_THE_END)
        self.action_demo_end()

    def _arrived(self, exchange: int) -> bool:
        return self._voice is not None and self._voice.arrived(exchange)

    @property
    def stage(self) -> DemoTable | None:
        return self._table if isinstance(self._table, DemoTable) else None

    # For the typist

    @property
    def may_type(self) -> bool:
        return self.stage is self.screen and not self.tempo.paused

    async def press(self, key: events.Key) -> None:
        """A key of the recording: it goes where it would have gone from a keyboard."""
        await self.hand_on(key)
