"""Panels in the lobby and from an item: listed, begun, taken up with what is missing, closed, and read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.widgets import OptionList

from roundtable_tui.panel.opening import PanelRequest
from roundtable_tui.panel.record.session import CLOSED
from roundtable_tui.panel.record.session_file import read_session
from roundtable_tui.panel.room import open_room
from roundtable_tui.panel.seats.files_facilitator import FilesFacilitator
from roundtable_tui.ui.dialogs.choice import ChooseScreen, ConfirmScreen
from roundtable_tui.ui.lobby.panels_screen import PanelsScreen
from roundtable_tui.ui.lobby.screen import LobbyScreen
from roundtable_tui.ui.new_item.choice_field import Choices
from roundtable_tui.ui.panel.ballot_form import BallotScreen
from roundtable_tui.ui.widgets.keybar import KeyBar
from tests.support.projects import project_in
from tests.support.screen.panels import (
    begin,
    closed,
    form_of,
    handed_over,
    on_screen,
    panel_of,
    panels_in,
    said,
)
from tests.support.screen.tables import Sitting, begun, sitting
from tests.unit.panel.tables import Answering, planned, seated_at

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SMALL = (80, 24)
PEOPLE = ("software-architect", "technical-lead", "qa-lead")


def alike() -> dict[str, Answering]:
    return {seat: Answering(lambda _: {"position": "A table.", "confidence": "0.7"}) for seat in PEOPLE}


def listed(sat: Sitting) -> PanelsScreen:
    assert isinstance(sat.app.screen, PanelsScreen), f"It shows {sat.app.screen}. {sat.notices}"
    return sat.app.screen


def chosen(sat: Sitting, name: str) -> str:
    return form_of(sat).query_one(f"#{name}", Choices).value


async def pick(sat: Sitting, words: str) -> None:
    """Chooses the answer that begins with these words."""
    assert isinstance(sat.app.screen, ChooseScreen)
    options = sat.app.screen.query_one(OptionList)
    at = next(n for n in range(options.option_count) if str(options.get_option_at_index(n).prompt).startswith(words))
    await sat.press(*("down",) * at, "enter")


def write(root: Path, place: str, name: str, text: str) -> Path:
    path = root / ".roundtable" / place / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


PARTICIPANT = "---\nid: {id}\nname: {name}\nrole: Money\n---\n\n## Lens\n\nMoney.\n"


async def test_a_project_without_panels_leads_to_the_page_where_one_is_begun(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await sat.press("ctrl+pagedown")
        form_of(sat)
        await sat.press("escape")
        assert isinstance(sat.app.screen, LobbyScreen)


async def test_the_strategy_that_the_topics_words_speak_for_is_offered_and_not_imposed(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await sat.press("ctrl+pagedown", *"Queue versus table")
        assert chosen(sat, "strategy") == "standard"
        assert "‘versus’ speaks for Debate. F7 takes it." in on_screen(sat)
        await sat.press("f7")
        assert chosen(sat, "strategy") == "debate"
        assert "speaks for" not in on_screen(sat)


async def test_participants_are_seated_and_unseated_and_too_few_are_told(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path)) as sat:
        await sat.press("ctrl+pagedown", *"Where", "tab", "tab", "tab", "space", "down", "space")
        assert "needs at least 2 participants" in on_screen(sat)
        await sat.press("end", "space")
        assert "needs at least" not in on_screen(sat)
        await sat.press("f6")
        seats = panel_of(sat).link.session.seats
        assert len(seats) == 2
        assert "qa-lead" in seats


async def test_sides_of_a_debate_are_shown_and_changed(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path)) as sat:
        await sat.press("ctrl+pagedown", *"Queue versus table", "f7", "tab", "tab", "tab")
        assert [row.side for row in form_of(sat).seating.seated] == ["pro", "con", "observer"]
        await sat.press("s", "down", "s", "s", "f6")
        sides = panel_of(sat).link.session.sides
        assert (sides.pro, sides.con) == (("technical-lead",), ("software-architect",))


async def test_sides_that_were_chosen_are_gone_with_a_strategy_that_has_none(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path)) as sat:
        await sat.press("ctrl+pagedown", *"Queue versus table", "f7", "tab", "tab", "tab", "s", "shift+tab", "up", "up")
        assert chosen(sat, "strategy") == "standard"
        assert "observer" not in on_screen(sat)
        await sat.press("f6")
        assert panel_of(sat).link.session.strategy == "standard"


async def test_a_seat_is_given_a_model_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key-for-tests")

    def never() -> asyncio.Future[None]:
        return asyncio.get_running_loop().create_future()

    seated = {seat: Answering(wait=never) for seat in PEOPLE}
    async with sitting(panels_in(tmp_path, seated, Answering(), offline=False)) as sat:
        await sat.press("ctrl+pagedown", *"Where", "tab", "tab", "tab", "e")
        await sat.press(*"claude-x@ghost", "enter")
        assert "There is no server 'ghost' in your settings." in on_screen(sat)
        await sat.press(*("backspace",) * 6, "enter")
        assert "claude-x" in on_screen(sat)
        await sat.press("down", "e", *"claude-y", "escape", "down", "m", "f6")
        panel_of(sat)
        (path,) = (tmp_path / ".s2s/sessions").glob("*.yaml")
        seats = read_session(path.read_bytes()).seats
        first, second, third = (seats[seat] for seat in PEOPLE)
        assert (first.kind, first.model, first.voice) == ("model", "claude-x", "claude")
        assert second.kind == "model"
        assert second.model not in ("claude-x", "claude-y")
        assert third.kind == "human"


async def test_without_a_key_no_model_can_be_named(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path)) as sat:
        await sat.press("ctrl+pagedown", *"Where", "tab", "tab", "tab", "e")
        form_of(sat)
        assert sat.notices


async def test_a_workflow_brings_its_strategy_seats_and_output(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path)) as sat:
        await sat.press("ctrl+pagedown", *"Mail", "tab", "down")
        workflow = chosen(sat, "workflow")
        assert workflow == "brainstorm"
        assert chosen(sat, "strategy") == "disney"
        await sat.press("f6")
        assert panel_of(sat).link.session.workflow == "brainstorm"


async def test_panels_stand_in_the_lobby_with_where_they_are_and_enter_goes_on(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await begin(sat, "Where do mails wait")
        await handed_over(sat, "Software Architect")
        await sat.press("escape")
        await sat.until(lambda: panel_of(sat).link.can_go_on)
        await sat.press("escape")
        assert sat.lobby.is_current
        assert "Panels" in on_screen(sat)
        await sat.press("ctrl+pagedown")
        shown = on_screen(sat)
        assert "PAUSED (1)" in shown
        assert "★ Where do mails wait" in shown
        assert "discussion" in shown
        assert "0 rounds" in shown
        await sat.press("enter")
        await handed_over(sat, "Software Architect")
        await sat.press("enter")
        assert isinstance(sat.app.screen, BallotScreen)


async def test_a_closed_panel_is_read_with_its_outcome_and_cannot_go_on(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, alike(), FilesFacilitator()), SMALL) as sat:
        await begin(sat, "Where do mails wait")
        await closed(sat)
        await sat.press("escape", "ctrl+pagedown")
        assert "CLOSED (1)" in on_screen(sat)
        assert ".s2s/decisions/" in on_screen(sat)
        await sat.press("enter")
        assert "Written: .s2s/decisions/" in said(sat)
        labels = [label for _, label, _ in panel_of(sat).query_one(KeyBar).items]
        assert "Documents" in labels
        assert not {"Go on", "Raise hand", "Write"} & set(labels)


async def test_a_panel_is_closed_from_the_list_after_a_question(tmp_path: Path) -> None:
    seated_at(tmp_path, planned()).opened.close()
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await sat.press("ctrl+pagedown", "X")
        assert isinstance(sat.app.screen, ConfirmScreen)
        await sat.press("y")
        assert [row.status for row in listed(sat).panels.rows if row.selectable] == [CLOSED]


async def test_a_missing_participant_can_be_replaced_left_out_or_waited_for(tmp_path: Path) -> None:
    gone = write(tmp_path, "participants", "treasurer", PARTICIPANT.format(id="treasurer", name="Treasurer"))
    room = open_room(project_in(tmp_path))
    for number in range(3):
        plan = room.plan(PanelRequest(f"Topic {number}", participants=("treasurer", "qa-lead", "technical-lead")))
        room.begin(plan).opened.close()
    gone.unlink()
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await sat.press("ctrl+pagedown", "enter")
        await pick(sat, "Stop")
        listed(sat)
        await sat.press("enter")
        await pick(sat, "Go on with the rest")
        await sat.until(lambda: panel_of(sat).link.people.waits)
        assert list(panel_of(sat).link.session.seats) == ["qa-lead", "technical-lead"]
        await sat.press("escape")
        await sat.until(lambda: panel_of(sat).link.can_go_on)
        await sat.press("escape", "down", "enter")
        await pick(sat, "Seat others")
        await pick(sat, "Product Manager")
        await sat.until(lambda: panel_of(sat).link.people.waits)
        assert "product-manager" in panel_of(sat).link.session.seats


async def test_a_missing_strategy_and_models_that_cannot_be_asked_are_replaced(tmp_path: Path) -> None:
    played = seated_at(tmp_path, planned())
    played.opened.close()
    path = next((tmp_path / ".s2s/sessions").glob("*.yaml"))
    path.write_text(path.read_text().replace('strategy: "standard"', 'strategy: "gone"'))
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await sat.press("ctrl+pagedown", "enter")
        await pick(sat, "Go on by Debate")
        await pick(sat, "Let people take these seats")
        await sat.until(lambda: panel_of(sat).link.people.waits)
        assert panel_of(sat).link.session.strategy == "debate"


async def test_an_item_puts_what_it_is_being_asked_to_a_panel(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, words=begun(tmp_path))) as sat:
        await sat.leave_composer()
        await sat.press("p")
        form = form_of(sat)
        assert form._topic
        assert "What is known of" in on_screen(sat)
        await sat.press("f6")
        session = panel_of(sat).link.session
        assert session.item == sat.app.table.link.state.item.slug  # type: ignore[union-attr]
        ready = panel_of(sat).link.opening.ready
        assert ready is not None
        assert "The change under discussion:" in ready.context


async def test_what_a_panel_decides_comes_into_the_item_beneath_it(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, alike(), FilesFacilitator(), words=begun(tmp_path))) as sat:
        await sat.leave_composer()
        before = len(list(sat.state.dossier))
        await sat.press("p", "f6")
        await closed(sat)
        assert "into the item" in said(sat)
        await sat.press("escape")
        await sat.until(lambda: sat.app.screen is sat.table)
        assert len(list(sat.state.dossier)) > before
        assert "The panel on" in sat.said
