"""What all files of a project say, and how they hang together: built beside the screen, kept between runs."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import sqlite3
import tempfile
import threading
import weakref
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.listing import ProjectFile, read_source
from roundtable_tui.codebase.graph.dependencies import Dependencies
from roundtable_tui.codebase.graph.entry_points import EntryPoint
from roundtable_tui.codebase.index.store import IndexStore, store_name
from roundtable_tui.codebase.parse.file_facts import FileFacts
from roundtable_tui.codebase.parse.symbols import facts_as_text
from roundtable_tui.codebase.parse.worker_pool import end_with_all_it_leads, own_process, quiet_process

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterable, Sequence

    Progress = Callable[[int, int], None]

_INDEXING = "roundtable_tui.codebase.index.build_process"
_LOOK = 0.1
_MOST_READERS = 4
_STOPPED = "Indexing was stopped."
_FAILED = "The code could not be indexed; what files need each other is not known."


def _never() -> bool:
    return False


def _unheard(_done: int, _all: int) -> None:
    return


class Index:
    """Facts by file, the graph, and the ways in. Facts are fetched when asked for; a file it does not know has none."""

    def __init__(
        self,
        root: Path,
        names: Sequence[str] = (),
        dependencies: Dependencies | None = None,
        entry_points: tuple[EntryPoint, ...] = (),
        store: IndexStore | None = None,
        problem: str = "",
    ) -> None:
        self.root = root
        self.names = tuple(names)
        self.dependencies = dependencies or Dependencies(self.names)
        self.entry_points = entry_points
        self.problem = problem
        """One sentence if there is no graph, because it could not be built or was stopped."""
        self._known = frozenset(self.names)
        self._store = store

    def facts(self, name: str) -> FileFacts:
        """What a file says; if the cache is lost meanwhile, as far as its text shows it."""
        if name not in self._known:
            return FileFacts("")
        if self._store:
            with contextlib.suppress(sqlite3.Error):
                if found := self._store.facts(name):
                    return found
        return facts_as_text(name, read_source(ProjectFile(name, self.root / name)).data)

    def close(self) -> None:
        store, self._store = self._store, None
        if store:
            store.close()


def build_index(
    root: Path,
    files: Iterable[ProjectFile],
    cache_folder: Path,
    stopped: Callable[[], bool] = _never,
    progress: Progress = _unheard,
    readers: int = 0,
) -> Index:
    """Indexes what changed since the last time. Blocks, so call it in a thread: the work is done by other processes.

    Stopped or failed, it returns an index without a graph that says so; it does not raise.
    """
    names = tuple(file.name for file in files)
    run = partial(_built, root, names, stopped, progress, readers or _readers())
    path = _place(cache_folder, root)
    index = run(path) if path else None
    if index is None and not stopped():
        index = _in_a_folder_of_its_own(run)
    return index or Index(root, names, problem=_STOPPED if stopped() else _FAILED)


def _readers() -> int:
    """One processor is left to the screen."""
    return max(1, min(_MOST_READERS, (os.cpu_count() or 2) - 1))


def _place(cache_folder: Path, root: Path) -> Path | None:
    try:
        cache_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return cache_folder / store_name(root) if os.access(cache_folder, os.W_OK) else None


def _in_a_folder_of_its_own(run: Callable[[Path], Index | None]) -> Index | None:
    """Where the cache cannot be used; the folder goes with the index."""
    try:
        folder = tempfile.mkdtemp(prefix="roundtable-")
    except OSError:
        return None
    index = run(Path(folder, "code.sqlite"))
    if index is None:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        weakref.finalize(index, shutil.rmtree, folder, ignore_errors=True)
    return index


def _built(
    root: Path, names: tuple[str, ...], stopped: Callable[[], bool], progress: Progress, readers: int, path: Path
) -> Index | None:
    key = _run(root, names, stopped, progress, readers, path)
    if key is None:
        return None
    try:
        store = IndexStore(path)
    except sqlite3.Error:
        return None
    try:
        found = store.graph(key)
    except sqlite3.Error:
        found = None
    if found is None:
        store.close()
        return None
    table, entries = found
    points = tuple(EntryPoint(*one) for one in json.loads(entries))
    return Index(root, names, Dependencies(names, table), points, store)


def _run(
    root: Path, names: tuple[str, ...], stopped: Callable[[], bool], progress: Progress, readers: int, path: Path
) -> bytes | None:
    """The key of the graph that was built; None if it was stopped or went wrong."""
    listed = b"\0".join(map(os.fsencode, names))
    header = {"root": str(root.absolute()), "store": str(path.absolute()), "size": len(listed), "readers": readers}
    try:
        process = quiet_process(own_process(_INDEXING), leads=True)
    except OSError:
        return None
    lines: queue.Queue[bytes] = queue.Queue()
    sent = json.dumps(header).encode("ascii") + b"\n" + listed
    threading.Thread(target=_converse, args=(process, sent, lines), daemon=True).start()
    try:
        return _followed(lines, len(names), stopped, progress)
    finally:
        end_with_all_it_leads(process)


def _converse(process: subprocess.Popen[bytes], sent: bytes, lines: queue.Queue[bytes]) -> None:
    """In a thread: hands over the question and passes on every line of the answer, an empty one at its end."""
    if process.stdin and process.stdout:
        with contextlib.suppress(OSError, ValueError), process.stdin:
            process.stdin.write(sent)
        with contextlib.suppress(OSError, ValueError), process.stdout:
            for line in process.stdout:
                lines.put(line)
    lines.put(b"")


def _followed(lines: queue.Queue[bytes], files: int, stopped: Callable[[], bool], progress: Progress) -> bytes | None:
    while not stopped():
        try:
            line = lines.get(timeout=_LOOK)
        except queue.Empty:
            continue
        if not line:
            return None
        word, _, key = line.decode("ascii", "replace").strip().partition(" ")
        if word == "done":
            return bytes.fromhex(key)
        if word.isdigit():
            progress(min(int(word), files), files)
    return None
