"""What every screen looks like, small and wide, dark and light; `--snapshot-update` after looking at the pictures.

One program is opened for a screen and resized for its four pictures, as a person would do it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from pytest_textual_snapshot import SVGImageExtension  # type: ignore[import-untyped]

from roundtable_tui.domain.phases import PHASE_KEYS
from roundtable_tui.domain.provenance import Cited
from tests.support.projects import NOON, write_code
from tests.support.tables import Sitting, app_in, begun, sitting, specified

if TYPE_CHECKING:
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion

    from roundtable_tui.ui.app import RoundtableApp

SIZES = {"small": (80, 24), "wide": (140, 40)}
THEMES = {"dark": "roundtable-dark", "light": "roundtable-light"}
Act = Callable[[Sitting], Awaitable[None]]

pytestmark = pytest.mark.xdist_group("snapshots")


async def _nothing(_: Sitting) -> None:
    """As it opens."""


async def pictured(
    app: RoundtableApp, snapshot: SnapshotAssertion, act: Act = _nothing, *, each_time: Act = _nothing
) -> None:
    """Takes all pictures first, so that one that differs hides none of the others."""
    app.animation_level = "none"
    pictures = {}
    async with sitting(app, SIZES["wide"]) as sat:
        await act(sat)
        await sat.settle()
        for size, (width, height) in SIZES.items():
            await sat.pilot.resize_terminal(width, height)
            for theme, name in THEMES.items():
                app.theme = name
                await sat.settle()
                await each_time(sat)
                pictures[f"{size}-{theme}"] = app.export_screenshot()
    svg = snapshot.use_extension(SVGImageExtension)
    differing = [name for name, picture in pictures.items() if not picture == svg(name=name)]  # noqa: SIM201
    assert not differing


def add(root: Path, slug: str, minutes: int, description: str = "", **meta: object) -> None:
    folder = root / "docs/requirements" / slug
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"description": description, **meta}) if description else "{")
    at = (NOON - timedelta(minutes=minutes)).timestamp()
    os.utime(folder / "meta.json", (at, at))


def fill_lobby(root: Path) -> None:
    half = {"problem-discovery": {"pct": 100}, "requirements-definition": {"pct": 40}}
    phases = list(PHASE_KEYS)
    add(root, "pay-by-invoice", 5, "Let clinics pay by invoice", source_id="SHOP-412", coverage=half)
    add(root, "faster-search", 120, "Find an order in under a second", analysis_status="partial", source_id="GH-87",
        phases_completed=phases[:2], coverage=half)  # fmt: skip
    add(root, "export", 60 * 30, "Export orders as CSV", analysis_status="analyzed", phases_completed=phases)
    add(root, "sso", 60 * 24 * 9)


async def test_first_run(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    write_code(root)
    await pictured(app_in(root), snapshot)


async def test_lobby(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    fill_lobby(root)
    await pictured(app_in(root), snapshot)


async def test_new_item(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def begin(sat: Sitting) -> None:
        await sat.press("n", *"#87 Pay later")

    root = tmp_path / "shop"
    fill_lobby(root)
    await pictured(app_in(root), snapshot, begin)


async def test_review(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def walk(sat: Sitting) -> None:
        await sat.leave_composer()
        await sat.press("w", "j", "j")

    await pictured(app_in(tmp_path, specified(tmp_path)), snapshot, walk)


@pytest.mark.parametrize("view", ["documents", "timeline"])
async def test_history(snapshot: SnapshotAssertion, tmp_path: Path, view: str) -> None:
    async def look_back(sat: Sitting) -> None:
        await sat.leave_composer()
        await sat.press("h", *(["t"] if view == "timeline" else []))

    await pictured(app_in(tmp_path, begun(tmp_path)), snapshot, look_back)


async def test_settings(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def open_settings(sat: Sitting) -> None:
        await sat.press(",")

    root = tmp_path / "shop"
    fill_lobby(root)
    await pictured(app_in(root), snapshot, open_settings)


async def test_jump(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def jump(sat: Sitting) -> None:
        await sat.press("escape", "ctrl+@")

    await pictured(app_in(tmp_path, begun(tmp_path)), snapshot, each_time=jump)


async def test_code(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def cite(sat: Sitting) -> None:
        sat.table.show_code(Cited("src/checkout/core.py", 1, 1))
        await sat.settle()

    await pictured(app_in(tmp_path, begun(tmp_path)), snapshot, cite)
