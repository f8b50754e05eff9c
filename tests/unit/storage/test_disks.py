"""The disks for tests keep the promises the tests rest on."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import RealDisk
from tests.support.disk.disks import FaultyDisk, Operation, RecordingDisk

if TYPE_CHECKING:
    from pathlib import Path

BROKEN = OSError(errno.EIO, "Input/output error")


def test_a_recording_disk_writes_down_every_change_in_order(tmp_path: Path) -> None:
    disk = RecordingDisk(RealDisk(), tmp_path)
    disk.make_folder(tmp_path / "f")
    disk.write(tmp_path / "f" / "a", b"1")
    disk.append(tmp_path / "f" / "a", b"2")
    disk.truncate(tmp_path / "f" / "a", 1)
    disk.sync(tmp_path / "f" / "a")
    disk.replace(tmp_path / "f" / "a", tmp_path / "b")
    disk.remove(tmp_path / "b")
    disk.sync_folder(tmp_path)
    assert disk.operations == [
        Operation("make_folder", "f"),
        Operation("write", "f/a", b"1"),
        Operation("append", "f/a", b"2"),
        Operation("truncate", "f/a", size=1),
        Operation("sync", "f/a"),
        Operation("replace", "f/a", target="b"),
        Operation("remove", "b"),
        Operation("sync_folder", "."),
    ]


def test_reading_is_no_operation(tmp_path: Path) -> None:
    disk = RecordingDisk(RealDisk(), tmp_path)
    disk.stat(tmp_path)
    disk.names(tmp_path)
    assert disk.operations == []


def test_a_faulty_disk_refuses_one_change_and_only_that(tmp_path: Path) -> None:
    disk = FaultyDisk(RealDisk(), 2, BROKEN)
    disk.write(tmp_path / "a", b"1")
    with pytest.raises(StorageError, match="The disk reported an error"):
        disk.append(tmp_path / "a", b"22")
    disk.append(tmp_path / "a", b"3")
    assert disk.read(tmp_path / "a", 10) == b"13"


def test_a_partial_failure_leaves_half_of_the_data(tmp_path: Path) -> None:
    disk = FaultyDisk(RealDisk(), 1, BROKEN, partial=True)
    with pytest.raises(StorageError):
        disk.append(tmp_path / "a", b"1234")
    assert disk.read(tmp_path / "a", 10) == b"12"


def test_a_disk_can_stay_broken(tmp_path: Path) -> None:
    disk = FaultyDisk(RealDisk(), 1, BROKEN, for_good=True)
    for _ in range(2):
        with pytest.raises(StorageError):
            disk.write(tmp_path / "a", b"1")
    assert disk.changes == 2
