"""What is left when the program ends unexpectedly: a report without anybody's words, and which item was open."""

from __future__ import annotations

import json
import platform
import traceback
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui import __version__
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError
from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import MEGABYTE, RealDisk, read_if_there

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

_FOLDER = "crashes"
_OPEN_THEN = "open-then.json"
_PACKAGE = "roundtable_tui"
_DEEPEST = 10
_MOST_FRAMES = 60


class Crash(Struct, frozen=True):
    """Where to go on."""

    project: str
    item: str
    at: str


def keep_crash(error: BaseException, cache: Path, now: datetime, project: Path | None = None, item: str = "") -> Path:
    """Writes the report and what was open; returns the report's place. Whoever calls it has nothing left to lose."""
    folder = cache / _FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    report = folder / f"{now:%Y%m%dT%H%M%SZ}.txt"
    with report.open("a", encoding="utf-8") as file:  # two can fail in one second
        file.write(crash_report(error, now))
    if project and item:
        then = {"project": str(project.resolve()), "item": item, "at": now.isoformat(timespec="seconds")}
        with suppress(StorageError):
            write_atomically(RealDisk(), folder / _OPEN_THEN, json.dumps(then).encode())
    return report


def take_crash(cache: Path, project: Path) -> Crash | None:
    """What was open in this project when the program ended unexpectedly; told once."""
    place = cache / _FOLDER / _OPEN_THEN
    try:
        found = json.loads(read_if_there(RealDisk(), place, MEGABYTE) or b"")
        crash = Crash(*(str(found[name]) for name in ("project", "item", "at")))
    except (StorageError, ValueError, KeyError, TypeError, RecursionError):
        return None
    if crash.project != str(project.resolve()):
        return None
    with suppress(OSError):
        place.unlink()
    return crash


def crash_report(error: BaseException, now: datetime) -> str:
    """Which error, and where in the code: no message, no value, no path of this machine, since each may hold words."""
    lines = [
        f"roundtable-tui {__version__} ended unexpectedly, {now:%Y-%m-%d %H:%M} UTC",
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}",
    ]
    for depth, each in enumerate(_chain(error)):
        frames = [f"  {_place(frame.filename)}:{frame.lineno} in {frame.name}" for frame in _frames(each)]
        lines += ["", f"{'after ' if depth else ''}{type(each).__module__}.{type(each).__qualname__}", *frames]
    return "\n".join(lines) + "\n"


def in_words(error: BaseException, report: Path | None, item: str = "") -> str:
    """For the terminal, once it is the user's again."""
    sentences = [f"The program ended unexpectedly ({type(_what_failed(error)).__name__})."]
    if item:
        sentences.append(f"Everything you sent is saved with {one_line(item)}; start again to go on from there.")
    if report:
        sentences.append(f"A report of where it failed, without your words or code: {one_line(str(report))}")
    return "\n".join(sentences)


def _chain(error: BaseException) -> Iterator[BaseException]:
    following: BaseException | None = error
    for _ in range(_DEEPEST):
        if following is None:
            return
        yield following
        following = _carried_by(following) or following.__cause__ or following.__context__


def _what_failed(error: BaseException) -> BaseException:
    carried = _carried_by(error)
    return _what_failed(carried) if carried else error


def _carried_by(error: BaseException) -> BaseException | None:
    """The first of a group; what a worker of Textual failed of, which only stands in its `error`."""
    if isinstance(error, BaseExceptionGroup):
        return error.exceptions[0]
    carried = getattr(error, "error", None)
    return carried if isinstance(carried, BaseException) else None


def _frames(error: BaseException) -> list[traceback.FrameSummary]:
    found = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    return found[-_MOST_FRAMES:]


def _place(name: str) -> str:
    """Below the package or the library it is in."""
    parts = PurePath(name).parts
    for folder in (_PACKAGE, "site-packages"):
        if folder in parts:
            at = len(parts) - 1 - parts[::-1].index(folder)
            return "/".join(parts[at + (folder != _PACKAGE) :])
    return "/".join(parts[-2:]) if len(parts) > 1 else name
