"""The real disk does each operation, and turns every refusal into one sentence that names the file."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import MEGABYTE, RealDisk, read_if_there, refused

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes and links as POSIX has them")
not_as_root = pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may do what permissions forbid"
)


@pytest.fixture
def disk() -> RealDisk:
    return RealDisk()


def test_what_was_written_is_read(disk: RealDisk, tmp_path: Path) -> None:
    disk.write(tmp_path / "a", b"\x00\r\n\xff")
    assert disk.read(tmp_path / "a", 10) == b"\x00\r\n\xff"


def test_writing_again_replaces_the_content(disk: RealDisk, tmp_path: Path) -> None:
    disk.write(tmp_path / "a", b"long content")
    disk.write(tmp_path / "a", b"short")
    assert disk.read(tmp_path / "a", 100) == b"short"


def test_appending_creates_and_extends(disk: RealDisk, tmp_path: Path) -> None:
    disk.append(tmp_path / "a", b"one")
    disk.append(tmp_path / "a", b"two")
    disk.sync(tmp_path / "a")
    assert disk.read(tmp_path / "a", 100) == b"onetwo"


def test_truncating_keeps_the_beginning(disk: RealDisk, tmp_path: Path) -> None:
    disk.write(tmp_path / "a", b"keep-drop")
    disk.truncate(tmp_path / "a", 4)
    assert disk.read(tmp_path / "a", 100) == b"keep"


def test_a_file_of_exactly_the_limit_is_read(disk: RealDisk, tmp_path: Path) -> None:
    disk.write(tmp_path / "a", b"12345")
    assert disk.read(tmp_path / "a", 5) == b"12345"


def test_a_file_over_the_limit_is_refused_with_both_sizes(disk: RealDisk, tmp_path: Path) -> None:
    path = tmp_path / "meta.json"
    with path.open("wb") as file:
        file.truncate(52 * MEGABYTE)
    with pytest.raises(StorageError) as refusal:
        disk.read(path, 4 * MEGABYTE)
    assert refusal.value.sentence == f"{path} is 52 MB; at most 4 MB is read here."


def test_a_folder_where_a_file_should_be_is_named(disk: RealDisk, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="it is a folder where a file should be"):
        disk.read(tmp_path, 10)


@posix_only
def test_a_circle_of_links_is_named(disk: RealDisk, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(StorageError, match=r"loop could not be read: it is a link"):
        disk.read(loop, 10)


@posix_only
@pytest.mark.parametrize("act", ["read", "append", "write"])
def test_a_pipe_never_blocks(disk: RealDisk, tmp_path: Path, act: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(StorageError):
        disk.read(pipe, 10) if act == "read" else getattr(disk, act)(pipe, b"x")


@posix_only
def test_a_device_is_not_a_file(disk: RealDisk) -> None:
    with pytest.raises(StorageError, match="not an ordinary file"):
        disk.read(Path("/dev/zero"), 10)


@posix_only
@pytest.mark.parametrize("act", ["write", "append"])
def test_writing_never_follows_a_link(disk: RealDisk, tmp_path: Path, act: str) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"theirs")
    (tmp_path / "link").symlink_to(outside)
    with pytest.raises(StorageError):
        getattr(disk, act)(tmp_path / "link", b"ours")
    assert outside.read_bytes() == b"theirs"


@not_as_root
def test_an_unreadable_file_is_named(disk: RealDisk, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"x")
    path.chmod(0)
    with pytest.raises(StorageError, match="permission denied"):
        disk.read(path, 10)


def test_an_impossible_name_is_refused(disk: RealDisk, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no name a file can have"):
        disk.read(tmp_path / "a\0b", 10)


def test_a_missing_file_is_none_where_it_may_be_missing(disk: RealDisk, tmp_path: Path) -> None:
    assert read_if_there(disk, tmp_path / "absent", 10) is None


def test_a_missing_file_is_an_error_where_it_must_be_there(disk: RealDisk, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="it is not there"):
        disk.read(tmp_path / "absent", 10)


def test_a_file_below_a_file_is_not_there(disk: RealDisk, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert disk.stat(tmp_path / "file" / "below") is None


def test_a_stamp_tells_files_from_folders(disk: RealDisk, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc")
    file, folder = disk.stat(tmp_path / "file"), disk.stat(tmp_path)
    assert file is not None
    assert folder is not None
    assert (file.is_file, file.is_folder, file.size) == (True, False, 3)
    assert (folder.is_file, folder.is_folder) == (False, True)


@posix_only
def test_a_stamp_does_not_follow_links(disk: RealDisk, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    stamp = disk.stat(tmp_path / "link")
    assert stamp is not None
    assert (stamp.is_link, stamp.is_folder) == (True, False)


def test_names_are_sorted_and_an_absent_folder_has_none(disk: RealDisk, tmp_path: Path) -> None:
    for name in ("b", "a", "C"):
        (tmp_path / name).write_bytes(b"")
    assert disk.names(tmp_path) == ["C", "a", "b"]
    assert disk.names(tmp_path / "absent") == []


def test_listing_a_file_is_refused(disk: RealDisk, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="a file stands where a folder should be"):
        disk.names(tmp_path / "file")


def test_making_a_folder_twice_is_fine(disk: RealDisk, tmp_path: Path) -> None:
    disk.make_folder(tmp_path / "new")
    disk.make_folder(tmp_path / "new")
    disk.sync_folder(tmp_path)
    assert (tmp_path / "new").is_dir()


def test_a_folder_is_not_made_over_a_file(disk: RealDisk, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="a file stands where a folder should be"):
        disk.make_folder(tmp_path / "file")


def test_removing_what_is_gone_is_fine(disk: RealDisk, tmp_path: Path) -> None:
    disk.write(tmp_path / "a", b"")
    disk.remove(tmp_path / "a")
    disk.remove(tmp_path / "a")
    assert disk.names(tmp_path) == []


@posix_only
def test_a_replaced_file_keeps_its_permissions(disk: RealDisk, tmp_path: Path) -> None:
    disk.write(tmp_path / "old", b"old")
    (tmp_path / "old").chmod(0o600)
    disk.write(tmp_path / "new", b"new")
    disk.replace(tmp_path / "new", tmp_path / "old")
    assert (tmp_path / "old").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The disk is full: x/meta.json could not be written."),
        (errno.EDQUOT, "Your disk quota is used up: x/meta.json could not be written."),
        (errno.EACCES, "x/meta.json could not be written: permission denied."),
        (errno.EPERM, "x/meta.json could not be written: permission denied."),
        (errno.EROFS, "x/meta.json could not be written: the file system is read-only."),
        (errno.EISDIR, "x/meta.json could not be written: it is a folder where a file should be."),
        (errno.ENOTDIR, "x/meta.json could not be written: a file stands where a folder should be."),
        (errno.ENAMETOOLONG, "x/meta.json could not be written: the name is too long for this file system."),
        (errno.ELOOP, "x/meta.json could not be written: it is a link that leads in a circle or elsewhere."),
        (errno.EIO, "The disk reported an error: x/meta.json could not be written."),
        (errno.ENOENT, "x/meta.json could not be written: it is not there."),
        (errno.EMFILE, f"x/meta.json could not be written: {os.strerror(errno.EMFILE)}."),
    ],
)
def test_every_refusal_is_one_sentence_with_a_hint(number: int, words: str) -> None:
    refusal = refused(Path("x/meta.json"), "written", OSError(number, os.strerror(number)))
    assert refusal.sentence == words
    assert refusal.hint


def test_a_hostile_file_name_is_harmless_in_a_sentence() -> None:
    refusal = refused(Path("a\x1b[31m\nb\udcff"), "read", OSError(errno.EIO, ""))
    assert "a b\ufffd could not" in refusal.sentence
