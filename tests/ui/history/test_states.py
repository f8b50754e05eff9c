"""Any two accepted states are compared on a page of the history: what was added, dropped, changed field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred
from roundtable_tui.session.intents import Review
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.ui.history.states_screen import StatesScreen
from tests.support.screen.tables import Sitting, app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path


async def accepted(sat: Sitting, *names: str) -> None:
    changes = tuple(Change(Op.CONFIRM, name, Kind.FR, sources=(Confirmed(1),)) for name in names)
    await sat.table.link.session.do(Review(lambda _: changes))


async def proposed(sat: Sitting, *changes: Change) -> None:
    await sat.table.link.session.propose(Proposal("alex", sat.state.seq, changes, lent=True))


async def test_two_states_are_compared_and_any_can_be_the_base(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await proposed(sat, Change(Op.RECORD, "FR-101", Kind.FR, {"title": "Pay"}, (Inferred(),)))
        await accepted(sat, "FR-101")
        await sat.say("C")
        await proposed(
            sat,
            Change(Op.REVISE, "FR-101", Kind.FR, {"title": "Pay later"}, (Inferred(),)),
            Change(Op.RECORD, "FR-102", Kind.FR, {"title": "Remind"}, (Inferred(),)),
        )
        await accepted(sat, "FR-102")
        await sat.press("ctrl+backslash", "S")
        page = sat.app.screen
        assert isinstance(page, StatesScreen)
        await sat.settle()
        assert len(page.states.rows) == 3
        await sat.press("g", "space", "j")
        await sat.settle()
        told = [" ".join(line.text.split()) for line in page.told.rendered_lines]
        assert "+ FR-102 Remind" in told
        assert "- title: Pay" in told
        assert "+ title: Pay later" in told
