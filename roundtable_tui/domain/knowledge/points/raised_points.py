"""Questions that voices raised, weighed by what they are about and what hangs on them: entries in, open points out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.contradictions import contradictions
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.knowledge.points.point_names import AGAINST, RAISED, OpenPoint, PointKind
from roundtable_tui.domain.knowledge.points.point_weights import MOST_HANGING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.dossier.graph import Graph
    from roundtable_tui.domain.knowledge.knowledge import Criterion, Topic

_COSTS = {
    "contradiction": 12,
    "never": 9,
    "failure": 8,
    "limit": 8,
    "permission": 8,
    "data": 8,
    "compatibility": 8,
    "scope": 7,
    "visible": 6,
    "quality": 5,
    "background": 1,
}
"""What a wrong guess costs when nothing hangs on it yet: forks in behaviour most, background least."""
_UNSURE = {"low": 3, "medium": 2, "high": 1}
_KNOWABLE = {"user": 3, "code": 0, "nobody": 0}
"""What the code can tell, and what nobody can, is not asked."""
_MUST = 2


def contradiction_points(dossier: Dossier, place: tuple[Topic, Criterion], graph: Graph) -> Iterator[OpenPoint]:
    """What the user said that does not fit: it weighs most, because one of the two would be built wrong."""
    topic, criterion = place
    for found in contradictions(dossier):
        hanging = sorted(graph.touched_by(found.one) | graph.touched_by(found.other))
        yield OpenPoint(
            PointName(topic.id, criterion.id, f"{AGAINST}/{found.one}+{found.other}"),
            PointKind.CONTRADICTION,
            found.reason,
            topic.primary,
            about=(found.one, found.other),
            hangs=tuple(hanging),
            cost=_COSTS["contradiction"] + min(len(hanging), MOST_HANGING),
            doubt=3,
            knowable=3,
        )


def is_raised(entry: Entry) -> bool:
    """Whether somebody wants it asked; any other open question is one the user could not answer."""
    return entry.kind is Kind.QUESTION and "sort" in entry.fields


def raised_point(entry: Entry, place: tuple[Topic, Criterion], dossier: Dossier, graph: Graph) -> OpenPoint:
    topic, criterion = place
    about = entry.refs("about")
    hanging = {other for entry_id in about for other in (entry_id, *graph.touched_by(entry_id))} - {entry.id}
    must = sum(
        other.text("priority") == "Must Have" for entry_id in hanging if (other := dossier.get(entry_id)) is not None
    )
    contradiction = entry.text("sort") == "contradiction"
    return OpenPoint(
        PointName(topic.id, criterion.id, f"{RAISED}/{entry.id}"),
        PointKind.CONTRADICTION if contradiction else PointKind.RAISED,
        entry.text(),
        topic.primary,
        about=(entry.id,),
        guess=entry.text("guess"),
        hangs=tuple(sorted(hanging)),
        cost=_COSTS.get(entry.text("sort"), 1) + min(len(hanging) + _MUST * must, MOST_HANGING),
        doubt=_UNSURE.get(entry.text("sure"), 2),
        knowable=_KNOWABLE.get(entry.text("knows"), 3),
    )
