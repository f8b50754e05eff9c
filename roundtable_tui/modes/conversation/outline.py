"""Where a conversation stands, as headline and sidebar show it: the ledger first, then coverage, documents and code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.look_parts import has_drafted, is_under_way
from roundtable_tui.domain.knowledge.points.aside_points import points_aside
from roundtable_tui.domain.knowledge.points.open_points import (
    about_to_go,
    depth_of,
    questions_left,
    topics_asked,
)
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.modes.conversation import wording
from roundtable_tui.modes.conversation.point_list import listed_points
from roundtable_tui.modes.conversation.summaries import stages
from roundtable_tui.session.outline import (
    Outline,
    Row,
    RowKind,
    artifacts_rows,
    code_rows,
    coverage_rows,
    guesses_rows,
    in_sections,
    name_of,
    questions_rows,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_SHOWN = 6
ALL_POINTS = "ledger"
"""The key of the row that unfolds the rest of the ledger."""


def outline(state: State, knowledge: Knowledge, opened: Collection[str] = ()) -> Outline:
    rows = in_sections(
        _ledger(state, knowledge, opened),
        _seated(state, knowledge),
        guesses_rows(state),
        coverage_rows(state, replace(knowledge, topics=topics_asked(state, knowledge))),
        artifacts_rows(state),
        questions_rows(state, raised=False),
        code_rows(state),
    )
    return Outline(tuple(_headline(state, knowledge)), rows)


def to_go(state: State, knowledge: Knowledge) -> str:
    told = state.conversation
    if state.talk.ending is Ending.EARLY:
        return "wrapped up"
    match told.confirmation:
        case Confirmation.AMENDING:
            return "amending"
        case Confirmation.FINALIZING | Confirmation.COMPLETE:
            return "accepted"
        case Confirmation.IDLE if not told.shown and is_under_way(state) and not has_drafted(state):
            return "reading first"
        case Confirmation.IDLE if not told.shown:
            left = about_to_go(state, knowledge)
            return f"about {left} to go" if left else "nothing left to ask"
    return f"{len(told.accepted)} of {len(stages(state))} accepted"


def _headline(state: State, knowledge: Knowledge) -> Iterator[str]:
    if state.item:
        yield name_of(state)
    yield f"{depth_of(state)} depth"
    yield to_go(state, knowledge)


def _seated(state: State, knowledge: Knowledge) -> Iterator[Row]:
    """Who was brought in beside the three."""
    if state.conversation.seated:
        yield Row(RowKind.HEADING, "seated", "At the table too")
    for key in state.conversation.seated:
        persona = knowledge.persona(key)
        yield Row(RowKind.FACT, f"seat:{key}", one_line(persona.name, 40), one_line(persona.role, 40))


def _ledger(state: State, knowledge: Knowledge, opened: Collection[str]) -> Iterator[Row]:
    drafting = is_under_way(state)
    points = tuple(point for point in listed_points(state, knowledge) if point.askable or not drafting)
    left = questions_left(state)
    yield Row(RowKind.HEADING, ALL_POINTS, "Open", to_go(state, knowledge))
    if not points:
        yield Row(RowKind.FACT, "none", "nothing is open", quiet=True)
    asked = state.talk.open_question
    here = asked.question.name if isinstance(asked, ForAnswer) else None
    for number, point in enumerate(points if ALL_POINTS in opened else points[:_SHOWN], 1):
        text, why = f"{number} {wording.point_name(point, state)}", wording.why_it_matters(point)
        yield Row(RowKind.POINT, str(number), text, why, here=point.question == here, quiet=number > left)
    if len(points) > _SHOWN and ALL_POINTS not in opened:
        yield Row(RowKind.POINT, str(_SHOWN + 1), f"and {len(points) - _SHOWN} more", quiet=True)
    if aside := len(points_aside(state, knowledge)):
        yield Row(RowKind.FACT, "aside", f"struck or put off: {aside}", quiet=True)
