"""The crash proof once more, for all 24 steps: a sample of the thousands of places where such a run can stop.

The suite takes three places spread over the run, `make faults` (EVERY_FAULT=1) a hundred.
"""

from __future__ import annotations

import shutil
from functools import cache
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.plain.answers_file import AnswersFile, read_answers
from roundtable_tui.storage.disk import RealDisk
from tests.support.disk.crashes import CrashImage, Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import project_in, run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.faults.conftest import Promise

PARTS = 2
SAMPLES = 100 if EVERY_ONE else 3
_VARYING = ("/.roundtable/lock", ".roundtable/local/")


@cache
def demo() -> AnswersFile:
    return read_answers(RealDisk(), shipped_assets() / "demo" / "answers.yaml")


def analyse(root: Path, disk: RecordingDisk | None = None) -> str:
    sample = demo()
    return run(project_in(root, disk), sample.answers, Depth(sample.depth or "standard"), sample.description)


def result(root: Path) -> Mapping[str, bytes]:
    files = Image.of(root).files
    return {
        name: data
        for name, data in files.items()
        if not any(part in name for part in _VARYING) and ".corrupt-" not in name
    }


@cache
def recorded(folder: Path) -> tuple[list[CrashImage], Mapping[str, bytes]]:
    disk = RecordingDisk(RealDisk(), folder)
    assert analyse(folder, disk).endswith("ROUNDTABLE_COMPLETE\n")
    every = list(crash_images(disk.operations, Image()))
    assert len(every) > 1000
    return every[7 :: len(every) // SAMPLES], result(folder)


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_whole_analysis_ends_the_same_wherever_it_was_cut_short(
    part: int, undisturbed: Path, tmp_path: Path, promise: Promise
) -> None:
    images, expected = recorded(undisturbed)
    for number, image in enumerate(images[part::PARTS]):
        root = tmp_path / str(number)
        root.mkdir()
        materialise(image, root)
        with promise.point(image.label):
            analyse(root)
            assert result(root) == expected


@pytest.mark.slow
def test_what_is_owed_after_the_last_word_is_made_good(undisturbed: Path, tmp_path: Path, promise: Promise) -> None:
    """Cut short between the end and the mark in the backlog, there is nothing left to say, and one thing to do."""
    _, expected = recorded(undisturbed)
    root = tmp_path / "cut"
    shutil.copytree(undisturbed, root)
    (journal,) = root.rglob("journal.jsonl")
    lines = journal.read_bytes().splitlines(keepends=True)
    assert b'"BacklogMarked"' in lines[-1]
    journal.write_bytes(b"".join(lines[:-1]))
    with promise.point():
        analyse(root)
        assert result(root) == expected
