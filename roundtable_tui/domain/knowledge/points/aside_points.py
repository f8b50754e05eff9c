"""Open points the user does not want to be asked now: struck, put off, or of a topic that was put off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.dossier.questions import AMENDMENT, TopicSubject
from roundtable_tui.domain.journal.values import PointMark, PointName
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.knowledge.points.point_names import FORK, GUESS, criterion_of, ids_in
from roundtable_tui.domain.talk.ledger import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge


class AsidePoint(Struct, frozen=True):
    name: PointName
    standing: Standing
    text: str
    comes_back_by: PointMark = PointMark.REOPENED
    """A topic that was put off stays so; a point of it comes back by being pulled forward."""


def points_aside(state: State, knowledge: Knowledge) -> tuple[AsidePoint, ...]:
    return (*_marked(state, knowledge), *_of_deferred_topics(state, knowledge))


def _marked(state: State, knowledge: Knowledge) -> Iterator[AsidePoint]:
    for known, point in state.talk.ledger.points.items():
        subject = known.subject
        if point.standing not in (Standing.STRUCK, Standing.DEFERRED) or not isinstance(subject, TopicSubject):
            continue
        name = PointName(subject.topic, subject.criterion, known.key)
        if subject.topic == AMENDMENT or _is_known(name, state):
            continue
        criterion = criterion_of(name, knowledge)
        asked = point.question.text if point.question else criterion.text if criterion else known.key
        yield AsidePoint(name, point.standing, asked)


def _is_known(name: PointName, state: State) -> bool:
    """Whether the guesses it is about were confirmed meanwhile, or are gone: then nothing is open in it."""
    if not name.key.startswith((f"{GUESS}/", f"{FORK}/")):
        return False
    entries = (state.dossier.get(entry_id) for entry_id in ids_in(name.key))
    return all(entry is None or entry.confidence is Confidence.HIGH for entry in entries)


def _of_deferred_topics(state: State, knowledge: Knowledge) -> Iterator[AsidePoint]:
    if not state.conversation.deferred:
        return
    still = {point.name for point in open_points(state, knowledge)}
    without = replace(state, conversation=replace(state.conversation, deferred=()))
    for point in open_points(without, knowledge):
        if point.name not in still and point.askable:
            yield AsidePoint(point.name, Standing.DEFERRED, point.text, PointMark.PULLED)
