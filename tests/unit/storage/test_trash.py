"""What is deleted lies in the trash, whole, until somebody brings it back."""

from __future__ import annotations

import errno
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import LockedError, OutsideError, StorageError
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.locks import item_lock
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.storage.trash import Trashed, list_trash, move_to_trash, restore
from tests.support.disk.disks import FaultyDisk

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 16, 3, 3, 19, 500, tzinfo=UTC)
DISK = RealDisk()


def now() -> datetime:
    return NOW


@pytest.fixture
def paths(tmp_path: Path) -> ProjectPaths:
    folder = tmp_path / "docs/requirements/pay"
    (folder / ".roundtable/history").mkdir(parents=True)
    (folder / "meta.json").write_bytes(b'{"description": "Pay"}')
    (folder / ".roundtable/journal.jsonl").write_bytes(b"{}\n")
    (folder / ".roundtable/history/old.md").write_bytes(b"# Old\n")
    return ProjectPaths(tmp_path)


BACKLOG = b"# Backlog\r\n\r\n- 1.1 [x] Ship\r\n- 1.2 [A] Pay by card\r\n"
MATRIX = (
    b"# Quality Attributes of All Items\n\nOurs.\n"
    b"\n<!-- roundtable:begin pay -->\n| NFR-001 | \xff fast |\n<!-- roundtable:end pay -->\n"
    b"\n<!-- roundtable:begin ship -->\n| NFR-001 | cheap |\n<!-- roundtable:end ship -->\n"
)


def share(paths: ProjectPaths, backlog: bytes = BACKLOG, matrix: bytes = MATRIX) -> None:
    """Puts what items share into the project; the item's ticket is in its line of the backlog."""
    paths.meta("pay").write_bytes(b'{"description": "Pay", "source_id": "GH-12"}')
    paths.backlog.write_bytes(backlog.replace(b"by card", b"by card #12"))
    paths.nfr_matrix.parent.mkdir(parents=True)
    paths.nfr_matrix.write_bytes(matrix)


def shared(paths: ProjectPaths) -> tuple[bytes, bytes]:
    return paths.backlog.read_bytes(), paths.nfr_matrix.read_bytes()


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in (".gitignore", "lock")
    }


def test_an_item_goes_to_the_trash_whole_and_comes_back_whole(paths: ProjectPaths) -> None:
    before = contents(paths.item_folder("pay"))
    trashed = move_to_trash(DISK, paths, "pay", now)
    assert trashed == Trashed("pay-20261116T030319Z", "pay", NOW.replace(microsecond=0))
    assert not paths.item_folder("pay").exists()
    assert contents(paths.trash / trashed.name) == before
    restore(DISK, paths, trashed, now)
    assert contents(paths.item_folder("pay")) == before
    assert list_trash(DISK, paths) == []


def test_what_shared_files_say_of_a_deleted_item_goes_with_it_and_comes_back_byte_for_byte(paths: ProjectPaths) -> None:
    share(paths)
    before = shared(paths)
    trashed = move_to_trash(DISK, paths, "pay", now)
    backlog, matrix = shared(paths)
    assert backlog == before[0].replace(b"[A]", b"[ ]")
    assert (
        matrix
        == MATRIX[: MATRIX.index(b"\n<!-- roundtable:begin pay")]
        + MATRIX[MATRIX.index(b"\n<!-- roundtable:begin ship") :]
    )
    restore(DISK, paths, trashed, now)
    assert shared(paths) == before
    assert list(paths.trash.glob("pay*")) == []


def test_what_was_changed_in_shared_files_meanwhile_stays(paths: ProjectPaths) -> None:
    share(paths)
    trashed = move_to_trash(DISK, paths, "pay", now)
    done = paths.backlog.read_bytes().replace(b"[ ] Pay", b"[x] Pay")
    paths.backlog.write_bytes(done)
    paths.nfr_matrix.write_bytes(b"# Mine now\n")
    restore(DISK, paths, trashed, now)
    backlog, matrix = shared(paths)
    assert backlog == done
    assert matrix == (
        b"# Mine now\n\n<!-- roundtable:begin pay -->\n| NFR-001 | \xff fast |\n<!-- roundtable:end pay -->\n"
    )


@pytest.mark.parametrize("damage", [b'{"marker": "A"}', b"[]", b"{"], ids=["incomplete", "no names", "no JSON"])
def test_a_damaged_note_of_what_was_shared_is_told_and_the_item_stays_in_the_trash(
    damage: bytes, paths: ProjectPaths
) -> None:
    share(paths)
    trashed = move_to_trash(DISK, paths, "pay", now)
    (paths.trash / f"{trashed.name}.json").write_bytes(damage)
    with pytest.raises(StorageError, match="is damaged"):
        restore(DISK, paths, trashed, now)
    assert list_trash(DISK, paths) == [trashed]


