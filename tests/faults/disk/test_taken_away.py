"""Things change under a running analysis: places are taken away or become something else, and clocks run backwards.

The suite meddles at a few moments of a run, `make faults` (EVERY_FAULT=1) at every fifth change of the disk.
"""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.errors import RoundtableError, StorageError
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.journal import parse
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.faults.crashes.test_guided import recorded, result, undisturbed
from tests.support.disk.crashes import Image
from tests.support.disk.disks import FaultyDisk, MeddledDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import NOON, PHASE_00, SLUG, open_sample, project_in, run, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from roundtable_tui.items.project import Project
    from tests.faults.conftest import Promise

__all__ = ["undisturbed"]

pytestmark = pytest.mark.slow

ITEM = f"docs/requirements/{SLUG}"
JOURNAL = f"{ITEM}/.roundtable/journal.jsonl"
INSTEAD = b"a file, where nobody expects it"
BEING_WRITTEN = 1
OPENED = 16
"""The change by which an item is open."""
MOMENTS = range(6, 140, 5) if EVERY_ONE else range(20, 140, 60)


def folder(place: Path) -> None:
    place.mkdir()


def file(place: Path) -> None:
    place.write_bytes(INSTEAD)


def circle(place: Path) -> None:
    place.symlink_to(place.name)


def pipe(place: Path) -> None:
    os.mkfifo(place)


PLACES: dict[str, Sequence[Callable[[Path], None]]] = {
    f"{ITEM}/quick-scan.md": (folder, circle, pipe),
    f"{ITEM}/meta.json": (folder, circle, pipe),
    JOURNAL: (folder, circle, pipe),
    f"{ITEM}/.roundtable/history": (file, circle),
    f"{ITEM}/.roundtable/base": (file, circle),
    f"{ITEM}/.roundtable": (file, circle),
    ITEM: (file, circle),
    "BACKLOG.md": (folder, circle, pipe),
}
CASES = [pytest.param(name, make, id=f"{name}-{make.__name__}") for name, makers in PLACES.items() for make in makers]


async def answer_all(project: Project) -> list[str]:
    """Everything a user could say before something went wrong, the last of it perhaps given back."""
    said: list[str] = []
    try:
        async with seated(open_sample(project), OfflineVoice()) as session:
            await session.do(Start())
            for answer in PHASE_00:
                said.append(answer)
                await session.do(Submit(answer))
    except RoundtableError:
        return said[:-1]
    return said


def heard(*folders: Path) -> set[str]:
    """Every word of the user that is on disk somewhere: in journals, and in what was saved aside."""
    files = [path for place in folders for path in place.rglob("*journal.jsonl*") if path.is_file()]
    events = [event for path in files for event in parse(path.read_bytes()).events]
    return {event.body.text for event in events if isinstance(event.body, UserSaid)}


@pytest.mark.parametrize(("name", "make"), CASES)
def test_something_else_in_the_place_of_a_file_costs_nothing(
    name: str, make: Callable[[Path], None], undisturbed: Path, tmp_path: Path, home: Path, promise: Promise
) -> None:
    expected = recorded(undisturbed).expected
    for moment in MOMENTS:
        root = tmp_path / str(moment)
        root.mkdir()
        write_code(root)
        place, kept = root / name, tmp_path / f"{moment}-kept"

        def meddle(place: Path = place, kept: Path = kept) -> None:
            if place.exists():
                place.rename(kept)
            if place.parent.is_dir():
                make(place)

        with promise.point(f"before change {moment}"):
            said = asyncio.run(answer_all(project_in(root, MeddledDisk(RealDisk(), moment, meddle))))
            assert set(said) <= heard(root, home, *([kept] if kept.is_dir() else [kept.parent]))
            theirs = {name: kept.read_bytes()} if kept.is_file() and name.endswith("quick-scan.md") else {}
            put_right(place, kept)
            run(project_in(root), PHASE_00)
            # An earlier version that somebody put back is left alone until there is something new to write there.
            assert documents(result(root)) in (documents(expected), documents(expected) | theirs)


@pytest.mark.parametrize("name", PLACES)
def test_nothing_new_is_made_behind_a_link_in_the_place_of_what_was_moved_elsewhere(
    name: str, tmp_path: Path, home: Path, promise: Promise
) -> None:
    """A journal that is open stays the same file when its folder is moved and linked: words go on into it."""
    for moment in (one for one in MOMENTS if one > OPENED):
        root, elsewhere = tmp_path / str(moment), tmp_path / f"{moment}-elsewhere"
        root.mkdir()
        elsewhere.mkdir()
        write_code(root)
        place, kept = root / name, elsewhere / "kept"
        then: list[Mapping[str, bytes]] = []

        def meddle(
            place: Path = place, kept: Path = kept, then: list[Mapping[str, bytes]] = then, beside: Path = elsewhere
        ) -> None:
            if place.exists():
                place.rename(kept)
                place.symlink_to(kept)
            then.append(Image.of(beside).files)

        with promise.point(f"before change {moment}"):
            said = asyncio.run(answer_all(project_in(root, MeddledDisk(RealDisk(), moment, meddle))))
            assert set(said) <= heard(root, home, elsewhere)
            assert len(set(Image.of(elsewhere).files) - set(*then)) <= BEING_WRITTEN
            put_right(place, kept)
            run(project_in(root), PHASE_00)
            assert set(PHASE_00) <= heard(root, home)


def documents(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if name.endswith((".md", "meta.json"))}


def put_right(place: Path, kept: Path) -> None:
    """As the user would: what is in the way goes, and what was there comes back unless there is something newer."""
    if place.is_symlink() or place.is_fifo() or (place.is_file() and place.read_bytes() == INSTEAD):
        place.unlink()
    elif place.is_dir() and not any(place.iterdir()):
        place.rmdir()
    if kept.exists() and not place.exists():
        kept.rename(place)


LASTING = {"read-only": errno.EROFS, "permission lost": errno.EACCES, "quota": errno.EDQUOT, "broken": errno.EIO}


@pytest.mark.parametrize("why", LASTING)
def test_a_disk_that_refuses_from_some_moment_on_is_told_and_costs_nothing(
    why: str, undisturbed: Path, tmp_path: Path, home: Path, promise: Promise
) -> None:
    expected = recorded(undisturbed).expected
    for moment in MOMENTS:
        root = tmp_path / str(moment)
        root.mkdir()
        write_code(root)
        error = OSError(LASTING[why], os.strerror(LASTING[why]))
        with promise.point(f"{why} from change {moment} on"):
            disk = FaultyDisk(RealDisk(), moment, error, for_good=True)
            with pytest.raises(StorageError):
                run(project_in(root, disk), PHASE_00)
            run(project_in(root), PHASE_00)
            assert result(root) == expected


@pytest.mark.parametrize("step", [timedelta(days=-1), timedelta(seconds=-1), timedelta(days=-365)], ids=str)
def test_a_clock_that_goes_backwards_costs_nothing(step: timedelta, tmp_path: Path, promise: Promise) -> None:
    ticks = itertools.count()

    def clock() -> datetime:
        return NOON + step * next(ticks)

    write_code(tmp_path)
    for upto in range(2, len(PHASE_00) + 1, 1 if EVERY_ONE else 3):
        with promise.point(f"{step} a look, {upto} answers"):
            run(replace(project_in(tmp_path), clock=clock), PHASE_00[:upto])
    run(replace(project_in(tmp_path), clock=clock), PHASE_00)
    with promise.point("to the end"):
        assert heard(tmp_path) == set(PHASE_00)
        assert not [path.name for path in (tmp_path / ITEM).rglob("*corrupt*")]
