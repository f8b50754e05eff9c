"""Whoever types a sentence where keys are commands loses no letter, sets nothing off and accepts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.events import Paste

from roundtable_tui.items.open_item import open_item
from roundtable_tui.ui.composer.asking import Asking
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.dialogs.help import HelpScreen
from tests.support.disk.bursts import burst
from tests.support.projects import SLUG, project_in
from tests.support.screen.tables import app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "sentence",
    [
        "close the cart, please",
        "send it as an invoice",
        "every user sees the total",
        "undo is not what I mean",
        "q",
        "the discount counts",
        "Because nobody asked",
        "Voices should stay as they are",
        "yes",
        "c c c",
        "looks good to me",
    ],
)
async def test_a_sentence_typed_beside_the_composer_lands_in_it_and_does_nothing_else(
    tmp_path: Path, sentence: str
) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.leave_composer()
        before = sat.state
        await burst(sat.pilot, f"{sentence} xy")
        await sat.pilot.pause(0.5)
        assert sat.table.composer.words == f"{sentence} xy"
        assert sat.table.composer.has_focus
        assert sat.state.seq == before.seq
        assert sat.app.screen is sat.table


@pytest.mark.parametrize(("key", "recorded"), [("c", "continue"), ("e", "elaborate")])
async def test_a_key_pressed_alone_is_the_command_it_says(tmp_path: Path, key: str, recorded: str) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.leave_composer()
        before = sat.state.seq
        await sat.press(key)
        await sat.settle()
        assert sat.state.seq > before, recorded
        assert sat.table.composer.words == ""


async def test_keys_that_only_move_act_at_once(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.leave_composer()
        await sat.pilot.press("l")
        assert sat.table.sidebar.has_focus
        await sat.pilot.press("question_mark")
        assert isinstance(sat.app.screen, HelpScreen)


async def test_whoever_left_the_composer_stays_out_of_it_after_a_look_at_the_help(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.leave_composer()
        await sat.press("question_mark")
        assert isinstance(sat.app.screen, HelpScreen)
        await sat.press("escape", "g")
        assert (sat.table.composer.words, sat.table.transcript.scroll_y) == ("", 0)


async def test_a_question_is_not_answered_by_what_was_being_typed(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        answers: list[bool | None] = []
        await sat.app.push_screen(ConfirmScreen("Close it?", (), "Close it"), answers.append)
        await burst(sat.pilot, "maybe yes\r")
        assert isinstance(sat.app.screen, ConfirmScreen)
        assert sat.table.composer.words == "maybe yes"
        await sat.pilot.pause(0.4)
        await burst(sat.pilot, "jk\r")
        assert answers == [True], "walking through the answers is no typing"


async def test_the_line_above_the_composer_says_what_enter_does(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        composer = sat.table.composer
        assert composer.border_title == Asking.MENU.enter
        await sat.press(*"some words")
        assert composer.border_title == Asking.MENU.enter
        composer.turn_began()
        assert composer.border_title == Asking.LATER.enter
        composer.turn_ended()
        await sat.press("escape")
        assert "Keys are commands now" in str(composer.border_title)
        await sat.press("ctrl+f", *"scope")
        assert composer.border_title == Asking.MENU.enter, "letters go into the field of the search"
        await sat.press("ctrl+l")
        assert "Keys are commands now" in str(composer.border_title)


async def test_a_bare_letter_picks_from_the_menu_and_does_not_stay_in_the_conversation(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        turns = sat.state.exchange
        await sat.say("c")
        assert sat.state.exchange > turns
        assert "Step 00-02" in sat.said
        assert "\nc\n" not in sat.said


async def test_where_nothing_can_be_sent_keys_stay_commands(tmp_path: Path) -> None:
    begun(tmp_path)
    holder = open_item(project_in(tmp_path), SLUG)
    try:
        async with sitting(app_in(tmp_path, SLUG)) as sat:
            assert sat.table.link.read_only
            await sat.leave_composer()
            assert "b" not in sat.table.active_bindings
            await burst(sat.pilot, "bj")
            sat.app.post_message(Paste("pasted"))
            await sat.settle()
            assert not sat.table.composer.has_focus
            assert sat.table.composer.words == ""
            await sat.press("question_mark")
            assert isinstance(sat.app.screen, HelpScreen)
    finally:
        holder.release()
