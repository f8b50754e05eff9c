"""A coding agent asks while the item lies on the table: it is taken in there, and the lobby counts it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from roundtable_tui.items.agent_inbox import AgentInbox, letter
from roundtable_tui.storage.items import ItemSummary
from roundtable_tui.ui.ledger.rows import ledger_rows
from roundtable_tui.ui.lobby.item_rows import item_row
from tests.support.projects import NOON, SLUG, project_in
from tests.support.screen.tables import app_in, sitting
from tests.support.screen.talks import talked

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = "Which currency is the invoice in when the shop sells in two?"


def ask(root: Path) -> None:
    AgentInbox(project_in(root), SLUG).keep(letter(SLUG, "claude-code", QUESTION))


async def test_it_comes_to_the_table_while_one_sits_there_and_is_an_open_point(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path))) as sat:
        ask(tmp_path)
        await sat.until(lambda: any(QUESTION in line.utterance.text for line in sat.state.talk.transcript))
        rows = ledger_rows(sat.state, sat.table.link.session.knowledge, ())
        assert any(QUESTION[:40] in row.text for row in rows if row.point)


async def test_one_that_lay_there_before_is_taken_in_on_opening(tmp_path: Path) -> None:
    name = talked(tmp_path)
    ask(tmp_path)
    async with sitting(app_in(tmp_path, name)) as sat:
        assert any("claude-code" in line.utterance.text for line in sat.state.talk.transcript)


def test_the_lobby_marks_the_item_and_says_how_many_wait() -> None:
    item = ItemSummary("pay", "Pay", "analyzed", asked=2, last_change=NOON - timedelta(days=1))
    row = item_row(item, NOON)
    assert (row.mark, row.status) == ("?", "analyzed, 2 asked")
    assert "2 questions of a coding agent to answer" in row.about
