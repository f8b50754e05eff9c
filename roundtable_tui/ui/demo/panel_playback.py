"""Plays a recorded panel on the real screen of a panel."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.config.model import Settings
from roundtable_tui.items.voices import Flags, voices_for
from roundtable_tui.panel.record.session_file import read_session
from roundtable_tui.panel.recording.replay import PanelReplay
from roundtable_tui.recordings.samples import PANEL, open_sample, sample_bytes
from roundtable_tui.ui.demo.bar import DemoBar
from roundtable_tui.ui.demo.panel_stage import DemoPanel
from roundtable_tui.ui.demo.watched import WatchedApp
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.panel.controller import PanelOpening
from roundtable_tui.ui.services import Services

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.room import PanelRoom, ReadyPanel
    from roundtable_tui.panel.seating import Seating
    from roundtable_tui.panel.seats.human import Person

BEFORE_THE_END = 8.0


def recorded_panel() -> PanelSession:
    return read_session(sample_bytes(PANEL))


class RecordedServices(Services):
    """Of a project in which those who are recorded take the seats."""

    replay: PanelReplay

    def seat_panel(self, room: PanelRoom, ready: ReadyPanel, person: Person) -> Seating:
        del room, ready, person
        return self.replay.seating()


class PanelDemoApp(WatchedApp):
    def __init__(
        self, folder: Path, session: PanelSession, speed: float = 1.0, title: str = "", about: str = ""
    ) -> None:
        self._panel: DemoPanel | None = None
        self._over = asyncio.Event()
        super().__init__(OpenRequest(folder, session.topic, offline=True), self._set_up, speed, title, about)
        self.replay = PanelReplay(session, self.tempo.wait)

    def _set_up(self, folder: Path) -> RecordedServices:
        """With the settings as they ship, and nobody who could be asked."""
        settings, flags = Settings(), Flags(offline=True)
        services = RecordedServices(open_sample(folder), settings, flags=flags, voices=voices_for(settings, flags, {}))
        services.replay = self.replay
        return services

    @property
    def stage(self) -> DemoPanel | None:
        return self._panel

    async def open_table(self, request: OpenRequest) -> None:
        del request
        services = await self.services()
        opening = await asyncio.to_thread(self._begin, services)
        bar = DemoBar(self.tempo.speed, self.title_of_recording)
        self._panel = DemoPanel(opening, self.replay, bar, self._over.set, self.tempo.hurry)
        await self.push_screen(self._panel)
        self.run_worker(self._play(), group="playing")

    def _begin(self, services: Services) -> PanelOpening:
        room = self.replay.room_in(services.project)
        ready = self.replay.begin(room)
        return PanelOpening(services, room, ready.session, ready, interactive=True)

    async def _play(self) -> None:
        self.say_what_it_is()
        await self._over.wait()
        await self.tempo.wait(BEFORE_THE_END)
        self.action_demo_end()
