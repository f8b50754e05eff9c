"""`check`: what it finds on a real item, what it leaves alone, and that it never touches anything."""

from __future__ import annotations

import json
import shutil
import socket
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from roundtable_tui.cli import commands
from roundtable_tui.config.model import Settings
from roundtable_tui.domain.journal.events import USER, Event, HandEdited
from roundtable_tui.errors import UsageError
from roundtable_tui.items.open_item import open_item
from roundtable_tui.items.project import open_with_settings
from roundtable_tui.items.voices import Flags
from roundtable_tui.items.workspace import Workspace
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.plain.check_report import Checked, check, check_report
from roundtable_tui.plain.entry import run_file
from roundtable_tui.storage.journal import encode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SLUG = "print-the-list"
SHORT = """
description: Print the list
mode: guided
tier: standard
depth: brief
answers:
  - It adds a button that prints the list of orders.
  - C
  - "orders, print, list"
  - C
  - "4"
  - C
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one item on which the quick scan was done and the analysis then ended."""
    root = tmp_path_factory.mktemp("begun")
    (root / "orders.py").write_text("def print_list() -> None: ...\n")
    answers = tmp_path_factory.mktemp("answers") / "answers.yaml"
    answers.write_text(SHORT)
    project, _, _ = open_with_settings(root)
    run_file(Workspace(project, Settings(), Flags()), answers, "", None, as_json=True)
    return root


@pytest.fixture
def root(begun: Path, tmp_path: Path) -> Path:
    return shutil.copytree(begun, tmp_path / "project")


def folder(root: Path) -> Path:
    return root / "docs" / "requirements" / SLUG


def checked(root: Path, item: str = "") -> Checked:
    project, _, warnings = open_with_settings(root)
    return check(project, item, warnings)


def found(root: Path) -> set[tuple[str, str]]:
    """The severity and code of what was found in the one item."""
    (item,) = checked(root).items
    return {(finding.severity.value, finding.code) for finding in item.findings}


def snapshot(root: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(root)): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in sorted(root.rglob("*"))
    }


def test_an_item_as_it_was_left_is_in_order(root: Path) -> None:
    assert found(root) == set()
    assert not checked(root).failed


def _tear(item: Path) -> None:
    journal = item / ".roundtable" / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])


def _damage(item: Path) -> None:
    journal = item / ".roundtable" / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:3], b"nonsense\n", *lines[4:]]))


def _from_the_future(item: Path) -> None:
    journal = item / ".roundtable" / "journal.jsonl"
    last = json.loads(journal.read_bytes().splitlines()[-1])
    with journal.open("ab") as file:
        file.write(json.dumps({**last, "v": 99, "seq": last["seq"] + 1}).encode() + b"\n")


def _forget_a_step(item: Path) -> None:
    meta = json.loads((item / "meta.json").read_text())
    (item / "meta.json").write_text(json.dumps({**meta, "steps_completed": meta["steps_completed"][1:]}))


def _forget_the_phases(item: Path) -> None:
    meta = json.loads((item / "meta.json").read_text())
    (item / "meta.json").write_text(json.dumps({**meta, "phases_completed": [], "analysis_status": "raw"}))


def _add_a_step(item: Path) -> None:
    meta = json.loads((item / "meta.json").read_text())
    (item / "meta.json").write_text(json.dumps({**meta, "steps_completed": [*meta["steps_completed"], "09-09"]}))


def _wrong_status(item: Path) -> None:
    meta = json.loads((item / "meta.json").read_text())
    (item / "meta.json").write_text(json.dumps({**meta, "analysis_status": "analyzed"}))


def _edit(item: Path) -> None:
    with (item / "quick-scan.md").open("a") as file:
        file.write("\nMine.\n")


def _disagree(item: Path) -> None:
    journal = item / ".roundtable" / "journal.jsonl"
    last = json.loads(journal.read_bytes().splitlines()[-1])
    edit = HandEdited("quick-scan.md", conflicts=("Scope is small there and large here.",))
    with journal.open("ab") as file:
        file.write(encode([Event(last["seq"] + 1, last["at"], last["exchange"], USER, 0, edit)]))


def _leave_a_dead_holder(item: Path) -> None:
    holder = {"pid": 2**22 + 1, "host": socket.gethostname(), "user": "", "since": "2026-01-01T00:00:00+00:00"}
    (item / ".roundtable" / "lock.holder").write_text(json.dumps(holder))


DISORDERS: dict[str, tuple[Callable[[Path], object], tuple[str, str]]] = {
    "torn": (_tear, ("warning", "journal-torn")),
    "damaged": (_damage, ("error", "journal-damaged")),
    "newer": (_from_the_future, ("error", "journal-newer")),
    "meta gone": (lambda item: (item / "meta.json").unlink(), ("warning", "meta-missing")),
    "meta broken": (lambda item: (item / "meta.json").write_text("{"), ("error", "meta-unreadable")),
    "step forgotten": (_forget_a_step, ("warning", "meta-steps")),
    "phase forgotten": (_forget_the_phases, ("warning", "meta-phases")),
    "step from elsewhere": (_add_a_step, ("note", "meta-outside")),
    "status": (_wrong_status, ("warning", "meta-status")),
    "edited": (_edit, ("note", "artifact-edited")),
    "conflict": (_disagree, ("warning", "conflict")),
    "artifact gone": (lambda item: (item / "quick-scan.md").unlink(), ("warning", "artifact-missing")),
    "base gone": (lambda item: shutil.rmtree(item / ".roundtable" / "base"), ("warning", "base-missing")),
    "not written by us": (lambda item: (item / "data-flow.md").write_text("x"), ("note", "artifact-unrecorded")),
    "crash": (lambda item: (item / ".meta.json.0123456789ab.tmp").write_text("x"), ("note", "leftover")),
    "set aside": (lambda item: (item / "meta.json.corrupt-20260101T000000Z").write_text("x"), ("warning", "set-aside")),
    "dead window": (_leave_a_dead_holder, ("note", "lock-left")),
    "no journal": (lambda item: shutil.rmtree(item / ".roundtable"), ("note", "no-journal")),
}


