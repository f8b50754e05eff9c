"""Joins an agent's standard streams to the program's socket; run by its path, so it imports nothing of ours.

The agent starts this as its tool server. Everything is passed on as it comes; the first line says by what secret the
program knows which session it belongs to.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading

_CHUNK = 65_536


def main() -> int:
    """`ROUNDTABLE_DOOR` is the path of a Unix socket, or `host:port`; `ROUNDTABLE_PASS` the secret."""
    door, secret = os.environ.get("ROUNDTABLE_DOOR", ""), os.environ.get("ROUNDTABLE_PASS", "")
    try:
        line = _connected(door)
        line.sendall(secret.encode() + b"\n")
    except (OSError, ValueError) as error:
        print(f"roundtable-tui does not answer: {error}", file=sys.stderr)
        return 1
    threading.Thread(target=_pass_on, args=(line,), daemon=True).start()
    with contextlib.suppress(OSError):
        while chunk := line.recv(_CHUNK):
            _write_all(chunk)
    return 0


def _connected(door: str) -> socket.socket:
    host, colon, port = door.rpartition(":")
    if colon and port.isdigit() and "/" not in door:
        return socket.create_connection((host, int(port)))
    line = socket.socket(socket.AF_UNIX)
    line.connect(door)
    return line


def _pass_on(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := os.read(0, _CHUNK):
            line.sendall(chunk)
        line.shutdown(socket.SHUT_WR)


def _write_all(chunk: bytes) -> None:
    while chunk:
        chunk = chunk[os.write(1, chunk) :]


if __name__ == "__main__":
    sys.exit(main())
