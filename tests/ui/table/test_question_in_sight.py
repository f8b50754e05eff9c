"""However long the list that comes with it, the question stays in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.ui.table.status_line import QuestionLine, asked_in
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


FORM = """Two short questions at once.
1. Which files call the ones you edit? Path first.
- FILE-001 a.py (why? nobody knows)
2. What does this code share: a fixture, a migration?

Answer as "1: …" and "2: …"."""

PARTS = (
    "1. Which files call the ones you edit? Path first.",
    "2. What does this code share: a fixture, a migration?",
)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            FORM,
            (
                "1. Which files call the ones you edit? Path first.",
                "2. What does this code share: a fixture, a migration?",
            ),
        ),
        ("Before I ask.\nIs it new? One word.\n1. additive\n2. modifying", ("Is it new? One word.",)),
        ("Where is it thin? One spot a line.\n- ZONE-001 why?", ("Where is it thin? One spot a line.",)),
        ("Name the modules.\n- MOD-001", ("Name the modules.",)),
        ("", ()),
    ],
)
def test_what_is_asked_is_told_from_what_is_said_with_it(text: str, asked: tuple[str, ...]) -> None:
    assert asked_in(text) == asked


async def test_each_part_of_a_form_that_is_out_of_sight_stands_above_the_composer(tmp_path: Path) -> None:
    slug = begun(tmp_path, PHASE_00[:2])
    async with sitting(app_in(tmp_path, slug), (80, 24)) as sat:
        line = sat.table.query_one(QuestionLine)
        line.ask(FORM)
        await sat.until(lambda: line.shown == f"Asked: {PARTS[0]}\n       {PARTS[1]}")
        sat.table.transcript.notice(FORM.partition("2. ")[2])
        await sat.until(lambda: line.shown == f"Asked: {PARTS[0]}")
        assert line.region.height == 1


async def test_a_long_question_out_of_sight_has_two_lines(tmp_path: Path) -> None:
    slug = begun(tmp_path, PHASE_00[:2])
    async with sitting(app_in(tmp_path, slug), (80, 24)) as sat:
        line = sat.table.query_one(QuestionLine)
        line.ask("By what I found in the code, these files have most to do with the change; which of them are wrong?")
        await sat.until(lambda: line.shown.endswith("wrong?"))
        await sat.until(lambda: line.region.height == 2)
