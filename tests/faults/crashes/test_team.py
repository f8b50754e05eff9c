"""The crash proof for a conversation beside which three workers of a team are at work: cut short anywhere, each goes
on from what it had brought in, and nothing that was proposed is lost or comes twice.

The suite takes a dozen places spread over the run, `make faults` (EVERY_FAULT=1)
one in five: all of them take half an hour.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import FieldValue
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed, Ending, Spoke, UserSaid
from roundtable_tui.domain.journal.state import TEAM
from roundtable_tui.domain.journal.values import LookEnd, LookPart
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.updates import Happened
from roundtable_tui.storage.disk import RealDisk
from tests.support.conversations import next_words
from tests.support.disk.crashes import CrashImage, Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import DESCRIPTION, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.drafting import BATCHES, PIECES, DraftingTeam

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.events import Body, Event
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update
    from tests.faults.conftest import Promise

SAMPLES, ONE_IN = 14, 5
WORKERS = (ALEX, MAYA, JORDAN)
ANYTHING = ""
"""What a cooperative user says to whatever is asked."""
PLAN = (
    *("Accounting chases forty customers by hand every month.", ALEX, ANYTHING, MAYA, ALEX, MAYA),
    *("what do you mean?", MAYA, ALEX, ANYTHING, MAYA, ALEX, ANYTHING, ALEX),
    *("/budget 3", ALEX, JORDAN, ANYTHING, JORDAN, JORDAN),
)
"""What happens when: words of the user, and in between a piece of somebody's work."""
_VARYING = (
    "/.roundtable/lock",
    ".roundtable/local/",
    "/.roundtable/journal.jsonl",
    "/.roundtable/history/",
    ".previous",
)
"""Documents follow a batch after a pause, so that how often they were written on the way depends on the machine."""


class Result(Struct, frozen=True):
    """What an analysis came to, whenever its documents were written on the way."""

    files: Mapping[str, bytes]
    dossier: Mapping[str, Mapping[str, FieldValue]]
    contributed: Sequence[Contributed]
    parts: Sequence[tuple[str, LookPart, LookEnd]]
    said: Sequence[str]
    asked: Sequence[str]
    spent: Mapping[str, int]


def piece_of(body: Body) -> str:
    """Whose piece of work this is; nobody's for anything else."""
    who = body.who if isinstance(body, LookEnded | Contributed) else ""
    return who if who in WORKERS else ""


class Pieces:
    """Waits for what a worker brings, piece by piece."""

    def __init__(self, session: ItemSession, voice: DraftingTeam) -> None:
        self._voice = voice
        self._came = {key: asyncio.Event() for key in WORKERS}
        session.subscribe(self._note)

    def _note(self, update: Update) -> None:
        if isinstance(update, Happened) and (who := piece_of(update.event.body)):
            self._came[who].set()

    async def next(self, worker: str) -> None:
        self._came[worker].clear()
        self._voice.let_one(worker)
        await self._came[worker].wait()


async def talk(root: Path, disk: RecordingDisk | None = None) -> Result:
    """Goes through the plan from where the journal stands, then to the end."""
    voice, project = DraftingTeam(), project_in(root, disk)
    opened = open_item(project, slug_for(project, DESCRIPTION), NewItem(DESCRIPTION, TEAM, "standard"))
    async with seated(opened, voice) as session:
        pieces = Pieces(session, voice)
        await session.do(Start())
        beside = asyncio.ensure_future(session.look_ahead()) if session.state.talk.user_turns else None
        for step in left_of(session.events):
            if step in WORKERS:
                beside = beside or asyncio.ensure_future(session.look_ahead())
                await pieces.next(step)
            elif session.state.talk.waiting:
                await session.do(Submit(step or next_words(session)))
        if beside:
            await beside
        while session.state.talk.waiting:
            await session.do(Submit(next_words(session)))
            await session.investigate()
        return result(root, session)


def left_of(events: Sequence[Event]) -> list[str]:
    """Without the words that were heard and the pieces that came in."""
    done = Counter(piece_of(event.body) for event in events)
    done[ANYTHING] = sum(isinstance(event.body, UserSaid) for event in events)
    left = []
    for step in PLAN:
        key = step if step in WORKERS else ANYTHING
        if done[key]:
            done[key] -= 1
        else:
            left.append(step)
    return left


def result(root: Path, session: ItemSession) -> Result:
    state, bodies = session.state, [event.body for event in session.events]
    assert state.talk.ending is Ending.COMPLETE
    files = Image.of(root).files
    return Result(
        {name: data for name, data in files.items() if not any(part in name for part in (*_VARYING, ".corrupt-"))},
        {entry.id: entry.fields for entry in state.dossier},
        [body for body in bodies if isinstance(body, Contributed) and body.who in WORKERS],
        [(body.who, body.part, body.how) for body in bodies if isinstance(body, LookEnded)],
        [body.text for body in bodies if isinstance(body, UserSaid)],
        [body.asked.text for body in bodies if isinstance(body, Spoke) and body.asked],
        {key: state.team.used_by(key) for key in WORKERS},
    )


@cache
def recorded(folder: Path) -> tuple[list[CrashImage], Result]:
    write_code(folder)
    before = Image.of(folder)
    disk = RecordingDisk(RealDisk(), folder)
    expected = asyncio.run(talk(folder, disk))
    every = list(crash_images(disk.operations, before))
    return every[5 :: ONE_IN if EVERY_ONE else len(every) // SAMPLES], expected


def test_the_whole_talk_takes_in_each_batch_once(tmp_path: Path) -> None:
    write_code(tmp_path)
    expected = asyncio.run(talk(tmp_path))
    sizes = Counter(len(batch) for batches in BATCHES.values() for batch in batches)
    assert Counter(len(one.changes) for one in expected.contributed) == sizes
    assert [part for _, part, _ in expected.parts] == list(BATCHES)
    assert [who for who, _, _ in expected.parts] == [ALEX, MAYA, ALEX, JORDAN]
    assert sum(step in WORKERS for step in PLAN) == PIECES + 1, "in a team the last two parts have an end each"
    assert expected.spent == {ALEX: 480, MAYA: 360, JORDAN: 240}


@pytest.mark.slow
def test_a_conversation_with_a_team_beside_it_ends_the_same_wherever_it_was_cut_short(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, promise: Promise
) -> None:
    images, expected = recorded(tmp_path_factory.mktemp("whole"))
    for number, image in enumerate(images):
        root = tmp_path / str(number)
        materialise(image, root)
        with promise.point(image.label):
            came_to = asyncio.run(talk(root))
            differing = [name for name in Result.__struct_fields__ if getattr(came_to, name) != getattr(expected, name)]
            assert not differing
