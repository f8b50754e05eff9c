"""What reaches a real terminal: the mouse left alone, the talk in the scrollback, fewer frames, no screen at all."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from roundtable_tui.ui.signals import PATIENCE
from roundtable_tui.ui.terminal.scrollback import BACK
from tests.support.projects import DESCRIPTION, project_in
from tests.support.screen.terminal import Terminal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "roundtable_tui"]
COMMAND = [*PROGRAM, "analyze", "--offline", DESCRIPTION]
WHERE = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
SHIFT_F11, CTRL_F10, CTRL_C, CTRL_D, CTRL_Q = "\x1b[23;2~", "\x1b[21;5~", "\x03", "\x04", "\x11"
QUESTION = "If this were finished tomorrow"
ENTERS_SCREEN = b"\x1b[?1049h"
TAKES_MOUSE, LEAVES_MOUSE = b"\x1b[?1003h", b"\x1b[?1003l"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project_in(tmp_path)
    return tmp_path


def opened(folder: Path, *arguments: str, **environment: str) -> Terminal:
    return Terminal(
        [*COMMAND, *arguments],
        size=(100, 30),
        folder=folder,
        environment=WHERE | environment,
    )


def _entered(screen: Terminal) -> int:
    return bytes(screen.raw).count(ENTERS_SCREEN)


def test_the_whole_talk_goes_into_the_scrollback_and_each_of_three_keys_comes_back(project: Path) -> None:
    screen = opened(project, ROUNDTABLE_TERMINAL_MOUSE="off")
    screen.wait_for(QUESTION)
    assert LEAVES_MOUSE in bytes(screen.raw)
    for times, key in enumerate(("\r", CTRL_C, CTRL_D), 1):
        screen.type(SHIFT_F11)
        screen.wait_until(lambda: bytes(screen.raw).count(BACK.encode()) == times)  # noqa: B023 (called at once)
        screen.type(key)
        screen.wait_until(
            lambda: b"Estimation" in bytes(screen.raw).split(ENTERS_SCREEN)[-1] and _entered(screen) == times + 1  # noqa: B023
        )
        assert bytes(screen.raw).rfind(LEAVES_MOUSE) > bytes(screen.raw).rfind(TAKES_MOUSE)
    screen.type(CTRL_Q)
    assert screen.wait_for_exit() == 0


@pytest.mark.parametrize("in_tmux", [False, True], ids=["outside", "in tmux"])
def test_a_copy_and_a_notice_reach_the_terminal_and_past_tmux_too(project: Path, *, in_tmux: bool) -> None:
    tmux = {"TMUX": "/nowhere,1,0", "TERM": "tmux-256color", "PATH": "/nowhere"} if in_tmux else {}
    screen = opened(project, ROUNDTABLE_NOTICE_AFTER="0.0001", ROUNDTABLE_TERMINAL_NOTICE="both", **tmux)
    screen.wait_for(QUESTION)
    screen.type("Finance saves two days.\r")
    screen.wait_until(lambda: b"\x1b]777;notify;roundtable;Your turn" in screen.raw)
    assert re.search(rb"[^.]\a", screen.raw), "the bell, which ends no notification"
    screen.type(CTRL_F10)
    screen.wait_for("Copied")
    wrapped = (rb"\x1bPtmux;\x1b\x1b]52;c;", rb"\x1bPtmux;\x1b\x1b]9;Your turn")
    assert re.search(rb"(?<!\x1b)\x1b]52;c;", screen.raw), "tmux takes what is bare for itself"
    assert [bool(re.search(one, screen.raw)) for one in wrapped] == [in_tmux, in_tmux]


def test_a_program_that_is_told_to_end_does_not_wait_for_who_reads_the_scrollback(project: Path) -> None:
    screen = opened(project)
    screen.wait_for(QUESTION)
    screen.type(SHIFT_F11)
    screen.wait_for(BACK)
    screen.send(signal.SIGTERM)
    assert screen.wait_for_exit(patience=PATIENCE) == 128 + signal.SIGTERM


def test_where_the_environment_asks_for_it_there_is_no_screen_and_each_turn_says_that_it_is_over(project: Path) -> None:
    screen = opened(project, ACCESSIBLE="1")
    screen.wait_for("(Your turn.)")
    assert not _entered(screen)
    assert not any("\u2500" <= sign <= "\u259f" for sign in bytes(screen.raw).decode())
    screen.type("\x04")
    assert screen.wait_for_exit() == 0
    with Terminal([*PROGRAM, "demo"], folder=project, environment={**WHERE, "ACCESSIBLE": "1"}) as demo:
        demo.wait_for("This is a recording")
        assert ENTERS_SCREEN not in bytes(demo.raw)
