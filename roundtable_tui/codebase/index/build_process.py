"""Reads every file that changed, keeps what it says, and links the files: in a process beside the screen's."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
import sqlite3
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.listing import ProjectFile, read_source
from roundtable_tui.codebase.graph.builder import linked
from roundtable_tui.codebase.graph.dependencies import EdgeTable
from roundtable_tui.codebase.graph.entry_points import entry_points
from roundtable_tui.codebase.graph.outlines import Outline, outline_from_json
from roundtable_tui.codebase.graph.project_tree import ProjectTree
from roundtable_tui.codebase.index.store import IndexStore, Seen, content_hash
from roundtable_tui.codebase.parse.worker_pool import Job, be_modest, read_by_processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Read = Callable[[Iterable[Job]], Iterator[tuple[Job, str]]]
    Report = Callable[[int], None]

_A_BATCH = 200
_A_MOMENT = 0.05
_STILL_WET = 2_000_000_000
"""Nanoseconds: a file changed this shortly before it was read may change again and keep its time."""
_UNREAD = b""


def index_files(root: Path, names: Sequence[str], store: IndexStore, read: Read, report: Report) -> bytes:
    """Brings the store up to date and returns the key of the graph in it; `report` hears how many files are done."""
    seen = _Looking(root, store, report).look_at(names, read)
    key = _key(names, seen)
    if store.graph(key) is None:
        _link(root, names, seen, store, key)
    return key


class _Looking:
    def __init__(self, root: Path, store: IndexStore, report: Report) -> None:
        self._root = root
        self._store = store
        self._report = report
        self._known = store.known()
        self._new: dict[str, Seen] = {}
        self._facts: dict[bytes, str] = {}
        self._done = 0

    def look_at(self, names: Sequence[str], read: Read) -> dict[str, Seen]:
        """Every file as it is now; the store knows the facts of all of them afterwards."""
        before = self._store.seen()
        now: dict[str, Seen] = {}
        for job, text in read(self._changed(names, before, now)):
            self._facts[job.hash] = text
            self._count()
            if len(self._facts) >= _A_BATCH:
                self._keep()
        self._keep()
        self._store.forget(before.keys() - now.keys())
        self._report(len(names))
        return now

    def _changed(self, names: Sequence[str], before: Mapping[str, Seen], now: dict[str, Seen]) -> Iterator[Job]:
        """Files whose content nobody has read yet."""
        for name in names:
            file = ProjectFile(name, self._root / name)
            found = _unchanged(file, before.get(name))
            if found and (found.hash in self._known or found.hash == _UNREAD):
                now[name] = found
                self._count()
                continue
            looked = time.time_ns()
            status = _status(file)
            source = read_source(file)
            content = _UNREAD if source.why_not else content_hash(name, source.data)
            now[name] = self._new[name] = Seen(*status, looked, content)
            if content == _UNREAD or content in self._known:
                self._count()
                continue
            self._known.add(content)
            yield Job(name, source.data, content)

    def _count(self) -> None:
        self._done += 1
        self._report(self._done)

    def _keep(self) -> None:
        self._store.keep(self._new, self._facts)
        self._new.clear()
        self._facts.clear()


def _status(file: ProjectFile) -> tuple[int, int]:
    """Its size and when it last changed: unpacking an archive sets the one time back, but not the other."""
    try:
        found = file.path.lstat()
    except OSError:
        return -1, -1
    return found.st_size, max(found.st_mtime_ns, found.st_ctime_ns)


def _unchanged(file: ProjectFile, before: Seen | None) -> Seen | None:
    if before is None or before.mtime > before.looked - _STILL_WET:
        return None
    return before if _status(file) == (before.size, before.mtime) else None


def _key(names: Sequence[str], seen: Mapping[str, Seen]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for name in names:
        digest.update(os.fsencode(name) + b"\0" + seen[name].hash + b"\0")
    return digest.digest()


def _link(root: Path, names: Sequence[str], seen: Mapping[str, Seen], store: IndexStore, key: bytes) -> None:
    outlines = dict(zip(names, _outlines([seen[name].hash for name in names], store), strict=True))
    tree = ProjectTree(names, lambda name: read_source(ProjectFile(name, root / name)).text)
    edges, passing_on = linked(tree, outlines)
    number = tree.number
    numbered = ((number[one], number[other], tie, line, what) for one, other, tie, line, what in edges)
    table = EdgeTable.of(len(names), numbered)
    points = entry_points(tree, outlines, passing_on)
    store.keep_graph(key, table, json.dumps([[one.kind, one.name, one.path, one.line] for one in points]))


def _outlines(hashes: Sequence[bytes], store: IndexStore) -> Iterator[Outline]:
    for text in store.texts(hashes):
        try:
            yield outline_from_json(text) if text else Outline("")
        except ValueError:
            yield Outline("")


def index_into(path: Path, root: Path, names: Sequence[str], read: Read, report: Report) -> bytes:
    """The same into a file: one that is damaged, or not ours, is thrown away and made anew."""
    try:
        return _index_into(path, root, names, read, report)
    except sqlite3.DatabaseError:
        for damaged in (path, path.with_name(f"{path.name}-journal")):
            damaged.unlink(missing_ok=True)
        return _index_into(path, root, names, read, report)


def _index_into(path: Path, root: Path, names: Sequence[str], read: Read, report: Report) -> bytes:
    with contextlib.closing(IndexStore(path)) as store:
        return index_files(root, names, store, read, report)


def main() -> None:
    """What the process does: the header and the names come in, progress goes out, and at last the graph's key."""
    be_modest()
    gc.disable()  # It lives shortly, and what it builds up is needed to the end.
    header = json.loads(sys.stdin.buffer.readline())
    names = [os.fsdecode(name) for name in sys.stdin.buffer.read(header["size"]).split(b"\0") if name]
    readers, told = int(header["readers"]), 0.0

    def report(done: int) -> None:
        nonlocal told
        if (now := time.monotonic()) - told > _A_MOMENT or done == len(names):
            told = now
            print(done, flush=True)

    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        read = partial(read_by_processes, readers=readers)
        key = index_into(Path(header["store"]), Path(header["root"]), names, read, report)
        print(f"done {key.hex()}", flush=True)
