"""The real program in a real terminal: typed into, resized, suspended, killed, and opened twice."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import DepthChanged, Left, StepReopened, UserSaid
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.items.open_item import open_item
from roundtable_tui.storage.journal import parse
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, project_in, write_code
from tests.support.screen.tables import begun
from tests.support.screen.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.journal.events import Body

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FIRST_QUESTION = "If this were finished tomorrow"
SECOND_QUESTION = "Which parts of the product"
F6, F10 = "\x1b[17~", "\x1b[21~"
ALT_SHIFT_B = "\x1bB"
CTRL_C, CTRL_L, CTRL_N, CTRL_Q, CTRL_T, CTRL_U, CTRL_Z = "\x03", "\x0c", "\x0e", "\x11", "\x14", "\x15", "\x1a"
SHOWS_CURSOR, LEAVES_ALTERNATE_SCREEN, ENDS_BRACKETED_PASTE = b"\x1b[?25h", b"\x1b[?1049l", b"\x1b[?2004l"
COMMAND = [sys.executable, "-m", "roundtable_tui"]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}


def terminal(folder: Path, *arguments: str, size: tuple[int, int] = (100, 30), **environment: str) -> Terminal:
    command = [*COMMAND, *arguments]
    return Terminal(command, size=size, folder=folder, environment=ENVIRONMENT | environment)


def table(folder: Path, words: str = DESCRIPTION) -> Terminal:
    """The program started with a description, or with the name of an item."""
    return terminal(folder, "analyze", words)


def journaled(folder: Path) -> list[Body]:
    data = (folder / "docs/requirements" / SLUG / ".roundtable/journal.jsonl").read_bytes()
    return [event.body for event in parse(data).events]


def said(folder: Path) -> list[str]:
    return [body.text for body in journaled(folder) if isinstance(body, UserSaid)]


def depths(folder: Path) -> list[Depth]:
    return [body.depth for body in journaled(folder) if isinstance(body, DepthChanged)]


def ends_in_order(screen: Terminal, number: signal.Signals) -> None:
    """The signal ends the program, which leaves the terminal as it found it."""
    screen.send(number)
    assert screen.wait_for_exit() == 128 + number
    ending = bytes(screen.raw[-200:])
    for sequence in (SHOWS_CURSOR, LEAVES_ALTERNATE_SCREEN, ENDS_BRACKETED_PASTE):
        assert sequence in ending


def is_free(folder: Path) -> bool:
    """Whether the item can be opened for writing, and whoever had it before has left in order."""
    note = folder / "docs/requirements" / SLUG / ".roundtable/lock.holder"
    if note.exists():
        return False
    open_item(project_in(folder), SLUG).release()
    return True


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_code(tmp_path)
    return tmp_path


# An analysis


def test_from_the_first_words_through_taking_back_and_depth_to_welcome_back(project: Path) -> None:
    with terminal(project) as screen:
        screen.wait_for("What would you like to change?")
        screen.type(f"{DESCRIPTION}\r")
        screen.wait_for(FIRST_QUESTION)
        screen.type("abc\x7fxyz may pay later\r")
        screen.wait_for(SECOND_QUESTION)
        assert said(project) == ["abxyz may pay later"], "keys typed in a burst take effect in their order"
        screen.type(CTRL_T)
        screen.wait_for(lambda shown: SECOND_QUESTION not in shown and "abxyz may" not in shown)
        screen.type(F10)
        screen.wait_until(lambda: depths(project) == [Depth.DEEP])
        screen.type(ALT_SHIFT_B)
        screen.wait_until(lambda: depths(project) == [Depth.DEEP, Depth.BRIEF])
        screen.wait_for("as you chose")
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
    assert is_free(project)
    with terminal(project, "analyze", SLUG) as screen:
        screen.wait_for("Welcome back.")
        screen.wait_for(FIRST_QUESTION)
        screen.wait_for("Your answer")


def test_typed_before_the_table_is_set_pasted_and_continued_by_key_and_ended_while_writing(project: Path) -> None:
    with table(project) as screen:
        screen.wait_for("roundtable")
        screen.type(f"{PHASE_00[0]}\r")
        screen.wait_for(SECOND_QUESTION)
        for answer, then in zip(PHASE_00[1:3], ("Is this something new", "E, C, S or feedback"), strict=True):
            screen.paste(answer)
            screen.type("\r")
            screen.wait_for(then)
        assert said(project) == [*PHASE_00[:3]]
        screen.type(f"half a thought{F6}")
        assert "half a thought" in screen.wait_for("Step 00-02")
        ends_in_order(screen, signal.SIGINT)
    assert is_free(project)


def test_a_step_is_continued_by_its_letter_and_reopened_from_the_sidebar(project: Path) -> None:
    with table(project, begun(project)) as screen:
        screen.wait_for("E, C, S or feedback")
        screen.type("C\r")
        screen.wait_for("Right words?")
        assert (project / "docs/requirements" / SLUG / "quick-scan.md").exists()
        screen.type(CTRL_L)
        screen.wait_for("Keys are commands now")
        screen.type("j\r")
        screen.wait_for(lambda shown: "Step 00-01: Scope" in shown)
        screen.type("\r")
        screen.wait_for("Go through Scope Estimation again?")
        screen.type("y")
        screen.wait_until(lambda: any(isinstance(body, StepReopened) for body in journaled(project)))


def test_a_no_at_the_boundary_leads_to_the_lobby_from_which_it_goes_on(project: Path) -> None:
    with table(project, begun(project)) as screen:
        screen.wait_for("E, C, S or feedback")
        screen.type("S\r")
        screen.wait_for("Yes or no")
        screen.type("y\r")
        screen.wait_for("Continue to Phase 01")
        screen.type("n\r")
        screen.wait_for("in Requirements")
        assert any(isinstance(body, Left) for body in journaled(project))
        assert is_free(project)
        screen.type("\r")
        screen.wait_for("Step 01-01")


# Typing


def test_ten_thousand_pasted_lines_are_kept_whole_and_ctrl_c_twice_quits(project: Path) -> None:
    pasted = "\n".join(f"Line {number} of what they want" for number in range(10_000))
    with table(project) as screen:
        screen.wait_for(FIRST_QUESTION)
        screen.paste(pasted)
        screen.type("\r")
        screen.wait_until(lambda: said(project) == [pasted])
        screen.type("still awake")
        screen.wait_for("still awake")
        screen.type(CTRL_C)  # ends the look through the code first, where that still goes on
        screen.wait_for(lambda text: "once more to quit" in text or "search was stopped" in text)
        if "once more to quit" not in screen.text:
            screen.type(CTRL_C)
            screen.wait_for("once more to quit")
        screen.type(CTRL_C)
        assert screen.wait_for_exit() == 0


def test_garbage_from_the_keyboard_does_no_harm_and_a_closed_window_lets_go_of_the_item(project: Path) -> None:
    garbage = b"\x1b[999;999R\x1b[?1;2c\x1b]11;rgb:0000\x1b\\\x1bP>|x\x1b\\\x1b[200~\x1b[201~\x00\x1c\x1d\x1e\x1f"
    with table(project) as screen:
        screen.wait_for(FIRST_QUESTION)
        screen.type(garbage + b"\xff\xfe\x1b[1;99Z\x1bOZ\xf0\x9f\x91\xa9\xe2\x80\x8d")
        screen.wait_for("Press a letter to go there")  # one of the bytes is a key of ours
        screen.type(b"\x1b")
        screen.wait_for(lambda text: "Press a letter" not in text)
        screen.type(CTRL_N + CTRL_U)
        screen.type("Customers pay by invoice\r")
        screen.wait_for(SECOND_QUESTION)
        screen.hang_up()
        screen.wait_for_exit()
    assert is_free(project)


# The window


def test_resized_again_and_again_while_it_talks_the_last_question_stays_on_the_screen(project: Path) -> None:
    with table(project) as screen:
        screen.wait_for(FIRST_QUESTION)
        for number, size in enumerate([(40, 15), (140, 40), (60, 20), (40, 15), (140, 40)] * 2):
            screen.resize(*size)
            if number % 3 == 0:
                screen.type(f"Part {number}\r")
        screen.resize(40, 15)
        screen.wait_until(lambda: len(said(project)) == 4)
        screen.wait_for("[C]")
        screen.resize(140, 40)
        screen.wait_for("[C] Continue")
        screen.wait_for("Part 9")
        ends_in_order(screen, signal.SIGHUP)
    assert is_free(project)


def test_suspended_and_brought_back_under_a_shell_it_is_drawn_again(project: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("no bash here")
    shell = ["bash", "--norc", "--noprofile", "-i"]
    with Terminal(shell, size=(100, 30), folder=project, environment=ENVIRONMENT | {"PS1": "shell> "}) as screen:
        screen.wait_for("shell>")
        screen.type(f"{sys.executable} -m roundtable_tui analyze '{DESCRIPTION}'\r")
        screen.wait_for(FIRST_QUESTION)
        screen.type(CTRL_Z)
        screen.wait_for("Stopped")
        screen.type("clear; echo in the $((40 + 2)) shell\r")
        screen.wait_for("in the 42 shell")
        screen.type("fg\r")
        screen.wait_for(FIRST_QUESTION)
        screen.type("Customers pay by invoice\r")
        screen.wait_for(SECOND_QUESTION)
        screen.type(CTRL_Q)
        screen.wait_for("shell>")
        screen.type("exit\r")
        screen.wait_for_exit()


def test_a_second_window_on_the_same_item_looks_only_and_says_who_has_it(project: Path) -> None:
    with table(project) as first:
        first.wait_for(FIRST_QUESTION)
        with table(project) as second:
            shown = second.wait_for("It is shown read-only")
            assert str(first.pid) in shown
            second.wait_for("can only be looked at here")
            second.type("I write too\r")
            second.type(CTRL_Q)
            assert second.wait_for_exit() == 0
        assert said(project) == []
        ends_in_order(first, signal.SIGTERM)
    assert is_free(project)


# No screen


def no_tty(_: Path) -> tuple[list[str], dict[str, str]]:
    return ["sh", "-c", f"{' '.join(COMMAND)} < /dev/null"], {}


def dumb(_: Path) -> tuple[list[str], dict[str, str]]:
    return COMMAND, {"TERM": "dumb"}


def no_output(folder: Path) -> tuple[list[str], dict[str, str]]:
    return ["sh", "-c", f"{' '.join(COMMAND)} > {folder / 'out'}"], {}


@pytest.mark.parametrize("case", [no_tty, dumb, no_output])
def test_where_no_screen_can_be_drawn_it_says_what_to_use_instead(
    project: Path, case: Callable[[Path], tuple[list[str], dict[str, str]]]
) -> None:
    command, environment = case(project)
    with Terminal(command, size=(120, 30), folder=project, environment=ENVIRONMENT | environment) as screen:
        assert screen.wait_for_exit() == 2
        assert "--plain" in screen.text
    assert os.listdir(project / "docs") == [] if (project / "docs").exists() else True  # noqa: PTH208
