"""The recorded analysis line by line, and an item of one's own as such a recording."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TextIO

from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.domain.journal.conversation_events import VerdictGiven
from roundtable_tui.domain.journal.events import AnswerRevised, Chose, UserSaid
from roundtable_tui.errors import UsageError
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.recordings.recording import Deed, again, recorded
from roundtable_tui.recordings.recording_file import written
from roundtable_tui.recordings.samples import (
    PANEL,
    SAMPLES,
    open_recorded,
    open_sample,
    sample_project,
    sample_recording,
)
from roundtable_tui.session.intents import Start
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Noticed
from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import shown
from roundtable_tui.storage.journal import Journal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
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
    async with played(project, recording, printer):
        pass
    printer.show(Noticed(f"\n{sample.end}"))


@asynccontextmanager
async def played(project: Project, recording: Recording, printer: TextPrinter) -> AsyncIterator[ItemSession]:
    """A session at the end of the recording."""
    voice = recording.voice()
    async with ItemSession(open_recorded(project, recording), voice, all_modes()) as session:
        session.subscribe(printer.show)
        await session.do(Start(recording.depth))
        deeds = 0
        for deed in recording.lines:
            if not isinstance(deed, Deed):
                continue
            deeds += 1
            await _caught_up(session, voice, deeds)
            if words := _words_of(deed):
                printer.waiting(session)
                printer.answer(words)
            await session.do(again(deed, session.state))
        await _caught_up(session, voice, deeds + 1)
        yield session


def _words_of(deed: Deed) -> str:
    match deed:
        case UserSaid(text=text) | AnswerRevised(text=text):
            return text
        case Chose(command=command):
            return command.upper()
        case VerdictGiven(verdict=verdict):
            return verdict.capitalize()
    return ""


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
