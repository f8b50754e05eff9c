"""The recorded panel on the real screen: it plays by itself, whoever watches can only look, and it says what it is."""

from __future__ import annotations

from contextlib import asynccontextmanager
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.panel.record.session_file import read_session
from roundtable_tui.panel.rounds.updates import SeatState
from roundtable_tui.recordings.samples import PANEL, sample_bytes, sample_project
from roundtable_tui.ui.demo.panel_playback import PanelDemoApp
from roundtable_tui.ui.demo.screen import EndScreen
from roundtable_tui.ui.dialogs.help import HelpScreen
from roundtable_tui.ui.panel.proof import ProofScreen
from tests.support.screen.panels import on_screen, said, states
from tests.support.screen.tables import Sitting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from roundtable_tui.ui.demo.panel_stage import DemoPanel

RECORDED = read_session(sample_bytes(PANEL))


class Watching(Sitting):
    """Somebody in front of the demo."""

    app: PanelDemoApp

    @property
    def panel(self) -> DemoPanel:
        assert self.app.stage
        return self.app.stage


@asynccontextmanager
async def watching(speed: float = 1000.0, size: tuple[int, int] = (140, 40)) -> AsyncIterator[Watching]:
    with sample_project(PANEL) as folder:
        app = PanelDemoApp(folder, RECORDED, speed, PANEL.title, PANEL.about)
        async with app.run_test(size=size) as pilot:
            somebody = Watching(app, pilot)
            await somebody.until(lambda: app.stage is not None and app.stage.link.standing.asked is not None)
            yield somebody


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_it_plays_to_its_end_by_itself_and_enter_leaves(size: tuple[int, int]) -> None:
    async with watching(size=size) as somebody:
        assert any("This is a recording of 19 November 2026" in notice for notice in somebody.notices)
        await somebody.until(lambda: isinstance(somebody.app.screen, EndScreen))
        session = somebody.panel.link.session
        assert session.is_closed
        assert [one.ballots for one in session.rounds] == [one.ballots for one in RECORDED.rounds]
        assert session.entries == RECORDED.entries
        assert "The panel ended after 5 rounds" in said(somebody)
        assert "Recording ended" in somebody.panel.bar.line
        await somebody.pilot.press("enter")
    assert somebody.app.return_code == 0


async def test_seats_seal_one_after_another_and_nothing_is_shown_before_the_reveal() -> None:
    async with watching(speed=40.0) as somebody:
        sealed = [SeatState.SEALED, SeatState.THINKING, SeatState.THINKING]
        await somebody.until(lambda: sorted(states(somebody).values()) == sealed)
        await somebody.pilot.press("space")
        assert "● " not in somebody.panel.bar.line
        assert "Space plays on" in on_screen(somebody)
        before = states(somebody)
        await somebody.pilot.pause(0.3)
        assert states(somebody) == before
        assert "Add a second storage class to tinydb/storages.py" not in on_screen(somebody)
        assert "Esc pauses" not in on_screen(somebody)
        await somebody.pilot.press("space")
        await somebody.until(lambda: len(somebody.panel.link.session.rounds) == 1)
        assert "Add a second storage class to tinydb/storages.py" in said(somebody)


async def test_the_viewer_looks_around_and_never_reaches_the_panel() -> None:
    async with watching(speed=20.0) as somebody:
        await somebody.until(lambda: len(somebody.panel.link.session.rounds) == 1)
        await somebody.pilot.press("h", "o", "X", "r", "enter", "ctrl+p", "comma", "delete")
        assert somebody.app.screen is somebody.panel
        assert not somebody.panel.link.standing.hand
        assert somebody.panel.link.is_going
        assert "This is a recording: your keys only look around. F1 lists them." in somebody.notices
        await somebody.pilot.press("i")
        assert any(isinstance(one, ProofScreen) for one in somebody.app.screen_stack)
        await somebody.pilot.press("escape")
        await somebody.pilot.press("f1")
        helping = next(one for one in somebody.app.screen_stack if isinstance(one, HelpScreen))
        assert not {"panel.hand", "panel.close", "panel.back"} & {row.id for row in helping.rows}
        await somebody.pilot.press("escape")
        assert "Paused" in somebody.panel.bar.line


@pytest.mark.parametrize("keys", [("escape", "escape"), ("space", "ctrl+c"), ("q",)])
@pytest.mark.parametrize("rounds", [0, 1])
async def test_it_can_be_left_at_any_moment_at_once(keys: tuple[str, ...], rounds: int) -> None:
    async with watching(speed=20.0) as somebody:
        await somebody.until(lambda: len(somebody.panel.link.session.rounds) == rounds)
        folder, began = somebody.app.request.folder, monotonic()
        for key in keys:
            await somebody.pilot.press(key)
    assert monotonic() - began < 4
    assert not folder.exists()
