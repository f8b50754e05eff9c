"""However long the list that comes with it, the question stays in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.ui.table.status_line import QuestionLine
from tests.support.projects import PHASE_00
from tests.support.screen.tables import app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_a_question_pushed_out_of_sight_stands_above_the_composer(tmp_path: Path, size: tuple[int, int]) -> None:
    slug = begun(tmp_path, PHASE_00[:2])
    async with sitting(app_in(tmp_path, slug), size) as sat:
        line = sat.table.query_one(QuestionLine)
        assert line.shown == "", "it stands in the conversation"
        sat.table.transcript.notice("\n".join(f"- choice {number}" for number in range(60)))
        await sat.until(lambda: line.shown.startswith("Asked: Is this something new beside what exists"))
        assert line.region.bottom <= sat.table.composer.region.y
        sat.table.transcript.action_edge(-1)
        await sat.say("It adds invoices and changes checkout.")
        await sat.until(lambda: line.shown == "")
