"""What a panel is asked on behalf of an item: an open point or the change as topic, the dossier as context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.dossier.questions import TopicSubject
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.voices.raised_questions import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint

LONGEST = 12_000
"""Characters of the dossier a panel is told."""
_LONGEST_ENTRY = 600
_LONGEST_TOPIC = 400
_FIRST = (Kind.PROBLEM, Kind.CONSTRAINT, Kind.DECISION, Kind.OPTION, Kind.FR, Kind.QUALITY, Kind.EXCLUSION)
_NEVER = (Kind.KEYWORD, Kind.ESTIMATE, Kind.AREA)


class Matter(Struct, frozen=True):
    topic: str
    context: str
    point: PointName | None = None
    """The open point it is about, if it is about one: the panel's decision comes back as its guess."""
    cited: tuple[Cited, ...] = ()
    """The code that what it is about was read from, nearest first."""


def matter_of(state: State, knowledge: Knowledge, point: PointName | None = None) -> Matter:
    """Without a point: the question that waits, else the change itself."""
    waits = state.talk.waiting
    found = None
    if point is None and isinstance(waits, ForAnswer) and isinstance(subject := waits.question.subject, TopicSubject):
        point = PointName(subject.topic, subject.criterion, waits.question.key)
        found = _point(state, knowledge, point)
        topic = waits.question.text
    elif point and (found := _point(state, knowledge, point)):
        topic = _question(found, state)
    elif isinstance(waits, ForAnswer):
        topic = waits.question.text
    else:
        topic = state.item.description if state.item else ""
    about = found.about if found else ()
    context = excerpt(state, about=about, guess=found.guess if found else "")
    return Matter(one_line(topic, _LONGEST_TOPIC), context, point if found else None, cited_code(state, about))


def cited_code(state: State, about: tuple[str, ...] = ()) -> tuple[Cited, ...]:
    """Every passage that the dossier cites, those of what the question is about first."""
    found = (source for entry in _ranked(state, about) for source in entry.sources if isinstance(source, Cited))
    return tuple(dict.fromkeys(found))


def excerpt(state: State, about: tuple[str, ...] = (), guess: str = "", longest: int = LONGEST) -> str:
    """The dossier by ids: what the question is about and what hangs on it first, then what decides most."""
    head = [f"The change under discussion: {one_line(state.item.description)}"] if state.item else []
    if guess:
        head.append(f"What would be built if nobody decided otherwise: {one_line(guess, _LONGEST_ENTRY)}")
    lines = [*head, "What is known about it, by id; [?] marks what the user has not confirmed:"]
    size = sum(map(len, lines))
    left = 0
    for entry in _ranked(state, about):
        unsure = "" if entry.confidence == "High" else " [?]"
        line = f"- ({SPECS[entry.kind].one}) {one_line(shown(entry), _LONGEST_ENTRY)}{unsure}"
        if size + len(line) > longest:
            left += 1
            continue
        lines.append(line)
        size += len(line)
    if left:
        lines.append(f"[… {left} more entries left out]")
    return without_secrets("\n".join(lines)) if len(lines) > len(head) + 1 else without_secrets("\n".join(head))


def _ranked(state: State, about: tuple[str, ...]) -> Iterator[Entry]:
    dossier = state.dossier
    near = set(about)
    for entry_id in about:
        near |= graph_of(dossier).touched_by(entry_id)
    rank = {kind: place for place, kind in enumerate(_FIRST)}
    known = [entry for entry in dossier if entry.kind not in _NEVER]
    yield from sorted(known, key=lambda entry: (entry.id not in near, rank.get(entry.kind, len(rank))))


def _point(state: State, knowledge: Knowledge, name: PointName) -> OpenPoint | None:
    return next((one for one in open_points(state, knowledge) if one.name == name), None)


def _question(point: OpenPoint, state: State) -> str:
    about = state.dossier.get(next(iter(point.about), ""))
    return point.text.replace("{title}", about.text() if about else "this")
