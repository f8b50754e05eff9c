"""Indexing a tree of real code cold, warm and after one change, and what the screen's loop feels of it.

The tree is what is installed in this environment. Gaps are those of an event loop that wants to run every 5 ms, idle,
while other processes index, and while a thread of the same process does.
"""

from __future__ import annotations

import asyncio
import shutil
import sysconfig
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measuring import Measured, show
from roundtable_tui.codebase.files.listing import ProjectFile, list_files, read_source
from roundtable_tui.codebase.index.build_process import index_into
from roundtable_tui.codebase.index.index import build_index
from roundtable_tui.codebase.index.store import content_hash
from roundtable_tui.codebase.parse.file_facts import to_json
from roundtable_tui.codebase.parse.symbols import facts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from roundtable_tui.codebase.parse.worker_pool import Job

MOST_FILES = 3_000
A_TICK = 0.005
IDLE = 3.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "project")
        files = _copied(root)
        _speed(root, files, Path(folder, "cache"))
        _gaps(root, files, Path(folder))


def _copied(root: Path) -> tuple[ProjectFile, ...]:
    """Copied because a warm index must not depend on files that somebody else changes."""
    installed = Path(sysconfig.get_path("purelib"))
    for file in list_files(installed).files[:MOST_FILES]:
        target = root / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file.path, target)
    return list_files(root).files


def _speed(root: Path, files: tuple[ProjectFile, ...], cache: Path) -> None:
    def index() -> None:
        with closing(build_index(root, files, cache)) as built:
            assert not built.problem, built.problem

    def change_and_index() -> None:
        path = root / files[len(files) // 2].name
        path.write_bytes(path.read_bytes() + b"\n")
        index()

    reading = _timed(lambda: [content_hash(file.name, read_source(file).data) for file in files])
    size = sum(file.path.stat().st_size for file in files) / 1e6
    runs = (("cold", index), ("warm", index), ("one file changed", change_and_index))
    rows = [_row(what, _timed(work), len(files)) for what, work in runs]
    show(f"Indexing {len(files)} files, {size:.0f} MB", _row("reading and hashing them", reading, len(files)), rows)


def _row(what: str, seconds: float, files: int) -> Measured:
    return Measured(what, seconds, f"{files / seconds:,.0f} files a second")


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _gaps(root: Path, files: tuple[ProjectFile, ...], folder: Path) -> None:
    names = [file.name for file in files]

    def by_processes() -> None:
        build_index(root, files, folder / "processes").close()

    def in_a_thread() -> None:
        index_into(folder / "thread.sqlite", root, names, _here, lambda _: None)

    idle = asyncio.run(_felt(lambda: time.sleep(IDLE)))
    processes = asyncio.run(_felt(by_processes))
    thread = asyncio.run(_felt(in_a_thread))
    show("Longest gap in an event loop", _gap("idle", idle), [_gap("processes", processes), _gap("thread", thread)])


def _here(jobs: Iterable[Job]) -> Iterator[tuple[Job, str]]:
    return ((job, to_json(facts_of(job.name, job.data))) for job in jobs)


def _gap(what: str, gaps: list[float]) -> Measured:
    ordered = sorted(gaps)
    late = sum(gap > 0.016 for gap in gaps)
    note = f"95 % under {ordered[int(len(ordered) * 0.95)] * 1000:.1f} ms, {late} of {len(gaps)} over a frame of 16 ms"
    return Measured(what, ordered[-1], note)


async def _felt(work: Callable[[], object]) -> list[float]:
    """How late the loop was, tick by tick, while a thread did the work."""
    task = asyncio.create_task(asyncio.to_thread(work))
    gaps: list[float] = []
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(A_TICK)
        gaps.append(time.perf_counter() - began - A_TICK)
    await task
    return gaps


if __name__ == "__main__":
    main()
