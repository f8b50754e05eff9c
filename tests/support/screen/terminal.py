"""A real terminal for the real program: a pty with a screen that can be read, typed into, resized and closed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Self

import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

PATIENCE = 90.0
_PIECE = 1024
"""A pty takes so much at once; more would wait for a program that waits for its output to be read."""


class Terminal:
    """Runs a command in a pty; every wait ends when the screen says so, or fails with what it showed instead."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        columns, rows = size
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = bytearray()
        self.exit_code: int | None = None
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:  # pragma: no cover (the child)
            if folder:
                os.chdir(folder)
            os.execvpe(command[0], list(command), _environment(environment or {}))  # noqa: S606
        self._set_size(columns, rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.exit_code is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._reap(block=True)
        self.hang_up()

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def size(self) -> tuple[int, int]:
        return self._screen.columns, self._screen.lines

    def type(self, text: str | bytes) -> None:
        """Types everything in one burst; what the program draws meanwhile is taken in."""
        data = text if isinstance(text, bytes) else text.encode()
        deadline = time.monotonic() + PATIENCE
        while data:
            readable, writable, _ = select.select([self._descriptor], [self._descriptor], [], 0.2)
            if writable:
                data = data[os.write(self._descriptor, data[:_PIECE]) :]
            if readable:
                self._read(0.2)
            if time.monotonic() > deadline:
                raise AssertionError(f"The program takes no more input. The screen:\n{self.text}")

    def paste(self, text: str) -> None:
        self.type(f"\x1b[200~{text}\x1b[201~")

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)
        self._set_size(columns, rows)

    def send(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """The window is closed; the kernel tells the program."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def wait_for(self, wanted: str | Callable[[str], bool], patience: float = PATIENCE) -> str:
        """Reads what the program draws until the text is on the screen."""
        holds = (lambda shown: wanted in shown) if isinstance(wanted, str) else wanted
        deadline = time.monotonic() + patience
        while not holds(self.text):
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"{wanted!r} did not appear. The screen:\n{self.text}")
        return self.text

    def wait_until(self, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Takes in what is drawn until something outside the screen is so."""
        self.wait_for(lambda _: holds(), patience)

    def watch(self, seconds: float) -> None:
        """Takes in what the program draws for so long."""
        until = time.monotonic() + seconds
        while self._read(until - time.monotonic()):
            pass

    def wait_for_exit(self, patience: float = PATIENCE) -> int:
        deadline = time.monotonic() + patience
        while self.exit_code is None:
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"The program did not end. The screen:\n{self.text}")
        return self.exit_code

    def _read(self, patience: float) -> bool:
        """Takes in a piece of output; False once patience runs out."""
        if patience <= 0 or self.exit_code is not None:
            return False
        if self._descriptor < 0:
            time.sleep(0.05)
            self._reap(block=False)
            return True
        ready, _, _ = select.select([self._descriptor], [], [], min(patience, 0.2))
        if ready:
            try:
                data = os.read(self._descriptor, 65536)
            except OSError:
                data = b""
            if not data:
                self._reap(block=True)
                return True
            self.raw += data
            self._stream.feed(data)
        else:
            self._reap(block=False)
        return True

    def _reap(self, *, block: bool) -> None:
        pid, status = os.waitpid(self.pid, 0 if block else os.WNOHANG)
        if pid:
            self.exit_code = os.waitstatus_to_exitcode(status)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _environment(wanted: Mapping[str, str]) -> dict[str, str]:
    """Without the size of the window the tests run in: it would count for more than that of the pty."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return inherited | {"TERM": "xterm-256color"} | dict(wanted)
