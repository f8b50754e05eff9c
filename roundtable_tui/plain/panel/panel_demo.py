"""The recorded panel line by line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TextIO

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.session_file import read_session
from roundtable_tui.panel.recording.replay import PanelReplay
from roundtable_tui.panel.rounds.updates import Noticed, Synthesising
from roundtable_tui.plain.panel.printer import PanelPrinter
from roundtable_tui.recordings.samples import PANEL, open_sample, sample_bytes, sample_project

if TYPE_CHECKING:
    from roundtable_tui.items.project import Project
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rounds.updates import PanelUpdate


def print_panel_demo(out: TextIO | None = None) -> None:
    """Holds it again at the real table, in a folder that is gone afterwards."""
    printer = PanelPrinter(out)
    with sample_project(PANEL) as folder:
        replay = PanelReplay(read_session(sample_bytes(PANEL)))
        printer.show(Noticed(f"{PANEL.about}\n\n{one_line(replay.session.topic)}"))
        asyncio.run(held_again(open_sample(folder), replay, printer))
    printer.show(Noticed(f"\n{PANEL.end}"))


async def held_again(project: Project, replay: PanelReplay, printer: PanelPrinter) -> PanelSession:
    room = replay.room_in(project)
    table = room.table(replay.begin(room), replay.seating(), replay, interactive=True)

    def raise_hand(update: PanelUpdate) -> None:
        if isinstance(update, Synthesising) and replay.wants_to_speak(len(table.session.rounds) + 1):
            table.raise_hand()

    table.subscribe(printer.show)
    table.subscribe(raise_hand)
    try:
        return await table.run()
    finally:
        await table.close()
