"""The user's editor gets the whole terminal, and the screen comes back whatever the editor does."""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from textual.app import App

from roundtable_tui.ui.external_editor import EditorError, edit, editor_command

if sys.platform != "win32":
    import fcntl
    import pty
    import struct
    import termios

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0

HOST = """
import sys
from pathlib import Path
from textual.app import App
from textual.widgets import Static
from roundtable_tui.errors import RoundtableError
from roundtable_tui.ui.external_editor import edit

class Host(App):
    ticks, said = 0, ""
    def compose(self):
        yield Static("shell painted", markup=False)
    def on_mount(self):
        self.set_interval(0.01, self.tick)
    def tick(self):
        self.ticks += 1
        beat = Path(sys.argv[1]).with_suffix(".beat")
        beat.with_suffix(".new").write_text(str(self.ticks))
        beat.with_suffix(".new").replace(beat)
        if not self.said:
            self.query_one(Static).update(f"shell painted {self.ticks}")
    async def on_key(self, event):
        if event.key == "e":
            self.run_worker(self.lend())
        if event.key == "q":
            self.exit()
    async def lend(self):
        try:
            self.said = f"changed={await edit(self, Path(sys.argv[1]))}"
        except RoundtableError as error:
            self.said = str(error)
        self.query_one(Static).update(f"{self.said} back")

Host().run()
"""

EDITOR = """
import os, signal, sys, termios, time
from pathlib import Path
signal.signal(signal.SIGINT, lambda *_: os.write(1, b"INTERRUPTED\\n"))
cooked = bool(termios.tcgetattr(0)[3] & termios.ICANON)
os.write(1, b"EDITOR cooked\\n" if cooked else b"EDITOR raw\\n")
line = sys.stdin.readline().strip()
if line == "fail":
    sys.exit(3)
if line == "stay":
    beat, line = Path(sys.argv[-1]).with_suffix(".beat"), ""
    begun = int(beat.read_text())
    while int(beat.read_text()) < begun + 60:
        time.sleep(0.01)
if line:
    open(sys.argv[-1], "a").write(line)
"""


class Terminal:
    """A program in a terminal of its own, and all it ever wrote."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.written = b""

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def wait_for(self, words: bytes) -> bytes:
        """What was written up to and with these words, which are then behind us."""
        until = time.monotonic() + PATIENCE
        while words not in self.written:
            assert time.monotonic() < until, f"{words!r} never came; last: {self.written[-2000:]!r}"
            if select.select([self.master], [], [], 0.1)[0]:
                self.written += os.read(self.master, 65536)
        before, found, self.written = self.written.partition(words)
        return before + found

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "quick scan.md"
    path.write_text("# Scan\n")
    return path


@pytest.fixture
def terminal(tmp_path: Path, document: Path) -> object:
    script = tmp_path / "my editor.py"
    script.write_text(EDITOR)
    editor = f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} --wait"
    environment = {**os.environ, "EDITOR": editor, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    opened = Terminal([sys.executable, "-c", HOST, str(document)], environment)
    yield opened
    opened.close()


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@posix
@pytest.mark.slow
def test_the_editor_gets_the_terminal_and_the_screen_comes_back(terminal: Terminal, document: Path) -> None:
    terminal.wait_for(b"shell painted")
    terminal.press(b"e")
    assert b"\x1b[?1049l" in terminal.wait_for(b"EDITOR cooked"), "the alternate screen was not left"
    terminal.press(b"more\n")
    assert b"\x1b[?1049h" in terminal.wait_for(b"changed=True back"), "the screen was not taken again"
    assert document.read_text() == "# Scan\nmore"
    terminal.press(b"q")
    assert terminal.process.wait(PATIENCE) == 0


@posix
@pytest.mark.slow
def test_nothing_is_drawn_over_the_editor_while_the_program_goes_on(terminal: Terminal) -> None:
    terminal.wait_for(b"shell painted")
    terminal.press(b"e")
    terminal.wait_for(b"EDITOR cooked\r\n")
    terminal.press(b"\x03")
    assert terminal.wait_for(b"INTERRUPTED") == b"^CINTERRUPTED", "ctrl+c is the editor's, and nobody else writes"
    terminal.press(b"stay\n")
    assert b"shell painted" not in terminal.wait_for(b"\x1b[?1049h")
    terminal.wait_for(b"changed=False back")


@posix
@pytest.mark.slow
def test_an_editor_that_fails_is_told_in_a_sentence_on_a_whole_screen(terminal: Terminal) -> None:
    terminal.wait_for(b"shell painted")
    terminal.press(b"e")
    terminal.wait_for(b"EDITOR cooked")
    terminal.press(b"fail\n")
    terminal.wait_for(b"ended with status 3")
    terminal.press(b"q")
    assert terminal.process.wait(PATIENCE) == 0


async def test_a_terminal_that_cannot_be_lent_is_told_in_a_sentence(document: Path) -> None:
    app: App[object] = App()
    async with app.run_test():
        with pytest.raises(EditorError, match="cannot be lent") as caught:
            await edit(app, document, {"EDITOR": sys.executable})
        assert str(document) in caught.value.hint


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({}, "No editor is set."),
        ({"EDITOR": "   "}, "No editor is set."),
        ({"EDITOR": "'unbalanced"}, "EDITOR cannot be read as a command: 'unbalanced."),
        ({"VISUAL": "/no/such/program -x"}, "The editor /no/such/program, named by VISUAL, was not found."),
        ({"EDITOR": "''"}, "The editor , named by EDITOR, was not found."),
        ({"EDITOR": "\x1b[31mred"}, "The editor red, named by EDITOR, was not found."),
    ],
)
def test_an_editor_that_cannot_be_opened_is_told_with_what_to_set(environment: dict[str, str], sentence: str) -> None:
    with pytest.raises(EditorError) as caught:
        editor_command(environment)
    assert caught.value.sentence == sentence
    assert "EDITOR=nano" in caught.value.hint


def test_visual_comes_before_editor_and_may_have_arguments() -> None:
    found = editor_command({"VISUAL": f"{shlex.quote(sys.executable)} -I 'a b'", "EDITOR": "nano"})
    assert found == [sys.executable, "-I", "a b"]
