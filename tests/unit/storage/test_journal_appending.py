"""Lines are durable before they count, and never added to a file somebody else has changed."""

from __future__ import annotations

from datetime import timedelta, timezone
from functools import partial
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.errors import JournalChangedError, StorageError
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.journal import Journal, parse
from roundtable_tui.storage.paths import ProjectPaths, writable_target
from tests.support.disk.disks import FaultyDisk, RecordingDisk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


from tests.unit.storage.journal_lines import EVENTS, FIRST, FULL, LINES, NOW, SECOND, THIRD, beside, opened, said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def test_lines_are_durable_before_an_append_returns(path: Path) -> None:
    disk = RecordingDisk(RealDisk(), path.parent)
    journal = opened(path, disk)
    journal.append(EVENTS[:2], (), NOW)
    journal.append(EVENTS[2:], EVENTS[:2], NOW)
    assert [(operation.name, operation.path, operation.data) for operation in disk.operations] == [
        ("append", "journal.jsonl", FIRST + SECOND),
        ("sync", "journal.jsonl", b""),
        ("sync_folder", ".", b""),
        ("append", "journal.jsonl", THIRD),
        ("sync", "journal.jsonl", b""),
    ]


def _appended_to(path: Path) -> None:
    path.write_bytes(path.read_bytes() + SECOND)


def _shortened(path: Path) -> None:
    path.write_bytes(b"")


def _replaced_by_one_of_the_same_size(path: Path) -> None:
    path.rename(path.with_name("old"))
    path.write_bytes(FIRST)


def _removed(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("change", [_appended_to, _shortened, _replaced_by_one_of_the_same_size, _removed])
def test_a_journal_somebody_else_changed_is_left_alone_and_everything_is_saved_aside(
    path: Path, change: Callable[[Path], None]
) -> None:
    path.write_bytes(FIRST)
    journal = opened(path)
    change(path)
    theirs = path.read_bytes() if path.exists() else None
    with pytest.raises(JournalChangedError) as raised:
        journal.append([said(2, "mine")], EVENTS[:1], NOW)
    assert (path.read_bytes() if path.exists() else None) == theirs
    saved = beside(path)["journal.jsonl.unsaved-20261116T030319Z"]
    assert parse(saved).events == (said(1), said(2, "mine"))
    assert str(path) in raised.value.sentence
    assert "journal.jsonl.unsaved-20261116T030319Z" in raised.value.hint


def test_a_journal_that_appeared_meanwhile_is_not_appended_to(path: Path) -> None:
    journal = opened(path)
    path.write_bytes(FIRST)
    with pytest.raises(JournalChangedError):
        journal.append([said(1, "mine")], (), NOW)
    assert path.read_bytes() == FIRST


def test_what_was_saved_aside_is_never_overwritten(path: Path) -> None:
    path.write_bytes(FIRST)
    journal = opened(path)
    path.unlink()
    for words in ("one", "two"):
        with pytest.raises(JournalChangedError):
            journal.append([said(2, words)], EVENTS[:1], NOW)
    assert [parse(data).events[1].body for _, data in sorted(beside(path).items())] == [
        UserSaid("one"),
        UserSaid("two"),
    ]


def test_words_are_saved_aside_even_if_the_whole_folder_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / ".roundtable"
    folder.mkdir()
    path = folder / "journal.jsonl"
    path.write_bytes(FIRST)
    journal = opened(path)
    path.unlink()
    folder.rmdir()
    with pytest.raises(JournalChangedError):
        journal.append([said(2)], EVENTS[:1], NOW)
    assert [parse(data).events for data in beside(path).values()] == [EVENTS[:2]]


def _a_file_in_its_place(folder: Path) -> None:
    folder.rename(folder.with_name("moved"))
    folder.write_text("a file")


def _a_link_in_its_place(folder: Path) -> None:
    folder.rename(folder.parents[4] / "moved")
    (folder.parents[4] / "outside").mkdir()
    folder.symlink_to(folder.parents[4] / "outside")


@pytest.mark.parametrize("pull_away", [_a_file_in_its_place, _a_link_in_its_place])
def test_words_that_cannot_be_saved_beside_the_journal_are_saved_with_the_users_own_files(
    tmp_path: Path, pull_away: Callable[[Path], None]
) -> None:
    paths = ProjectPaths(tmp_path / "project")
    path = paths.journal("pay")
    path.parent.mkdir(parents=True)
    path.write_bytes(FIRST)
    refuge = tmp_path / "home" / "unsaved"
    refuge.parent.mkdir()
    journal = Journal(RealDisk(), path, refuge, partial(writable_target, paths))
    journal.open(NOW)
    pull_away(path.parent)
    with pytest.raises(JournalChangedError) as raised:
        journal.append([said(2)], EVENTS[:1], NOW)
    (saved,) = refuge.iterdir()
    assert saved.name == "pay-journal.jsonl.unsaved-20261116T030319Z"
    assert parse(saved.read_bytes()).events == EVENTS[:2]
    assert str(saved) in raised.value.hint
    assert not any((tmp_path / "outside").glob("*"))


def test_the_time_in_a_name_is_universal_time(path: Path) -> None:
    path.write_bytes(FIRST)
    journal = opened(path)
    path.unlink()
    with pytest.raises(JournalChangedError):
        journal.append([said(2)], EVENTS[:1], NOW.astimezone(timezone(timedelta(hours=9))))
    assert list(beside(path)) == ["journal.jsonl.unsaved-20261116T030319Z"]


@pytest.mark.parametrize("fail_at", [1, 2], ids=["append", "sync"])
def test_a_full_disk_leaves_a_journal_that_loads_and_goes_on(path: Path, fail_at: int) -> None:
    path.write_bytes(FIRST)
    journal = opened(path, FaultyDisk(RealDisk(), fail_at, FULL, partial=True))
    with pytest.raises(StorageError, match="The disk is full"):
        journal.append(EVENTS[1:], EVENTS[:1], NOW)
    assert path.read_bytes() == FIRST
    journal.append(EVENTS[1:], EVENTS[:1], NOW)
    assert path.read_bytes() == LINES


@pytest.mark.parametrize("fail_at", [1, 2, 3], ids=["append", "sync", "sync_folder"])
def test_a_disk_that_is_full_at_the_very_first_line_can_be_tried_again(path: Path, fail_at: int) -> None:
    journal = opened(path, FaultyDisk(RealDisk(), fail_at, FULL, partial=True))
    with pytest.raises(StorageError, match="The disk is full"):
        journal.append(EVENTS[:1], (), NOW)
    journal.append(EVENTS[:1], (), NOW)
    assert path.read_bytes() == FIRST


def test_a_partial_line_that_cannot_be_taken_back_is_dropped_on_the_next_opening(path: Path) -> None:
    path.write_bytes(FIRST)
    journal = opened(path, FaultyDisk(RealDisk(), 1, FULL, partial=True, for_good=True))
    with pytest.raises(StorageError):
        journal.append([said(2)], EVENTS[:1], NOW)
    assert path.read_bytes() == FIRST + SECOND[: len(SECOND) // 2]
    contents, notices = Journal(RealDisk(), path).open(NOW)
    assert (contents.events, len(notices)) == (EVENTS[:1], 1)
