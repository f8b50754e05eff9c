"""The crash proof for a conversation beside which somebody reads the code and drafts: cut short in the middle of a
part, it goes on from what was found, and nothing that was proposed is lost or comes twice.

The suite takes eight places spread over the run, `make faults` (EVERY_FAULT=1)
one in five: all of them take half an hour.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import FieldValue
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed, Ending, Spoke, UserSaid
from roundtable_tui.domain.journal.values import Tokens
from roundtable_tui.session.code.investigation import WHO
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.storage.disk import RealDisk
from tests.support.conversations import next_words, open_conversation
from tests.support.disk.crashes import CrashImage, Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.drafting import BATCHES, PIECES, USED, DraftingVoice, Pieces, is_piece

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.session.session import ItemSession
    from tests.faults.conftest import Promise

SAMPLES, ONE_IN = 8, 5
PIECE = None
ANYTHING = ""
"""What a cooperative user says to whatever is asked."""
FIRST = "Accounting chases forty customers by hand every month."
PLAN: tuple[str | None, ...] = (
    *(FIRST, PIECE, ANYTHING, PIECE, PIECE),
    *(PIECE, "what do you mean?", PIECE, ANYTHING, PIECE, ANYTHING, PIECE),
    *(PIECE, "/budget 3", PIECE, ANYTHING, PIECE),
    *(PIECE, PIECE),
)
"""What happens when: words of the user, and in between a piece of the look, each from its first batch to its end."""
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
    parts: Sequence[LookEnded]
    said: Sequence[str]
    asked: Sequence[str]
    spent: Mapping[str, Tokens]


async def talk(root: Path, disk: RecordingDisk | None = None) -> Result:
    """Goes through the plan from where the journal stands, then to the end."""
    voice = DraftingVoice()
    async with seated(open_conversation(project_in(root, disk)), voice) as session:
        pieces = Pieces(session, voice)
        await session.do(Start())
        beside = asyncio.ensure_future(session.look_ahead()) if session.state.talk.user_turns else None
        for step in left_of(PLAN, session.events):
            if step is PIECE:
                beside = beside or asyncio.ensure_future(session.look_ahead())
                await pieces.next()
            elif session.state.talk.waiting:
                await session.do(Submit(step or next_words(session)))
        voice.let()  # where only the second of two ends that come together was lost
        if beside:
            await beside
        while session.state.talk.waiting:
            await session.do(Submit(next_words(session)))
        return result(root, session)


def left_of(plan: Sequence[str | None], events: Sequence[Event]) -> list[str | None]:
    """Without the words that were heard and the pieces that came in."""
    heard = sum(isinstance(event.body, UserSaid) for event in events)
    came = sum(is_piece(event.body) for event in events)
    left: list[str | None] = []
    for step in plan:
        if step is PIECE:
            came -= 1
        else:
            heard -= 1
        if (came if step is PIECE else heard) < 0:
            left.append(step)
    return left


def result(root: Path, session: ItemSession) -> Result:
    state, bodies = session.state, [event.body for event in session.events]
    assert state.talk.ending is Ending.COMPLETE
    files = Image.of(root).files
    return Result(
        {name: data for name, data in files.items() if not any(part in name for part in (*_VARYING, ".corrupt-"))},
        {entry.id: entry.fields for entry in state.dossier},
        [body for body in bodies if isinstance(body, Contributed) and body.who == WHO],
        [body for body in bodies if isinstance(body, LookEnded)],
        [body.text for body in bodies if isinstance(body, UserSaid)],
        [body.asked.text for body in bodies if isinstance(body, Spoke) and body.asked],
        state.spent,
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
    assert [len(one.changes) for one in expected.contributed] == [
        len(batch) for batches in BATCHES.values() for batch in batches
    ]
    assert [one.part for one in expected.parts] == list(BATCHES)
    assert sum(step is PIECE for step in PLAN) == PIECES
    assert any("How many days are there to pay?" in text for text in expected.asked)
    assert expected.spent == {USED.model: Tokens(USED.model, *(n * len(expected.contributed) for n in (100, 20)))}


@pytest.mark.slow
def test_a_conversation_with_a_look_beside_it_ends_the_same_wherever_it_was_cut_short(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, promise: Promise
) -> None:
    images, expected = recorded(tmp_path_factory.mktemp("whole"))
    for number, image in enumerate(images):
        root = tmp_path / str(number)
        materialise(image, root)
        with promise.point(image.label):
            came_to = asyncio.run(talk(root))
            assert not [name for name in Result.__struct_fields__ if getattr(came_to, name) != getattr(expected, name)]
