"""The `report` command as the shell sees it."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.exports import SAMPLE
from tests.support.golden import analysed
from tests.support.program import program

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("finished")
    analysed(root)
    return root


@pytest.fixture
def root(finished: Path, tmp_path: Path) -> Path:
    return shutil.copytree(finished, tmp_path / "project")


def page_in(root: Path) -> Path:
    return root / "docs" / "requirements" / SAMPLE / "report.html"


def test_the_page_goes_beside_the_documents_and_the_item_does_not_mind(root: Path) -> None:
    ran = program("report", SAMPLE, "--project", root)
    assert (ran.code, ran.out, ran.err) == (0, f"The page is written: {page_in(root)}\n", "")
    assert "Let clinics pay by invoice" in page_in(root).read_text(encoding="utf-8")
    assert "up to date already" in program("report", SAMPLE, "--project", root).out
    assert program("check", SAMPLE, "--project", root).code == 0


def test_a_page_nobody_changed_is_brought_up_to_date_in_any_copy_of_the_project(root: Path, tmp_path: Path) -> None:
    program("report", SAMPLE, "--project", root)
    elsewhere = tmp_path / "out" / "page.html"
    ran = program("report", SAMPLE, "--project", root, "--to", elsewhere)
    assert ran.out == f"The page is written: {elsewhere}\n"
    page = page_in(root).read_bytes()
    assert elsewhere.read_bytes() == page
    shutil.rmtree(root / ".roundtable", ignore_errors=True)
    page_in(root).write_bytes(page.replace(b"\n", b"\r\n"))
    assert "brought up to date" in program("report", SAMPLE, "--project", root).out
    assert page_in(root).read_bytes() == page


def test_a_file_that_is_not_ours_or_was_changed_is_left_alone(root: Path) -> None:
    program("report", SAMPLE, "--project", root)
    changed = page_in(root).read_bytes().replace(b"Let clinics pay", b"Let nobody pay")
    for theirs in (b"mine", b"", changed):
        page_in(root).write_bytes(theirs)
        ran = program("report", SAMPLE, "--project", root)
        assert ran.code == 1
        assert "is not a page as this program wrote it" in ran.err
        assert page_in(root).read_bytes() == theirs


def test_a_folder_takes_the_page_by_its_usual_name(root: Path, tmp_path: Path) -> None:
    assert program("report", SAMPLE, "--project", root, "--to", tmp_path).code == 0
    assert (tmp_path / "report.html").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_no_link_and_no_folder_of_git_is_written_through(root: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs.html").write_text("mine")
    page_in(root).symlink_to(tmp_path / "theirs.html")
    assert program("report", SAMPLE, "--project", root).code == 1
    assert (tmp_path / "theirs.html").read_text() == "mine"
    (root / ".git").mkdir()
    assert program("report", SAMPLE, "--project", root, "--to", root / ".git" / "page.html").code == 1
    assert list((root / ".git").iterdir()) == []


def test_an_item_that_is_not_there_is_named(root: Path) -> None:
    ran = program("report", "nothing-like-it", "--project", root)
    assert ran.code != 0
    assert "nothing-like-it" in ran.err
