"""From a document's bytes on the disk to its lines on the screen, against writing and reading the file alone."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from bench.measuring import Measured, median_seconds, show
from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.ui.documents.passages import prepare
from roundtable_tui.ui.documents.preview import Preview
from roundtable_tui.ui.file_watch import ChangedOutside, start_watching
from roundtable_tui.ui.theme import THEMES

if TYPE_CHECKING:
    from textual.app import ComposeResult

ROUNDS = 25
SECTIONS = {"a short document": 3, "10,000 tokens": 160}
_SECTION = """
### FR-{number:03d}: Pay by invoice, part {number}

- **AC-{number:03d}-01**: When a customer pays by invoice, the system sends it within a day.
- **AC-{number:03d}-02**: The invoice is marked as paid when the bank says so.

Found in `src/pay.py:{number}`, with words enough that the paragraph has to be broken into lines.
"""


def document(sections: int, turn: int) -> bytes:
    """A requirements document of which every turn changes one section in the middle."""
    parts = [_SECTION.format(number=number) for number in range(sections)]
    parts[sections // 2] += f"\nTurn {turn} changed this.\n"
    return ("# Requirements\n\n**Status**: In Progress\n" + "".join(parts)).encode()


class Host(App[None]):
    """A preview that shows whatever happens to one file."""

    CSS = "Preview { height: 1fr; }"
    AUTO_FOCUS = None

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.preview = Preview()
        self.painted: asyncio.Queue[bytes] = asyncio.Queue()
        self.register_theme(THEMES[0])
        self.theme = THEMES[0].name

    def compose(self) -> ComposeResult:
        yield self.preview

    def on_mount(self) -> None:
        start_watching(self, [self.folder], lambda _: None)

    async def on_changed_outside(self, message: ChangedOutside) -> None:
        data = await asyncio.to_thread(lambda: prepare(message.path.name, message.path.read_bytes()))
        self.put_on_screen(message.path.name, data)

    def put_on_screen(self, name: str, data: bytes) -> None:
        self.preview.wrote(name, data)
        self.call_after_refresh(self.painted.put_nowait, data)

    def on_screen(self) -> str:
        body = self.preview.body
        return "\n".join(body.render_line(y).text for y in range(body.size.height))


async def seconds(folder: Path, sections: int, *, watched: bool) -> float:
    """The median over the rounds, of the way through the watcher or of showing bytes that are at hand."""
    host, path, times = Host(folder), folder / "requirements-spec.md", []
    async with host.run_test(size=(140, 40)) as pilot:
        await pilot.pause(0.3)
        for turn in range(ROUNDS + 1):
            data = document(sections, turn)
            began = time.perf_counter()
            if watched:
                write_atomically(RealDisk(), path, data)
            else:
                host.put_on_screen(path.name, data)
            while await host.painted.get() != data:
                pass
            times.append(time.perf_counter() - began)
            assert not turn or f"Turn {turn} changed" in host.on_screen(), "what changed is not on the screen"
    return statistics.median(times[1:])


def write_and_read(path: Path, data: bytes) -> None:
    write_atomically(RealDisk(), path, data)
    path.read_bytes()


def main() -> None:
    for what, sections in SECTIONS.items():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            data = document(sections, 0)
            bare = median_seconds(partial(write_and_read, folder / "other.md", data), ROUNDS)
            watched = asyncio.run(seconds(folder, sections, watched=True))
            at_hand = asyncio.run(seconds(folder, sections, watched=False))
        baseline = Measured("written and read back", bare, f"{len(data) / 1000:.0f} kB")
        rows = [
            Measured("written, noticed and visible", watched),
            Measured("shown when the bytes are at hand", at_hand),
        ]
        show(f"Write to preview: {what}", baseline, rows)


if __name__ == "__main__":
    main()
