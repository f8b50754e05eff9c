"""A conversation at the table: the ledger in the sidebar, and summaries that two keys accept or amend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.ui.composer.asking import Asking
from roundtable_tui.ui.table.palette_commands import palette_commands
from roundtable_tui.ui.table.sidebar import Sidebar
from roundtable_tui.ui.widgets.keybar import MenuLine
from tests.support.projects import DESCRIPTION, write_code
from tests.support.screen.tables import Sitting, app_in, sitting

if TYPE_CHECKING:
    from pathlib import Path

WIDE, SMALL = (140, 40), (80, 24)


async def in_conversation(sat: Sitting) -> None:
    sat.table.link.do("mode conversation")
    await sat.settle()


def key_asked(sat: Sitting) -> str:
    waiting = sat.state.talk.waiting
    assert isinstance(waiting, ForAnswer)
    return waiting.question.key


async def test_the_palette_changes_the_mode_and_offers_what_is_open(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, DESCRIPTION)) as sat:
        change = next(one for one in palette_commands(sat.table.link, print) if one.label.startswith("Go on in"))
        assert change.label == "Go on in conversation mode"
        change.run()
        await sat.settle()
        assert key_asked(sat) == "problem-stated"
        titles = [one.label for one in palette_commands(sat.table.link, print)]
        assert "Ask first: functional requirements (2)" in titles
        assert "Strike the open point functional requirements (2)" in titles


async def test_a_point_chosen_in_the_sidebar_and_once_more_on_its_page_is_asked_next(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, DESCRIPTION)) as sat:
        await in_conversation(sat)
        row = next(row for row in sat.table.link.session.outline().rows if row.id == "point:3")
        sat.table.query_one(Sidebar).post_message(Sidebar.Selected(row))
        await sat.settle()
        await sat.press("enter")
        assert key_asked(sat) == "primary-user"


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_the_summary_is_accepted_and_amended_by_key(tmp_path: Path, size: tuple[int, int]) -> None:
    write_code(tmp_path)
    async with sitting(app_in(tmp_path, DESCRIPTION), size) as sat:
        await in_conversation(sat)
        await sat.say("/budget 1", "Invoices are late every month.")
        assert sat.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        assert sat.table.composer.border_title == Asking.VERDICT.enter
        options = [option.label for option in sat.table.query_one(MenuLine).options]
        assert options == ["Accept this summary", "Amend: talk about changes"]
        await sat.press("f5")
        assert sat.state.conversation.confirmation is Confirmation.AMENDING
        await sat.press("f6")
        assert sat.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        await sat.press("f6")
        assert sat.state.talk.ending is Ending.COMPLETE
