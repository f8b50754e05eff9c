"""The summary that waits for a verdict: in a view of its own, with what changed, and a way to what it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.journal.waiting import ForVerdict
from roundtable_tui.ui.confirmation.summary_pane import SummaryPane
from roundtable_tui.ui.dialogs.choice import PickEntryScreen
from roundtable_tui.ui.review.screen import ReviewScreen
from tests.support.screen.tables import Sitting, app_in, sitting
from tests.support.screen.talks import at_summary, talked

if TYPE_CHECKING:
    from pathlib import Path

WIDE, SMALL = (140, 40), (80, 24)


def head(sat: Sitting) -> list[str]:
    return str(sat.table.query_one("#summary-head").render()).split("\n")


def body(sat: Sitting) -> str:
    return "\n".join(f"{block.label}\n{block.text}" for block in sat.table.query_one(SummaryPane).body.blocks)


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_each_of_three_summaries_is_read_and_accepted_by_one_key(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), size) as sat:
        for number, stage in enumerate((Stage.REQUIREMENTS, Stage.ARCHITECTURE, Stage.DESIGN), 1):
            assert sat.state.talk.waiting == ForVerdict(stage)
            assert head(sat)[0] == f"Summary {number} of 3 · {stage.capitalize()}"
            assert head(sat)[2].startswith("F6 accepts · F5 amends")
            assert sat.table.query_one(SummaryPane).region.area, "it can be seen"
            assert sat.table.composer.has_focus, "words can be said all the time"
            await sat.press("f6")
        assert sat.state.talk.ending is Ending.COMPLETE
        await sat.press("escape")
        assert not sat.table.query_one(SummaryPane).display


async def test_what_is_assumed_stands_first_with_what_changes_if_it_is_wrong(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), WIDE) as sat:
        await sat.say("/budget 1", "whatever you think")
        assert isinstance(sat.state.talk.waiting, ForVerdict)
        first, then = sat.table.query_one(SummaryPane).body.blocks[:2]
        assert first.text.startswith("1 of the ")
        assert then.label == "Assumption, our guess:"
        assert "[ASM-001](entry:ASM-001) The user left this to the analysts" in then.text


async def test_the_entries_it_shows_in_full_are_accepted_by_a_key_of_their_own(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), WIDE) as sat:
        await sat.say("/budget 1", "whatever you think")
        assert "Its guess stays marked as one; /entries confirms the 1 that stands here in full" in head(sat)[2]
        await sat.press("ctrl+f1", "a")
        assert sat.state.dossier.entries["ASM-001"].confidence is Confidence.HIGH
        assert isinstance(sat.state.talk.waiting, ForVerdict), "the summary is judged apart from them"
        assert not [line for line in head(sat) if "/entries" in line]


async def test_what_changed_since_it_was_accepted_is_marked_and_the_unchanged_says_so(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), WIDE) as sat:
        await sat.press("f6", "f5")
        assert sat.state.conversation.confirmation is Confirmation.AMENDING
        assert head(sat)[1] == "You are amending it."
        await sat.say("FR-001: Pay within thirty days")
        await sat.press("f6")
        assert head(sat)[0] == "Summary 1 of 3 · Requirements"
        assert head(sat)[1].startswith("▎ changed since you accepted it: ")
        marked = [block for block in sat.table.query_one(SummaryPane).body.blocks if block.mark]
        assert any("Pay within thirty days" in block.text for block in marked)
        await sat.press("f6", "f6", "f5", "f6")
        assert head(sat)[1] == "Unchanged since you accepted it."
        assert not [block for block in sat.table.query_one(SummaryPane).body.blocks if block.mark]


async def test_words_that_say_nothing_are_answered_where_the_summary_covers_the_talk(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), SMALL) as sat:
        await sat.say("ok")
        assert sat.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        assert [notice for notice in sat.notices if notice.startswith("A yes, or C, accepts this summary.")]


async def test_words_accept_and_amend_as_the_keys_do(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), SMALL) as sat:
        await sat.say("show me that again")
        assert sat.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        assert sat.table.query_one(SummaryPane).display
        await sat.say("looks good")
        assert sat.state.talk.waiting == ForVerdict(Stage.ARCHITECTURE)
        await sat.say("drop FR-001")
        assert sat.state.conversation.confirmation is Confirmation.AMENDING
        assert not sat.table.query_one(SummaryPane).display, "the talk has its place again"
        assert sat.table.transcript.display


async def test_pages_and_searches_are_for_the_summary_while_it_waits(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), SMALL) as sat:
        view = sat.table.query_one(SummaryPane).body
        await sat.press("pagedown")
        assert view.scroll_y > 0
        await sat.press("ctrl+f", *"FR-00", "enter")
        assert view.match_position[1] > 0


async def test_an_entry_the_summary_speaks_of_is_reviewed_by_key_and_by_click(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), WIDE) as sat:
        await sat.press("ctrl+f1", "enter")
        assert isinstance(sat.app.screen, PickEntryScreen)
        wanted = list(sat.app.screen.answers)[2]
        await sat.press("down", "down", "enter")
        review = sat.app.screen
        assert isinstance(review, ReviewScreen)
        assert review.shown is not None
        assert review.shown.id == wanted
        await sat.press("escape")
        sat.table.talk_views.review_entry("FR-001")
        await sat.settle()
        assert isinstance(sat.app.screen, ReviewScreen)
        assert sat.app.screen.shown is not None
        assert sat.app.screen.shown.id == "FR-001"


async def test_the_talk_and_the_document_can_be_seen_meanwhile_and_the_summary_comes_back(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, at_summary(tmp_path)), SMALL) as sat:
        summary = sat.table.query_one(SummaryPane)
        await sat.press("ctrl+g")
        assert (summary.display, sat.table.query_one("#talk").display) == (False, True)
        await sat.press("ctrl+f1")
        assert (summary.display, summary.body.has_focus) == (True, True)
        await sat.press("ctrl+o")
        assert (summary.display, sat.table.preview.display) == (False, True)


async def test_a_summary_waits_as_it_did_when_the_item_is_opened_again(tmp_path: Path) -> None:
    slug = at_summary(tmp_path)
    async with sitting(app_in(tmp_path, slug), WIDE) as sat:
        await sat.press("f6", "f5")
    async with sitting(app_in(tmp_path, slug), WIDE) as sat:
        assert head(sat)[:2] == ["Summary 2 of 3 · Architecture", "You are amending it."]
        await sat.press("f6", "f6")
        assert sat.state.talk.waiting == ForVerdict(Stage.ARCHITECTURE)


async def test_nothing_of_it_is_there_before_a_summary_was_shown(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), WIDE) as sat:
        assert not sat.table.query(SummaryPane)
        assert not [item for item in sat.table.query_one("KeyBar").items if item[1] == "To accept"]  # type: ignore[attr-defined]
