"""The recording in the real program: it plays by itself, whoever watches can only look, and it says what it is."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from textual import events
from textual.geometry import Offset

from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.recordings.recording import recorded
from roundtable_tui.recordings.recording_file import read_recording
from roundtable_tui.recordings.samples import sample_project
from roundtable_tui.ui.demo.bar import fitting
from roundtable_tui.ui.demo.playback import DemoApp
from roundtable_tui.ui.demo.screen import DemoTable, EndScreen
from roundtable_tui.ui.dialogs.help import HelpScreen
from roundtable_tui.ui.widgets.keybar import MenuLine
from tests.support.projects import write_code
from tests.support.recorded_conversations import conversation, what_came_of
from tests.support.screen.tables import Sitting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

HERE = [{"from": "stated", "turn": 0}]
ANSWER = "Clinics pay by invoice"
SHORT: list[dict[str, object]] = [
    {"type": "ItemCreated", "slug": "x", "description": "Let clinics pay by invoice", "source": "manual",
     "source_id": "", "mode": "guided", "tier": "standard"},
    {"type": "Spoke", "said": [{"speaker": "business-analyst", "text": "A second way to pay, then."}],
     "asked": {"step": "00-01", "key": "standard/1", "text": "What would be different?"}},
    {"type": "UserSaid", "text": ANSWER},
    {"type": "Spoke", "changes": [
        {"op": "revise", "id": "SCOPE-001", "kind": "scope", "fields": {"text": ANSWER}, "sources": HERE},
        {"op": "record", "id": "AREA-001", "kind": "area", "fields": {"text": "billing"}, "sources": HERE}],
     "settled": ["standard/1", "standard/2", "standard/3"], "complete": True},
    {"press": "pane.preview"},
    {"pause": 1},
    {"type": "Chose", "command": "c"},
    {"type": "Spoke", "asked": {"step": "00-02", "key": "brief/1", "text": "Right words?"}},
]  # fmt: skip
"""The one that ships takes longer; that it can be played to its end is shown elsewhere."""


class Watching(Sitting):
    """Somebody in front of the demo."""

    app: DemoApp

    @property
    def bar(self) -> str:
        table = self.app.table
        assert isinstance(table, DemoTable)
        return table.bar.line

    async def click_at(self, place: Offset) -> None:
        """As the terminal tells of it; the pilot's own clicks go past the application."""
        for kind in (events.MouseDown, events.MouseUp):
            self.app.post_message(kind(None, *place, 0, 0, 1, False, False, False, *place))
        await self.pilot.pause(0.05)

    @property
    def busy(self) -> bool:
        return self.table.composer.busy


@asynccontextmanager
async def watching(
    speed: float = 1000.0, size: tuple[int, int] = (140, 40), pause: float = 1
) -> AsyncIterator[Watching]:
    """`pause` is how long the recording rests at the menu."""
    lines = [{"pause": pause} if "pause" in line else line for line in SHORT]
    with sample_project() as folder:
        recording = read_recording("\n".join(map(json.dumps, lines)), "short.jsonl")
        app = DemoApp(folder, recording, speed)
        async with app.run_test(size=size) as pilot:
            somebody = Watching(app, pilot)
            await somebody.until(lambda: app._table is not None and somebody.table.link.state_or_none is not None)
            yield somebody


async def test_it_plays_to_its_end_by_itself_and_enter_leaves() -> None:
    async with watching() as somebody:
        await somebody.until(lambda: isinstance(somebody.app.screen, EndScreen))
        journal = somebody.table.link.session.events
        assert [event.body.text for event in journal if isinstance(event.body, UserSaid)] == [ANSWER]
        assert somebody.state.guided.current == "00-02"
        assert somebody.table.preview.document == "quick-scan.md"
        assert "Recording ended" in somebody.bar
        await somebody.pilot.press("enter")
    assert somebody.app.return_code == 0


