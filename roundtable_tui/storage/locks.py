"""One writer at a time: the kernel holds the lock, so a dead process's is free, and a note says who has it."""

from __future__ import annotations

import getpass
import json
import os
import socket
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING, Self

from filelock import FileLock, Timeout
from msgspec import Struct
from msgspec.structs import asdict

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import LockedError, StorageError
from roundtable_tui.storage.atomic import make_private_folder, write_atomically
from roundtable_tui.storage.disk import read_if_there, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_HOLDER_LIMIT = 4096
_PROGRAM = "roundtable-tui"


class Holder(Struct, frozen=True):
    """Who has the lock, for the sentence a second opener is told."""

    pid: int
    host: str
    user: str
    since: str
    program: str = _PROGRAM


class ItemLock:
    """The right to write one item, or the files several items share; at most one process has it."""

    def __init__(self, disk: Disk, path: Path, what: str, clock: Callable[[], datetime]) -> None:
        """`what` begins the sentence of a refusal: "The item payments"."""
        self._disk = disk
        self._path = path
        self._note = path.with_name(f"{path.name}.holder")
        self._what = what
        self._clock = clock
        self._lock = FileLock(path, thread_local=False)

    @property
    def held(self) -> bool:
        return self._lock.is_locked

    def acquire(self, timeout: float = 0) -> None:
        """LockedError, naming the holder, if another has it still after `timeout` seconds."""
        make_private_folder(self._disk, self._path.parent)
        try:
            self._lock.acquire(timeout=timeout)
        except Timeout as error:
            raise self._refusal() from error
        except OSError as error:
            raise refused(self._path, "locked", error) from error
        try:
            write_atomically(self._disk, self._note, _note_of_this_process(self._clock()))
        except BaseException:
            self._lock.release()
            raise

    def release(self) -> None:
        if not self.held:
            return
        with suppress(StorageError):
            self._disk.remove(self._note)
        self._lock.release()

    def holder(self) -> Holder | None:
        """Who wrote the note last; only meaningful while somebody holds the lock."""
        try:
            data = read_if_there(self._disk, self._note, _HOLDER_LIMIT)
            return None if data is None else _holder_in(data)
        except StorageError:
            return None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _refusal(self) -> LockedError:
        sentence = f"{self._what} is open in another window"
        if holder := self.holder():
            sentence += f" (process {holder.pid} on host {holder.host}{_since(holder, self._clock())})"
        return LockedError(f"{sentence}.", "Close it there, or look at the item read-only.")


def item_lock(disk: Disk, paths: ProjectPaths, slug: str, clock: Callable[[], datetime]) -> ItemLock:
    return ItemLock(disk, paths.item_lock(slug), f"The item {slug}", clock)


@contextmanager
def project_lock(disk: Disk, paths: ProjectPaths, clock: Callable[[], datetime], timeout: float = 10) -> Iterator[None]:
    """Held for the moment in which a file that several items share is read again and written."""
    lock = ItemLock(disk, paths.lock, "What this project's items share", clock)
    try:
        lock.acquire(timeout)
    except LockedError as error:
        raise LockedError(error.sentence, "Try again when the other window has finished writing.") from error
    try:
        yield
    finally:
        lock.release()


def _note_of_this_process(now: datetime) -> bytes:
    holder = Holder(os.getpid(), socket.gethostname(), _user(), now.astimezone().isoformat(timespec="seconds"))
    return json.dumps(asdict(holder)).encode()


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _holder_in(data: bytes) -> Holder | None:
    try:
        note = json.loads(data)
        return Holder(
            pid=int(note["pid"]),
            host=one_line(str(note["host"]), 80),
            user=one_line(str(note.get("user", "")), 80),
            since=str(note["since"]),
            program=one_line(str(note.get("program", "")), 80),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _since(holder: Holder, now: datetime) -> str:
    try:
        since = datetime.fromisoformat(holder.since).astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    if since.date() == now.astimezone().date():
        return f", since {since:%H:%M}"
    return f", since {since:%Y-%m-%d %H:%M}"
