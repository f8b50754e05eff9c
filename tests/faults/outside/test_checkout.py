"""A checkout or a rebase under a running analysis: no word of the user is lost, and git is only read.

The suite changes the branch at one moment of a run, `make faults` (EVERY_FAULT=1) at every seventh change of the disk.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from functools import cache, partial
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.storage.disk import RealDisk
from tests.faults.disk.test_taken_away import answer_all, heard
from tests.support.disk.disks import MeddledDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("git"), reason="needs git")]

ITEM = f"docs/requirements/{SLUG}"
MOMENTS = range(3, 80, 7) if EVERY_ONE else range(30, 80, 60)
BEFORE = PHASE_00[:3]


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    return done.stdout


@cache
def repository(folder: Path, *, journal_too: bool) -> Path:
    """Begun and committed on main; on `other` the code, the document and perhaps the journal are different."""
    write_code(folder)
    git(folder, "init", "-q")
    run(project_in(folder), BEFORE)
    git(folder, "add", *(["-f"] if journal_too else []), ".")
    git(folder, "commit", "-qm", "main")
    git(folder, "checkout", "-qb", "other")
    (folder / "src/mail/core.py").unlink()
    document = folder / ITEM / "quick-scan.md"
    document.write_text(document.read_text() + "\n## Other\n\nOf the other branch.\n")
    if journal_too:
        journal = folder / ITEM / ".roundtable/journal.jsonl"
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:4]))
    git(folder, "commit", "-qam", "other")
    git(folder, "checkout", "-q", "main")
    return folder


def checkout(root: Path) -> None:
    git(root, "checkout", "-q", "-f", "other")


def rebase(root: Path) -> None:
    git(root, "reset", "-q", "--hard", "main")
    git(root, "rebase", "-q", "other")


@pytest.mark.parametrize("journal_too", [False, True], ids=["journal ignored", "journal shared"])
@pytest.mark.parametrize("how", [checkout, rebase], ids=lambda one: one.__name__)
def test_a_change_of_branches_under_a_running_analysis_costs_no_word(
    how: Callable[[Path], None],
    journal_too: bool,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    promise: Promise,
) -> None:
    prepared = repository(tmp_path_factory.mktemp("repository"), journal_too=journal_too)
    for moment in MOMENTS:
        root = tmp_path / str(moment)
        shutil.copytree(prepared, root, symlinks=True)
        disk = MeddledDisk(RealDisk(), moment, partial(how, root))
        with promise.point(f"{how.__name__} before change {moment}"):
            said = asyncio.run(answer_all(project_in(root, disk)))
            assert set(said) <= heard(root)
            expected = git(root, "rev-parse", "HEAD", "other")
            again = asyncio.run(answer_all(project_in(root)))
            assert set(again) <= heard(root)
            assert git(root, "rev-parse", "HEAD", "other") == expected
            assert not git(root, "diff", "--cached", "--name-only")


def test_what_another_branch_says_in_a_document_is_merged_and_not_overwritten(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, promise: Promise
) -> None:
    prepared = repository(tmp_path_factory.mktemp("repository"), journal_too=False)
    shutil.copytree(prepared, tmp_path / "root", symlinks=True)
    root = tmp_path / "root"
    checkout(root)
    with promise.point():
        run(project_in(root), PHASE_00)
        assert "Of the other branch." in (root / ITEM / "quick-scan.md").read_text()
