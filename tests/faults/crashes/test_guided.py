"""The crash proof: wherever the machine stops, the analysis goes on and ends as if it had not.

A run can be cut short in hundreds of places of few kinds: 48 lines are appended to the journal alone. The suite stops
it at the first, the last and one in twelve of each kind of change to each file, `make faults` (EVERY_FAULT=1) at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct

from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.disk.crashes import CrashImage, Image, crash_images, materialise
from tests.support.disk.disks import Operation, RecordingDisk
from tests.support.disk.sampling import sampled
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, run, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.storage.disk import Disk
    from tests.faults.conftest import Promise

PARTS = 4
DOCUMENT = "quick-scan.md"
ITEM = f"docs/requirements/{SLUG}"
VARYING = (f"{ITEM}/.roundtable/lock", ".roundtable/local/")


def result(root: Path) -> Mapping[str, bytes]:
    """Everything an analysis leaves, except who held its locks and what was set aside."""
    files = Image.of(root).files
    return {name: data for name, data in files.items() if not name.startswith(VARYING) and ".corrupt-" not in name}


class Recording(Struct, frozen=True):
    """One whole run: what it did to the disk, every state a crash can leave meanwhile, and how it ends undisturbed."""

    operations: list[Operation]
    images: list[CrashImage]
    expected: Mapping[str, bytes]


@cache
def recorded(folder: Path) -> Recording:
    write_code(folder)
    before = Image.of(folder)
    disk = RecordingDisk(RealDisk(), folder)
    run(project_in(folder, disk), PHASE_00)
    return Recording(disk.operations, list(crash_images(disk.operations, before)), result(folder))


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("undisturbed")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_after_a_crash_anywhere_the_run_ends_as_if_nothing_had_happened(
    part: int, undisturbed: Path, tmp_path: Path, promise: Promise
) -> None:
    recording = recorded(undisturbed)
    assert len(recording.images) > 200, "a whole phase can be cut short in hundreds of places"
    images = sampled(recording.images, lambda image: image.label, one_in=12)
    for number, image in enumerate(images[part::PARTS]):
        root = tmp_path / str(number)
        root.mkdir()
        materialise(image, root)
        with promise.point(image.label):
            run(project_in(root), PHASE_00)
            assert result(root) == recording.expected


@pytest.mark.slow
def test_a_second_crash_while_recovering_from_the_first_is_survived_too(
    undisturbed: Path, tmp_path: Path, promise: Promise
) -> None:
    recording = recorded(undisturbed)
    for first, image in enumerate(recording.images[len(recording.images) // 3 :: 90]):
        root = tmp_path / str(first)
        root.mkdir()
        materialise(image, root)
        before = Image.of(root)
        disk = RecordingDisk(RealDisk(), root)
        run(project_in(root, disk), PHASE_00)
        again = list(crash_images(disk.operations, before))
        for second, recovering in enumerate(again[::25]):
            folder = tmp_path / f"{first}-{second}"
            folder.mkdir()
            materialise(recovering, folder)
            with promise.point(f"{image.label}, then {recovering.label}"):
                run(project_in(folder), PHASE_00)
                assert result(folder) == recording.expected


TAKEN_BACK = (*PHASE_00[:3], "undo", "redo", "undo")
"""The answer that makes the first document is taken back, brought back, and taken back again."""


async def _say(root: Path, words: tuple[str, ...], disk: Disk | None = None) -> State:
    async with seated(open_sample(project_in(root, disk)), OfflineVoice()) as session:
        await session.do(Start())
        for one in words:
            await session.do(Submit(one))
        return session.state


@pytest.mark.slow
def test_a_crash_while_a_document_goes_with_the_answer_that_made_it_loses_nothing(tmp_path: Path) -> None:
    """Whatever was still owed, the disk has what the journal says, and the history what is gone."""
    whole = tmp_path / "whole"
    write_code(whole)
    before = Image.of(whole)
    disk = RecordingDisk(RealDisk(), whole)
    assert asyncio.run(_say(whole, TAKEN_BACK, disk)).files.removed == (DOCUMENT,)
    for number, image in enumerate(crash_images(disk.operations, before)):
        root = tmp_path / str(number)
        root.mkdir()
        materialise(image, root)
        files = asyncio.run(_say(root, ())).files
        left = result(root)
        assert (DOCUMENT in files.artifacts) == (f"{ITEM}/{DOCUMENT}" in left), image.label
        if DOCUMENT in files.removed:
            assert any(name.startswith(f"{ITEM}/.roundtable/history/{DOCUMENT}/") for name in left), image.label
