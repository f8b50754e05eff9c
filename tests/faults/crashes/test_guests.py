"""Wherever the machine stops while a guest is taken in, it is taken in whole or not at all, and the talk goes on."""

from __future__ import annotations

import asyncio
import io
from functools import cache
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.plain.runner import run_answers
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.disk.crashes import CrashImage, Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.disk.sampling import sampled
from tests.support.guests import SLUG, leave_guest
from tests.support.projects import PHASE_00, project_in, write_code

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.items.project import Project
    from tests.faults.conftest import Promise

VARYING = (f"docs/requirements/{SLUG}/.roundtable/lock", ".roundtable/local/")


def run(project: Project) -> None:
    printer = TextPrinter(project.knowledge, io.StringIO())
    asyncio.run(run_answers(open_item(project, SLUG), OfflineVoice(), PHASE_00, None, printer, all_modes()))


def result(root: Path) -> Mapping[str, bytes]:
    return {name: data for name, data in Image.of(root).files.items() if not name.startswith(VARYING)}


@cache
def recorded(folder: Path) -> tuple[list[CrashImage], Mapping[str, bytes]]:
    write_code(folder)
    leave_guest(folder)
    before = Image.of(folder)
    disk = RecordingDisk(RealDisk(), folder)
    run(project_in(folder, disk))
    return list(crash_images(disk.operations, before)), result(folder)


@pytest.mark.slow
def test_after_a_crash_anywhere_a_guest_ends_as_if_nothing_had_happened(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, promise: Promise
) -> None:
    images, expected = recorded(tmp_path_factory.mktemp("undisturbed"))
    for number, image in enumerate(sampled(images, lambda one: one.label, one_in=20)):
        root = tmp_path / str(number)
        root.mkdir()
        materialise(image, root)
        with promise.point(image.label):
            run(project_in(root))
            assert result(root) == expected
