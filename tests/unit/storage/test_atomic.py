"""A whole-file write leaves the old content or the new, whatever fails and wherever the machine stops."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.atomic import (
    leftover_temporaries,
    make_folders,
    make_private_folder,
    remove_leftovers,
    write_atomically,
)
from roundtable_tui.storage.disk import RealDisk
from tests.support.disk.crashes import CrashImage, Image, crash_images, endings_after, materialise
from tests.support.disk.disks import FaultyDisk, RecordingDisk

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW = b"old content\n", b"new and longer content\n"
FULL = OSError(errno.ENOSPC, "No space left on device")


def recorded_write(folder: Path) -> tuple[RecordingDisk, Image]:
    (folder / "meta.json").write_bytes(OLD)
    before = Image.of(folder)
    disk = RecordingDisk(RealDisk(), folder)
    write_atomically(disk, folder / "meta.json", NEW)
    return disk, before


def every_image(folder: Path) -> list[CrashImage]:
    disk, before = recorded_write(folder)
    return list(crash_images(disk.operations, before))


def test_the_content_is_there_and_nothing_else(tmp_path: Path) -> None:
    recorded_write(tmp_path)
    assert Image.of(tmp_path).files == {"meta.json": NEW}


def test_data_is_synced_before_the_rename_and_the_folder_after(tmp_path: Path) -> None:
    disk, _ = recorded_write(tmp_path)
    assert [operation.name for operation in disk.operations] == ["write", "sync", "replace", "sync_folder"]


def test_after_any_crash_the_file_is_old_or_new(tmp_path: Path) -> None:
    assert {image.files["meta.json"] for image in every_image(tmp_path)} == {OLD, NEW}


def test_no_rename_outruns_its_data(tmp_path: Path) -> None:
    assert not [image.label for image in every_image(tmp_path) if "renamed before" in image.label]


def test_a_finished_write_survives_a_power_loss(tmp_path: Path) -> None:
    disk, before = recorded_write(tmp_path)
    assert all(image.files == {"meta.json": NEW} for image in endings_after(disk.operations, before))


def test_what_a_crash_leaves_behind_is_recognised_and_removed(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    for number, image in enumerate(every_image(live)):
        folder = tmp_path / str(number)
        materialise(image, folder)
        remove_leftovers(RealDisk(), folder)
        assert list(Image.of(folder).files) == ["meta.json"], image.label


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("fail_at", [1, 2, 3])
def test_a_full_disk_leaves_the_old_content_and_no_litter(tmp_path: Path, fail_at: int, partial: bool) -> None:
    (tmp_path / "meta.json").write_bytes(OLD)
    disk = FaultyDisk(RealDisk(), fail_at, FULL, partial=partial)
    with pytest.raises(StorageError, match="The disk is full"):
        write_atomically(disk, tmp_path / "meta.json", NEW)
    assert Image.of(tmp_path).files == {"meta.json": OLD}


def test_a_disk_that_stays_broken_still_gives_the_first_sentence(tmp_path: Path) -> None:
    disk = FaultyDisk(RealDisk(), 1, FULL, partial=True, for_good=True)
    with pytest.raises(StorageError, match="could not be written"):
        write_atomically(disk, tmp_path / "meta.json", NEW)


def test_only_our_own_temporary_files_count_as_leftovers(tmp_path: Path) -> None:
    ours = ".meta.json.0123456789ab.tmp"
    for name in (ours, "notes.tmp", ".vim.tmp", ".meta.json.0123456789AB.tmp", "meta.json.0123456789ab.tmp"):
        (tmp_path / name).write_bytes(b"")
    assert leftover_temporaries(RealDisk(), tmp_path) == [tmp_path / ours]


def test_each_missing_folder_is_made_and_synced_in_turn(tmp_path: Path) -> None:
    disk = RecordingDisk(RealDisk(), tmp_path)
    make_folders(disk, tmp_path / "a" / "b")
    assert [(operation.name, operation.path) for operation in disk.operations] == [
        ("make_folder", "a"),
        ("sync_folder", "."),
        ("make_folder", "a/b"),
        ("sync_folder", "a"),
    ]


def test_an_existing_folder_costs_no_operation(tmp_path: Path) -> None:
    disk = RecordingDisk(RealDisk(), tmp_path)
    make_folders(disk, tmp_path)
    assert disk.operations == []


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "docs").write_bytes(b"")
    with pytest.raises(StorageError, match="a file stands where a folder should be"):
        make_folders(RealDisk(), tmp_path / "docs" / "requirements")


def test_a_private_folder_keeps_itself_out_of_git(tmp_path: Path) -> None:
    make_private_folder(RealDisk(), tmp_path / "item" / ".roundtable")
    assert (tmp_path / "item" / ".roundtable" / ".gitignore").read_bytes() == b"*\n"


def test_a_private_folder_that_is_shared_stays_shared(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_bytes(b"lock*\n")
    make_private_folder(RealDisk(), tmp_path)
    assert (tmp_path / ".gitignore").read_bytes() == b"lock*\n"
