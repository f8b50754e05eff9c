"""The demo in a real terminal: it streams, is resized while it does, and leaves nothing behind."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.screen.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BEGINNING, REST, QUESTION = "A second way", "how big a thing we have on the table.", "If this were finished tomorrow"


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """Where the system puts temporary files."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    return folder


def demo(temporary: Path, *arguments: str, size: tuple[int, int] = (100, 30)) -> Terminal:
    command = [sys.executable, "-m", "roundtable_tui", "demo", *arguments]
    environment = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none", "TMPDIR": str(temporary)}
    return Terminal(command, size=size, folder=temporary.parent, environment=environment)


def in_one_line(words: str) -> Callable[[str], bool]:
    """Whether the screen says this, wherever its lines break."""
    return lambda shown: words in " ".join(shown.split())


def test_it_plays_to_its_end_and_leaves_nothing_behind(temporary: Path, home: Path) -> None:
    before = sorted(home.rglob("*"))
    with demo(temporary, "--speed", "1000", size=(60, 20)) as screen:
        screen.wait_for("● Recording")
        assert len(list(temporary.iterdir())) == 1
        screen.wait_for("That was a recording.", patience=90)
        screen.type("\r")
        assert screen.wait_for_exit() == 0
        words = "".join(screen.text.split())  # written where the cursor was, and folded there: it has one screen only
        assert "Startyourown:roundtable-tui" in words
    assert list(temporary.iterdir()) == []
    assert sorted(home.rglob("*")) == before
    assert list(temporary.parent.iterdir()) == [temporary]


def test_resized_to_a_small_window_and_back_while_text_streams_and_ended_by_a_signal(temporary: Path) -> None:
    with demo(temporary, "--speed", "0.5") as screen:
        assert REST not in screen.wait_for(BEGINNING)
        screen.resize(40, 15)
        assert QUESTION not in screen.wait_for(in_one_line("A second way to pay, then. Before anyone"))
        screen.wait_for(lambda shown: "Talk · Steps · Documents" in shown)
        screen.resize(100, 30)
        screen.wait_for(REST)
        screen.wait_for("● Recording")
        screen.send(signal.SIGTERM)
        assert screen.wait_for_exit() == 128 + signal.SIGTERM
    assert list(temporary.iterdir()) == []
