"""What an amendment puts in doubt: after the first summaries only those points are asked, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.knowledge.points.open_points import is_enough, open_points, questions_left, topics_asked
from roundtable_tui.domain.knowledge.points.point_names import PointKind

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint


def next_touched(state: State, knowledge: Knowledge) -> OpenPoint | None:
    """The heaviest open point about something that changed since the user judged a summary."""
    told = state.conversation
    if told.confirmation is not Confirmation.IDLE or not told.judged_in:
        return None
    enough = {topic.id for topic in topics_asked(state, knowledge) if is_enough(topic, state)}
    judged, room = max(told.judged_in.values()), questions_left(state) > 0
    return next(
        (
            point
            for point in open_points(state, knowledge)
            if point.askable and (room or _is_begun(point, state)) and _is_touched(point, judged, state)
            if point.kind is not PointKind.CRITERION or point.name.topic not in enough
        ),
        None,
    )


def _is_begun(point: OpenPoint, state: State) -> bool:
    known = state.talk.ledger.points.get(point.question)
    return known is not None and bool(known.asked)


def _is_touched(point: OpenPoint, judged: int, state: State) -> bool:
    """Whether it is about something new. What is only guessed anew stands in the summary, under what is assumed."""
    if point.kind is PointKind.GUESS:
        return False
    return any((entry := state.dossier.get(name)) is not None and entry.changed > judged for name in point.about)
