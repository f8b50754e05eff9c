"""The real program with a fault in it: it ends calmly, and nothing it worked on reaches the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import cache_folder
from roundtable_tui.errors import ExitCode
from tests.support.projects import DESCRIPTION, SLUG, write_code
from tests.support.screen.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
CTRL_F5 = "\x1b[15;5~"
LEAVES_ALTERNATE_SCREEN = b"\x1b[?1049l"
FAULTY = """
from roundtable_tui.cli import main
from roundtable_tui.ui.app import RoundtableApp

def fault(app):
    words = app.table.composer.words
    raise LookupError(words)

RoundtableApp.open_settings = fault
main()
"""

SOUND = "from roundtable_tui.cli import main; main()"
FAULTY_JOURNAL = """
from roundtable_tui.cli import main
from roundtable_tui.storage.disk import RealDisk

append = RealDisk.append

def fault(disk, path, data):
    if b"clerks see" in data:
        raise LookupError(data)
    append(disk, path, data)

RealDisk.append = fault
main()
"""

FAULTS_BESIDE = """
import asyncio, threading
from roundtable_tui.cli import main
from roundtable_tui.session.session import ItemSession

do = ItemSession.do

class Loose:
    def __del__(self):
        raise LookupError("clerks see it at once")

async def fail():
    raise LookupError("clerks see it at once")

async def fault(session, intent):
    thread = threading.Thread(target={}.__getitem__, args=("clerks see it at once",))
    thread.start()
    thread.join()
    asyncio.ensure_future(fail())
    Loose()
    await do(session, intent)

ItemSession.do = fault
main()
"""


def _terminal(program: str, folder: Path, arguments: Sequence[str]) -> Terminal:
    environment = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
    return Terminal([sys.executable, "-c", program, *arguments], size=(100, 30), folder=folder, environment=environment)


def test_a_fault_of_the_program_ends_it_calmly_and_keeps_what_was_typed(tmp_path: Path) -> None:
    write_code(tmp_path)
    unsent = tmp_path / "docs" / "requirements" / SLUG / ".roundtable" / "unsent-talk.json"
    with _terminal(FAULTY, tmp_path, ["analyze", DESCRIPTION, "--offline", "--mode", "guided"]) as screen:
        screen.wait_for("If this were finished tomorrow")
        screen.type("half a secret thought")
        screen.wait_for("half a secret thought")
        screen.type(CTRL_F5)
        code = screen.wait_for_exit()
    said = bytes(screen.raw).partition(LEAVES_ALTERNATE_SCREEN)[2].decode()
    assert code == ExitCode.UNEXPECTED
    assert "ended unexpectedly (LookupError)" in said
    assert f"saved with {SLUG}" in said
    assert "half a secret thought" not in said
    assert "half a secret thought" in unsent.read_text()
    assert "Traceback" not in said


def test_what_fails_beside_the_work_says_nothing_and_is_reported(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FAULTS_BESIDE, "turn", "Clerks see it", "--offline", "--project", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (ExitCode.DONE, "")
    reports = [path.read_text() for path in (cache_folder() / "crashes").iterdir()]
    assert {line for report in reports for line in report.splitlines() if "Error" in line} == {
        "builtins.KeyError",
        "builtins.LookupError",
    }
    assert not any("clerks" in report for report in reports)


def test_words_that_a_fault_kept_out_of_the_journal_are_written_again_at_the_next_start(tmp_path: Path) -> None:
    write_code(tmp_path)
    analyze = ["analyze", DESCRIPTION, "--offline", "--mode", "guided"]
    with _terminal(FAULTY_JOURNAL, tmp_path, analyze) as screen:
        screen.wait_for("If this were finished tomorrow")
        screen.type("clerks see it at once\r")
        code = screen.wait_for_exit()
    assert code == ExitCode.UNEXPECTED
    assert "ended unexpectedly (LookupError)" in bytes(screen.raw).decode()
    with _terminal(SOUND, tmp_path, analyze) as again:
        again.wait_for("If this were finished tomorrow")
        again.wait_for("clerks see it at once")
