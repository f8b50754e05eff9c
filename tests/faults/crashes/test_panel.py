"""The crash proof for a panel from its first question to the documents it leaves beside those of others.

The suite takes a dozen places spread over the run, `make faults` (EVERY_FAULT=1) every one.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.panel.outputs.publisher import Publisher
from roundtable_tui.panel.record.session import Limits
from roundtable_tui.panel.settings import PanelSettings
from roundtable_tui.storage.disk import RealDisk
from tests.support.disk.crashes import CrashImage, Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.unit.panel.tables import findings_in, planned, resumed_at, seated_at, shelf_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.faults.conftest import Promise

SAMPLES = 12
TWO_ROUNDS = PanelSettings(limits=Limits(min_rounds=2, max_rounds=2))
THEIRS = "# Architecture\n\n## Ours since 2019\n\nOne shop, one table.\n"


def panel(root: Path, disk: RecordingDisk | None = None) -> None:
    """Goes on with the panel of this project, or begins one, and writes its documents."""
    plan = planned(settings=TWO_ROUNDS, workflow="design")
    shelf = shelf_in(root, disk)
    seats = resumed_at if shelf.names() else seated_at
    ended = asyncio.run(seats(root, plan, disk=disk, publish_outcome=Publisher(shelf, "shop").publish).run())
    assert ended.is_closed
    assert findings_in(root) == []


def result(root: Path) -> Mapping[str, bytes]:
    files = Image.of(root).files
    return {name: data for name, data in files.items() if not any(part in name for part in ("lock", ".corrupt-"))}


def written_before(root: Path) -> None:
    (root / ".s2s").mkdir(parents=True)
    (root / ".s2s/architecture.md").write_text(THEIRS)


@cache
def recorded(folder: Path) -> tuple[list[CrashImage], Mapping[str, bytes]]:
    written_before(folder)
    before = Image.of(folder)
    disk = RecordingDisk(RealDisk(), folder)
    panel(folder, disk)
    every = list(crash_images(disk.operations, before))
    assert len(every) > 80
    return every if EVERY_ONE else every[3 :: len(every) // SAMPLES], result(folder)


@pytest.mark.slow
def test_a_panel_ends_with_the_same_documents_wherever_it_was_cut_short(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, promise: Promise
) -> None:
    images, expected = recorded(tmp_path_factory.mktemp("whole"))
    assert b"One shop, one table." in expected[".s2s/architecture.md"]
    for number, image in enumerate(images):
        root = tmp_path / str(number)
        materialise(image, root)
        begun = bool(shelf_in(root).names())  # before that nobody was asked anything, and another panel is begun
        with promise.point(image.label):
            panel(root)
            assert not begun or result(root) == expected
