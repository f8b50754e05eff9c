"""The program keeps to its user's terminal: mouse, motion, notices, scrollback and frames."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest
from textual import events
from textual.app import App

from roundtable_tui.config.terminal import Terminal
from roundtable_tui.ui.terminal.clipboard import copy
from roundtable_tui.ui.terminal.frame_rate import FRAMES, OVER_SSH, fit_to_connection
from roundtable_tui.ui.terminal.manners import Manners
from roundtable_tui.ui.terminal.sequences import copying_past_tmux, notifying
from tests.support.screen.tables import app_in, begun, sitting
from tests.support.screen.textual_internals import comes_back

if TYPE_CHECKING:
    from pathlib import Path


def _mouse(kind: type[events.MouseEvent]) -> events.MouseEvent:
    return kind(None, 1, 1, 0, 0, 1, False, False, False)


@pytest.mark.parametrize(
    ("mouse", "click", "wheel"),
    [("all", True, True), ("clicks", True, False), ("wheel", False, True), ("off", False, False)],
)
def test_only_what_of_the_mouse_is_wanted_counts(mouse: str, click: bool, wheel: bool) -> None:
    manners = Manners(App(), {})
    manners.use(Terminal(mouse=mouse))  # type: ignore[arg-type]  # one of its choices
    assert manners.takes(_mouse(events.MouseDown)) is click
    assert manners.takes(_mouse(events.MouseScrollDown)) is wheel
    assert manners.takes(events.Key("a", "a"))


def test_with_reduced_motion_nothing_is_animated() -> None:
    app: App[int] = App()
    Manners(app, {}).use(Terminal(motion="reduced"))
    assert app.animation_level == "none"


class Ringing(App[int]):
    """Notes what it is told to do to the terminal."""

    def __init__(self) -> None:
        super().__init__()
        self.rung = 0

    def bell(self) -> None:
        self.rung += 1


@pytest.mark.parametrize(("notice", "rung"), [("bell", 1), ("notification", 0), ("both", 1)])
def test_a_long_turn_that_ends_calls_back_as_is_set(notice: str, rung: int) -> None:
    app = Ringing()
    manners = Manners(app, {})
    manners.use(Terminal(notice=notice))  # type: ignore[arg-type]  # one of its choices
    manners.call_back("Your turn.")
    assert app.rung == rung


def test_a_notification_says_nothing_that_ends_it_early() -> None:
    said = notifying("Your turn; that\x07 took \x1b[31m20 s", {})
    assert said.count("\x07") == 2
    assert said.count("\x1b") == 2
    assert "Your turn, that" in said


def test_in_tmux_what_is_meant_for_the_terminal_is_wrapped() -> None:
    wrapped = copying_past_tmux("grüße")
    payload = base64.b64encode("grüße".encode()).decode()
    assert wrapped == f"\x1bPtmux;\x1b\x1b]52;c;{payload}\x07\x1b\\"
    assert notifying("x", {"TMUX": "/tmp/tmux"}).startswith("\x1bPtmux;\x1b\x1b]9;x")


async def test_a_copy_in_tmux_goes_bare_to_tmux_too() -> None:
    app: App[object] = App()
    async with app.run_test():
        said = await copy(app, "kept", {"TERM": "tmux-256color", "TMUX": "/tmp/tmux", "PATH": ""})
        assert app.clipboard == "kept"
    assert said == "Copied 4 characters through the terminal."


@pytest.mark.parametrize(
    "keys",
    [
        (),
        ("escape",),
        ("ctrl+right_square_bracket",),
        ("ctrl+right_square_bracket", "m"),
        ("shift+f9",),
        ("ctrl+backslash",),
        ("escape", "question_mark"),
    ],
    ids=["writing", "commanding", "reviewing", "commenting", "comments", "history", "help"],
)
async def test_where_nothing_happens_only_what_was_written_is_looked_at_and_that_once_a_second(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.press(*keys)
        await sat.settle()
        again = comes_back(sat.app)
        assert {name.partition(" ")[2] for name in again} <= {"keeping"}
        assert min(again.values(), default=1.0) >= 1.0


@pytest.mark.parametrize(
    ("environment", "frames"),
    [
        ({"SSH_CONNECTION": "1 2 3 4"}, OVER_SSH),
        ({"SSH_TTY": "/dev/pts/1"}, OVER_SSH),
        ({"SSH_TTY": "/dev/pts/1", FRAMES: "60"}, "60"),
        ({}, None),
    ],
)
def test_over_ssh_fewer_frames_are_drawn_unless_the_user_says_how_many(
    environment: dict[str, str], frames: str | None
) -> None:
    fit_to_connection(environment)
    assert environment.get(FRAMES) == frames