@pytest.mark.parametrize("name", DISORDERS)
def test_each_disorder_is_named_and_left_as_it_is(root: Path, name: str) -> None:
    disturb, expected = DISORDERS[name]
    disturb(folder(root))
    before = snapshot(root)
    assert expected in found(root)
    assert snapshot(root) == before
    assert checked(root).failed is (expected[0] != "note")


def test_an_item_open_in_another_window_can_be_checked(root: Path) -> None:
    project, _, _ = open_with_settings(root)
    opened = open_item(project, SLUG)
    try:
        before = snapshot(root)
        assert found(root) == {("note", "open-elsewhere")}
        assert snapshot(root) == before
    finally:
        opened.release()


def test_a_journal_copied_from_another_item_is_noticed(root: Path) -> None:
    folder(root).rename(folder(root).with_name("another"))
    assert ("warning", "journal-other-item") in found(root)


def test_a_file_that_should_be_a_folder_is_one_finding_not_a_crash(root: Path) -> None:
    shutil.rmtree(folder(root) / ".roundtable")
    (folder(root) / ".roundtable").write_text("x")
    assert checked(root).items


def test_an_item_that_is_not_there_is_a_usage_error(root: Path) -> None:
    with pytest.raises(UsageError, match="no item 'nothing'"):
        checked(root, "nothing")


def test_an_item_can_be_named_by_the_end_of_its_slug(root: Path) -> None:
    assert [item.slug for item in checked(root, "list").items] == [SLUG]


def test_a_knowledge_file_that_cannot_be_used_is_a_finding(root: Path) -> None:
    steps = root / ".roundtable" / "steps" / "01-requirements"
    steps.mkdir(parents=True)
    (steps / "99-mine.md").write_text("no frontmatter here")
    report = checked(root)
    assert report.failed
    assert "99-mine.md" in report.knowledge[0].reason


def test_the_json_report_has_its_documented_form(root: Path) -> None:
    (folder(root) / "meta.json").write_text("{")
    report = json.loads(check_report(checked(root), as_json=True))
    assert set(report) == {"items", "panels", "knowledge"}
    assert set(report["items"][0]) == {"slug", "findings", "repetition"}
    assert set(report["items"][0]["findings"][0]) == {"severity", "code", "where", "entry", "reason", "suggestion"}


def test_the_text_report_says_what_where_and_what_to_do(root: Path) -> None:
    (folder(root) / "meta.json").write_text("{")
    text = check_report(checked(root), as_json=False)
    assert "error meta-unreadable (meta.json): It cannot be understood. Mend its JSON" in text
    assert text.endswith("1 item checked: 1 error.")


def test_a_project_without_items_is_in_order(tmp_path: Path) -> None:
    assert check_report(checked(tmp_path), as_json=False) == "There are no items to check."
    assert not checked(tmp_path).failed


def test_the_command_exits_with_1_only_if_something_needs_mending(root: Path) -> None:
    def code() -> object:
        return CliRunner().invoke(commands, ["check", "--project", str(root)], standalone_mode=False).return_value

    assert code() == 0
    _edit(folder(root))
    assert code() == 0
    (folder(root) / "meta.json").write_text("{")
    assert code() == 1


@pytest.mark.slow
def test_the_shipped_sample_has_no_finding(tmp_path: Path) -> None:
    project, _, _ = open_with_settings(tmp_path)
    answers = shipped_assets() / "demo" / "answers.yaml"
    run_file(Workspace(project, Settings(), Flags()), answers, "", None, as_json=True)
    (before,) = check(project).items
    for finding in before.findings:
        assert finding.code == "file-missing", finding
        file = tmp_path / finding.reason.split(" is to be ")[0]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert [item.findings for item in check(project).items] == [()]


def test_it_says_how_much_of_the_documents_stands_twice(root: Path) -> None:
    (item,) = checked(root).items
    found = item.repetition
    report = check_report(checked(root), as_json=False)
    assert found.sequences > 0
    assert f"  {found.share:.1%} of {found.sequences:,} sequences of eight words stand twice or more." in report


def test_where_too_much_stands_twice_it_says_what(root: Path) -> None:
    said = "the list of orders is printed when somebody presses the new button"
    with (folder(root) / "quick-scan.md").open("a") as file:
        file.write(f"\n{said}.\n\n- {said}\n" * 20)
    report = check_report(checked(root), as_json=False)
    assert f"which is more than 8%; above all:\n    {said} (quick-scan.md)" in report
    loaded = json.loads(check_report(checked(root), as_json=True))["items"][0]["repetition"]
    assert loaded["worst"][0] == {"words": said, "documents": ["quick-scan.md"] * 40}
    assert loaded["share"] == round(loaded["repeated"] / loaded["sequences"], 4)
