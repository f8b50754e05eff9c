"""What a minute takes in which nothing happens: seconds of the processor and bytes to the terminal, against a bare app.

Each program is left alone once its words stand and what it does beside them is over, all of them at the same time.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path
from subprocess import Popen

from bench.measuring import Measured, show
from bench.startup import BARE, environment, processor_clock

SETTLING, MINUTE = 20.0, 60.0
_PROGRAMS = {
    "bare Static": ["-c", BARE],
    "the lobby": ["-m", "roundtable_tui"],
    "a table that waits": ["-m", "roundtable_tui", "analyze", "--offline", "Let customers pay by invoice"],
}


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        running = {
            name: _started(arguments, Path(home) / str(at)) for at, (name, arguments) in enumerate(_PROGRAMS.items())
        }
        try:
            _listen(running, SETTLING)
            before = {name: time.clock_gettime(processor_clock(process.pid)) for name, (process, _) in running.items()}
            drawn = _listen(running, MINUTE)
            rows = [
                Measured(
                    name,
                    (took := time.clock_gettime(processor_clock(process.pid)) - before[name]),
                    f"{took / MINUTE:.2%} of a core, {drawn[name]} bytes",
                )
                for name, (process, _) in running.items()
            ]
        finally:
            for process, terminal in running.values():
                process.kill()
                process.wait()
                os.close(terminal)
    show("A minute at rest: seconds of the processor", rows[0], rows[1:])


def _started(arguments: list[str], folder: Path) -> tuple[Popen[bytes], int]:
    project = folder / "project"
    project.mkdir(parents=True)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    process = Popen(
        [sys.executable, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=project,
        env=environment(folder),
        start_new_session=True,
    )
    os.close(theirs)
    return process, ours


def _listen(running: dict[str, tuple[Popen[bytes], int]], seconds: float) -> dict[str, int]:
    """How many bytes each of them draws meanwhile."""
    drawn = dict.fromkeys(running, 0)
    names = {terminal: name for name, (_, terminal) in running.items()}
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for terminal in select.select(list(names), [], [], left)[0]:
            drawn[names[terminal]] += len(os.read(terminal, 1 << 16))
    return drawn
