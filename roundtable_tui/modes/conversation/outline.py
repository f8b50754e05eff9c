"""Where a conversation stands, as headline and sidebar show it: the ledger first, then coverage, documents and code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.open_points import about_to_go, depth_of, open_points, questions_left, topics_asked
from roundtable_tui.modes.conversation import wording
from roundtable_tui.session.outline import (
    Outline,
    Row,
    RowKind,
    artifacts_rows,
    code_rows,
    coverage_rows,
    in_sections,
    name_of,
    questions_rows,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_SHOWN = 8
ALL_POINTS = "ledger"
"""The key of the row that unfolds the rest of the ledger."""


def outline(state: State, knowledge: Knowledge, opened: Collection[str] = ()) -> Outline:
    rows = in_sections(
        _ledger(state, knowledge, opened),
        coverage_rows(state, replace(knowledge, topics=topics_asked(state, knowledge))),
        artifacts_rows(state),
        questions_rows(state),
        code_rows(state),
    )
    return Outline(tuple(_headline(state, knowledge)), rows)


def to_go(state: State, knowledge: Knowledge) -> str:
    told = state.conversation
    match told.confirmation:
        case Confirmation.AMENDING:
            return "amending"
        case Confirmation.FINALIZING | Confirmation.COMPLETE:
            return "accepted"
        case Confirmation.IDLE if not told.shown:
            left = about_to_go(state, knowledge)
            return f"about {left} to go" if left else "nothing left to ask"
    return f"{len(told.accepted)} accepted"


def _headline(state: State, knowledge: Knowledge) -> Iterator[str]:
    if state.item:
        yield name_of(state)
    yield f"{depth_of(state)} depth"
    yield to_go(state, knowledge)


def _ledger(state: State, knowledge: Knowledge, opened: Collection[str]) -> Iterator[Row]:
    points = open_points(state, knowledge)
    left = questions_left(state)
    yield Row(RowKind.HEADING, ALL_POINTS, "Open points", to_go(state, knowledge))
    if not points:
        yield Row(RowKind.FACT, "none", "nothing is open", quiet=True)
        return
    asked = state.talk.open_question
    here = asked.question.name if isinstance(asked, ForAnswer) else None
    for number, point in enumerate(points if ALL_POINTS in opened else points[:_SHOWN], 1):
        text, why = f"{number} {wording.point_name(point, state)}", wording.why_it_matters(point)
        yield Row(RowKind.POINT, str(number), text, why, here=point.question == here, quiet=number > left)
    if len(points) > _SHOWN and ALL_POINTS not in opened:
        yield Row(RowKind.FACT, "more", f"and {len(points) - _SHOWN} more: /ledger", quiet=True)