def test_a_marker_there_is_not_is_told_too(paths: ProjectPaths) -> None:
    share(paths)
    trashed = move_to_trash(DISK, paths, "pay", now)
    note = paths.trash / f"{trashed.name}.json"
    note.write_bytes(note.read_bytes().replace(b'"marker": "A"', b'"marker": "?"'))
    with pytest.raises(StorageError, match="is damaged"):
        restore(DISK, paths, trashed, now)


def test_the_trash_keeps_itself_out_of_git(paths: ProjectPaths) -> None:
    move_to_trash(DISK, paths, "pay", now)
    assert (paths.trash / ".gitignore").read_text() == "*\n"


def test_what_was_deleted_last_is_listed_first_and_foreign_names_not_at_all(paths: ProjectPaths) -> None:
    for count in range(3):
        paths.item_folder("pay").mkdir(exist_ok=True)
        move_to_trash(DISK, paths, "pay", lambda: NOW)
        assert len(list_trash(DISK, paths)) == count + 1
    paths.item_folder("ship-2").mkdir()
    move_to_trash(DISK, paths, "ship-2", lambda: NOW + timedelta(minutes=1))
    for name in ("pay", "pay-20261399T030319Z", "notes.txt"):
        (paths.trash / name).mkdir()
    assert [(one.slug, one.number) for one in list_trash(DISK, paths)] == [
        ("ship-2", 1),
        ("pay", 3),
        ("pay", 2),
        ("pay", 1),
    ]


def test_an_item_open_in_another_window_is_not_deleted(paths: ProjectPaths) -> None:
    with item_lock(DISK, paths, "pay", now), pytest.raises(LockedError, match="open in another window"):
        move_to_trash(DISK, paths, "pay", now)
    assert paths.item_folder("pay").exists()
    assert list_trash(DISK, paths) == []


def test_what_comes_back_is_held_by_nobody(paths: ProjectPaths) -> None:
    restore(DISK, paths, move_to_trash(DISK, paths, "pay", now), now)
    assert not list(paths.item_private("pay").glob("*.holder"))
    with item_lock(DISK, paths, "pay", now) as lock:
        assert lock.held


def test_a_new_item_of_the_same_name_is_never_written_over(paths: ProjectPaths) -> None:
    trashed = move_to_trash(DISK, paths, "pay", now)
    paths.item_folder("pay").mkdir()
    with pytest.raises(StorageError, match="There is an item pay again"):
        restore(DISK, paths, trashed, now)
    assert list_trash(DISK, paths) == [trashed]


def test_an_item_that_is_gone_is_told_in_a_sentence(paths: ProjectPaths) -> None:
    with pytest.raises(StorageError, match="no item 'ship' any more"):
        move_to_trash(DISK, paths, "ship", now)
    with pytest.raises(StorageError, match="not in the trash any more"):
        restore(DISK, paths, Trashed("ship-20261116T030319Z", "ship", NOW), now)


@pytest.mark.parametrize("slug", ["../elsewhere", ".git", "a/b", ""])
def test_no_name_leads_out_of_the_items(paths: ProjectPaths, slug: str) -> None:
    with pytest.raises(OutsideError):
        move_to_trash(DISK, paths, slug, now)
    with pytest.raises(OutsideError):
        restore(DISK, paths, Trashed("pay-20261116T030319Z", slug, NOW), now)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_a_link_is_left_where_it_is(paths: ProjectPaths) -> None:
    (paths.requirements_folder / "other").symlink_to(paths.item_folder("pay"))
    with pytest.raises(StorageError, match="is a link"):
        move_to_trash(DISK, paths, "other", now)
    assert paths.item_folder("other").is_symlink()


def test_wherever_the_disk_refuses_the_item_is_in_one_of_the_two_places(paths: ProjectPaths) -> None:
    share(paths)
    before, others = contents(paths.item_folder("pay")), shared(paths)
    for fail_at in range(1, 80):
        disk = FaultyDisk(DISK, fail_at, OSError(errno.ENOSPC, "No space left on device"))
        try:
            move_to_trash(disk, paths, "pay", now)
        except StorageError:
            pass
        else:
            break
        if found := list_trash(DISK, paths):
            assert contents(paths.trash / found[0].name).items() >= before.items()
            restore(DISK, paths, found[0], now)
        (paths.item_private("pay") / "lock.holder").unlink(missing_ok=True)
        assert contents(paths.item_folder("pay")) == before
        assert shared(paths) == others
        with item_lock(DISK, paths, "pay", now) as lock:
            assert lock.held
    else:
        pytest.fail("It never succeeded.")
