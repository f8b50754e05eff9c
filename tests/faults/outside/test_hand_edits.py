"""The real program meets files that were changed by hand between two runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, write_code

ROOT = Path(__file__).parents[3]


def run(project: Path, answers: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    file = project / "answers.yaml"
    file.write_text(json.dumps({"description": DESCRIPTION, "answers": list(answers)}))
    command = [sys.executable, "-m", "roundtable_tui", "run", "--answers", str(file), "--project", str(project)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    write_code(tmp_path)
    assert run(tmp_path, PHASE_00[:4]).returncode == 0
    return tmp_path


def quick_scan(project: Path) -> Path:
    return project / "docs/requirements" / SLUG / "quick-scan.md"


@pytest.mark.slow
def test_a_remark_in_a_file_is_kept_and_the_run_succeeds(begun: Path) -> None:
    with quick_scan(begun).open("a") as file:
        file.write("\n## My Remark\n\nAsk Sofia first.\n")
    assert run(begun, PHASE_00).returncode == 0
    text = quick_scan(begun).read_text()
    assert "Ask Sofia first." in text
    assert "payment" in text


@pytest.mark.slow
def test_a_conflict_is_listed_and_the_exit_code_is_1(begun: Path) -> None:
    theirs = f"<<<<<<< HEAD\n{quick_scan(begun).read_text()}"
    quick_scan(begun).write_text(theirs)
    finished = run(begun, PHASE_00)
    assert finished.returncode == 1
    assert "Conflict in quick-scan.md" in finished.stdout
    assert quick_scan(begun).read_text() == theirs
