"""Lets grammars read files in processes of their own, which can crash, hang or grow without harm to anybody.

Measured: hostile input of 32 KB makes some grammars take gigabytes, and a crash in native code ends its process.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.parse.file_facts import to_json
from roundtable_tui.codebase.parse.symbols import facts_as_text, facts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SECONDS = 10.0
_MEMORY = 512 * 1024 * 1024
_MOST_DEATHS = 20
_LOOK = 0.25
_WAITING = 32
_HOME = str(Path(__file__).resolve().parents[3])


class Job(Struct, frozen=True):
    name: str
    data: bytes
    hash: bytes


def own_process(module: str, *arguments: str) -> list[str]:
    """The command for a process of ours. It is isolated: nothing in the folder it runs in is ever imported."""
    start = f"import sys; sys.path.append(sys.argv[1]); from {module} import main; main()"
    return [sys.executable, "-I", "-c", start, _HOME, *arguments]


def quiet_process(command: list[str], *, leads: bool = False) -> subprocess.Popen[bytes]:
    """Starts it with pipes to and from us, behind everything else in the queue for a processor.

    One that `leads` those it will start itself can be ended together with them (`end_with_all_it_leads`).
    """
    flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=_HOME,
        creationflags=flags,
        process_group=0 if leads and hasattr(os, "killpg") else None,
    )


def end_with_all_it_leads(process: subprocess.Popen[bytes]) -> None:
    """At once, whatever they are doing; elsewhere than on Unix those it leads notice by themselves that it is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def be_modest() -> None:
    """Gives way to the screen, and leaves no core file behind."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(10)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Reader:
    """One process that reads files, replaced when it dies; what it died of is read as text."""

    def __init__(self, seconds: float = SECONDS, command: list[str] | None = None) -> None:
        self._seconds = seconds
        self._command = command or own_process(__name__)
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths = 0
        self.until = 0.0

    def read(self, job: Job) -> str:
        """The facts as JSON."""
        answer = b""
        if self._deaths < _MOST_DEATHS:
            with contextlib.suppress(OSError):
                answer = self._ask(job)
        if answer.endswith(b"\n"):
            self._deaths = 0
            return answer.decode("ascii").rstrip("\n")
        self._deaths += 1
        self.close()
        return to_json(facts_as_text(job.name, job.data))

    def _ask(self, job: Job) -> bytes:
        process = self._process = self._process or quiet_process(self._command)
        if process.stdin is None or process.stdout is None:
            return b""
        self.until = time.monotonic() + self._seconds
        try:
            send(process.stdin, job)
            return process.stdout.readline()
        finally:
            self.until = 0.0

    def end_if_late(self) -> None:
        """Called from beside: a process that takes too long is ended, and `read` goes on without it."""
        process, until = self._process, self.until
        if process and until and time.monotonic() > until:
            process.kill()

    def close(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    if pipe:
                        pipe.close()


def read_by_processes(jobs: Iterable[Job], readers: int) -> Iterator[tuple[Job, str]]:
    """Every job with its facts, in any order. As many processes work on them."""
    waiting: queue.Queue[Job | None] = queue.Queue(_WAITING)
    done: queue.Queue[tuple[Job, str] | None] = queue.Queue()
    working = [Reader() for _ in range(readers)]
    over = threading.Event()
    threads = [threading.Thread(target=_work, args=(reader, waiting, done), daemon=True) for reader in working]
    threads.append(threading.Thread(target=_watch, args=(working, over), daemon=True))
    for thread in threads:
        thread.start()
    try:
        yield from _fed(jobs, waiting, done, readers)
    finally:
        over.set()
        for reader in working:
            reader.close()


def _fed(
    jobs: Iterable[Job], waiting: queue.Queue[Job | None], done: queue.Queue[tuple[Job, str] | None], readers: int
) -> Iterator[tuple[Job, str]]:
    for job in jobs:
        waiting.put(job)
        while not done.empty():
            if found := done.get():
                yield found
    for _ in range(readers):
        waiting.put(None)
    finished = 0
    while finished < readers:
        if found := done.get():
            yield found
        else:
            finished += 1


def _work(reader: Reader, waiting: queue.Queue[Job | None], done: queue.Queue[tuple[Job, str] | None]) -> None:
    while job := waiting.get():
        done.put((job, reader.read(job)))
    done.put(None)


def _watch(readers: list[Reader], over: threading.Event) -> None:
    while not over.wait(_LOOK):
        for reader in readers:
            reader.end_if_late()


def send(pipe: IO[bytes], job: Job) -> None:
    pipe.write(json.dumps([job.name, len(job.data)]).encode("ascii") + b"\n" + job.data)
    pipe.flush()


def answer_all(asked: IO[bytes], answers: IO[bytes], read: Callable[[str, bytes], str]) -> None:
    """Answers one job after the other until nobody asks any more."""
    while line := asked.readline():
        name, size = json.loads(line)
        answers.write(read(name, asked.read(size)).encode("ascii") + b"\n")
        answers.flush()


def main() -> None:
    """What such a process does."""
    be_modest()
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        answer_all(sys.stdin.buffer, sys.stdout.buffer, lambda name, data: to_json(facts_of(name, data)))
