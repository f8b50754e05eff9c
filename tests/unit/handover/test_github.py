"""Tasks as issues: nothing is sent unasked, each task is sent once, and nobody is called by name."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.handover.gh_program import GhError, GhProgram
from roundtable_tui.handover.github import issues_of, without_mentions
from tests.support.exports import SAMPLE, hostile_item, sample
from tests.support.fake_gh import FakeGh

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for gh is a script with a first line")


@pytest.fixture
def gh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGh:
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return FakeGh(tmp_path / "bin")


def tasks() -> list[str]:
    return [task.id for task in sample().plan.tasks]


def made(folder: Path, slug: str = SAMPLE, parent: int = 0) -> list[tuple[str, bool]]:
    return [(one.task, one.is_new) for one in GhProgram(folder).make(issues_of(sample()), slug, parent)]


def test_every_task_is_sent_once_and_found_on_a_second_run(gh: FakeGh, tmp_path: Path) -> None:
    assert made(tmp_path) == [(task, True) for task in tasks()]
    assert made(tmp_path) == [(task, False) for task in tasks()]
    assert [one["title"].split()[0] for one in gh.issues] == tasks()
    assert [one["body"] for one in gh.issues] == [issue.body for issue in issues_of(sample())]


def test_what_a_task_waits_for_is_linked_by_number(gh: FakeGh, tmp_path: Path) -> None:
    made(tmp_path, parent=7)
    numbers = {one["title"].split()[0]: one["number"] for one in gh.issues}
    creating = [words for words in gh.calls if words[:2] == ["issue", "create"]]
    assert all(words[words.index("--parent") + 1] == "7" for words in creating)
    linked = {
        words[words.index("--title") + 1].split()[0]: words[words.index("--blocked-by") + 1]
        for words in creating
        if "--blocked-by" in words
    }
    expected = {task.id: [str(numbers[one]) for one in task.blocked_by] for task in sample().plan.tasks}
    assert linked == {task: ",".join(several) for task, several in expected.items() if several}


def test_an_older_gh_gets_the_links_as_words(gh: FakeGh, tmp_path: Path) -> None:
    FakeGh(gh.folder, version="2.93")
    made(tmp_path, parent=7)
    assert not any({"--parent", "--blocked-by"} & set(words) for words in gh.calls)
    waiting = next(task for task in sample().plan.tasks if task.blocked_by)
    body = gh.issues[tasks().index(waiting.id)]["body"]
    assert all(f"Blocked by #{41 + tasks().index(one)}" in body for one in waiting.blocked_by)
    assert "Part of #7" in body


def test_the_same_id_of_another_item_is_another_task(gh: FakeGh, tmp_path: Path) -> None:
    gh.issues = [
        {"number": 1, "title": "T001 Something else", "body": "Task T001 of `other`: Other"},
        {"number": 2, "title": "T002: edited by hand", "body": None},
        {"number": 3, "title": "T0030 is no T003", "body": ""},
    ]
    assert [task for task, is_new in made(tmp_path) if not is_new] == ["T002"]


def test_after_a_refusal_the_next_run_goes_on_where_it_ended(gh: FakeGh, tmp_path: Path) -> None:
    FakeGh(gh.folder, most=3)
    with pytest.raises(GhError, match=r"T004.*submitted too quickly"):
        made(tmp_path)
    FakeGh(gh.folder)
    assert [is_new for _, is_new in made(tmp_path)] == [False] * 3 + [True] * (len(tasks()) - 3)
    assert len(gh.issues) == len(tasks())


def test_without_gh_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GhError, match="was not found"):
        GhProgram(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ask @octocat", "ask `@octocat`"),
        ("@org/team, please", "`@org/team`, please"),
        ("`@media` and me@example.org", "`@media` and me@example.org"),
        ("5 @ 3", "5 @ 3"),
    ],
)
def test_nobody_is_called_to_an_issue_by_an_example(text: str, expected: str) -> None:
    assert without_mentions(text) == expected


def test_a_title_of_the_hostile_item_is_one_line_that_github_takes() -> None:
    titles = [issue.title for issue in issues_of(hostile_item())]
    assert titles
    assert all(len(title) <= 200 and title.isprintable() and title.startswith("T") for title in titles)
