"""The recorded analysis line by line, and an item of one's own as such a recording."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TextIO

from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.domain.journal.events import Chose, UserSaid
from roundtable_tui.errors import UsageError
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.recordings.recording import Deed, again, recorded, written
from roundtable_tui.recordings.samples import PANEL, SAMPLES, open_sample, sample_project, sample_recording
from roundtable_tui.session.intents import Start
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Noticed
from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import shown
from roundtable_tui.storage.journal import Journal

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.items.project import Project
    from roundtable_tui.recordings.recording import Recording
    from roundtable_tui.recordings.samples import Sample
    from roundtable_tui.voices.script_table import ScriptedTable


def print_demo(which: str = "", out: TextIO | None = None) -> None:
    """Plays it through the real program, on a copy of its project that is gone afterwards."""
    sample = SAMPLES[which]
    if sample is PANEL:
        from roundtable_tui.plain.panel.panel_demo import print_panel_demo

        print_panel_demo(out)
        return
    with sample_project(sample) as folder:
        asyncio.run(_play(open_sample(folder), sample_recording(sample), sample, out))


async def _play(project: Project, recording: Recording, sample: Sample, out: TextIO | None) -> None:
    printer = TextPrinter(project.knowledge, out)
    printer.show(Noticed(f"{sample.about}\n"))
    item = recording.item
    opened = open_item(project, slug_for(project, item.description), NewItem(item.description, item.mode, item.tier))
    voice = recording.voice()
    async with ItemSession(opened, voice, all_modes()) as session:
        session.subscribe(printer.show)
        await session.do(Start(recording.depth))
        deeds = 0
        for line in recording.lines:
            if isinstance(line, Deed):
                deeds += 1
                await _caught_up(session, voice, deeds)
            match line:
                case UserSaid(text=text):
                    printer.waiting(session)
                    printer.answer(text)
                case Chose(command=command):
                    printer.waiting(session)
                    printer.answer(command.upper())
            if isinstance(line, Deed):
                await session.do(again(line))
    printer.show(Noticed(f"\n{sample.end}"))


async def _caught_up(session: ItemSession, voice: ScriptedTable, exchange: int) -> None:
    """Lets come in what the table had found by itself when the user began this exchange."""
    if voice.arrived(exchange):
        return
    looking, there = asyncio.ensure_future(session.look_ahead()), asyncio.ensure_future(voice.until_arrived(exchange))
    await asyncio.wait({looking, there}, return_when=asyncio.FIRST_COMPLETED)
    there.cancel()


def record(project: Project, name: str, file: Path | None) -> str:
    """Writes an item's recording, and says what it could not hold; without a file it is what is returned.

    A recording is made to be shown to others, so that what looks like a secret is blacked out.
    """
    slug = existing_slug(project, name)
    recording = recorded(Journal(project.disk, project.paths.journal(slug)).read().events)
    text = written(recording, lambda said: redact(said).text)
    if file is None:
        return text.rstrip("\n")
    if project.disk.stat(file):
        raise UsageError(f"There is already a file {shown(file)}.", "Name another one, or move it away.")
    write_atomically(project.disk, file, text.encode("utf-8", "backslashreplace"))
    lacks = f" It leaves out {', '.join(dict.fromkeys(recording.left_out))}." if recording.left_out else ""
    return f"Recorded {slug} in {shown(file)}: {len(recording.turns)} turns.{lacks}"
