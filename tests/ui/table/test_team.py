"""A team at the table: a row for each in the sidebar, chosen from the palette, stopped with one key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.state import CONVERSATION, TEAM
from roundtable_tui.domain.journal.values import LookEnd, LookPart
from roundtable_tui.domain.knowledge.phases import ALEX
from roundtable_tui.ui.table.palette_commands import palette_commands
from tests.support.screen.tables import Sitting, app_in, sitting
from tests.support.screen.talks import THREE_ANSWERS, talked
from tests.support.voices.drafting import BATCHES, DraftingTeam

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.ui.app import RoundtableApp

WIDE, SMALL = (140, 40), (80, 24)


def at_work(root: Path, voice: DraftingTeam) -> RoundtableApp:
    return app_in(root, talked(root, (*THREE_ANSWERS, "/mode team"), "standard"), voice=lambda: voice)


def rows(sat: Sitting) -> list[str]:
    names = ("Alex", "Maya", "Jordan")
    return [f"{row.text} {row.note}".strip() for row in sat.table.sidebar.rows if row.text.partition(":")[0] in names]


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_each_has_a_row_that_follows_what_they_do_and_ctrl_c_stops_all(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    voice = DraftingTeam(maya=1)
    app = at_work(tmp_path, voice)
    async with app.run_test(size=size) as pilot:
        sat = Sitting(app, pilot)
        await sat.until(lambda: app.is_at_table and "Maya: drafts requirements 120" in rows(sat))
        assert rows(sat) == ["Alex: reads the code", "Maya: drafts requirements 120", "Jordan: waits for Maya"]
        voice.let_one(ALEX)
        await sat.until(lambda: "Alex: reads the code 120" in rows(sat))
        await sat.press("ctrl+c")
        await sat.until(lambda: not sat.table.link.is_looking)
        assert sat.state.conversation.look == dict.fromkeys((LookPart.READING, LookPart.REQUIREMENTS), LookEnd.STOPPED)
        assert rows(sat)[:2] == ["Alex: at rest 120", "Maya: at rest 120"]


async def test_the_palette_goes_on_with_a_team_and_back(tmp_path: Path) -> None:
    pieces = max(len(batches) for batches in BATCHES.values()) * 2 + 2
    voice = DraftingTeam(alex=pieces, maya=pieces, jordan=pieces)
    async with sitting(app_in(tmp_path, talked(tmp_path), voice=lambda: voice)) as sat:
        for mode in (TEAM, CONVERSATION):
            commands = {one.label: one for one in palette_commands(sat.table.link, print)}
            commands[f"Go on in {mode} mode"].run()
            await sat.settle()
            assert sat.state.mode == mode
            assert bool(rows(sat)) == (mode == TEAM)
