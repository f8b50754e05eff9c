"""The disk refuses, at every single operation of a run: one clear sentence, nothing lost, and it can go on."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import RealDisk
from tests.faults.test_crashes import recorded, result, undisturbed
from tests.support.disks import FaultyDisk
from tests.support.projects import PHASE_00, project_in, run, write_code

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["undisturbed"]

PARTS = 6
FULL = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")
DENIED = OSError(errno.EACCES, "Permission denied")


def changes_in_a_run(root: Path) -> int:
    disk = FaultyDisk(RealDisk(), fail_at=1_000_000, error=FULL)
    run(project_in(root, disk), PHASE_00)
    return disk.changes


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_disk_that_fills_up_at_any_moment_costs_nothing(part: int, undisturbed: Path, tmp_path: Path) -> None:
    _, expected = recorded(undisturbed)
    counting = tmp_path / "counting"
    counting.mkdir()
    write_code(counting)
    total = changes_in_a_run(counting)
    for number in range(1 + part, total, PARTS):  # the last change only takes away the note of who held the lock
        root = tmp_path / str(number)
        root.mkdir()
        write_code(root)
        disk = FaultyDisk(RealDisk(), fail_at=number, error=FULL, partial=True, for_good=True)
        with pytest.raises(StorageError, match=r"disk is full: \S+ could not be \w+\.") as refusal:
            run(project_in(root, disk), PHASE_00)
        assert "Free some space" in refusal.value.hint
        run(project_in(root), PHASE_00)
        assert result(root) == expected, f"operation {number} of {total}"


@pytest.mark.slow
@pytest.mark.parametrize("error", [BROKEN, DENIED], ids=["input-output error", "permission denied"])
def test_one_refused_operation_stops_the_run_and_the_next_run_makes_it_good(
    error: OSError, undisturbed: Path, tmp_path: Path
) -> None:
    _, expected = recorded(undisturbed)
    for number in range(3, 150, 11):
        root = tmp_path / str(number)
        root.mkdir()
        write_code(root)
        disk = FaultyDisk(RealDisk(), fail_at=number, error=error)
        with pytest.raises(StorageError):
            run(project_in(root, disk), PHASE_00)
        run(project_in(root), PHASE_00)
        assert result(root) == expected, f"operation {number}"
