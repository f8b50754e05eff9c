"""Several entries accepted at once: one question, one decision, one undo; one's own words need none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred, Stated
from roundtable_tui.domain.journal.events import Reviewed
from roundtable_tui.review.rules import is_accepted
from roundtable_tui.session.intents import Review
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.ui.dialogs.choice import ChooseScreen
from roundtable_tui.ui.review.entry_list import EntryList
from roundtable_tui.ui.review.screen import ReviewScreen
from tests.support.screen.tables import Sitting, app_in, sitting, specified

if TYPE_CHECKING:
    from pathlib import Path

GUESSED = ("FR-090", "FR-091", "FR-092", "NFR-090")


async def reviewing(sat: Sitting) -> ReviewScreen:
    """With four guesses written down."""
    kinds = {"FR": Kind.FR, "NFR": Kind.QUALITY}
    changes = tuple(
        Change(Op.RECORD, name, kinds[name.partition("-")[0]], fields, (Inferred(),))
        for name in GUESSED
        for fields in ({"title": f"Guess {name}"} if name.startswith("FR") else {"text": f"Guess {name}"},)
    )
    await sat.table.link.session.do(Review(lambda _: changes))
    await sat.press("ctrl+right_square_bracket")
    review = sat.app.screen
    assert isinstance(review, ReviewScreen)
    review.reveal("FR-090")
    await sat.settle()
    return review


def accepted(sat: Sitting) -> set[str]:
    return {name for name in GUESSED if is_accepted(sat.state.dossier.entries[name])}


async def answer(sat: Sitting, words: str) -> None:
    """Chooses the answer that says this."""
    asking = sat.app.screen
    assert isinstance(asking, ChooseScreen)
    at = next(at for at, said in enumerate(asking.answers.values()) if words in said)
    await sat.press(*["down"] * at, "enter")


@pytest.mark.parametrize("size", [(140, 40), (80, 24), (60, 24)])
async def test_all_of_a_kind_are_accepted_after_one_question_and_taken_back_by_one_undo(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), size) as sat:
        await reviewing(sat)
        before = len(sat.table.link.session.events)
        await sat.press("A")
        assert accepted(sat) == set(), "it asks first"
        await answer(sat, "functional requirements")
        assert accepted(sat) == {"FR-090", "FR-091", "FR-092"}
        decided = [one for one in sat.table.link.session.events[before:] if isinstance(one.body, Reviewed)]
        assert len(decided) == 1
        await sat.press("u")
        assert accepted(sat) == set()


async def test_the_marked_are_accepted_and_the_marks_are_gone(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        review = await reviewing(sat)
        await sat.press("i", "j", "i")
        marks = {row.key: row.mark for row in review.entries.rows}
        assert [name for name in GUESSED if marks[name] == EntryList.MARKED] == ["FR-090", "FR-092"]
        await sat.press("A")
        await answer(sat, "The 2 marked")
        assert accepted(sat) == {"FR-090", "FR-092"}
        assert EntryList.MARKED not in {row.mark for row in review.entries.rows}


async def test_all_that_is_shown_under_a_search_is_accepted_and_nothing_else(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        review = await reviewing(sat)
        everything = {entry.id for entry in sat.state.dossier if not is_accepted(entry)}
        await sat.press("slash", *"guess", "enter", "A")
        await answer(sat, "All 4 that are shown here")
        assert accepted(sat) == set(GUESSED)
        assert {entry.id for entry in sat.state.dossier if not is_accepted(entry)} == everything - set(GUESSED)
        assert review.is_current


async def test_none_of_them_accepts_nothing_and_is_what_enter_alone_says(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        await reviewing(sat)
        await sat.press("A", "enter")
        assert accepted(sat) == set()
        await sat.press("A")
        await answer(sat, "None of them")
        await sat.press("A", "escape")
        assert accepted(sat) == set()


async def test_ones_own_words_are_not_asked_for_again_and_say_so(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        said = Change(Op.RECORD, "FR-095", Kind.FR, {"title": "Mine"}, (Stated(2),))
        await sat.table.link.session.do(Review(lambda _: (said,)))
        review = await reviewing(sat)
        review.reveal("FR-095")
        await sat.settle()
        assert "in your own words" in review.card.shown_text
        await sat.press("v")
        assert "FR-095" not in {row.key for row in review.entries.rows}


async def test_each_answer_names_the_guesses_among_those_it_accepts(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        await reviewing(sat)
        await sat.press("i", "A")
        asking = sat.app.screen
        assert isinstance(asking, ChooseScreen)
        said = {words: words.partition("nobody has confirmed: ")[2] for words in asking.answers.values()}
        marked = next(names for words, names in said.items() if "marked" in words)
        of_a_kind = next(names for words, names in said.items() if "functional requirements" in words)
        assert marked == "FR-090"
        assert of_a_kind == "FR-090, FR-091, FR-092"


async def test_what_changed_while_the_question_showed_is_left_out_by_name(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        await reviewing(sat)
        await sat.press("A")
        change = Change(Op.REVISE, "FR-091", Kind.FR, {"title": "Something else"}, (Inferred(),))
        await sat.table.link.session.propose(Proposal("another program", sat.state.seq, (change,)))
        await answer(sat, "functional requirements")
        assert accepted(sat) == {"FR-090", "FR-092"}
        assert any("FR-091" in notice for notice in sat.notices)


async def test_what_changed_while_it_was_read_is_left_out_by_name(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        await reviewing(sat)
        change = Change(Op.REVISE, "FR-090", Kind.FR, {"title": "Something else"}, (Inferred(),))
        await sat.table.link.session.propose(Proposal("another program", sat.state.seq, (change,)))
        await sat.settle()
        await sat.press("A")
        await answer(sat, "functional requirements")
        assert accepted(sat) == {"FR-091", "FR-092"}
        assert any("FR-090" in notice for notice in sat.notices)
