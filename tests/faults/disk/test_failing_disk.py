"""The disk refuses, at any operation of a run: one clear sentence, nothing lost, and it can go on.

As with crashes, the suite lets the first, the last and some between of each kind of operation on each file fail, and
`make faults` (EVERY_FAULT=1) every single one.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import RealDisk
from tests.faults.crashes.test_guided import recorded, result, undisturbed
from tests.support.disk.disks import FaultyDisk
from tests.support.disk.sampling import EVERY_ONE, sampled
from tests.support.projects import PHASE_00, project_in, run, write_code

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.conftest import Promise

__all__ = ["undisturbed"]

PARTS = 4
FULL = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")
DENIED = OSError(errno.EACCES, "Permission denied")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_disk_that_fills_up_at_any_moment_costs_nothing(
    part: int, undisturbed: Path, tmp_path: Path, promise: Promise
) -> None:
    recording = recorded(undisturbed)
    total = len(recording.operations)
    operations = [*enumerate(recording.operations, 1)][:-1]  # the last only takes away the note of who held the lock
    for number, _ in sampled(operations, lambda one: f"{one[1].name} {one[1].path}", one_in=24)[part::PARTS]:
        root = tmp_path / str(number)
        root.mkdir()
        write_code(root)
        disk = FaultyDisk(RealDisk(), fail_at=number, error=FULL, partial=True, for_good=True)
        with promise.point(f"operation {number} of {total}"):
            with pytest.raises(StorageError, match=r"disk is full: \S+ could not be \w+\.") as refusal:
                run(project_in(root, disk), PHASE_00)
            assert "Free some space" in refusal.value.hint
            run(project_in(root), PHASE_00)
            assert result(root) == recording.expected


@pytest.mark.slow
@pytest.mark.parametrize("error", [BROKEN, DENIED], ids=["input-output error", "permission denied"])
def test_one_refused_operation_stops_the_run_and_the_next_run_makes_it_good(
    error: OSError, undisturbed: Path, tmp_path: Path, promise: Promise
) -> None:
    recording = recorded(undisturbed)
    for number in range(3, 150, 4 if EVERY_ONE else 40):
        root = tmp_path / str(number)
        root.mkdir()
        write_code(root)
        disk = FaultyDisk(RealDisk(), fail_at=number, error=error)
        with promise.point(f"operation {number}"):
            with pytest.raises(StorageError):
                run(project_in(root, disk), PHASE_00)
            run(project_in(root), PHASE_00)
            assert result(root) == recording.expected
