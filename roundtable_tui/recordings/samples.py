"""The recordings that ship, each with a copy of its project that goes with the program, whatever ends it."""

from __future__ import annotations

import shutil
import signal
import threading
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.items.open_item import NewItem, OpenItem, open_item, slug_for
from roundtable_tui.items.project import Project, open_project
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.recordings.recording_file import read_recording
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import FrameType

    from roundtable_tui.recordings.recording import Recording

PREFIX = "roundtable-demo-"
_SIGNALS = ("SIGTERM", "SIGHUP")


CLOSING_LINE = "That was a recording. Start your own: roundtable-tui"


class Sample(Struct, frozen=True):
    project: str
    """The folder of the code that is talked about; empty where none is needed."""
    recording: str
    title: str
    """What was recorded, in a few words."""
    about: str
    """What was recorded, when, and how."""
    end: str = CLOSING_LINE
    """What is said when it is over."""


INVOICES = Sample(
    "project",
    "recording.jsonl",
    "a sample project, offline",
    "This is a recording of an analysis, played on a sample project. Nobody is asked anything.",
)
WITH_A_MODEL = Sample(
    "with-a-model",
    "with-a-model.jsonl",
    "a conversation, its model played by hand, 19 Nov 2026",
    "This is a recording of 19 November 2026: a whole conversation about a change to tinydb 4.9.0, a package of others "
    "whose licence lies beside it. One person was the user, another answered in the model's place, through a stand-in "
    "for its server: tokens and money are the stand-in's count. Nobody is asked anything now, and nothing is sent "
    "anywhere.",
)


PANEL = Sample(
    "with-a-model",
    "panel.yaml",
    "a panel of three seats, each answered by somebody else, 19 Nov 2026",
    "This is a recording of 19 November 2026: a panel of three seats decides for tinydb 4.9.0, a package of others "
    "whose licence lies beside it, run by this program. Each seat, and the facilitator, was answered in a model's "
    "place by somebody who saw only the requests of that seat, through a stand-in for its server: names of models, "
    "tokens and times are the stand-in's. Nobody is asked anything now, and nothing is sent anywhere.",
    "That was a recording of a panel of 19 November 2026; nothing of it was kept. "
    'Start your own: roundtable-tui panel "what to decide"',
)
"""A panel's session file."""

SAMPLES: Mapping[str, Sample] = {"": INVOICES, "with-model": WITH_A_MODEL, "panel": PANEL}
"""By the option that plays them."""


@contextmanager
def sample_project(sample: Sample = INVOICES) -> Iterator[Path]:
    """The folder of a copy; an empty one where the recording needs no code."""
    with _signals_as_exits():
        folder = Path(mkdtemp(prefix=PREFIX))
        try:
            if sample.project:
                _copy(shipped_assets() / "demo" / sample.project, folder)
            yield folder
        finally:
            remove_sample(folder)


def _copy(source: Path, folder: Path) -> None:
    """The files, but not the permissions: the program may be installed where nothing can be written."""
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            target = folder / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def remove_sample(folder: Path) -> None:
    """Twice, because a thread that writes its last file may put one into a folder just emptied."""
    for _ in range(2):
        shutil.rmtree(folder, ignore_errors=True)


def open_sample(folder: Path) -> Project:
    """With the knowledge that ships, not with the user's own, and with nothing kept outside the folder."""
    return open_project(ProjectPaths(folder), cache_folder=folder / ".cache")


def open_recorded(project: Project, recording: Recording) -> OpenItem:
    """A new item, begun as the recorded one was."""
    item = recording.item
    begun = NewItem(item.description, item.mode, item.tier, item.draft)
    return open_item(project, slug_for(project, item.description), begun)


def sample_recording(sample: Sample = INVOICES) -> Recording:
    file = shipped_assets() / "demo" / sample.recording
    return read_recording(file.read_text(encoding="utf-8"), file.name)


def sample_bytes(sample: Sample) -> bytes:
    """The recording as it lies there."""
    return (shipped_assets() / "demo" / sample.recording).read_bytes()


@contextmanager
def _signals_as_exits() -> Iterator[None]:
    """A signal that would end the program on the spot unwinds it instead."""

    def leave(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
