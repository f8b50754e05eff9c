"""The lobby with a thousand items against ten: from exec to the whole list, and from a key to what it leaves.

The programs run in pseudo-terminals of 120×40 in projects and homes of their own, and take turns round by round.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import TYPE_CHECKING

from bench.measuring import Measured, show
from bench.startup import words

if TYPE_CHECKING:
    from collections.abc import Iterator

FEW, MANY = 10, 1000
ROUNDS = 9
KEYS = 30
PATIENCE = 30.0
_ROOT = Path(__file__).parent.parent
_TOPICS = ("architecture", "problem-discovery", "requirements-definition", "security", "specification")
_BACKSPACE = b"\x7f"


def make_project(root: Path, count: int) -> None:
    for number in range(count):
        folder = root / "docs/requirements" / f"item-{number:04d}"
        folder.mkdir(parents=True)
        meta = {
            "description": f"Let customers do thing {number:04d}",
            "source_id": f"SHOP-{number}",
            "slug": folder.name,
            "analysis_status": "partial",
            "phases_completed": ["00-quick-scan"],
            "steps_completed": ["00-01", "00-02", "00-03"],
            "coverage": {topic: {"pct": 40, "confidence": "high", "criteria_met": ["a", "b"]} for topic in _TOPICS},
            "mode": "guided",
        }
        (folder / "meta.json").write_text(json.dumps(meta, indent=2), encoding="utf-8")


class Lobby:
    """The program in a terminal of its own; what it draws is read as words."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self.began = time.perf_counter()

    def wait_for(self, want: str) -> float:
        """Seconds since the start or the last key until these words are drawn."""
        seen = b""
        while want.encode() not in words(seen):
            if not select.select([self._terminal], [], [], PATIENCE)[0]:
                raise TimeoutError(f"The screen never showed {want!r}: {words(seen)[-2000:]!r}")
            seen += os.read(self._terminal, 1 << 16)
        return time.perf_counter() - self.began

    def press(self, key: bytes) -> None:
        self.began = time.perf_counter()
        os.write(self._terminal, key)

    def settle(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while (rest := end - time.perf_counter()) > 0:
            if select.select([self._terminal], [], [], rest)[0]:
                os.read(self._terminal, 1 << 16)


@contextmanager
def opened(project: Path) -> Iterator[Lobby]:
    with tempfile.TemporaryDirectory() as home:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        settings = {"HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(_ROOT)}
        lobby = Lobby(ours)
        process = Popen(
            [sys.executable, "-m", "roundtable_tui"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=project,
            env=kept | settings,
            start_new_session=True,
        )
        os.close(theirs)
        try:
            yield lobby
        finally:
            process.kill()
            process.wait()
            os.close(ours)


def start_times(projects: dict[int, Path]) -> dict[int, list[float]]:
    times: dict[int, list[float]] = defaultdict(list)
    for number in range(ROUNDS + 1):
        for count, project in projects.items():
            with opened(project) as lobby:
                took = lobby.wait_for(f"{count:,} items")
                if number:
                    times[count].append(took)
    return times


def filter_times(project: Path, count: int) -> list[float]:
    """From a digit typed into the filter to the count of what it leaves."""
    times = []
    with opened(project) as lobby:
        lobby.wait_for(f"{count:,} items")
        lobby.settle(3)
        lobby.press(b"/")
        lobby.wait_for(f"{count:,} of {count:,}")
        for number in range(KEYS):
            lobby.settle(0.1)
            digit = str(number % 10)
            left = sum(digit in f"{item:04d} shop-{item}" for item in range(count))
            lobby.press(digit.encode())
            times.append(lobby.wait_for(f"{left:,} of {count:,}"))
            lobby.settle(0.1)
            lobby.press(_BACKSPACE)
            lobby.wait_for(f"{count:,} of {count:,}")
    return times


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        projects = {count: Path(name) / str(count) for count in (FEW, MANY)}
        for count, project in projects.items():
            make_project(project, count)
        starts = start_times(projects)
        keys = {count: filter_times(project, count) for count, project in projects.items()}
    for title, times in (("Lobby: exec to the whole list", starts), ("Lobby: a key to the filtered list", keys)):
        few, many = (
            Measured(f"{count:,} items", statistics.median(times[count]), _spread(times[count]))
            for count in (FEW, MANY)
        )
        show(title, few, [many])


def _spread(times: list[float]) -> str:
    return f"{min(times) * 1000:.0f}–{max(times) * 1000:.0f} ms"


if __name__ == "__main__":
    main()
