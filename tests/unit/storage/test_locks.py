"""Two windows never write the same item: proven with real processes, one of them killed."""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import ExitCode, LockedError, StorageError
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.locks import ItemLock, item_lock, project_lock
from roundtable_tui.storage.paths import ProjectPaths
from tests.support.disk.disks import FaultyDisk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = datetime(2026, 11, 16, 10, 31, tzinfo=UTC)

HOLDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.locks import ItemLock
lock = ItemLock(RealDisk(), Path(sys.argv[1]), "The item pay", lambda: datetime.fromisoformat(sys.argv[2]))
lock.acquire()
print("held", flush=True)
sys.stdin.readline()
lock.release()
"""


@pytest.fixture
def paths(tmp_path: Path) -> ProjectPaths:
    return ProjectPaths(tmp_path)


@pytest.fixture
def lock(paths: ProjectPaths) -> Iterator[ItemLock]:
    lock = item_lock(RealDisk(), paths, "pay", lambda: NOW)
    yield lock
    lock.release()


@pytest.fixture
def other_window(paths: ProjectPaths) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLDER, str(paths.item_lock("pay")), NOW.isoformat()]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_window_is_told_who_has_the_item(lock: ItemLock, other_window: subprocess.Popen[str]) -> None:
    with pytest.raises(LockedError) as refusal:
        lock.acquire()
    since = NOW.astimezone().strftime("%H:%M")
    assert refusal.value.sentence == (
        "The item pay is open in another window "
        f"(process {other_window.pid} on host {socket.gethostname()}, since {since})."
    )
    assert refusal.value.hint == "Close it there, or look at the item read-only."
    assert refusal.value.exit_code is ExitCode.LOCKED


def test_a_killed_windows_lock_is_free_and_its_note_replaced(
    lock: ItemLock, other_window: subprocess.Popen[str]
) -> None:
    other_window.kill()
    other_window.wait()
    lock.acquire()
    holder = lock.holder()
    assert holder is not None
    assert holder.pid == os.getpid()


def test_a_closed_windows_lock_is_free(lock: ItemLock, other_window: subprocess.Popen[str]) -> None:
    other_window.communicate("close\n")
    lock.acquire()
    assert lock.held


def test_two_windows_of_one_process_exclude_each_other(lock: ItemLock, paths: ProjectPaths) -> None:
    lock.acquire()
    with pytest.raises(LockedError), item_lock(RealDisk(), paths, "pay", lambda: NOW):
        pass


def test_two_items_do_not_exclude_each_other(lock: ItemLock, paths: ProjectPaths) -> None:
    with lock, item_lock(RealDisk(), paths, "search", lambda: NOW) as other:
        assert other.held


def test_leaving_the_block_frees_the_lock_and_removes_the_note(lock: ItemLock, paths: ProjectPaths) -> None:
    with lock:
        pass
    assert not lock.held
    assert RealDisk().names(paths.item_private("pay")) == [".gitignore", "lock"]


def test_releasing_twice_is_fine(lock: ItemLock) -> None:
    lock.acquire()
    lock.release()
    lock.release()
    assert not lock.held


def test_the_note_says_who_and_since_when(lock: ItemLock, paths: ProjectPaths) -> None:
    with lock:
        note = json.loads((paths.item_private("pay") / "lock.holder").read_bytes())
    assert (note["pid"], note["host"], note["program"]) == (os.getpid(), socket.gethostname(), "roundtable-tui")
    assert datetime.fromisoformat(note["since"]) == NOW


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b"{}", b'{"pid": "x", "host": 1, "since": 2}', b"\xff" * 9000])
def test_a_damaged_note_only_costs_the_details(
    lock: ItemLock, paths: ProjectPaths, other_window: subprocess.Popen[str], note: bytes
) -> None:
    (paths.item_private("pay") / "lock.holder").write_bytes(note)
    with pytest.raises(LockedError) as refusal:
        lock.acquire()
    assert refusal.value.sentence == "The item pay is open in another window."


def test_a_holder_of_another_day_is_told_with_the_date(
    paths: ProjectPaths, other_window: subprocess.Popen[str]
) -> None:
    later = item_lock(RealDisk(), paths, "pay", lambda: NOW + timedelta(days=3))
    with pytest.raises(LockedError, match=r"since 2026-11-1\d \d\d:\d\d\)"):
        later.acquire()


def test_a_disk_that_refuses_the_note_frees_the_lock(paths: ProjectPaths, lock: ItemLock) -> None:
    with lock:
        pass
    refusing = FaultyDisk(RealDisk(), 1, OSError(errno.EROFS, "Read-only file system"))
    with pytest.raises(StorageError, match="read-only"):
        item_lock(refusing, paths, "pay", lambda: NOW).acquire()
    with lock:
        assert lock.held


def test_a_folder_in_the_locks_place_is_named(lock: ItemLock, paths: ProjectPaths) -> None:
    paths.item_lock("pay").mkdir(parents=True)
    with pytest.raises(StorageError, match="lock could not be locked"):
        lock.acquire()


def test_the_project_lock_is_held_for_the_block_only(paths: ProjectPaths) -> None:
    for _ in range(2):
        with project_lock(RealDisk(), paths, lambda: NOW):
            assert ItemLock(RealDisk(), paths.lock, "", lambda: NOW).holder() is not None


def test_the_project_lock_waits_only_so_long(paths: ProjectPaths) -> None:
    with (
        project_lock(RealDisk(), paths, lambda: NOW),
        pytest.raises(LockedError, match="What this project's items share is open in another window"),
        project_lock(RealDisk(), paths, lambda: NOW, timeout=0.1),
    ):
        pass


def test_the_project_lock_keeps_itself_out_of_git(paths: ProjectPaths, tmp_path: Path) -> None:
    with project_lock(RealDisk(), paths, lambda: NOW):
        assert (tmp_path / ".roundtable/local/.gitignore").read_bytes() == b"*\n"
