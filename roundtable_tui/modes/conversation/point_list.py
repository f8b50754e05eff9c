"""The open points as they are listed and numbered for the user, alike on the screen, in plain mode and by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.knowledge.points.point_names import REST

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint


def listed_points(state: State, knowledge: Knowledge) -> tuple[OpenPoint, ...]:
    """Without those that a group has taken in, which stand in it."""
    points = open_points(state, knowledge)
    grouped = {name for point in points if point.name.key.startswith(f"{REST}/") for name in point.about}
    return tuple(point for point in points if point.askable or not grouped.issuperset(point.about or ("",)))
