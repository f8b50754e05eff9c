"""The first picture of the table is the whole one, unless that takes too long; nothing stays undrawn for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import Outcome, Spoke
from roundtable_tui.domain.journal.values import Utterance
from roundtable_tui.ui.table.screen import TableScreen
from roundtable_tui.ui.widgets.curtain import Curtain
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.script import ScriptedTurn, ScriptVoice
from tests.support.projects import DESCRIPTION, write_code
from tests.support.screen.patience import comes_to
from tests.support.screen.tables import app_in, sitting
from tests.support.screen.textual_internals import holds_drawing_back, tell_when_drawn
from tests.ui.table.test_streaming import LONG, Breath

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.ui.app import RoundtableApp

QUESTION = Question("00-01", "standard/1", "How big is it?")
SLOW = [ScriptedTurn(0, Spoke("script", "", Outcome.FINISHED, (Utterance("business-analyst", LONG),), asked=QUESTION))]


class Pictures:
    """What was in the conversation each time the table was drawn."""

    def __init__(self, app: RoundtableApp, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []

        def drawn(screen: Screen[Any]) -> None:
            if isinstance(screen, TableScreen) and not holds_drawing_back(app):
                self.seen.append("\n".join(block.text for block in screen.transcript.blocks))

        tell_when_drawn(app, monkeypatch, drawn)


async def test_the_table_is_drawn_while_a_voice_takes_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_code(tmp_path)
    breath = Breath(pieces=1)
    app = app_in(tmp_path, DESCRIPTION, voice=lambda: ScriptVoice(SLOW, 1.0, breath.wait))
    pictures = Pictures(app, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await comes_to(pilot, lambda: bool(breath.held and pictures.seen))
        assert breath.held
        assert pictures.seen
        await pilot.press("escape")


async def test_the_table_is_drawn_at_once_when_the_question_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundtable_tui.ui.widgets.curtain._LONGEST", 3_600.0)
    write_code(tmp_path)
    app = app_in(tmp_path, DESCRIPTION, voice=OfflineVoice)
    pictures = Pictures(app, monkeypatch)
    async with sitting(app) as sat:
        await sat.until(lambda: bool(pictures.seen))
        assert "Step 00-01" in pictures.seen[0]


async def test_what_stands_beside_the_talk_is_put_there_once_behind_the_curtain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundtable_tui.ui.widgets.curtain._LONGEST", 3_600.0)
    shown: list[int] = []
    show = TableScreen.show_state

    def counted(screen: TableScreen, state: State) -> None:
        shown.append(state.seq)
        show(screen, state)

    monkeypatch.setattr(TableScreen, "show_state", counted)
    write_code(tmp_path)
    app = app_in(tmp_path, DESCRIPTION, voice=OfflineVoice)
    pictures = Pictures(app, monkeypatch)
    async with sitting(app) as sat:
        await sat.until(lambda: bool(pictures.seen))
        assert len(shown) == 1
        assert app.table.sidebar.rows


async def test_a_screen_that_is_gone_keeps_nothing_else_undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundtable_tui.ui.widgets.curtain._LONGEST", 0.01)
    app: App[None] = App()
    async with app.run_test() as pilot:
        screen: Screen[None] = Screen()
        await app.push_screen(screen)
        curtain = Curtain(screen, lambda: None)
        curtain.close()
        await app.pop_screen()
        assert await comes_to(pilot, lambda: not holds_drawing_back(app))
        curtain.open()
        assert not holds_drawing_back(app)
