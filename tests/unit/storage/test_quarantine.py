"""A file that cannot be understood is kept whole beside the original."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.quarantine import set_aside
from tests.support.disk.disks import RecordingDisk

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 16, 3, 3, 19, tzinfo=UTC)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "meta.json"
    path.write_bytes(b"{\xff")
    return path


def test_the_copy_is_named_by_the_time_in_utc(broken: Path) -> None:
    here = NOW.astimezone(timezone(timedelta(hours=5)))
    assert set_aside(RealDisk(), broken, here).name == "meta.json.corrupt-20261116T030319Z"


def test_the_copy_is_exact_and_the_original_stays(broken: Path) -> None:
    copy = set_aside(RealDisk(), broken, NOW)
    assert copy.read_bytes() == broken.read_bytes() == b"{\xff"


def test_a_taken_name_is_not_reused_for_other_content(broken: Path) -> None:
    set_aside(RealDisk(), broken, NOW)
    broken.write_bytes(b"other damage")
    assert set_aside(RealDisk(), broken, NOW).name == "meta.json.corrupt-20261116T030319Z-2"


def test_the_same_damage_is_kept_once(broken: Path) -> None:
    first = set_aside(RealDisk(), broken, NOW)
    assert set_aside(RealDisk(), broken, NOW + timedelta(hours=1)) == first


def test_only_the_damaged_part_can_be_kept(broken: Path) -> None:
    assert set_aside(RealDisk(), broken, NOW, b"tail").read_bytes() == b"tail"


def test_the_copy_is_durable(broken: Path) -> None:
    disk = RecordingDisk(RealDisk(), broken.parent)
    set_aside(disk, broken, NOW)
    assert [operation.name for operation in disk.operations] == ["write", "sync", "replace", "sync_folder"]


def test_a_folder_cannot_be_set_aside(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="folder where a file should be"):
        set_aside(RealDisk(), tmp_path, NOW)
