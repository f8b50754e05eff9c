"""The crash proof for comments: whatever was kept when the power went is whole, and is dealt with the next time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.comments.comment import CommentSort
from roundtable_tui.domain.comments.standing import to_take_up
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.beside.comment_intents import MakeComment, SendComments
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.commented import on_entry, on_line
from tests.support.disk.crashes import Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from tests.faults.conftest import Promise

SAMPLES = 200 if EVERY_ONE else 12
WANTED = (
    MakeComment(CommentSort.CHANGE, "Thirty days, not fourteen.", on_entry("KW-001")),
    MakeComment(CommentSort.QUESTION, "Also abroad?", on_line("## Scope", "", "quick-scan.md")),
    SendComments(),
)


async def _comment(root: Path, disk: RecordingDisk) -> None:
    async with seated(open_item(project_in(root, disk), SLUG), OfflineVoice()) as session:
        for intent in WANTED:
            await session.do(intent)


async def _afterwards(root: Path) -> State:
    async with seated(open_item(project_in(root), SLUG), OfflineVoice()) as session:
        await session.asides.comments.run()
        return session.state


@pytest.mark.slow
def test_comments_are_whole_wherever_the_power_goes(tmp_path: Path, promise: Promise) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    write_code(whole)
    run(project_in(whole), PHASE_00)
    before, disk = Image.of(whole), RecordingDisk(RealDisk(), whole)
    asyncio.run(_comment(whole, disk))
    images = list(crash_images(disk.operations, before))
    for number, image in enumerate(images[:: max(1, len(images) // SAMPLES)]):
        root = tmp_path / str(number)
        root.mkdir()
        materialise(image, root)
        with promise.point(image.label):
            state = asyncio.run(_afterwards(root))
            texts = [one.text for one in (*state.comments.sent.values(), *state.comments.waiting.values())]
            assert texts in ([], [WANTED[0].text], [WANTED[0].text, WANTED[1].text])
            assert not (state.comments.sent and state.comments.waiting), "they go together"
            assert to_take_up(state) == ()
            asked = [entry for entry in state.dossier.of(Kind.QUESTION) if "You have a" in entry.text()]
            assert len(asked) == len(state.comments.sent)
