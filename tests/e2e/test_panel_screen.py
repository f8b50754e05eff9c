"""A panel of people in a real terminal: begun, written at one keyboard, killed in the middle, and taken up again."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.support.screen.terminal import Terminal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "roundtable_tui"]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
F6, CTRL_PAGE_DOWN, CTRL_Q = "\x1b[17~", "\x1b[6;5~", "\x11"
PEOPLE = {"Software Architect": "ZEBRA", "Technical Lead": "GIRAFFE", "QA Lead": "OKAPI"}


def terminal(folder: Path) -> Terminal:
    return Terminal(COMMAND, size=(80, 24), folder=folder, environment=ENVIRONMENT)


def write_ballot(screen: Terminal, name: str, position: str) -> None:
    screen.wait_for(f"Next: {name}")
    screen.type("\r")
    screen.wait_for(lambda shown: f"{name}  ·  sealed until" in shown)
    screen.type(position)
    screen.wait_for(position)
    screen.type(F6)


def test_people_hold_a_round_and_what_is_sealed_outlives_the_program(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.wait_for("What would you like to change?")
        screen.type(CTRL_PAGE_DOWN)
        screen.wait_for("What is to be decided?")
        screen.type(f"Where do mails wait?{F6}")
        write_ballot(screen, "Software Architect", PEOPLE["Software Architect"])
        shown = screen.wait_for("Next: Technical Lead")
        assert "■ sealed    Software Architect" in shown
        assert "ZEBRA" not in shown
        screen.send(signal.SIGKILL)
        screen.wait_for_exit()
    with terminal(tmp_path) as screen:
        screen.wait_for("Items   Panels")
        screen.type(CTRL_PAGE_DOWN)
        screen.wait_for("★ Where do mails wait?")
        screen.type("\r")
        assert "ZEBRA" not in screen.wait_for("Next: Technical Lead")
        for name in ("Technical Lead", "QA Lead"):
            write_ballot(screen, name, PEOPLE[name])
        screen.wait_for("whoever facilitates")
        screen.type("\r")
        unnamed = screen.wait_for("It comes to this.")
        assert all(position in unnamed for position in PEOPLE.values())
        assert all(name not in unnamed for name in PEOPLE)
        screen.type(F6)
        screen.wait_for("Synthesis of round 1")
        screen.type("\x1b")
        screen.wait_for("Paused.")
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
    session = next((tmp_path / ".s2s/sessions").glob("*.yaml")).read_text("utf-8")
    assert all(position in session for position in PEOPLE.values())
