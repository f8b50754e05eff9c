"""Earlier versions of an artifact: kept before they are replaced, listed, read back, and not for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.storage.versions import MOST_EDITED, MOST_RENDERED, History
from tests.support.disk.crashes import Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk

if TYPE_CHECKING:
    from pathlib import Path

SPEC = "requirements-spec.md"


def history(root: Path) -> History:
    return History(RealDisk(), ProjectPaths(root), "invoices")


def folder(root: Path) -> Path:
    return root / "docs/requirements/invoices/.roundtable/history" / SPEC


def test_a_kept_version_is_listed_and_read_back(tmp_path: Path) -> None:
    kept = history(tmp_path)
    kept.keep(SPEC, b"one\r\n", 3, edited=False)
    kept.keep(SPEC, b"two", 12, edited=True)
    versions = kept.versions(SPEC)
    assert [(one.seq, one.edited, one.size, kept.read(one)) for one in versions] == [
        (3, False, 5, b"one\r\n"),
        (12, True, 3, b"two"),
    ]


def test_what_was_kept_last_is_not_kept_twice(tmp_path: Path) -> None:
    kept = history(tmp_path)
    for seq in (3, 4):
        kept.keep(SPEC, b"one", seq, edited=False)
    assert [one.seq for one in kept.versions(SPEC)] == [3]


def test_an_artifact_without_history_has_no_versions(tmp_path: Path) -> None:
    assert history(tmp_path).versions(SPEC) == ()


def test_other_files_in_the_folder_are_passed_over(tmp_path: Path) -> None:
    history(tmp_path).keep(SPEC, b"one", 3, edited=False)
    (folder(tmp_path) / "notes.txt").write_text("mine")
    (folder(tmp_path) / "000004-abcdefabcdef").mkdir()
    assert len(history(tmp_path).versions(SPEC)) == 1


def test_a_damaged_version_is_refused(tmp_path: Path) -> None:
    kept = history(tmp_path)
    kept.keep(SPEC, b"one", 3, edited=False)
    (version,) = kept.versions(SPEC)
    (folder(tmp_path) / version.file).write_bytes(b"two")
    with pytest.raises(StorageError, match="damaged"):
        kept.read(version)


def test_the_oldest_renders_go_first_and_hand_edits_stay(tmp_path: Path) -> None:
    kept = history(tmp_path)
    kept.keep(SPEC, b"mine", 1, edited=True)
    for seq in range(2, MOST_RENDERED + 5):
        kept.keep(SPEC, f"{seq}".encode(), seq, edited=False)
    versions = kept.versions(SPEC)
    assert versions[0].edited
    assert [one.seq for one in versions[1:]] == list(range(5, MOST_RENDERED + 5))
    assert MOST_EDITED > MOST_RENDERED


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        history(tmp_path).keep("../../journal.jsonl", b"x", 1, edited=False)


def test_after_a_crash_every_listed_version_is_whole(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    history(root).keep(SPEC, b"one", 3, edited=False)
    before = Image.of(root)
    disk = RecordingDisk(RealDisk(), root)
    History(disk, ProjectPaths(root), "invoices").keep(SPEC, b"two", 4, edited=True)
    for number, image in enumerate(crash_images(disk.operations, before)):
        there = tmp_path / f"crash-{number}"
        materialise(image, there)
        found = history(there)
        assert [found.read(one) for one in found.versions(SPEC)] in ([b"one"], [b"one", b"two"]), image.label
