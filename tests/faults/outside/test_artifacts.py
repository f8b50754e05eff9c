"""Somebody edits, deletes, renames or replaces a document while the program writes: their words are never lost.

The suite meddles at a few moments of a run, `make faults` (EVERY_FAULT=1) at every change of the disk.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.journal import parse
from tests.support.disk.disks import MeddledDisk
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

ITEM = f"docs/requirements/{SLUG}"
DOCUMENT = f"{ITEM}/quick-scan.md"
MOMENTS = range(10, 150) if EVERY_ONE else range(25, 150, 30)
AFTER_META = 40
"""Changes of the disk after which there is a meta.json."""
REMARK = "Ask Sofia about the Rechnung first."


def remark(place: Path) -> None:
    """As an editor that writes in place."""
    if place.exists():
        with place.open("a") as file:
            file.write(f"\n## My Remark\n\n{REMARK}\n")


def remark_by_another_file(place: Path) -> None:
    """As an editor that writes beside and renames."""
    if place.exists():
        beside = place.with_name(".quick-scan.md.swp")
        beside.write_text(f"{place.read_text()}\n## My Remark\n\n{REMARK}\n")
        beside.replace(place)


def other_text(place: Path) -> None:
    if place.exists():
        place.write_text(f"# Mine\n\n{REMARK}\n")


def broken_text(place: Path) -> None:
    if place.exists():
        place.write_bytes(b"<<<<<<< HEAD\n\xff\xfe" + REMARK.encode())


def deletion(place: Path) -> None:
    place.unlink(missing_ok=True)


def renaming(place: Path) -> None:
    if place.exists():
        with place.open("a") as file:
            file.write(f"\n{REMARK}\n")
        place.rename(place.with_name("mine.md"))


def made_first(place: Path) -> None:
    """There before ours, whatever it is."""
    if place.parent.is_dir() and not place.exists():
        place.write_text(f"# Notes\n\n{REMARK}\n")


WRITES = (remark, remark_by_another_file, other_text, broken_text, renaming, made_first)


@pytest.mark.parametrize("meddle", [*WRITES, deletion], ids=lambda one: one.__name__)
def test_what_somebody_does_to_a_document_meanwhile_is_kept(
    meddle: Callable[[Path], None], tmp_path: Path, promise: Promise
) -> None:
    for moment in MOMENTS:
        root = tmp_path / str(moment)
        root.mkdir()
        write_code(root)
        place = root / DOCUMENT
        wrote: list[bool] = []

        def act(place: Path = place, wrote: list[bool] = wrote) -> None:
            before = place.read_bytes() if place.is_file() else b""
            meddle(place)
            now = place.read_bytes() if place.is_file() else b""
            wrote.append((before != now and meddle is not deletion) or place.with_name("mine.md").exists())

        with promise.point(f"{meddle.__name__} before change {moment}"):
            run(project_in(root, MeddledDisk(RealDisk(), moment, act)), PHASE_00[:6])
            run(project_in(root), PHASE_00)
            assert not any(wrote) or holds(root / ITEM, REMARK.encode())
            assert said(root) == list(PHASE_00)


def a_line_in_the_backlog(root: Path) -> None:
    with (root / "BACKLOG.md").open("ab") as file:
        file.write(f"- 1.9 [ ] {REMARK}\r\n".encode())


def a_field_in_meta(root: Path) -> None:
    place = root / ITEM / "meta.json"
    if place.exists():
        place.write_text(json.dumps({**json.loads(place.read_bytes()), "team": REMARK}, indent=2))


@pytest.mark.parametrize("meddle", [a_line_in_the_backlog, a_field_in_meta], ids=lambda one: one.__name__)
def test_what_others_write_into_a_shared_file_meanwhile_stays_there(
    meddle: Callable[[Path], None], tmp_path: Path, promise: Promise
) -> None:
    for moment in MOMENTS[::2]:
        root = tmp_path / str(moment)
        root.mkdir()
        write_code(root)
        meddled = MeddledDisk(RealDisk(), moment, partial(meddle, root))
        with promise.point(f"{meddle.__name__} before change {moment}"):
            run(project_in(root, meddled), PHASE_00)
            run(project_in(root), PHASE_00)
            shared = (root / "BACKLOG.md", root / ITEM / "meta.json")
            wrote = meddled.changes >= moment and (meddle is a_line_in_the_backlog or moment > AFTER_META)
            assert not wrote or any(REMARK.encode() in place.read_bytes() for place in shared)
            assert b"[~] Let customers" in shared[0].read_bytes()
            assert json.loads(shared[1].read_bytes())["steps_completed"] == ["00-01", "00-02", "00-03"]


def holds(folder: Path, words: bytes) -> bool:
    """Whether any document, earlier version or copy aside has these words."""
    return any(words in path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".jsonl")


def said(root: Path) -> list[str]:
    events = parse((root / ITEM / ".roundtable/journal.jsonl").read_bytes()).events
    return [event.body.text for event in events if isinstance(event.body, UserSaid)]
