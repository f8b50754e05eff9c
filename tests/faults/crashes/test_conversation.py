"""The crash proof for a conversation: opening, answers, an amendment, the confirmation and the end.

The suite takes a dozen places spread over the run, `make faults` (EVERY_FAULT=1) two hundred.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.storage.disk import RealDisk
from tests.support.disk.crashes import CrashImage, Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import project_in, run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.faults.conftest import Promise

SAMPLES = 200 if EVERY_ONE else 12
_VARYING = ("/.roundtable/lock", ".roundtable/local/")
ANSWERS = (
    "Accounting chases forty customers by hand every month.",
    "Pay by invoice at checkout\nDownload the invoice\nRemind late payers",
    "FR-001: the order is placed without a card\nFR-002: the PDF shows the total\nFR-003: a letter goes out on day 15",
    "what do you mean?",
    "billing.invoices: makes the invoice of an order",
    "clerks in accounting",
    "/budget 2",
    "An order above the limit is refused.",
    "I don't know",
    "No, FR-002: Download the invoice as a PDF",
    "yes",
    "Looks good",
    "accept",
)


def talk(root: Path, disk: RecordingDisk | None = None) -> str:
    return run(replace(project_in(root, disk), usual_mode="conversation", usual_tier="light"), ANSWERS)


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
    said = talk(folder, disk)
    assert said.endswith("ROUNDTABLE_COMPLETE\n")
    assert "Analysis complete." in said
    every = list(crash_images(disk.operations, Image()))
    assert len(every) > 300
    return every[5 :: max(1, len(every) // SAMPLES)], result(folder)


@pytest.mark.slow
def test_a_conversation_ends_the_same_wherever_it_was_cut_short(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, promise: Promise
) -> None:
    images, expected = recorded(tmp_path_factory.mktemp("whole"))
    for number, image in enumerate(images):
        root = tmp_path / str(number)
        root.mkdir()
        materialise(image, root)
        with promise.point(image.label):
            talk(root)
            assert result(root) == expected
