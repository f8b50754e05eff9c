"""From exec to the first words, the whole lobby and the first question, against a bare one-widget Textual program.

Each program runs in a pseudo-terminal of 120×40 and in a new project; they take turns round by round. Their home is the
same in all rounds, as a user's is; the first round, in an empty home, is told apart.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections import defaultdict
from pathlib import Path
from subprocess import Popen

from bench.measuring import Measured, show

ROUNDS = 11
PATIENCE = 30.0
QUESTION = b"What is going wrong"
"""A piece of the first question, short enough to stand on one line."""
_ROOT = Path(__file__).parent.parent
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;?>=<$]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[^\[\]])")
_BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Hello")
Bare().run()
"""
_LOBBY = ["-m", "roundtable_tui"]
_INVITATION = b"What would you like to change"
_OURS = ["-m", "roundtable_tui", "analyze", "--offline", "Let customers pay by invoice"]


def start(arguments: list[str], want: bytes, home: Path) -> tuple[float, float]:
    """Seconds until something is on the screen, and until the wanted words are; all of it ends after that."""
    with tempfile.TemporaryDirectory() as project:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        began = time.perf_counter()
        process = Popen(
            [sys.executable, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=project,
            env=_environment(home),
            start_new_session=True,
        )
        os.close(theirs)
        try:
            return _times(ours, began, want)
        finally:
            process.kill()
            process.wait()
            os.close(ours)


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    settings = {"HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(_ROOT)}
    return kept | settings


def _times(terminal: int, began: float, want: bytes) -> tuple[float, float]:
    seen, first = b"", 0.0
    while True:
        if not select.select([terminal], [], [], PATIENCE)[0]:
            raise TimeoutError(f"The screen never showed {want!r}: {words(seen)!r}")
        seen += os.read(terminal, 1 << 16)
        now = time.perf_counter() - began
        first = first or (now if words(seen).strip() else 0.0)
        if first and want in words(seen):
            return first, now


def words(drawn: bytes) -> bytes:
    """What is drawn without the sequences that place and colour it; one that is cut off at the end is left out."""
    return _SEQUENCE.sub(b"", drawn).partition(b"\x1b")[0]


def main() -> None:
    programs = {
        "bare Static": (["-c", _BARE], b"Hello"),
        "the lobby": (_LOBBY, _INVITATION),
        "the table": (_OURS, QUESTION),
    }
    first: dict[str, list[float]] = defaultdict(list)
    complete: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as home:
        for _ in range(ROUNDS + 1):
            for name, (arguments, want) in programs.items():
                to_first, to_complete = start(arguments, want, Path(home))
                first[name].append(to_first)
                complete[name].append(to_complete)
    bare, lobby, table = programs
    very_first = complete[table][0]
    for times in (*first.values(), *complete.values()):
        del times[0]
    baseline = Measured(bare, statistics.median(first[bare]), _spread(first[bare]))
    rows = [
        Measured("roundtable-tui, first frame", statistics.median(first[lobby]), _spread(first[lobby])),
        Measured("roundtable-tui, complete", statistics.median(complete[lobby]), _spread(complete[lobby])),
        Measured("analyze …, first question", statistics.median(complete[table]), _spread(complete[table])),
        Measured("the same, first start of all", very_first, "one run"),
    ]
    show("Start-up: exec to the first words on the screen", baseline, rows)


def _spread(times: list[float]) -> str:
    return f"{min(times) * 1000:.0f}–{max(times) * 1000:.0f} ms"


if __name__ == "__main__":
    main()
