"""Files that several items share: each item's part changes alone, and numbers are given out once."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.storage.shared_files import (
    SectionError,
    reserve_adr_number,
    section_of,
    with_section,
    write_section,
)

if TYPE_CHECKING:
    from pathlib import Path

BEGIN, END = b"<!-- roundtable:begin a -->", b"<!-- roundtable:end a -->"


def noon() -> datetime:
    return datetime(2026, 11, 16, 12, tzinfo=UTC)


def reserve(root: Path, slug: str, at_least: int = 1) -> int:
    return reserve_adr_number(RealDisk(), ProjectPaths(root), noon, slug, at_least)


def test_a_new_file_has_a_title_and_the_items_section() -> None:
    made = with_section(None, "a", b"## A\n")
    assert made == b"# Quality Attributes of All Items\n\n" + BEGIN + b"\n## A\n" + END + b"\n"
    assert section_of(made, "a") == b"## A\n"


def test_only_this_items_section_changes() -> None:
    both = with_section(with_section(b"mine\n", "a", b"A\n"), "b", b"B\n")
    changed = with_section(both, "a", b"A2\nmore\n")
    assert changed == both.replace(b"\nA\n", b"\nA2\nmore\n")


def test_a_file_with_carriage_returns_keeps_them() -> None:
    made = with_section(b"mine\r\n", "a", b"one\ntwo\n")
    assert b"\n" not in made.replace(b"\r\n", b"")
    assert section_of(made, "a") == b"one\r\ntwo\r\n"


def test_bytes_that_are_no_text_outside_the_section_stay() -> None:
    assert with_section(b"\xff\xfe mine", "a", b"A\n").startswith(b"\xff\xfe mine\n\n")


@pytest.mark.parametrize(
    "data",
    [
        BEGIN + b"\nA\n",
        b"A\n" + END + b"\n",
        END + b"\nA\n" + BEGIN + b"\n",
        BEGIN + b"\nA\n" + BEGIN + b"\n" + END + b"\n",
        BEGIN + b"\n<!-- roundtable:begin b -->\nB\n" + END + b"\n",
    ],
)
def test_damaged_marks_are_never_written_over(data: bytes) -> None:
    with pytest.raises(SectionError):
        with_section(data, "a", b"new\n")


def test_an_item_whose_name_begins_like_anothers_has_its_own_section() -> None:
    data = with_section(with_section(None, "a-2", b"other\n"), "a", b"A\n")
    assert (section_of(data, "a"), section_of(data, "a-2")) == (b"A\n", b"other\n")


def test_a_section_that_changed_since_it_was_read_is_not_written(tmp_path: Path) -> None:
    paths = ProjectPaths(tmp_path)
    assert write_section(RealDisk(), paths, noon, "a", b"one\n", None)
    assert not write_section(RealDisk(), paths, noon, "a", b"two\n", None)
    assert section_of(paths.nfr_matrix.read_bytes(), "a") == b"one\n"


def test_numbers_of_decisions_are_given_out_once_per_project(tmp_path: Path) -> None:
    assert [reserve(tmp_path, "a"), reserve(tmp_path, "b"), reserve(tmp_path, "a", 2)] == [1, 2, 3]


def test_asked_again_after_a_crash_an_item_gets_the_same_number(tmp_path: Path) -> None:
    assert [reserve(tmp_path, "a"), reserve(tmp_path, "a")] == [1, 1]


def test_numbers_of_files_that_came_with_a_checkout_are_taken(tmp_path: Path) -> None:
    for name in ("docs/requirements/old/adr-0007-cache.md", ".s2s/decisions/ADR-0009-queue.md"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("")
    assert reserve(tmp_path, "a") == 10


@pytest.mark.parametrize("content", ["", "[]", "{", '{"x": 1}', "\0\0"])
def test_a_damaged_register_is_made_anew_from_the_files(tmp_path: Path, content: str) -> None:
    (tmp_path / "docs/requirements/a").mkdir(parents=True)
    (tmp_path / "docs/requirements/a/adr-0003-x.md").write_text("")
    (tmp_path / ".roundtable/local").mkdir(parents=True)
    (tmp_path / ".roundtable/local/adr-numbers.json").write_text(content)
    assert reserve(tmp_path, "b") == 4
