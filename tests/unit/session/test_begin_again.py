"""A finished analysis is gone through once more without losing what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.items.open_item import NewItem, open_item
from roundtable_tui.session.intents import BeginAgain, Start
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import DESCRIPTION, SLUG, project_in
from tests.support.sessions import seated
from tests.support.voices.scripted import go_through

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_finished_item_asks_its_first_step_again_and_keeps_the_dossier(tmp_path: Path) -> None:
    opened = open_item(project_in(tmp_path), SLUG, NewItem(DESCRIPTION, tier="trivial"))
    async with seated(opened, OfflineVoice()) as session:
        await session.do(Start())
        await session.do(BeginAgain())
        assert session.state.exchange == 0
        await go_through(session, lambda state: state.talk.ending is Ending.COMPLETE)
        known = session.state.dossier
        await session.do(BeginAgain())
        assert session.state.talk.ending is None
        assert isinstance(session.state.talk.waiting, ForAnswer)
        assert session.state.guided.current == "00-01"
        assert session.state.guided.steps["01-01"].status is StepStatus.REOPENED
        assert [entry.id for entry in session.state.dossier] == [entry.id for entry in known]
