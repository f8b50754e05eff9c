"""Notices what other programs do to the documents on the screen, and not what this program does itself."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Protocol

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Iterable, Iterator, Sequence

    from textual.worker import Worker

STEP_MS = 50
"""How often the watcher wakes up: five times as often takes half a per cent of a core at rest."""
DEBOUNCE_MS = 100
LOOK_AROUND_MS = 1000
"""How often to look at the files themselves, for what no event told: a folder exchanged, a network drive."""
REPLACING_SECONDS = 0.05
"""How long a file may be gone while its editor puts the new one in place."""
LARGEST = 16 * 1024 * 1024
GROUP = "watching"
_NOT_A_DOCUMENT = ("meta.json",)

Stamp = tuple[int, int, int]


class ChangedOutside(Message):
    """A document is not what this program wrote; `digest` is None when it is gone."""

    def __init__(self, path: Path, digest: str | None) -> None:
        super().__init__()
        self.path = path
        self.digest = digest

    @property
    def gone(self) -> bool:
        return self.digest is None


class Listener(Protocol):
    """A screen or widget that is told, and in whose worker the watch runs."""

    def post_message(self, message: Message) -> bool: ...

    def run_worker(
        self, work: Awaitable[None], *, group: str, exclusive: bool, exit_on_error: bool
    ) -> Worker[None]: ...


def start_watching(
    listener: Listener,
    folders: Sequence[Path],
    known_digest: Callable[[str], str | None],
    writing: Callable[[], bool] = lambda: False,
) -> Worker[None]:
    """One exclusive worker that posts to `listener`: watching other folders ends the watch over these."""
    watch = Watch(tuple(folders), known_digest, listener.post_message, writing)
    return listener.run_worker(watch.run(), group=GROUP, exclusive=True, exit_on_error=False)


def digest_of(path: Path) -> str | None:
    """SHA-256 of the bytes; None where there is no ordinary file, and of an enormous one only size and time.

    Reading a pipe would wait for whoever writes into it.
    """
    try:
        stamp = path.stat()
        if not S_ISREG(stamp.st_mode):
            return None
        if stamp.st_size > LARGEST:
            return f"{stamp.st_size}-{stamp.st_mtime_ns}"
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


@dataclass(slots=True)
class Watch:
    """Watches the files directly in some folders, which may come, go and be exchanged meanwhile."""

    folders: tuple[Path, ...]
    known_digest: Callable[[str], str | None]
    """By the file's name: what this program wrote last, or None if it never did."""
    post: Callable[[ChangedOutside], object]
    writing: Callable[[], bool]
    """True while this program is between writing a file and knowing its digest; what is found then waits."""
    _digests: dict[Path, str | None] = field(default_factory=dict)
    _stamps: dict[Path, Stamp] = field(default_factory=dict)

    async def run(self) -> None:
        """Until it is cancelled."""
        self._stamps = await asyncio.to_thread(self._look)
        for path in self._stamps:
            self._digests[path] = await asyncio.to_thread(digest_of, path)
        while True:
            places = _places(self.folders)
            async with aclosing(_touched(list(places))) as events:
                async for touched in events:
                    await self._examine(touched or await self._found_by_looking())
                    if _places(self.folders) != places:
                        break
            await self._examine(await self._found_by_looking())

    async def _found_by_looking(self) -> set[Path]:
        now, before = await asyncio.to_thread(self._look), self._stamps
        self._stamps = now
        return {path for path in now.keys() | before.keys() if now.get(path) != before.get(path)}

    async def _examine(self, paths: Iterable[Path]) -> None:
        for path in sorted(path for path in paths if self._is_document(path)):
            digest = await asyncio.to_thread(digest_of, path)
            if digest is None and self._digests.get(path) is not None:
                await asyncio.sleep(REPLACING_SECONDS)
                digest = await asyncio.to_thread(digest_of, path)
            if digest == self._digests.get(path):
                continue
            await self._known()
            self._digests[path] = digest
            if digest is None or digest != self.known_digest(path.name):
                self.post(ChangedOutside(path, digest))

    async def _known(self) -> None:
        """Waits until what this program wrote is known."""
        while self.writing():  # noqa: ASYNC110 (the session is asked, it tells nobody)
            await asyncio.sleep(STEP_MS / 1000)

    def _look(self) -> dict[Path, Stamp]:
        files = (path for folder in self.folders for path in _inside(folder) if self._is_document(path))
        return {path: stamp for path in files if (stamp := _stamp(path))}

    def _is_document(self, path: Path) -> bool:
        """Dot files are temporary files, swap files and our own folder; `~` marks an editor's backup."""
        return (
            path.parent in self.folders
            and not path.name.startswith(".")
            and not path.name.endswith("~")
            and path.name not in _NOT_A_DOCUMENT
        )


def _inside(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError:
        return


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns)


def _places(folders: Sequence[Path]) -> dict[Path, int]:
    """What to watch, with its inode: each folder, and the nearest above it, which tells when it comes or goes."""
    places: dict[Path, int] = {}
    for folder in folders:
        for place in (folder, *folder.parents):
            stamp = _stamp(place)
            if stamp is None:
                continue
            places[place] = stamp[0]
            if place != folder:
                break
    return places


async def _touched(places: Sequence[Path]) -> AsyncGenerator[set[Path], None]:
    """The paths touched since last time, or none of them now and then; ends when a place cannot be watched."""
    from watchfiles import awatch

    changes = awatch(
        *places,
        watch_filter=None,
        recursive=False,
        step=STEP_MS,
        debounce=DEBOUNCE_MS,
        rust_timeout=LOOK_AROUND_MS,
        yield_on_timeout=True,
        ignore_permission_denied=True,
    )
    try:
        async with aclosing(changes):
            async for change in changes:
                yield {Path(path) for _, path in change}
    except OSError:
        await asyncio.sleep(LOOK_AROUND_MS / 1000)
