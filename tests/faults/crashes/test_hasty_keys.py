"""The real program in a real terminal, with keys pressed faster than its screens open and close.

The suite presses a few, `make faults` (EVERY_FAULT=1) hundreds.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import PHASE_00, project_in, run, write_code
from tests.support.screen.terminal import Terminal

if TYPE_CHECKING:
    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
SUMMARY, HISTORY, REVIEW, PANELS, SETTINGS = "\x1b[24;5~", "\x1c", "\x1d", "\x1b[6;5~", "\x1b[15;5~"
PLACES = (SUMMARY, HISTORY, REVIEW, PANELS, SETTINGS, "\r")
ESC, CTRL_Q = "\x1b", "\x11"
SITTINGS, VISITS = (8, 12) if EVERY_ONE else (1, 8)
MOMENTS = (0.01, 0.05, 0.1, 0.2)


def test_no_haste_ends_the_program(tmp_path: Path, promise: Promise) -> None:
    write_code(tmp_path)
    run(project_in(tmp_path), PHASE_00[:6])
    environment = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
    command = [sys.executable, "-m", "roundtable_tui", "analyze", "--offline"]
    for sitting in range(SITTINGS):
        chance = random.Random(sitting)
        with Terminal(command, size=(120, 40), folder=tmp_path, environment=environment) as screen:
            screen.wait_for("1 item")
            for visit in range(VISITS):
                with promise.point(f"sitting {sitting}, visit {visit}"):
                    for key in (chance.choice(PLACES), *(ESC,) * chance.choice((1, 1, 2))):
                        screen.type(key)
                        screen.watch(chance.choice(MOMENTS))
                    assert screen.exit_code is None
                    assert "ended unexpectedly" not in screen.text
            screen.watch(0.5)
            screen.type(CTRL_Q)
            screen.wait_for_exit()
            assert b"ended unexpectedly" not in screen.raw
