"""No key closes a step unasked while a question waits: the screen asks, or the talk does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.session.intents import Choose, Start, Submit
from roundtable_tui.ui.table.step_questions import closing_question
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, open_sample, project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("answers", [(), PHASE_00[:1]], ids=["at the first question", "after an answer"])
async def test_a_step_with_a_question_waiting_closes_only_when_somebody_asked(
    depth: Depth, answers: tuple[str, ...], tmp_path: Path
) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start(depth))
        for answer in answers:
            await session.do(Submit(answer))
        step = session.state.guided.current
        while isinstance(session.state.talk.waiting, ForAnswer) and session.state.guided.current == step:
            is_asked = closing_question(session.state, session.knowledge) is not None
            await session.do(Choose(MenuCommand.CONTINUE))
            is_closed = session.state.guided.steps[step].status is StepStatus.DONE
            assert is_closed == is_asked
            if is_closed:
                return
