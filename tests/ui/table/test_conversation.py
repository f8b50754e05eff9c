"""A conversation at the table: the ledger in the sidebar, and summaries that two keys accept or amend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.ui.composer.asking import Asking
from roundtable_tui.ui.lines.blocks import Kind
from roundtable_tui.ui.overview.screen import OverviewScreen
from roundtable_tui.ui.table.palette_commands import palette_commands
from roundtable_tui.ui.table.sidebar import Sidebar
from roundtable_tui.ui.widgets.keybar import KeyBar, MenuLine
from tests.support.projects import DESCRIPTION, SLUG, write_code
from tests.support.screen.tables import Sitting, app_in, sitting
from tests.support.screen.talks import at_summary, talked

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


async def test_the_palette_writes_the_page_beside_the_documents(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, DESCRIPTION)) as sat:
        write = next(one for one in palette_commands(sat.table.link, print) if one.label.startswith("Write the page"))
        write.run()
        await sat.settle()
        assert sat.state.item is not None
        slug = sat.state.item.slug
    assert (tmp_path / "docs" / "requirements" / slug / "report.html").is_file()


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


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_an_early_exit_asks_first_goes_on_at_will_and_ends_with_the_page(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), size) as sat:
        before = key_asked(sat)
        await sat.say("that's enough")
        assert sat.table.composer.border_title == Asking.YES_OR_NO.enter
        await sat.say("continue")
        assert key_asked(sat) == before
        await sat.say("I'm done", "y")
        page = sat.app.screen
        assert isinstance(page, OverviewScreen)
        assert "The analysis was wrapped up early: 3 questions were answered." in page.page
        await sat.press("escape")
        assert sat.state.talk.ending is Ending.EARLY
        assert "Never talked about: technical analysis and specification." in sat.said
        assert sat.table.link.session.outline().headline[-1] == "wrapped up"


async def test_what_was_struck_is_put_back_from_the_palette(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path))) as sat:
        await sat.say("/strike 2")
        assert "struck or put off: 1" in [row.text for row in sat.table.query_one(Sidebar).rows]
        back = next(one for one in palette_commands(sat.table.link, print) if one.label.startswith("Put back"))
        back.run()
        await sat.settle()
        assert "struck or put off: 1" not in [row.text for row in sat.table.query_one(Sidebar).rows]


async def test_what_was_wrapped_up_is_taken_up_again_where_it_ended(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path))) as sat:
        before = key_asked(sat)
        await sat.say("that's enough", "y")
        page = sat.app.screen
        assert isinstance(page, OverviewScreen)
        assert "ctrl+r takes it up again" in page.page
        await sat.press("escape")
        assert sat.table.composer.border_title == Asking.ENDED.enter
        await sat.press("ctrl+r")
        assert sat.state.talk.ending is None
        assert key_asked(sat) == before


async def test_what_is_complete_is_gone_through_again_after_a_yes(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, DESCRIPTION), WIDE) as sat:
        await in_conversation(sat)
        await sat.say("/budget 1", "Invoices are late every month.")
        assert ("F6", "Accept", True) in sat.table.query_one(KeyBar).items
        await sat.press("f6", "escape")
        assert sat.state.talk.ending is Ending.COMPLETE
        assert f"“{DESCRIPTION}” is ready to build." in sat.said
        await sat.press("ctrl+r", "escape")
        assert sat.state.talk.ending is Ending.COMPLETE
        await sat.press("ctrl+r", "y")
        assert sat.state.talk.ending is None


@pytest.mark.parametrize("mode", ["guided", "conversation"])
async def test_the_talk_begins_with_what_the_user_wrote(tmp_path: Path, mode: str) -> None:
    async with sitting(app_in(tmp_path, DESCRIPTION), WIDE) as sat:
        if mode == "conversation":
            await in_conversation(sat)
        first = sat.table.transcript.blocks[0]
        assert (first.text, first.kind) == (DESCRIPTION, Kind.USER)
        assert sum(block.text == DESCRIPTION for block in sat.table.transcript.blocks) == 1
        assert DESCRIPTION not in [spoken.utterance.text for spoken in sat.state.talk.transcript]
        await sat.say("/rename Late invoices")
        assert sat.table.transcript.blocks[0].text == "Late invoices"
        assert len([block for block in sat.table.transcript.blocks if block.key == "item"]) == 1


async def test_accepting_by_key_leaves_a_line_and_a_skip_is_no_amendment(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), WIDE) as sat:
        assert sat.table.link.session.outline().headline[-1] == "0 of 3 accepted"
        for words in ("skip", "Skip it", "thanks"):
            await sat.say(words)
            assert sat.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        assert not [entry for entry in sat.state.dossier if "skip" in entry.text().lower()]
        await sat.press("f6")
        assert "You accepted the requirements." in sat.said
        assert sat.table.link.session.outline().headline[-1] == "1 of 3 accepted"
        await sat.say("accept")
        assert "You accepted the architecture." not in sat.said, "the word itself stands there"
    async with sitting(app_in(tmp_path, SLUG), WIDE) as again:
        assert "You accepted the requirements." in again.said
