"""A journal as the program wrote it before the state had slices opens, resumes and finishes."""

from __future__ import annotations

from pathlib import Path

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.waiting import ForMenu
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.intents import Choose, Reopen, Start, Submit, Undo, WrapUp
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import SLUG, project_in, write_code
from tests.support.sessions import seated

JOURNAL = Path(__file__).parents[2] / "data" / "journals" / "before-slices.jsonl"


def item_of_then(root: Path) -> Path:
    write_code(root)
    journal = project_in(root).paths.journal(SLUG)
    journal.parent.mkdir(parents=True)
    journal.write_bytes(JOURNAL.read_bytes())
    return journal


async def test_it_stands_where_it_stood(tmp_path: Path) -> None:
    item_of_then(tmp_path)
    async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as session:
        state = session.state
    assert (state.mode, state.guided.phase, state.guided.current) == ("guided", "01-requirements", "01-01")
    assert state.talk.waiting == ForMenu("01-01")
    assert state.guided.steps_done == ("00-01", "00-02", "00-03", "01-01")
    assert {"standard/1", "standard/2", "standard/3"} <= state.settled("00-01")
    assert [entry.text() for entry in state.dossier.of(Kind.AREA)] == ["checkout", "billing", "email"]
    assert len(state.guided.elaborations) == 1


async def test_it_goes_on_takes_back_reopens_and_ends(tmp_path: Path) -> None:
    journal = item_of_then(tmp_path)
    async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Choose(MenuCommand.CONTINUE))
        assert session.state.guided.current == "01-02"
        await session.do(Submit("Accountants in small firms."))
        await session.do(Undo())
        await session.do(Reopen("00-02"))
        assert session.state.guided.steps["00-02"].status is StepStatus.ENGAGED
        await session.do(WrapUp())
        assert session.state.talk.ending is Ending.EARLY
    assert journal.read_bytes().startswith(JOURNAL.read_bytes())
    assert (journal.parents[1] / "requirements-spec.md").exists()
