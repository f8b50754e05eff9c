"""Whatever lies in a place is read without blocking, and nothing outside the place is read at all."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.library.files import LARGEST, Found, LeftOutError, files_beside, files_in_folders, read
from tests.unit.library.samples import put

if TYPE_CHECKING:
    from pathlib import Path

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs links, pipes or permissions of POSIX")


def problem(place: Path, name: str) -> str:
    with pytest.raises(LeftOutError) as caught:
        read(Found(place, name))
    assert str(place / name) in str(caught.value)
    assert caught.value.hint
    return str(caught.value)


def test_a_byte_order_mark_and_windows_line_ends_are_tolerated(tmp_path: Path) -> None:
    put(tmp_path, "a.md", b"\xef\xbb\xbfone\r\ntwo")
    assert read(Found(tmp_path, "a.md")) == "one\ntwo"


def test_terminal_control_is_taken_out_of_the_text(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "plain \x1b[31mred\x1b[0m \u202etrick")
    assert read(Found(tmp_path, "a.md")) == "plain red trick"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"caf\xe9", "not UTF-8 (byte 4)"),
        ("wide".encode("utf-16"), "not a text file"),
        (b"\x7fELF\x00\x01", "not a text file"),
        (b"x" * (LARGEST + 1), "larger than 1 MB"),
    ],
)
def test_what_is_not_a_small_utf8_text_is_left_out(tmp_path: Path, content: bytes, said: str) -> None:
    put(tmp_path, "a.md", content)
    assert said in problem(tmp_path, "a.md")


def test_a_file_of_exactly_the_largest_size_is_read(tmp_path: Path) -> None:
    put(tmp_path, "a.md", b"x" * LARGEST)
    assert len(read(Found(tmp_path, "a.md"))) == LARGEST


def test_a_folder_with_the_name_of_a_file_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.md").mkdir()
    assert "it is a folder" in problem(tmp_path, "a.md")


def test_a_file_that_is_gone_is_left_out(tmp_path: Path) -> None:
    assert "cannot be read" in problem(tmp_path, "a.md")


@posix_only
def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    assert "not an ordinary file" in problem(tmp_path, "a.md")


@posix_only
def test_a_link_to_a_device_leads_out_of_the_place(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("/dev/zero")
    assert "leads out of its place" in problem(tmp_path, "a.md")


@posix_only
def test_a_link_in_a_circle_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("b.md")
    (tmp_path / "b.md").symlink_to("a.md")
    assert "cannot be read" in problem(tmp_path, "a.md")


@posix_only
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_left_out(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "text").chmod(0)
    assert "Permission denied" in problem(tmp_path, "a.md")


@posix_only
def test_a_link_out_of_the_place_is_not_followed(tmp_path: Path) -> None:
    secret = put(tmp_path, "secret.md", "a secret")
    place = tmp_path / "place"
    place.mkdir()
    (place / "a.md").symlink_to(secret)
    assert "leads out of its place" in problem(place, "a.md")


@posix_only
def test_a_link_within_the_place_is_followed(tmp_path: Path) -> None:
    put(tmp_path, "real.md", "words")
    (tmp_path / "a.md").symlink_to("real.md")
    assert read(Found(tmp_path, "a.md")) == "words"


@posix_only
def test_a_place_that_is_itself_a_link_is_read(tmp_path: Path) -> None:
    put(tmp_path, "real/a.md", "words")
    (tmp_path / "place").symlink_to("real")
    assert read(Found(tmp_path / "place", "a.md")) == "words"


@posix_only
def test_a_folder_that_links_out_of_the_place_is_not_listed(tmp_path: Path) -> None:
    put(tmp_path, "elsewhere/a.md", "words")
    place = tmp_path / "place"
    place.mkdir()
    (place / "personas").symlink_to(tmp_path / "elsewhere")
    warnings: list[str] = []
    assert files_beside(place, "personas", warnings) == []
    assert "leads out of its place" in warnings[0]


def test_only_visible_markdown_counts_and_comes_by_name(tmp_path: Path) -> None:
    ignored = [".hidden.md", ".#a.md", "#a.md#", "~a.md", "a.md~", "a.md.bak", "a.txt", "README.md"]
    for name in ["b.md", "a.md", *ignored]:
        put(tmp_path, f"personas/{name}", "words")
    warnings: list[str] = []
    assert [found.name for found in files_beside(tmp_path, "personas", warnings)] == ["personas/a.md", "personas/b.md"]
    assert warnings == []


def test_a_missing_folder_is_nothing_to_warn_about(tmp_path: Path) -> None:
    warnings: list[str] = []
    assert files_in_folders(tmp_path / "nowhere", "steps", warnings) == []
    assert warnings == []


def test_a_file_where_the_folder_should_be_is_warned_about(tmp_path: Path) -> None:
    put(tmp_path, "steps", "words")
    warnings: list[str] = []
    assert files_in_folders(tmp_path, "steps", warnings) == []
    assert str(tmp_path / "steps") in warnings[0]


def test_a_file_beside_the_folders_is_left_out_with_a_warning(tmp_path: Path) -> None:
    put(tmp_path, "steps/stray.md", "words")
    put(tmp_path, "steps/README.md", "words")
    put(tmp_path, "steps/00-quick-scan/01-a.md", "words")
    warnings: list[str] = []
    found = files_in_folders(tmp_path, "steps", warnings)
    assert [file.name for file in found] == ["steps/00-quick-scan/01-a.md"]
    assert len(warnings) == 1
    assert "stray.md" in warnings[0]
