"""The watcher on real files: what others do is told once, what we do is not, and nothing ends it but us."""

from __future__ import annotations

import asyncio
import hashlib
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from textual.app import App

from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.ui.file_watch import GROUP, ChangedOutside, digest_of, start_watching

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

PATIENCE = 15.0


class Host(App[None]):
    """Watches two folders and keeps what it is told."""

    def __init__(self, *folders: Path) -> None:
        super().__init__()
        self.folders = folders
        self.known: dict[str, str] = {}
        self.writing = False
        self.asked = asyncio.Event()
        self.told: asyncio.Queue[ChangedOutside] = asyncio.Queue()

    def on_mount(self) -> None:
        self.watch_folders(*self.folders)

    def watch_folders(self, *folders: Path) -> None:
        start_watching(self, folders, self.known.get, self.is_writing)

    def is_writing(self) -> bool:
        self.asked.set()
        return self.writing

    def on_changed_outside(self, message: ChangedOutside) -> None:
        self.told.put_nowait(message)

    async def next(self) -> ChangedOutside:
        return await asyncio.wait_for(self.told.get(), PATIENCE)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def item(tmp_path: Path) -> Path:
    folder = tmp_path / "docs" / "requirements" / "invoices"
    folder.mkdir(parents=True)
    (folder / "quick-scan.md").write_bytes(b"# Scan\n")
    return folder


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    return tmp_path / "docs" / "common"


@asynccontextmanager
async def watching(*folders: Path) -> AsyncIterator[Host]:
    """A host whose watcher has proven that it is awake."""
    host = Host(*folders)
    async with host.run_test():
        await awake(host, folders[0])
        yield host


async def awake(host: Host, folder: Path) -> None:
    probe = folder / "probe.md"
    for number in range(1000):
        probe.write_text(f"{number}")
        try:
            await asyncio.wait_for(host.told.get(), 0.1)
        except TimeoutError:
            continue
        break
    probe.unlink()
    while not (await host.next()).gone:
        pass


async def test_an_edit_in_place_is_told_with_its_digest(item: Path) -> None:
    async with watching(item) as host:
        (item / "quick-scan.md").write_bytes(b"# Scan, by hand\n")
        told = await host.next()
        assert (told.path, told.gone) == (item / "quick-scan.md", False)
        assert told.digest in (digest(b"# Scan, by hand\n"), digest(b""))


def replaced(path: Path) -> None:
    write_atomically(RealDisk(), path, b"# Replaced\n")


def with_backup(path: Path) -> None:
    path.rename(path.with_name(path.name + "~"))
    path.write_bytes(b"# Replaced\n")


def twice(path: Path) -> None:
    replaced(path)
    write_atomically(RealDisk(), path, b"# Scan\n")
    replaced(path)


@pytest.mark.parametrize("save", [replaced, with_backup, twice])
async def test_however_an_editor_saves_the_new_content_is_told(item: Path, save: Callable[[Path], None]) -> None:
    async with watching(item) as host:
        save(item / "quick-scan.md")
        while (told := await host.next()).digest != digest(b"# Replaced\n"):
            pass
        assert told.path == item / "quick-scan.md"


async def test_our_own_writes_are_not_told(item: Path) -> None:
    async with watching(item) as host:
        host.known["quick-scan.md"] = digest(b"# Ours\n")
        write_atomically(RealDisk(), item / "quick-scan.md", b"# Ours\n")
        write_atomically(RealDisk(), item / "z.md", b"# Theirs\n")
        assert (await host.next()).path.name == "z.md"
        assert host.told.empty()


async def test_a_write_of_ours_whose_digest_is_not_known_yet_waits_until_it_is(item: Path) -> None:
    async with watching(item) as host:
        host.writing = True
        host.asked.clear()
        write_atomically(RealDisk(), item / "quick-scan.md", b"# Ours\n")
        await asyncio.wait_for(host.asked.wait(), PATIENCE)
        host.known["quick-scan.md"] = digest(b"# Ours\n")
        host.writing = False
        write_atomically(RealDisk(), item / "z.md", b"# Theirs\n")
        assert (await host.next()).path.name == "z.md"


async def test_touching_a_file_without_changing_it_is_not_told(item: Path) -> None:
    async with watching(item) as host:
        os.utime(item / "quick-scan.md", (1, 1))
        (item / "z.md").write_bytes(b"x")
        assert (await host.next()).path.name == "z.md"


@pytest.mark.parametrize("name", [".quick-scan.md.swp", "quick-scan.md~", "meta.json", ".roundtable/journal.jsonl"])
async def test_what_is_no_document_is_not_told(item: Path, name: str) -> None:
    async with watching(item) as host:
        (item / name).parent.mkdir(exist_ok=True)
        (item / name).write_bytes(b"x")
        (item / "z.md").write_bytes(b"x")
        assert (await host.next()).path.name == "z.md"


async def test_a_deleted_document_is_told_as_gone(item: Path) -> None:
    async with watching(item) as host:
        (item / "quick-scan.md").unlink()
        told = await host.next()
        assert (told.path.name, told.gone) == ("quick-scan.md", True)


def written_in_a_new_folder(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"# NFR\n")


async def test_a_folder_that_does_not_exist_yet_is_watched_once_it_does(item: Path, shared: Path) -> None:
    async with watching(item, shared) as host:
        written_in_a_new_folder(shared / "nfr-matrix.md")
        assert (await host.next()).path == shared / "nfr-matrix.md"
        write_atomically(RealDisk(), shared / "nfr-matrix.md", b"# NFR 2\n")
        while (await host.next()).digest != digest(b"# NFR 2\n"):
            pass


def exchanged(item: Path) -> None:
    item.rename(item.with_name("elsewhere"))
    item.mkdir()


def deleted_with_all_above(item: Path) -> None:
    (item / "quick-scan.md").unlink()
    item.rmdir()
    item.parent.rmdir()
    item.mkdir(parents=True)


@pytest.mark.parametrize("lose", [exchanged, deleted_with_all_above])
async def test_the_watch_survives_its_folder(item: Path, lose: Callable[[Path], None]) -> None:
    async with watching(item) as host:
        lose(item)
        assert (await host.next()).gone
        write_atomically(RealDisk(), item / "quick-scan.md", b"# Back\n")
        while (await host.next()).digest != digest(b"# Back\n"):
            pass
        write_atomically(RealDisk(), item / "quick-scan.md", b"# Back again\n")
        while (await host.next()).digest != digest(b"# Back again\n"):
            pass


async def test_watching_other_folders_ends_the_watch_over_these(item: Path, shared: Path) -> None:
    written_in_a_new_folder(shared / "other.md")
    async with watching(item) as host:
        host.watch_folders(shared)
        await awake(host, shared)
        (item / "quick-scan.md").write_bytes(b"# Nobody looks\n")
        (shared / "nfr-matrix.md").write_bytes(b"# NFR\n")
        assert (await host.next()).path == shared / "nfr-matrix.md"
        assert len([worker for worker in host.workers if worker.group == GROUP and not worker.is_finished]) == 1


async def test_the_watch_ends_with_the_program(item: Path) -> None:
    async with watching(item) as host:
        worker = next(worker for worker in host.workers if worker.group == GROUP)
    assert worker.is_cancelled


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_in_the_place_of_a_document_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "quick-scan.md")
    assert digest_of(tmp_path / "quick-scan.md") is None
