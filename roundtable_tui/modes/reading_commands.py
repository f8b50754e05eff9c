"""When a second reading of the criteria can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.readings.reading import to_read
from roundtable_tui.session.intents import ReadCriteria
from roundtable_tui.session.mode import Command

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State


def reading_commands(state: State) -> tuple[Command, ...]:
    """As long as there is a criterion that nobody has read twice."""
    return (Command("readers", ReadCriteria()),) if to_read(state) else ()
