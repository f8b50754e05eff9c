"""Keystroke echo at rest: from the byte written to the terminal to the first output it causes, against a bare Input.

The programs run in pseudo-terminals beside each other and take turns key by key, so that all see the same machine.
"""

from __future__ import annotations

import fcntl
import os
import pty
import random
import select
import statistics
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bench.measuring import Measured, show

if TYPE_CHECKING:
    from pathlib import Path

LETTERS = "абвгдежзиклмнопрстуфхцчшщ"
"""None of them is in an escape sequence, and none on the screen before it is typed."""
KEYS = 150
WARM_UP = 15
SETTLE = 0.02
START = 2.0
_FPS = {"TEXTUAL_FPS": "240"}

_PROGRAM = """
import sys
from textual.app import App
class Bare(App):
    def compose(self):
        {compose}
    def on_mount(self):
        self.query({widget!r}).last().focus()
{imports}
Bare().run()
"""
_OURS = """
from roundtable_tui.ui.composer.composer_box import ComposerBox
"""
PROGRAMS = {
    "bare Input": _PROGRAM.format(compose="yield Input()", widget="Input", imports="from textual.widgets import Input"),
    "bare TextArea": _PROGRAM.format(
        compose="yield TextArea()", widget="TextArea", imports="from textual.widgets import TextArea"
    ),
    "composer": _PROGRAM.format(compose="yield ComposerBox()", widget="Composer", imports=_OURS),
    "composer with footer": _PROGRAM.format(
        compose="yield ComposerBox(); yield KeyBar()",
        widget="Composer",
        imports=_OURS + "from roundtable_tui.ui.widgets.keybar import KeyBar\n",
    ),
}


@dataclass(slots=True)
class Running:
    """A program in a terminal of its own."""

    name: str
    process: subprocess.Popen[bytes]
    terminal: int
    times: list[float] = field(default_factory=list)

    def read_for(self, seconds: float) -> None:
        """Takes in what is drawn: a blinking cursor never falls silent."""
        end = time.perf_counter() + seconds
        while (rest := end - time.perf_counter()) > 0:
            if select.select([self.terminal], [], [], rest)[0]:
                os.read(self.terminal, 1 << 16)

    def press(self, key: str) -> float:
        """Seconds until the key is on the screen."""
        began = time.perf_counter()
        os.write(self.terminal, key.encode())
        seen = b""
        while key.encode() not in seen:
            if not select.select([self.terminal], [], [], 5)[0]:
                message = f"{self.name} shows nothing for a key"
                raise TimeoutError(message)
            seen += os.read(self.terminal, 1 << 16)
        took = time.perf_counter() - began
        self.read_for(SETTLE)
        return took

    def say(self, words: str) -> None:
        os.write(self.terminal, words.encode())
        self.read_for(10 * SETTLE)
        os.write(self.terminal, b"\r")

    def clear(self) -> None:
        os.write(self.terminal, b"\x15")
        self.read_for(10 * SETTLE)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


def start(name: str, arguments: list[str], folder: Path | None = None, **more: str) -> Running:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    environment = os.environ | _FPS | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | more
    process = subprocess.Popen(
        [sys.executable, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=folder
    )
    os.close(theirs)
    running = Running(name, process, ours)
    select.select([ours], [], [], 20)
    running.read_for(START)
    return running


def main() -> None:
    programs = [start(name, ["-c", program]) for name, program in PROGRAMS.items()]
    try:
        for count in range(KEYS + WARM_UP):
            letter = LETTERS[count % len(LETTERS)]
            for running in programs:
                if letter == LETTERS[0]:
                    running.clear()
                time.sleep(random.uniform(0.002, 0.02))
                took = running.press(letter)
                if count >= WARM_UP:
                    running.times.append(took)
    finally:
        for running in programs:
            running.close()
    baseline, *rows = (
        Measured(running.name, statistics.median(running.times), f"p95 {p95(running.times) * 1000:.1f} ms")
        for running in programs
    )
    show("Keystroke echo at rest, median", baseline, rows)


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main()
