"""A mode the screen knows nothing of is drawn and driven by what it says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.config.model import Settings
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.items.voices import Voices
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import ChooseMode
from roundtable_tui.session.session import ItemSession
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.services import Services
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import SLUG, open_sample, project_in
from tests.support.screen.tables import sitting
from tests.support.second_mode import QUESTIONS, ThreeQuestions

if TYPE_CHECKING:
    from pathlib import Path

MODES = {**all_modes(), "three": ThreeQuestions()}


async def test_it_asks_shows_where_it_stands_takes_back_and_ends(tmp_path: Path) -> None:
    async with ItemSession(open_sample(project_in(tmp_path)), OfflineVoice(), MODES) as session:
        await session.do(ChooseMode("three"))
    voices = Voices({"offline": OfflineVoice})
    app = RoundtableApp(
        OpenRequest(tmp_path, SLUG), lambda folder: Services(project_in(folder), Settings(), voices=voices, modes=MODES)
    )
    async with sitting(app) as sat:
        assert QUESTIONS[0] in sat.said
        assert not sat.table.link.offers("continue")
        await sat.say("It is slow.")
        assert sat.table.headline._parts == ("three questions", "1 of 3")
        assert ("Asked", "1 of 3") in {(row.text, row.note) for row in sat.table.sidebar.rows}
        await sat.press("ctrl+t")
        assert not sat.state.dossier.of(Kind.NOTE)
        for answer in ("It is late.", "Accounting.", "A list."):
            await sat.say(answer)
        assert sat.state.talk.ending is Ending.COMPLETE
