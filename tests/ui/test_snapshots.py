"""What the table looks like, small and wide; `pytest tests/ui/test_snapshots.py --snapshot-update` after looking."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.ui.screens.conflict import ConflictScreen
from tests.support.projects import DESCRIPTION, PHASE_00, write_code
from tests.support.tables import Sitting, app_in, begun, sitting_before, specified

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.ui.app import RoundtableApp

SMALL, WIDE = (80, 24), (140, 40)
Compare = Callable[..., bool]
Act = Callable[[Sitting], Awaitable[None]]

pytestmark = pytest.mark.xdist_group("snapshots")
both_sizes = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])


@pytest.fixture
def look(snap_compare: Compare) -> Callable[..., bool]:
    """Compares what is on the screen after somebody did something."""

    def compare(app: RoundtableApp, size: tuple[int, int], act: Act | None = None) -> bool:
        app.animation_level = "none"
        return snap_compare(app, terminal_size=size, run_before=sitting_before(app, act))

    return compare


@both_sizes
def test_start(look: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    write_code(tmp_path)
    assert look(app_in(tmp_path, DESCRIPTION), size)


@both_sizes
def test_menu_with_a_document(look: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(app_in(tmp_path, begun(tmp_path)), size)


@both_sizes
def test_mid_way(look: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    async def go_on(sat: Sitting) -> None:
        await sat.press("f6")

    assert look(app_in(tmp_path, specified(tmp_path)), size, go_on)


def test_document_in_the_others_place(look: Compare, tmp_path: Path) -> None:
    async def show(sat: Sitting) -> None:
        await sat.press("ctrl+o")

    assert look(app_in(tmp_path, specified(tmp_path)), SMALL, show)


def test_changes(look: Compare, tmp_path: Path) -> None:
    async def compare(sat: Sitting) -> None:
        await sat.say(PHASE_00[5])
        await sat.press("f12")

    assert look(app_in(tmp_path, begun(tmp_path)), WIDE, compare)


@both_sizes
def test_help(look: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    async def ask(sat: Sitting) -> None:
        await sat.press("f1")

    assert look(app_in(tmp_path, begun(tmp_path)), size, ask)


@both_sizes
def test_search(look: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    async def search(sat: Sitting) -> None:
        await sat.press("ctrl+f", *"checkout", "enter")

    assert look(app_in(tmp_path, begun(tmp_path)), size, search)


def test_sidebar_with_the_focus(look: Compare, tmp_path: Path) -> None:
    async def walk(sat: Sitting) -> None:
        await sat.press("ctrl+l", "down")

    assert look(app_in(tmp_path, begun(tmp_path)), SMALL, walk)


def test_new_below(look: Compare, tmp_path: Path) -> None:
    async def read_above(sat: Sitting) -> None:
        sat.table.transcript.action_to_top()
        await sat.press("f6")

    assert look(app_in(tmp_path, begun(tmp_path)), SMALL, read_above)


@pytest.mark.parametrize("pane", ["talk", "steps", "documents"])
@pytest.mark.parametrize("size", [(60, 24), (40, 15)], ids=["60", "40"])
def test_narrow(look: Compare, tmp_path: Path, size: tuple[int, int], pane: str) -> None:
    async def show(sat: Sitting) -> None:
        await sat.press(*{"talk": [], "steps": ["ctrl+l"], "documents": ["ctrl+o"]}[pane])

    assert look(app_in(tmp_path, begun(tmp_path)), size, show)


@both_sizes
def test_conflict(look: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    async def ask(sat: Sitting) -> None:
        sentence = "Size: “Scope: giant” stays; the analysis now says “Scope: small”"
        await sat.app.push_screen(ConflictScreen("quick-scan.md", [sentence]))
        await sat.settle()

    assert look(app_in(tmp_path, begun(tmp_path)), size, ask)


@both_sizes
def test_light(look: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    async def lighten(sat: Sitting) -> None:
        sat.app.theme = "roundtable-light"
        await sat.settle()

    assert look(app_in(tmp_path, begun(tmp_path)), size, lighten)
