"""The page where an item is begun: what is written and chosen there is what the item begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual import events
from textual.widgets import Static

from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.ui.dialogs.choice import ChooseScreen
from roundtable_tui.ui.lobby.screen import LobbyScreen
from roundtable_tui.ui.new_item.choice_field import Choices
from roundtable_tui.ui.new_item.form import Form
from roundtable_tui.ui.new_item.path_field import completed
from roundtable_tui.ui.new_item.screen import NewItemScreen
from tests.support.projects import DESCRIPTION, SLUG
from tests.support.screen.tables import Sitting, app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path


def page(sat: Sitting) -> NewItemScreen:
    assert isinstance(sat.app.screen, NewItemScreen), f"It shows {sat.app.screen}."
    return sat.app.screen


def text_of(sat: Sitting, name: str) -> str:
    return str(page(sat).query_one(name, Static).render())


async def paste(sat: Sitting, text: str) -> None:
    sat.app.post_message(events.Paste(text))
    await sat.settle()


async def test_an_item_begins_with_what_is_written_and_chosen(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("ctrl+n")
        await paste(sat, "ABC-12: Pay later\n\nBusiness customers want it.")
        assert text_of(sat, "#becomes") == "abc-12-pay-later  ·  Jira ticket ABC-12"
        await sat.press("tab", "tab", "up", "tab", "down", "down", "down", "tab", "tab", "enter")
        item = sat.state.item
        assert item is not None
        assert (item.description, item.slug, item.tier) == ("ABC-12: Pay later", "abc-12-pay-later", "light")
        assert (item.source, item.source_id) == ("jira", "ABC-12")
        assert item.draft == "ABC-12: Pay later\n\nBusiness customers want it."
        assert sat.state.guided.depth_overrides[PHASE_KEYS[1]] is Depth.DEEP


@pytest.mark.parametrize(
    ("usual", "keys", "mode", "topic"),
    [
        ("conversation", (), "conversation", "problem-discovery"),
        ("conversation", ("down",), "guided", ""),
        ("guided", (), "guided", ""),
        ("guided", ("up",), "conversation", "problem-discovery"),
    ],
)
async def test_an_item_begins_in_the_usual_mode_or_in_the_one_that_is_chosen(
    tmp_path: Path, usual: str, keys: tuple[str, ...], mode: str, topic: str
) -> None:
    async with sitting(app_in(tmp_path, mode=usual)) as sat:
        await sat.press("ctrl+n")
        await paste(sat, "Pay later")
        await sat.press("tab", "tab", "tab", "tab", *keys, "tab", "enter")
        assert sat.state.mode == mode
        assert isinstance(sat.state.talk.waiting, ForAnswer)
        assert sat.state.talk.waiting.question.topic == topic


async def test_a_draft_file_is_completed_and_names_the_item(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/ticket.md").write_text("# #7 Faster search\n\nWhile one types.\n")
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("ctrl+n", "tab", "n", "tab", "t", "tab")
        assert page(sat).form.draft == "notes/ticket.md"
        assert text_of(sat, "#becomes") == "7-faster-search  ·  GitHub ticket GH-7"
        await sat.press("f6")
        item = sat.state.item
        assert item is not None
        assert (item.description, item.draft) == ("#7 Faster search", "# #7 Faster search\n\nWhile one types.\n")


async def test_what_cannot_be_begun_is_a_sentence_and_nothing_is_lost(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("ctrl+n", "f6")
        assert "nothing yet to begin with" in text_of(sat, "#told")
        await sat.press("a", "tab", "x", "f6")
        assert "not there" in text_of(sat, "#told")
        assert page(sat).form.description == "a"
    assert not (tmp_path / "docs").exists()


@pytest.mark.parametrize(("answer", "slug"), [("enter", SLUG), ("down", f"{SLUG}-2")])
async def test_an_existing_item_is_offered_and_never_written_over(tmp_path: Path, answer: str, slug: str) -> None:
    begun(tmp_path)
    meta = tmp_path / "docs/requirements" / SLUG / "meta.json"
    before = meta.read_bytes()
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("n")
        await paste(sat, DESCRIPTION)
        assert "you will be asked" in text_of(sat, "#becomes")
        await sat.press("f6")
        assert isinstance(sat.app.screen, ChooseScreen)
        await sat.press(*(["down"] if answer == "down" else []), "enter")
        assert sat.state.item is not None
        assert sat.state.item.slug == slug
        assert bool(sat.state.guided.steps_done) == (slug == SLUG)
    assert meta.read_bytes() == before


async def test_what_was_written_is_there_again_after_esc_and_after_quitting_until_it_is_begun(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("ctrl+n", "P", "a", "y", "tab", "tab", "down", "escape")
        assert isinstance(sat.app.screen, LobbyScreen)
        await sat.press("ctrl+n")
        assert page(sat).form == Form("Pay", "", "epic", "size", "guided")
        await sat.press("s", "ctrl+q")
    async with sitting(app_in(tmp_path)) as sat:
        assert "ctrl+n goes on with it" in str(sat.lobby.query_one("#told", Static).render())
        await sat.press("ctrl+n")
        assert page(sat).form == Form("Pays", "", "epic", "size", "guided")
        await sat.press("f6")
        assert sat.state.item is not None
        sat.table.composer.put("Not said yet")
        await sat.press("ctrl+q")
    async with sitting(app_in(tmp_path)) as sat:
        assert not (tmp_path / ".roundtable/local/unsent.json").exists()
        await sat.press("enter")
        assert sat.table.composer.words == "Not said yet"


async def test_a_line_on_the_first_page_is_there_again_after_quitting(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press(*"Pay", "ctrl+q")
    async with sitting(app_in(tmp_path)) as sat:
        assert sat.lobby.first_run.field.value == "Pay"
        await sat.press("ctrl+n")
        assert page(sat).form.description == "Pay"


async def test_a_click_chooses_and_begins(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("ctrl+n")
        assert await sat.pilot.click("#tier", offset=(5, 0))
        assert page(sat).query_one("#tier", Choices).value == "trivial"
        assert await sat.pilot.click("#begin")
        await sat.settle()
        assert "nothing yet to begin with" in text_of(sat, "#told")


async def test_keys_typed_in_one_go_take_effect_in_their_order(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("ctrl+n")
        for key in ("a", "b", "backspace", "enter", "c"):
            sat.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await sat.settle()
        assert page(sat).form.description == "a\nc"


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("", None),
        ("n", "notes/"),
        ("notes/", None),
        ("notes/a", "notes/a.md"),
        ("notes/b", "notes/b/"),
        ("./n", "./notes/"),
        ("x", None),
        ("gone/x", None),
        ("notes/a.md", "notes/a.md"),
        ("\0", None),
    ],
)
def test_a_path_is_completed_with_the_first_name_that_goes_on_like_it(
    tmp_path: Path, typed: str, suggested: str | None
) -> None:
    (tmp_path / "notes/b").mkdir(parents=True)
    (tmp_path / "notes/a.md").touch()
    assert completed(tmp_path, typed) == suggested
