"""The history is told by file, under the names of today; without git there is none."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.codebase.impact.churn import FilePast, Past, past_of, read_past

if TYPE_CHECKING:
    from pathlib import Path


def run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)


def commit(author: str, *changes: str) -> bytes:
    """A commit as git tells it; a change is `M name` or `R old new`."""
    parts = [part for change in changes for part in change.split()]
    return f"\x01abc\x02{author}\0\n".encode() + b"".join(part.encode() + b"\0" for part in parts)


def test_commits_and_authors_are_counted_by_file() -> None:
    past = read_past(commit("a@x", "M a.py", "M b.py") + commit("b@x", "M a.py") + commit("A@x", "M a.py"))
    assert (past.commits, past.files) == (3, {"a.py": FilePast(3, 2), "b.py": FilePast(1, 1)})


def test_a_renamed_file_keeps_its_past() -> None:
    past = read_past(commit("a@x", "M new.py") + commit("a@x", "R100 old.py new.py") + commit("b@x", "M old.py"))
    assert set(past.files) == {"new.py"}
    assert (past.files["new.py"].commits, past.files["new.py"].authors) == (3, 2)


def test_files_that_change_together_are_known_unless_the_commit_sweeps() -> None:
    few = commit("a@x", "M a.py", "M b.py")
    many = commit("a@x", "M a.py", *(f"M {number}.py" for number in range(30)))
    assert read_past(few + many).together == {"a.py": {"b.py": 1}, "b.py": {"a.py": 1}}


def test_an_import_of_everything_is_no_churn() -> None:
    past = read_past(commit("a@x", *(f"A {number}.py" for number in range(300))))
    assert (past.commits, past.files) == (1, {})


def test_git_is_asked_and_names_are_relative_to_the_project(tmp_path: Path) -> None:
    folder = tmp_path / "sub"
    folder.mkdir()
    (folder / "two words.py").write_text("1\n")
    (tmp_path / "outside.py").write_text("1\n")
    for arguments in (("init",), ("add", "."), ("commit", "-m", "one"), ("mv", "sub/two words.py", "sub/ä\n\x01.py")):
        run("git", *arguments, cwd=tmp_path)
    run("git", "commit", "-m", "two", cwd=tmp_path)
    assert {name: one.commits for name, one in past_of(folder).files.items()} == {"ä\n\x01.py": 2}


@pytest.mark.parametrize(
    ("depth", "counted", "said"),
    [(1, {}, "without its history"), (2, {"a.py": 1}, "only the last commit can be counted")],
)
def test_a_shallow_clone_invents_no_past_for_what_it_was_cut_off_from(
    tmp_path: Path, depth: int, counted: dict[str, int], said: str
) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    run("git", "init", cwd=whole)
    (whole / "b.py").write_text("1\n")
    for number in range(3):
        (whole / "a.py").write_text(f"{number}\n")
        run("git", "add", ".", cwd=whole)
        run("git", "commit", "-m", "x", cwd=whole)
    run("git", "clone", f"--depth={depth}", f"file://{whole}", "shallow", cwd=tmp_path)
    run("git", "worktree", "add", "../tree", cwd=tmp_path / "shallow")
    for place in ("shallow", "tree"):
        past = past_of(tmp_path / place)
        assert {name: one.commits for name, one in past.files.items()} == counted
        assert said in past.problem
    assert past_of(whole).problem == ""


def test_without_git_there_is_no_past(tmp_path: Path) -> None:
    assert past_of(tmp_path) == Past()


@pytest.mark.parametrize("log", [b"", b"\x01", b"\x01a\x02b\x02\0M", b"\x01a\0\nR100\0x\0"])
def test_a_log_that_was_cut_off_is_read_as_far_as_it_goes(log: bytes) -> None:
    assert set(read_past(log).files) <= {"x"}


@given(
    st.lists(
        st.lists(st.sampled_from(["M a", "M b", "R100 a b", "R100 b c", "A c"]), min_size=1, max_size=4), max_size=6
    )
)
def test_no_file_changed_more_often_than_there_are_commits(changes: list[list[str]]) -> None:
    past = read_past(b"".join(commit("a@x", *one) for one in changes))
    assert past.commits == len(changes)
    assert all(1 <= one.commits <= past.commits for one in past.files.values())
