"""A worker of a team is called again for what the user said since, also where somebody else worded it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred, Source, Stated
from roundtable_tui.domain.journal.state import State, Team
from roundtable_tui.domain.knowledge.phases import JORDAN
from roundtable_tui.domain.knowledge.team_work import said_since
from tests.support.dossiers import change, state_of


def told_until(heard: int, *sources: Source) -> State:
    """A design of Jordan's that hangs on a requirement, which was then said otherwise in turn 5."""
    state = state_of(
        [
            change(Kind.FR, "FR-001", sources, title="A budget", text="The budget is made with a span."),
            change(Kind.MODULE, "MOD-001", text="budget", traces=("FR-001",)),
        ]
    )
    return replace(state, exchange=5, team=Team(heard={JORDAN: heard}))


@pytest.mark.parametrize("source", [Stated(5), Inferred(turns=(5,))])
def test_what_was_said_since_concerns_whoever_designed_by_it(source: Source) -> None:
    assert [entry.id for entry in said_since(JORDAN, told_until(4, source))] == ["FR-001"]


def test_what_they_were_told_of_does_not_call_them_again() -> None:
    assert not [entry for entry in said_since(JORDAN, told_until(5, Inferred(turns=(5,)))) if entry.id == "FR-001"]
    assert not [entry for entry in said_since(JORDAN, told_until(4, Inferred())) if entry.id == "FR-001"]