@pytest.mark.slow
async def test_a_recorded_conversation_plays_to_its_end(tmp_path: Path) -> None:
    then = await conversation(tmp_path / "recorded")
    write_code(tmp_path / "played")
    app = DemoApp(tmp_path / "played", recorded(then.events), 1000.0)
    async with app.run_test(size=(140, 40)) as pilot:
        somebody = Watching(app, pilot)
        await somebody.until(lambda: isinstance(app.screen, EndScreen))
        assert what_came_of(somebody.table.link.session) == what_came_of(then)


async def test_space_pauses_and_plays_on_and_the_arrows_change_the_speed() -> None:
    async with watching(speed=4.0) as somebody:
        assert "● Recording" in somebody.bar
        assert somebody.bar.endswith("4×")
        await somebody.pilot.press("right")
        assert somebody.bar.endswith("8×")
        await somebody.pilot.press("left", "left")
        assert somebody.bar.endswith("2×")
        await somebody.pilot.press("space")
        assert "Space plays on" in somebody.bar
        before = somebody.said
        await somebody.pilot.pause(0.3)
        assert somebody.said == before
        await somebody.pilot.press("space")
        assert "Space pauses" in somebody.bar


async def test_what_the_viewer_types_or_clicks_never_reaches_the_analysis() -> None:
    async with watching(pause=1_000_000) as somebody:
        await somebody.until(lambda: bool(somebody.table.query_one(MenuLine).options) and not somebody.busy)
        await somebody.until(lambda: somebody.state.code.scan is not None)  # it runs beside the talk
        seq, written = somebody.state.seq, somebody.table.composer.words
        await somebody.pilot.press("h", "i", "enter", "f6", "ctrl+t", "ctrl+p", "ctrl+r", "backspace", "alt+c")
        for widget in (somebody.table.query_one(MenuLine), somebody.table.sidebar, somebody.table.composer):
            await somebody.click_at(widget.region.offset + Offset(2, widget is somebody.table.sidebar))
        assert isinstance(somebody.app.screen, DemoTable)
        assert (somebody.state.seq, somebody.table.composer.words) == (seq, written)
        assert somebody.notices == ["This is a recording: your keys only look around. F1 lists them."]


async def test_the_viewer_looks_around_while_the_recording_waits_and_then_plays_on() -> None:
    async with watching(speed=1.0, size=(80, 24)) as somebody:
        await somebody.until(lambda: somebody.table.transcript.streaming)
        await somebody.pilot.press("f1")
        assert isinstance(somebody.app.screen, HelpScreen)
        assert {row.group for row in somebody.app.screen.rows} >= {"Recording", "Panes"}
        assert not {"menu.continue", "writing.send"} & {row.id for row in somebody.app.screen.rows}
        await somebody.pilot.press("escape")
        await somebody.pilot.press("l")
        assert somebody.table.sidebar.has_focus
        assert "Paused" in somebody.bar
        await somebody.pilot.press(*["right"] * 10, "space")
        await somebody.until(lambda: isinstance(somebody.app.screen, EndScreen))


async def test_in_80_columns_too_the_line_tells_how_fast_it_plays() -> None:
    async with watching(speed=1.0, size=(80, 24)) as somebody:
        await somebody.pilot.press("space", "right", "right")
        await somebody.until(lambda: somebody.bar.endswith("4×"))
        assert somebody.bar.startswith("‖ Paused")


@pytest.mark.parametrize("keys", [("escape", "escape"), ("space", "ctrl+c")])
async def test_it_can_be_left_at_any_moment(keys: tuple[str, ...]) -> None:
    async with watching(speed=1.0) as somebody:
        await somebody.until(lambda: somebody.table.transcript.streaming)
        await somebody.pilot.press(*keys)
    assert somebody.app.return_code == 0


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (60, "● Recording   Space pauses   → faster   ← slower   Esc ends"),
        (78, "● Recording   Space pauses   → faster   ← slower   Esc ends                 1×"),
        (38, "● Recording   Space pauses   Esc ends"),
        (24, "● Recording   Esc ends"),
        (10, "● Recording   Esc ends"),
    ],
)
def test_the_line_says_what_it_is_and_how_to_end_it_at_any_width(width: int, line: str) -> None:
    parts = ["● Recording", "Space pauses", "→ faster", "← slower", "Esc ends"]
    assert fitting(parts, "1×", width) == line
