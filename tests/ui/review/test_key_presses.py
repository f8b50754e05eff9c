"""How many keys it takes to walk a hundred entries: one an entry, or one a requirement with all below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.review.glances import MANY
from roundtable_tui.review.rules import Filter, passes
from roundtable_tui.session.intents import Review
from roundtable_tui.ui.review.screen import ReviewScreen
from tests.support.screen.tables import app_in, begun, sitting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roundtable_tui.domain.dossier.kinds import Value
    from tests.support.screen.tables import Sitting

REQUIREMENTS = 20


def hundred() -> Iterator[Change]:
    """Twenty requirements, each with three criteria and a story; all guessed."""

    def guess(kind: Kind, name: str, **fields: Value) -> Change:
        return Change(Op.RECORD, name, kind, fields, (Inferred(),))

    for at in range(101, 101 + REQUIREMENTS):
        yield guess(Kind.FR, f"FR-{at}", title=f"Requirement {at}", priority="Must Have")
        for number in range(1, 4):
            yield guess(Kind.AC, f"AC-{at}-{number:02}", text=f"Given {number}, it holds", fr=(f"FR-{at}",))
        yield guess(Kind.STORY, f"US-{at}", title="Pay", role="clerk", want="to pay", traces=(f"FR-{at}",))


def left(sat: Sitting) -> int:
    names = {change.id for change in hundred()}
    return sum(passes(entry, Filter.OPEN, {}) for entry in sat.state.dossier if entry.id in names)


async def walking(sat: Sitting) -> ReviewScreen:
    """On the first of them, with only what is to be accepted in the list."""
    await sat.table.link.session.do(Review(lambda _: tuple(hundred())))
    await sat.press("ctrl+right_square_bracket")
    review = sat.app.screen
    assert isinstance(review, ReviewScreen)
    await sat.press("v")
    review.reveal("FR-101")
    assert left(sat) == 100
    return review


@pytest.mark.slow
async def test_a_hundred_entries_are_walked_in_a_key_for_each_requirement(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await walking(sat)
        await sat.pilot.press(*["B"] * REQUIREMENTS)
        await sat.until(lambda: left(sat) == 0)
        assert not any("faster than they can be read" in notice for notice in sat.notices)


async def test_one_by_one_without_reading_is_told_once_and_can_be_walked_again(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        review = await walking(sat)
        await sat.pilot.press(*["space"] * (MANY + 2))
        await sat.until(lambda: left(sat) == 100 - MANY - 2)
        told = [notice for notice in sat.notices if "faster than they can be read" in notice]
        assert len(told) == 1
        assert "FR-101 title" in told[0]
        await sat.press("H")
        assert [placed.entry.id for placed in review.walk] == [entry.id for entry in review.glances.offered]
        await sat.press("escape")
        assert len(review.walk) > MANY
