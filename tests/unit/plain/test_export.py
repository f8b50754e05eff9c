"""The `export` command as the shell sees it."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.exports import SAMPLE, TARGETS
from tests.support.fake_gh import FakeGh
from tests.support.golden import analysed
from tests.support.program import program

if TYPE_CHECKING:
    from pathlib import Path

WRITING = tuple(target for target in TARGETS if target != "github")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("finished")
    analysed(root)
    return root


@pytest.fixture
def root(finished: Path, tmp_path: Path) -> Path:
    return shutil.copytree(finished, tmp_path / "project")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("target", WRITING)
def test_a_dry_run_names_the_files_and_what_is_left_out_and_changes_nothing(root: Path, target: str) -> None:
    before = files(root)
    ran = program("export", SAMPLE, target, "--to", root / "out", "--dry-run", "--project", root)
    assert (ran.code, ran.err) == (0, "")
    assert "would be written to" in ran.out
    assert "Left out, because" in ran.out
    assert files(root) == before


@pytest.mark.parametrize("target", WRITING)
def test_what_is_exported_twice_is_unchanged_the_second_time(root: Path, target: str) -> None:
    first = program("export", SAMPLE, target, "--to", root / "out", "--project", root)
    written = files(root / "out")
    second = program("export", SAMPLE, target, "--to", root / "out", "--project", root)
    assert (first.code, second.code) == (0, 0)
    assert written
    assert "is up to date" in second.out
    assert files(root / "out") == written


def test_a_box_ticked_by_hand_counts_for_whoever_only_looks(root: Path) -> None:
    tasks = root / "docs/requirements" / SAMPLE / "tasks.md"
    tasks.write_text(tasks.read_text().replace("- [ ] T003 ", "- [x] T003 "))
    before = files(root)
    assert "\ndone    T003" in f"\n{program('export', SAMPLE, 'github', '--project', root).out}"
    program("export", SAMPLE, "kiro", "--to", root / "out", "--project", root)
    assert "- [x] 3.1 T003" in (root / f"out/.kiro/specs/{SAMPLE}/tasks.md").read_text()
    assert "(done)" in program("brief", SAMPLE, "--task", "T006", "--project", root).out
    assert before.items() <= files(root).items(), "nothing of the item is changed by it"


def test_without_a_folder_it_goes_into_the_items_own_and_the_item_does_not_mind(root: Path) -> None:
    before = files(root / "docs/requirements" / SAMPLE)
    checked = program("check", SAMPLE, "--project", root).out
    assert program("export", SAMPLE, "gherkin", "--project", root).code == 0
    after = files(root / "docs/requirements" / SAMPLE)
    assert {name for name in after if name not in before} == {
        f"export/gherkin/features/{SAMPLE}/fr-{number:03d}.feature" for number in range(1, 9)
    }
    assert {name: after[name] for name in before} == before
    assert program("check", SAMPLE, "--project", root).out == checked


def test_a_file_in_the_way_is_named_and_the_shell_is_told(root: Path) -> None:
    taken = root / "out/features" / SAMPLE / "fr-003.feature"
    taken.parent.mkdir(parents=True)
    taken.write_text("mine")
    ran = program("export", SAMPLE, "gherkin", "--to", root / "out", "--project", root)
    assert ran.code == 1
    assert f"features/{SAMPLE}/fr-003.feature is there already and is not from this export." in ran.out
    assert files(root / "out") == {f"features/{SAMPLE}/fr-003.feature": b"mine"}


def test_an_unknown_target_is_a_matter_of_usage(root: Path) -> None:
    assert program("export", SAMPLE, "doors", "--project", root).code == 2


@pytest.fixture
def gh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGh:
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return FakeGh(tmp_path / "bin")


@pytest.mark.parametrize("flags", [(), ("--dry-run",), ("--create", "--dry-run")])
def test_issues_are_only_shown_unless_they_are_asked_for(root: Path, gh: FakeGh, flags: tuple[str, ...]) -> None:
    before = files(root)
    ran = program("export", SAMPLE, "github", *flags, "--project", root)
    assert ran.code == 0
    assert "create  T001 " in ran.out
    assert "Nothing was sent." in ran.out
    assert "Left out, because GitHub" in ran.out
    assert gh.calls == []
    assert files(root) == before


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for gh is a script with a first line")
def test_issues_are_made_once(root: Path, gh: FakeGh) -> None:
    assert program("plan", SAMPLE, "--project", root).code == 0
    first = program("export", SAMPLE, "github", "--create", "--project", root)
    assert (first.code, first.err) == (0, "")
    assert f"{len(gh.issues)} issues created, 0 were there already." in first.out
    second = program("export", SAMPLE, "github", "--create", "--project", root)
    assert f"0 issues created, {len(gh.issues)} were there already." in second.out


def test_a_refusal_of_gh_is_one_sentence(root: Path, gh: FakeGh) -> None:
    FakeGh(gh.folder, most=1)
    assert program("plan", SAMPLE, "--project", root).code == 0
    ran = program("export", SAMPLE, "github", "--create", "--project", root)
    assert ran.code == 1
    assert "created  #41" in ran.out
    assert "`gh` refused the issue of T002: GraphQL: was submitted too quickly." in ran.out


@pytest.mark.parametrize("words", [("github", "--to", "out"), ("gherkin", "--create")])
def test_flags_of_another_target_are_a_matter_of_usage(root: Path, words: tuple[str, ...]) -> None:
    ran = program("export", SAMPLE, *words, "--project", root)
    assert (ran.code, len(ran.sentences)) == (2, 1)
