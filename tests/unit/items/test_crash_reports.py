"""What is kept of an unexpected end: enough to find the fault, and nothing anybody wrote."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from textual.worker import WorkerFailed

from roundtable_tui.items.crash_reports import Crash, crash_report, in_words, keep_crash, take_crash

if TYPE_CHECKING:
    from pathlib import Path

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
SECRET = "hunter2"


def _fail() -> None:
    raise KeyError(f"password {SECRET}")


def _failure() -> Exception:
    try:
        try:
            _fail()
        except KeyError as error:
            raise RuntimeError(f"password {SECRET}") from error
    except RuntimeError as error:
        return error
    raise AssertionError


def test_the_report_names_the_errors_and_their_places() -> None:
    report = crash_report(_failure(), NOON)
    assert "builtins.RuntimeError" in report
    assert "after builtins.KeyError" in report
    assert "items/test_crash_reports.py:" in report


def test_the_report_holds_no_words_no_values_and_no_path_of_this_machine(tmp_path: Path) -> None:
    report = crash_report(_failure(), NOON)
    assert SECRET not in report
    assert "password" not in report
    assert str(tmp_path.parents[-2]) not in report


def test_the_report_says_what_a_worker_of_the_screen_failed_of() -> None:
    report = crash_report(WorkerFailed(_failure()), NOON)
    assert "after builtins.RuntimeError" in report
    assert "in _failure" in report


def test_errors_that_lead_to_each_other_in_a_circle_end() -> None:
    first, second = ValueError(), ValueError()
    first.__cause__, second.__cause__ = second, first
    assert crash_report(first, NOON).count("ValueError") == 10


def test_what_was_open_is_told_once_and_only_in_its_project(tmp_path: Path) -> None:
    project = tmp_path / "project"
    report = keep_crash(_failure(), tmp_path / "cache", NOON, project, "pay-by-invoice")
    assert report.is_file()
    assert take_crash(tmp_path / "cache", tmp_path / "other") is None
    assert take_crash(tmp_path / "cache", project) == Crash(str(project), "pay-by-invoice", "2026-11-18T12:00:00+00:00")
    assert take_crash(tmp_path / "cache", project) is None


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", '{"project": 1}', "[" * 100_000])
def test_a_note_that_cannot_be_read_says_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / "crashes").mkdir()
    (tmp_path / "crashes" / "open-then.json").write_text(content)
    assert take_crash(tmp_path, tmp_path) is None


def test_the_message_says_that_the_work_is_saved_and_where_the_report_is(tmp_path: Path) -> None:
    words = in_words(_failure(), tmp_path / "report.txt", "pay-by-invoice")
    assert SECRET not in words
    assert "saved with pay-by-invoice" in words
    assert words.endswith(f"{tmp_path}/report.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_a_pipe_in_the_place_of_what_is_kept_is_not_waited_for(tmp_path: Path) -> None:
    place = tmp_path / "crashes" / "open-then.json"
    place.parent.mkdir()
    os.mkfifo(place)
    assert take_crash(tmp_path, tmp_path) is None
    keep_crash(_failure(), tmp_path, NOON, tmp_path, "pay-by-invoice")
    assert take_crash(tmp_path, tmp_path) == Crash(str(tmp_path), "pay-by-invoice", "2026-11-18T12:00:00+00:00")
