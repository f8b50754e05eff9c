"""An earlier answer is changed: chosen by key, with what came from it in view, and just that is redone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.revision.screen import RevisionScreen
from tests.support.screen.tables import Sitting, app_in, sitting
from tests.support.screen.talks import THREE_ANSWERS, talked

if TYPE_CHECKING:
    from pathlib import Path

WIDE, SMALL = (140, 40), (80, 24)


def revision(sat: Sitting) -> RevisionScreen:
    screen = sat.app.screen
    assert isinstance(screen, RevisionScreen), f"It shows {screen}."
    return screen


def told(sat: Sitting) -> str:
    return "\n".join(block.text for block in revision(sat).told.blocks)


def titles(sat: Sitting) -> list[str]:
    return [entry.text() for entry in sat.state.dossier.of(Kind.FR)]


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_an_answer_is_changed_after_showing_what_goes_and_undo_brings_it_back(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), size) as sat:
        await sat.press("ctrl+pageup")
        assert [row.said.words for row in revision(sat).turns.rows] == list(reversed(THREE_ANSWERS))
        await sat.press("j")
        assert "**Asked:** What should they be able to do" in told(sat)
        assert "**Goes, unless your new words bring it back:**\n- FR-001 Pay by invoice\n- FR-002 Download it" in told(
            sat
        )
        assert "**Stays, but refers to what goes:**\n- AC-001-01 It shows the due date" in told(sat)
        await sat.press("enter", "ctrl+u", "backspace", "ctrl+u", *"Pay later", "f6")
        question = sat.app.screen
        assert isinstance(question, ConfirmScreen)
        assert question.sentences[0] == "Goes, unless your new words bring it back: FR-001, FR-002."
        await sat.press("y")
        assert sat.app.is_at_table
        assert titles(sat) == ["Pay later"]
        assert [entry.text() for entry in sat.state.dossier.of(Kind.AC)] == ["It shows the due date"]
        assert isinstance(sat.state.talk.waiting, ForAnswer)
        await sat.press("ctrl+t")
        assert titles(sat) == ["Pay by invoice", "Download it"]
        await sat.leave_composer()
        await sat.press("U")
        assert titles(sat) == ["Pay later"]


async def test_nothing_is_sent_without_a_yes_and_the_words_are_kept(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), SMALL) as sat:
        before = sat.state.seq
        await sat.press("ctrl+pageup", "f6")
        assert sat.notices[-1] == "These are the words that stand already."
        await sat.press("end", *" and the sum", "f6", "n", "escape", "escape")
        assert sat.app.is_at_table
        assert sat.state.seq == before
        await sat.press("ctrl+pageup")
        assert revision(sat).field.text == "It shows the due date and the sum"


async def test_the_turn_one_has_gone_back_to_in_the_talk_is_the_one_meant(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), SMALL) as sat:
        await sat.leave_composer()
        sat.table.transcript.jump_to_turn(1)
        await sat.pilot.pause()
        await sat.press("A")
        cursor = revision(sat).turns.cursor
        assert cursor is not None
        assert cursor.said.words == THREE_ANSWERS[0]


async def test_an_answer_is_changed_from_the_history_too(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, talked(tmp_path)), WIDE) as sat:
        await sat.leave_composer()
        await sat.press("h", "t", "/", *"Download", "enter", "g", "A")
        cursor = revision(sat).turns.cursor
        assert cursor is not None
        assert cursor.said.words == THREE_ANSWERS[1]
