"""The open points on a page of their own: everything one can do with them, by keys and by mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.open_points import questions_left
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.ledger.answer_sheet import AnswerSheet
from roundtable_tui.ui.ledger.budget_dialog import BudgetScreen
from roundtable_tui.ui.ledger.rows import LedgerList
from roundtable_tui.ui.ledger.screen import LedgerScreen
from roundtable_tui.ui.panel.start_form import NewPanelScreen
from roundtable_tui.ui.table.sidebar import Sidebar
from tests.support.screen.tables import Sitting, app_in, begun, sitting
from tests.support.screen.talks import talked

if TYPE_CHECKING:
    from pathlib import Path

WIDE, SMALL = (140, 40), (80, 24)


def ledger(sat: Sitting) -> LedgerScreen:
    screen = sat.app.screen
    assert isinstance(screen, LedgerScreen), f"It shows {screen}."
    return screen


def rows(sat: Sitting) -> list[str]:
    return [row.text for row in ledger(sat).points.rows]


def cursor(sat: Sitting) -> str:
    row = ledger(sat).points.cursor
    assert row is not None
    return row.text


def asked(sat: Sitting) -> str:
    assert isinstance(sat.state.talk.waiting, ForAnswer)
    return sat.state.talk.waiting.question.key


def numbered(sat: Sitting, words: str) -> int:
    return next(at for at, text in enumerate(rows(sat)) if words in text)


async def go_to(sat: Sitting, words: str) -> None:
    points = ledger(sat).points
    points.go_to(points.rows[numbered(sat, words)].key)
    await sat.pilot.pause()


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_a_point_is_struck_and_put_back_by_key(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), size) as sat:
        await sat.press("ctrl+f4")
        await go_to(sat, "primary user")
        await sat.press("x")
        assert "Struck or put off" in rows(sat)
        assert sat.notices == ["Struck: it will not be asked. r on its row at the end puts it back."]
        assert numbered(sat, "Struck or put off") < len(rows(sat)) - 1
        assert "primary user" not in cursor(sat), "the cursor stays where the next one is"
        assert not [row for row in ledger(sat).points.rows if row.point and row.point.name.key == "primary-user"]
        await sat.press("G", "r")
        assert "Struck or put off" not in rows(sat)
        assert numbered(sat, "primary user")


async def test_a_point_of_the_sidebar_leads_to_its_page_and_enter_has_it_asked_next(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), WIDE) as sat:
        points = [row for row in sat.table.query_one(Sidebar).rows if row.kind == "point"]
        await sat.press("ctrl+l")
        for _ in points[:2]:
            await sat.press("down")
        chosen = sat.table.query_one(Sidebar).highlighted
        assert chosen is not None
        row = sat.table.query_one(Sidebar).rows[chosen]
        await sat.press("enter")
        assert cursor(sat).split(maxsplit=1)[0] == row.key
        wanted = ledger(sat).points.cursor
        await sat.press("enter")
        assert sat.app.is_at_table
        assert wanted is not None
        assert wanted.point is not None
        assert asked(sat) == wanted.point.name.key


async def test_the_rest_of_the_sidebar_and_a_click_lead_there_too(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), WIDE) as sat:
        sidebar = sat.table.query_one(Sidebar)
        at = next(at for at, row in enumerate(sidebar.rows) if row.text.startswith("and "))
        lines = sum(str(sidebar.get_option_at_index(above).prompt).count("\n") + 1 for above in range(at))
        await sat.click(Sidebar, 4, lines)
        assert cursor(sat).split(maxsplit=1)[0] == "7"
        await sat.click(LedgerList, 6, 2)
        assert cursor(sat).split(maxsplit=1)[0] == "2"


async def test_the_guesses_of_a_group_are_accepted_after_a_question_and_only_they(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), SMALL) as sat:
        await sat.press("ctrl+f4")
        await go_to(sat, "guesses from the code")
        point = ledger(sat).points.cursor
        assert point is not None
        assert point.point is not None
        shown = set(point.point.about)
        before = {entry.id for entry in sat.state.dossier if entry.confidence is Confidence.HIGH}
        await sat.press("a")
        question = sat.app.screen
        assert isinstance(question, ConfirmScreen)
        assert {line.split()[0] for line in question.sentences} == shown
        await sat.press("n")
        assert {entry.id for entry in sat.state.dossier if entry.confidence is Confidence.HIGH} == before
        await sat.press("a", "y")
        now = {entry.id for entry in sat.state.dossier if entry.confidence is Confidence.HIGH}
        assert now - before == shown
        assert not [text for text in rows(sat) if "guesses from the code" in text]


async def test_accepting_what_is_being_asked_answers_it(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), WIDE) as sat:
        await sat.press("ctrl+f4")
        await go_to(sat, "guesses from the code")
        await sat.press("enter")
        offered = asked(sat)
        assert offered.startswith("guess/")
        await sat.press("ctrl+f4")
        await go_to(sat, "guesses from the code")
        await sat.press("a", "y", "escape")
        assert asked(sat) != offered


async def test_a_budget_is_set_in_questions_or_minutes(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), SMALL) as sat:
        await sat.press("ctrl+f4", "m")
        assert isinstance(sat.app.screen, BudgetScreen)
        await sat.press(*"soon", "enter")
        assert isinstance(sat.app.screen, BudgetScreen), "that is no number"
        await sat.press("ctrl+u", *"3 minutes", "enter")
        assert questions_left(sat.state) == 2, "the one being asked is among the three"
        assert "about 3 questions to go" in str(ledger(sat).query_one("Headline").render())


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_several_marked_points_are_answered_on_one_sheet(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), size) as sat:
        await sat.press("ctrl+f4")
        await go_to(sat, "primary user")
        await sat.press("space")
        await go_to(sat, "out of scope")
        await sat.press("space", "e")
        sheet = sat.app.screen
        assert isinstance(sheet, AnswerSheet)
        await sat.press(*"Clinic managers", "tab", *"Refunds", "escape")
        await sat.press("e")
        assert isinstance(sat.app.screen, AnswerSheet)
        await sat.press("f6")
        assert sat.app.is_at_table
        assert [entry.text() for entry in sat.state.dossier.of(Kind.USER)] == ["Clinic managers"]
        assert [entry.text() for entry in sat.state.dossier.of(Kind.EXCLUSION)] == ["Refunds"]


async def test_guided_mode_has_no_open_points_to_show(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), WIDE) as sat:
        await sat.press("ctrl+f4")
        assert sat.app.is_at_table
        assert not isinstance(sat.app.screen, LedgerScreen)


async def test_a_point_is_handed_to_a_panel_with_what_is_known_of_it(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), SMALL) as sat:
        await sat.press("ctrl+f4", "down")
        row = ledger(sat).points.cursor
        assert row is not None
        await sat.press("P")
        await sat.until(lambda: isinstance(sat.app.screen, NewPanelScreen))
        form = sat.app.screen
        assert isinstance(form, NewPanelScreen)
        assert row.point is not None
        assert form.subject.point == row.point.name
        assert form.subject.item
        assert "The change under discussion:" in form.subject.about
