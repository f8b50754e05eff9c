"""A mode the program knows nothing of runs through session and plain door as it is."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.plain.runner import run_answers
from roundtable_tui.session.intents import ChooseMode, Start, Submit, Undo
from roundtable_tui.session.session import ItemSession
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in
from tests.support.second_mode import QUESTIONS, ThreeQuestions

if TYPE_CHECKING:
    from pathlib import Path

MODES = {**all_modes(), "three": ThreeQuestions()}
ANSWERS = ["It is slow.", "Accounting.", "A list."]


async def test_it_is_chosen_asks_takes_back_and_ends_through_the_session(tmp_path: Path) -> None:
    async with ItemSession(open_sample(project_in(tmp_path)), OfflineVoice(), MODES) as session:
        await session.do(ChooseMode("three"))
        await session.do(Submit(ANSWERS[0]))
        await session.do(Submit("A slip."))
        await session.do(Undo())
        for answer in ANSWERS[1:]:
            await session.do(Submit(answer))
        assert session.state.talk.ending is Ending.COMPLETE
        assert [note.text() for note in session.state.dossier.of(Kind.NOTE)] == ANSWERS
        assert session.outline().headline == ("three questions", "3 of 3")


async def test_the_plain_door_shows_its_questions_and_a_resumed_item_stays_in_its_mode(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    async with ItemSession(open_sample(project), OfflineVoice(), MODES) as session:
        await session.do(ChooseMode("three"))
    out = io.StringIO()
    printer = TextPrinter(project.knowledge, out)
    await run_answers(open_item(project, SLUG), OfflineVoice(), ANSWERS, None, printer, MODES)
    shown = out.getvalue()
    assert [shown.count(f"Maya: {question}") for question in QUESTIONS] == [1, 1, 1]
    assert shown.endswith("That is all.\nROUNDTABLE_COMPLETE\n")


async def test_an_item_goes_from_guided_to_another_mode_and_back_and_keeps_what_is_known(tmp_path: Path) -> None:
    async with ItemSession(open_sample(project_in(tmp_path)), OfflineVoice(), MODES) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        await session.do(ChooseMode("three"))
        await session.do(Submit(ANSWERS[0]))
        await session.do(ChooseMode("guided"))
        assert session.state.mode == "guided"
        assert session.state.guided.current == "00-01"
        assert session.state.dossier.of(Kind.SCOPE)
        assert [note.text() for note in session.state.dossier.of(Kind.NOTE)] == ANSWERS[:1]
