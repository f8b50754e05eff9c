"""Questions that voices raised, weighed by what they are about and what hangs on them: entries in, open points out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.contradictions import contradictions
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.knowledge.look_parts import is_under_way
from roundtable_tui.domain.knowledge.points.point_names import AGAINST, RAISED, REST, OpenPoint, PointKind, ids_in
from roundtable_tui.domain.knowledge.points.twin_questions import closed_before, is_raised, twins
from roundtable_tui.domain.talk.ledger import Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.dossier.graph import Graph
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Criterion, Topic

    Place: TypeAlias = tuple[Topic, Criterion]

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
_LOSSES = {"low": 2, "medium": 8, "high": 16}
"""How much those who use it would mind."""
MOST_DIRECT = 4
"""More that hangs on it makes it no heavier."""
LIGHT = 100
"""What weighs less, or is nearly sure, is not asked by itself but put together as a list to correct."""
_FEWEST, _MOST = 2, 6
"""Light points in one list."""
_FEWEST_MEANWHILE = 4
"""As long as the table is still drafting, and more of them will come."""
_NEARLY_SURE = 1
_LIST_COST = 14
"""What lists weigh: less than anything that is asked by itself."""
_UNSURE = {"low": 3, "medium": 2, "high": 1}
_KNOWABLE = {"user": 3, "code": 0, "nobody": 0}
"""What the code can tell, and what nobody can, is not asked."""


def contradiction_points(dossier: Dossier, place: Place, graph: Graph) -> Iterator[OpenPoint]:
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
            cost=4 * _COSTS["contradiction"] + min(len(hanging), MOST_DIRECT),
            doubt=3,
            knowable=3,
        )


def raised_points(state: State, places: Callable[[Entry], Place | None], graph: Graph) -> Iterator[OpenPoint]:
    """Heavy ones each by itself; several light ones together, and then not by themselves as well.

    What was raised twice in other words is one point, and what the user closed is not asked in other words.
    """
    others = twins(state.dossier)
    found = [
        _with_twins(raised_point(entry, place, graph), others[entry.id], place, state, graph)
        for entry in state.dossier.of(Kind.QUESTION)
        if is_raised(entry) and entry.id in others and (place := places(entry))
    ]
    listed = _in_lists_before(state)
    light = [point for point in found if _is_light(point, state) and point.about[0] not in listed]
    light.sort(key=lambda point: -point.weight)
    enough = len(light) >= (_FEWEST_MEANWHILE if is_under_way(state) else _FEWEST)
    together = {point.about[0] for point in light[:_MOST]} if enough else set()
    for point in found:
        if point.about[0] in together or point.about[0] in listed:
            yield replace(point, doubt=0)
        else:
            waits = _is_sure(point) and not _is_touched(point, state)
            yield _last(point, state) if waits else point
    if together:
        yield _list_of(light[:_MOST])


def _with_twins(point: OpenPoint, others: Sequence[str], place: Place, state: State, graph: Graph) -> OpenPoint:
    """As heavy as the heaviest of them, under the name of the first."""
    entries = [entry for name in (*point.about, *others) if (entry := state.dossier.get(name))]
    if any(closed_before(entry, state.talk.ledger) for entry in entries):
        return replace(point, doubt=0, twins=tuple(others))
    if not others:
        return point
    weighed = [raised_point(entry, place, graph) for entry in entries]
    heaviest = max(weighed, key=lambda one: one.weight)
    hangs = {name for one in weighed for name in one.hangs} - {entry.id for entry in entries}
    return replace(
        point,
        twins=tuple(others),
        hangs=tuple(sorted(hangs)),
        cost=heaviest.cost,
        doubt=heaviest.doubt,
        knowable=heaviest.knowable,
    )


def _is_light(point: OpenPoint, state: State) -> bool:
    small = point.weight < LIGHT or _is_sure(point)
    return point.kind is PointKind.RAISED and point.weight > 0 and small and not _is_touched(point, state)


def _is_sure(point: OpenPoint) -> bool:
    """Whether its guess is as good as certain: one yes is enough for all of these, and none is asked by itself."""
    return point.kind is PointKind.RAISED and point.doubt == _NEARLY_SURE


def _is_touched(point: OpenPoint, state: State) -> bool:
    """Whether it was put by itself already, or the user wants it to be."""
    return point.name in state.conversation.pulled or state.talk.ledger.standing(point.question) is not None


def _last(point: OpenPoint, state: State) -> OpenPoint:
    """One that is nearly sure waits for others like it; where none comes it is asked when nothing else is left."""
    return replace(point, last=True, doubt=0 if is_under_way(state) else point.doubt)


def _in_lists_before(state: State) -> frozenset[str]:
    """What was put in a list already: what nobody objected to there stays a guess."""
    keys = (name.key for name, point in state.talk.ledger.points.items() if point.standing is not Standing.ASKED)
    return frozenset(entry_id for key in keys if key.startswith(f"{REST}/") for entry_id in ids_in(key))


def _list_of(points: Sequence[OpenPoint]) -> OpenPoint:
    ids = tuple(point.about[0] for point in points)
    first = points[0]
    return OpenPoint(
        PointName(first.name.topic, first.name.criterion, f"{REST}/{'+'.join(ids)}"),
        PointKind.RAISED,
        f"{len(ids)} smaller things as we would build them",
        first.persona,
        about=ids,
        hangs=tuple(sorted({name for point in points for name in point.hangs})),
        cost=_LIST_COST,
        doubt=2,
        knowable=3,
    )


def raised_point(entry: Entry, place: Place, graph: Graph) -> OpenPoint:
    topic, criterion = place
    about = entry.refs("about")
    hanging = {other for entry_id in about for other in (entry_id, *graph.touched_by(entry_id))} - {entry.id}
    contradiction = entry.text("sort") == "contradiction"
    sort, loss = _COSTS.get(entry.text("sort"), 1), _LOSSES.get(entry.text("loss"), _LOSSES["medium"])
    return OpenPoint(
        PointName(topic.id, criterion.id, f"{RAISED}/{entry.id}"),
        PointKind.CONTRADICTION if contradiction else PointKind.RAISED,
        entry.text(),
        topic.primary,
        about=(entry.id,),
        guess=entry.text("guess"),
        hangs=tuple(sorted(hanging)),
        cost=(4 * _COSTS["contradiction"] if contradiction else loss + sort // 2) + min(len(hanging), MOST_DIRECT),
        doubt=_UNSURE.get(entry.text("sure"), 2) if not contradiction else 3,
        knowable=_KNOWABLE.get(entry.text("knows"), 3),
    )
