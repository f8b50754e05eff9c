"""From exec to the first words, the whole lobby and the first question, against a bare one-widget Textual program.

Each program runs in a pseudo-terminal of 120×40 and in a new project; they take turns round by round. Their home is the
same in all rounds, as a user's is; the first round, in an empty home, is told apart. On a busy machine the seconds of
the processor, of all threads and without the waiting, are steadier than those of the clock; both are shown.
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
from typing import NamedTuple

from bench.measuring import Measured, show

ROUNDS = 11
PATIENCE = 30.0
QUESTION = b"what would be"
OPENING = b"What is going"
"""A piece of the first question in each mode, short enough to stand on one line."""
_ROOT = Path(__file__).parent.parent
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;?>=<$]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[^\[\]])")
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Hello")
Bare().run()
"""
_LOBBY = ["-m", "roundtable_tui"]
_INVITATION = b"What would you like to change"
_ANALYZE = ["-m", "roundtable_tui", "analyze", "--offline", "Let customers pay by invoice", "--mode"]


class Times(NamedTuple):
    """Seconds until something was on the screen, until the wanted words were, and what that took of the processor."""

    first: float
    complete: float
    processor: float


def start(arguments: list[str], want: bytes, home: Path, **more: str) -> Times:
    """Runs the program until the wanted words are on the screen; all of it ends after that."""
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
            env=environment(home) | more,
            start_new_session=True,
        )
        os.close(theirs)
        try:
            first, complete = _times(ours, began, want)
            return Times(first, complete, time.clock_gettime(processor_clock(process.pid)))
        finally:
            process.kill()
            process.wait()
            os.close(ours)


def processor_clock(process: int) -> int:
    """As clock_getcpuclockid(3) makes it on Linux."""
    return (~process << 3) | 2


def environment(home: Path) -> dict[str, str]:
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
        "bare Static": (["-c", BARE], b"Hello"),
        "roundtable-tui, complete": (_LOBBY, _INVITATION),
        "analyze …, first question": ([*_ANALYZE, "guided"], QUESTION),
        "in a conversation": ([*_ANALYZE, "conversation"], OPENING),
    }
    taken: dict[str, list[Times]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as home:
        for _ in range(ROUNDS + 1):
            for name, (arguments, want) in programs.items():
                taken[name].append(start(arguments, want, Path(home)))
    bare, lobby, *asked = programs
    very_first = {name: taken[name].pop(0) for name in programs}[asked[0]]
    rows = [
        _measured("roundtable-tui, first frame", [times.first for times in taken[lobby]]),
        *(_measured(name, [times.complete for times in taken[name]]) for name in (lobby, *asked)),
        Measured("the first of all, in an empty home", very_first.complete, "one run"),
    ]
    baseline = _measured(bare, [times.first for times in taken[bare]])
    show("Start-up: exec to the first words on the screen", baseline, rows)
    worked = {name: _measured(name, [times.processor for times in taken[name]]) for name in programs}
    show("Start-up: seconds of the processor until then", worked.pop(bare), list(worked.values()))


def _measured(name: str, times: list[float]) -> Measured:
    return Measured(name, statistics.median(times), _spread(times))


def _spread(times: list[float]) -> str:
    return f"{min(times) * 1000:.0f}–{max(times) * 1000:.0f} ms"


if __name__ == "__main__":
    main()
