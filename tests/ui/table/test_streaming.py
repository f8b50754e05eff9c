"""A voice that streams, stopped in the middle: the words so far stay, and the user's are back in the composer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import Outcome, Spoke, UserSaid
from roundtable_tui.domain.journal.values import Utterance
from roundtable_tui.voices.script import ScriptedTurn, ScriptVoice
from tests.support.projects import DESCRIPTION, write_code
from tests.support.screen.tables import app_in, sitting

if TYPE_CHECKING:
    from pathlib import Path

FIRST = Question("00-01", "standard/1", "How big is it?")
SECOND = Question("00-01", "standard/2", "Which parts does it touch?")
LONG = "The plan starts before any money has moved, and that is the interesting half of it."
TURNS = [
    ScriptedTurn(0, Spoke("script", "", Outcome.FINISHED, asked=FIRST)),
    ScriptedTurn(1, Spoke("script", "", Outcome.FINISHED, (Utterance("business-analyst", LONG),), asked=SECOND)),
]


class Breath:
    """Holds the voice back after so many pieces, for as long as nobody lets it go on."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces
        self.held = False
        self._go_on = asyncio.Event()

    async def wait(self, _: float) -> None:
        self.pieces -= 1
        if self.pieces == 0:
            self.held = True
            await self._go_on.wait()


async def test_esc_stops_a_streaming_turn_and_sent_again_the_words_are_the_same_turn(tmp_path: Path) -> None:
    write_code(tmp_path)
    breath = Breath(pieces=20)
    app = app_in(tmp_path, DESCRIPTION, voice=lambda: ScriptVoice(TURNS, 1.0, breath.wait))
    async with sitting(app) as somebody:
        somebody.table.composer.put("One sentence")
        await somebody.pilot.press("enter")
        await somebody.until(lambda: breath.held)
        await somebody.pilot.press("escape")
        await somebody.settle()
        assert LONG not in somebody.said
        assert LONG[:25] in somebody.said
        assert [block.partial for block in somebody.table.transcript.blocks if block.text in LONG] == [True]
        assert somebody.table.composer.words == "One sentence"
        assert somebody.table.composer.has_focus
        await somebody.press("enter")
        assert LONG in somebody.said
        assert somebody.state.exchange == 1
        bodies = [event.body for event in somebody.table.link.session.events]
        assert [body.text for body in bodies if isinstance(body, UserSaid)] == ["One sentence"]
