"""The real program, really killed, a dozen times in one analysis."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml

from roundtable_tui.storage.journal import parse
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, write_code

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 12


def command(root: Path) -> list[str]:
    answers = root / "answers.yaml"
    answers.write_text(yaml.safe_dump({"description": DESCRIPTION, "answers": list(PHASE_00)}))
    return [sys.executable, "-m", "roundtable_tui", "run", "--json", "--project", str(root), "--answers", str(answers)]


def kill_after(lines: int, root: Path) -> None:
    """Starts the program and kills it once it has printed so many lines."""
    with subprocess.Popen(command(root), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        assert program.stdout is not None
        for _ in range(lines):
            program.stdout.readline()
        program.send_signal(signal.SIGKILL)


def without_times(root: Path) -> list[str]:
    journal = root / "docs/requirements" / SLUG / ".roundtable/journal.jsonl"
    contents = parse(journal.read_bytes())
    assert not contents.rest
    return [type(event.body).__name__ for event in contents.events]


def artifacts(root: Path) -> dict[str, str]:
    folder = root / "docs/requirements" / SLUG
    return {path.name: path.read_text() for path in folder.glob("*.md")}


@pytest.mark.slow
def test_killed_a_dozen_times_the_analysis_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    calm, rough = tmp_path / "calm", tmp_path / "rough"
    for root in (calm, rough):
        root.mkdir()
        write_code(root)
        command(root)
    done = subprocess.run(command(calm), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1])["type"] == "ROUNDTABLE_COMPLETE"
    for kill in range(KILLS):
        kill_after(kill % 5 + 1, rough)
    last = subprocess.run(command(rough), capture_output=True, text=True, check=True)
    assert json.loads(last.stdout.splitlines()[-1])["type"] == "ROUNDTABLE_COMPLETE"
    assert without_times(rough) == without_times(calm)
    assert artifacts(rough) == artifacts(calm)
