"""Earlier versions can be seen and put back from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_code(tmp_path)
    run(project_in(tmp_path), PHASE_00)
    return tmp_path


def test_history_counts_the_versions_of_every_document(root: Path) -> None:
    ran = program("history", SLUG, "--project", root)
    assert ran.code == 0
    assert "quick-scan.md" in ran.out
    assert "earlier versions" in ran.out


def test_an_earlier_version_can_be_put_back_and_undone_again(root: Path) -> None:
    document = root / "docs/requirements" / SLUG / "quick-scan.md"
    now = document.read_bytes()
    oldest = program("history", SLUG, "quick-scan.md", "--show", "1", "--project", root).out
    assert oldest
    assert oldest.encode() != now
    assert program("history", SLUG, "quick-scan.md", "--restore", "1", "--project", root).code == 0
    assert document.read_bytes() != now
    assert "Keywords" not in document.read_text()
    listed = program("history", SLUG, "quick-scan.md", "--project", root).out.splitlines()
    newest = str(len(listed))
    assert program("history", SLUG, "quick-scan.md", "--show", newest, "--project", root).out.encode() == now


def test_a_version_that_is_not_there_is_named(root: Path) -> None:
    ran = program("history", SLUG, "quick-scan.md", "--restore", "99", "--project", root)
    assert (ran.code, len(ran.sentences)) == (2, 1)
    assert "version 99" in ran.sentences[0]
