"""What is not decided yet, ranked: a function of state and knowledge that says which question comes next, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.graph import RELATED, graph_of, related
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.dossier.questions import AMENDMENT, Capture, QuestionKey, TopicSubject
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.artifact_specs import asks_architecture, missing_for
from roundtable_tui.domain.knowledge.checks import CheckName
from roundtable_tui.domain.knowledge.coverage import is_met
from roundtable_tui.domain.knowledge.look_parts import has_drafted, is_under_way
from roundtable_tui.domain.knowledge.points import point_weights as weights
from roundtable_tui.domain.knowledge.points.point_names import (
    FORK,
    GUESS,
    RAISED,
    UNKNOWN,
    OpenPoint,
    PointKind,
    ids_in,
)
from roundtable_tui.domain.knowledge.points.raised_points import contradiction_points, raised_points
from roundtable_tui.domain.knowledge.points.twin_questions import is_raised
from roundtable_tui.domain.last_answers import remembered
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.ledger import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.graph import Graph
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Criterion, Knowledge, Topic

QUESTIONS = {"trivial": 4, "light": 10, "standard": 25, "epic": 40}
"""How many questions there are to be where the user has not said it."""
MOST_QUESTIONS = 200
_DEPTHS = {"trivial": Depth.BRIEF, "light": Depth.BRIEF, "standard": Depth.STANDARD, "epic": Depth.DEEP}
_EXCHANGES = {Depth.BRIEF: 2, Depth.STANDARD: 5, Depth.DEEP: 12}
"""How often a topic is talked about before what is left of it is inferred."""
_LEAST = frozenset({(Kind.PROBLEM, "text"), (Kind.FR, "title"), (Kind.AC, "text")})
"""What makes a useful note of a trivial change."""
_FOUND_BY_CODE = (Kind.FILE, Kind.ZONE, Kind.ENTRY_POINT)
_CODE_TELLS = (CheckName.SCANNED, CheckName.SEARCHED, CheckName.SIZED, CheckName.AGREES)
_ASIDES = (
    *(Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION, Kind.KEYWORD, Kind.ESTIMATE, Kind.SCOPE, Kind.AREA, Kind.REVIEW),
    Kind.TASK,
)
_CLOSED = (Standing.SETTLED, Standing.STRUCK, Standing.DEFERRED)
_MOST_LISTED = 12
_IN_LISTS = (Kind.FR, Kind.EXCLUSION, Kind.QUALITY)
"""What is put to the user as one list to correct where there are several guesses of it."""
_LIST = 3
_ALWAYS = (PointKind.CONTRADICTION, PointKind.FORK, PointKind.RAISED)
"""What would be built differently is asked however much was said about its topic."""


def tier_of(state: State) -> str:
    return state.item.tier if state.item else "standard"


def depth_of(state: State) -> Depth:
    return state.conversation.depth or _DEPTHS.get(tier_of(state), Depth.STANDARD)


def questions_in_all(state: State) -> int:
    total = state.conversation.total
    return total if total is not None else QUESTIONS.get(tier_of(state), QUESTIONS["standard"])


def questions_left(state: State) -> int:
    """How many more questions may be put."""
    return max(0, questions_in_all(state) - state.talk.ledger.topic_questions)


def questions_for(more: int, state: State) -> int:
    """How many there are to be in all where so many more are wanted; the one being asked is among those."""
    asked = state.talk.open_question
    open_now = isinstance(asked, ForAnswer) and asked.question.topic not in ("", AMENDMENT)
    return max(state.talk.ledger.topic_questions - open_now + min(more, MOST_QUESTIONS), 0)


def topics_asked(state: State, knowledge: Knowledge) -> tuple[Topic, ...]:
    """The topics that apply to this tier, each with the criteria that do."""
    tier = tier_of(state)
    asked = (topic for topic in knowledge.topics if asks_architecture(tier) or topic.id not in _NOT_IN_SMALL)
    kept = (replace(topic, criteria=tuple(one for one in topic.criteria if _applies(one, tier))) for topic in asked)
    return tuple(topic for topic in kept if topic.criteria)


_NOT_IN_SMALL = ("architecture", "security")


def _applies(criterion: Criterion, tier: str) -> bool:
    captures = criterion.captures
    if tier == "trivial":
        return any((capture.kind, capture.field) in _LEAST for capture in captures)
    return tier != "light" or not captures or not all(map(weights.is_background, captures))


@remembered
def open_points(state: State, knowledge: Knowledge) -> tuple[OpenPoint, ...]:
    """What the user pulled forward, then what contradicts itself, then the heaviest; nothing answered or put off."""
    pulled = {name: place for place, name in enumerate(state.conversation.pulled)}
    found = [replace(point, pulled=point.name in pulled) for point in _points(state, knowledge)]
    still = [point for point in found if _is_open(point, state)]
    return tuple(sorted(still, key=lambda point: (pulled.get(point.name, len(pulled)), *_rank(point))))


def _rank(point: OpenPoint) -> tuple[bool, bool, int]:
    """Of two things that do not fit one would be built wrong, whatever else is still unsure."""
    return not (point.kind is PointKind.CONTRADICTION and point.weight), point.last, -point.weight


def next_point(state: State, knowledge: Knowledge) -> OpenPoint | None:
    """The question to put now; None where nothing is left to ask, or no question is left to ask it with."""
    if not questions_left(state) and not _under_way(state):
        return None
    may_begin = questions_left(state) > 0
    enough = {topic.id for topic in topics_asked(state, knowledge) if is_enough(topic, state)}
    for point in open_points(state, knowledge):
        begun = bool(_asked(point, state))
        wanted = point.pulled or begun or point.kind in _ALWAYS or point.name.topic not in enough
        if point.askable and (may_begin or begun) and wanted:
            return point
    return None


def _under_way(state: State) -> bool:
    """Whether a question was put and neither answered nor put off: it can be put again."""
    return any(point.asked and point.standing is Standing.ASKED for point in state.talk.ledger.points.values())


def _asked(point: OpenPoint, state: State) -> tuple[int, ...]:
    known = state.talk.ledger.points.get(point.question)
    return known.asked if known else ()


def about_to_go(state: State, knowledge: Knowledge) -> int:
    """About how many questions are still to come: never more than there is room for."""
    topics = [topic for topic in topics_asked(state, knowledge) if not is_enough(topic, state)]
    names = {topic.id for topic in topics}
    open_now = [point for point in open_points(state, knowledge) if point.askable]
    counted = sum(point.pulled or point.kind in _ALWAYS or point.name.topic in names for point in open_now)
    begun = {(point.name.topic, point.name.criterion) for point in open_now}
    later = sum(
        (topic.id, criterion.id) not in begun and _comes_later(topic, criterion, state)
        for topic in topics
        for criterion in topic.criteria
    )
    return min(questions_left(state) + sum(bool(_asked(point, state)) for point in open_now), counted + later)


def _comes_later(topic: Topic, criterion: Criterion, state: State) -> bool:
    """Whether its question can be put only once something else is known."""
    if topic.id in state.conversation.deferred or is_met(topic, criterion, state) or not criterion.captures:
        return False
    first = criterion.captures[0]
    waits_for = first.for_each or next((about for about, kind in RELATED if kind is first.kind), None)
    key = QuestionKey(TopicSubject(topic.id, criterion.id), criterion.id)
    return waits_for is not None and not state.dossier.of(waits_for) and state.talk.ledger.standing(key) is None


def is_enough(topic: Topic, state: State) -> bool:
    """Whether the rest is inferred rather than asked: its documents can be written and it was talked about enough."""
    if state.conversation.exchanges.get(topic.id, 0) < _EXCHANGES[depth_of(state)]:
        return False
    return all(not missing_for(spec, state) for spec in weights.applying(state) if spec.name in topic.sections)


def _is_open(point: OpenPoint, state: State) -> bool:
    standing = state.talk.ledger.standing(point.question)
    if point.pulled:
        return standing is not Standing.SETTLED
    return standing not in _CLOSED and point.name.topic not in state.conversation.deferred


# Where points come from


def _points(state: State, knowledge: Knowledge) -> Iterator[OpenPoint]:
    graph = graph_of(state.dossier)
    topics = topics_asked(state, knowledge)
    drafting, drafted = is_under_way(state), has_drafted(state)
    for topic in topics:
        for criterion in topic.criteria:
            if not _told_by_code(criterion, state) and not is_met(topic, criterion, state):
                found = _of_criterion(topic, criterion, state, topics)
                yield from map(_before_the_draft, found) if drafting else map(_after_it, found) if drafted else found
    yield from _contested(state, knowledge.topics)
    yield from _raised(state, knowledge.topics, graph)
    yield from _guesses(state, knowledge.topics, graph)
    yield from _unknowns(state, knowledge.topics)


def _before_the_draft(point: OpenPoint) -> OpenPoint:
    """What the table is about to draft by itself is not asked; what only the user knows comes after what was raised,
    but for what it is all about.
    """
    if point.capture and point.capture.kind is Kind.PROBLEM and point.capture.field == "text":
        return point
    knows_best = point.knowable == weights.USER_ALONE
    return replace(point, doubt=1 if knows_best else 0)


def _after_it(point: OpenPoint) -> OpenPoint:
    """What the draft does not say is asked only where a document waits for it: the rest is background."""
    return point if any("." in name for name in point.hangs) else replace(point, doubt=0)


def _told_by_code(criterion: Criterion, state: State) -> bool:
    """What a search finds out is not asked: not what it was told to find, nor where it found something."""
    if criterion.check and criterion.check.name in _CODE_TELLS:
        return True
    kinds = {capture.kind for capture in criterion.captures}
    return bool(kinds) and kinds <= set(_FOUND_BY_CODE[:1]) and state.code.scan is None


def _of_criterion(topic: Topic, criterion: Criterion, state: State, topics: tuple[Topic, ...]) -> Iterator[OpenPoint]:
    for number, capture in enumerate(criterion.captures[:2]):
        known = [entry for entry in state.dossier.of(capture.kind) if _fits(entry, capture)]
        hangs = weights.waiting_for(capture, state)
        cost = weights.cost_of(capture) + len(hangs) + _depending(capture, topics)
        doubt, knows = 2 if known else 3, weights.knowable(capture.kind, dict(capture.preset))
        if capture.for_each is None:
            if number == 0 and not _waits(capture, state, topics):
                name = PointName(topic.id, criterion.id, criterion.id)
                yield OpenPoint(
                    name, PointKind.CRITERION, criterion.question or criterion.text, topic.primary, capture,
                    hangs=hangs, cost=cost, doubt=doubt, knowable=knows,
                )  # fmt: skip
            continue
        for entry in state.dossier.of(capture.for_each):
            if _is_known(entry, capture, state):
                continue
            must = entry.text("priority") == "Must Have"
            yield OpenPoint(
                PointName(topic.id, criterion.id, f"{criterion.id}/{entry.id}"), PointKind.CRITERION,
                _of_entry(criterion, capture, first=number == 0), topic.primary, capture, (entry.id,),
                hangs=(entry.id, *hangs), cost=cost + must, doubt=doubt, knowable=knows,
            )  # fmt: skip


def _of_entry(criterion: Criterion, capture: Capture, *, first: bool) -> str:
    if first and criterion.question:
        return criterion.question
    return f"What is the {capture.field.replace('_', ' ')} of {{title}}?"


def _fits(entry: Entry, capture: Capture) -> bool:
    return capture.field in entry.fields and all(entry.text(name) == value for name, value in capture.preset)


def _is_known(entry: Entry, capture: Capture, state: State) -> bool:
    if entry.kind is capture.kind:
        return capture.field in entry.fields
    return bool(related(state.dossier, entry, capture.kind))


def _depending(capture: Capture, topics: tuple[Topic, ...]) -> int:
    """How many other questions can be put only when this one is answered."""
    others = (other for topic in topics for criterion in topic.criteria for other in criterion.captures)
    return sum(
        other.for_each is capture.kind or (capture.kind, other.kind) in RELATED
        for other in others
        if other != capture and capture.field == SPECS[capture.kind].main
    )


def _waits(capture: Capture, state: State, topics: tuple[Topic, ...]) -> bool:
    """Whether something it refers to is still to be asked for: a decision comes after its options."""
    for about, kind in RELATED:
        if kind is not capture.kind or state.dossier.of(about):
            continue
        for topic in topics:
            for criterion in topic.criteria:
                name = PointName(topic.id, criterion.id, criterion.id)
                asks_for_it = any(one.kind is about and not one.for_each for one in criterion.captures)
                put_off = (
                    state.talk.ledger.standing(name.question) in _CLOSED or topic.id in state.conversation.deferred
                )
                if asks_for_it and not put_off:
                    return True
    return False


def _contested(state: State, topics: tuple[Topic, ...]) -> Iterator[OpenPoint]:
    """A decision about which opinions differ: both sides are named, and the user decides."""
    for entry in state.dossier.of(Kind.DECISION):
        if entry.text("status") == "contested" and (place := _place_of(Kind.DECISION, topics)):
            topic, criterion = place
            name = PointName(topic.id, criterion.id, f"{FORK}/{entry.id}")
            yield OpenPoint(
                name, PointKind.FORK, "{title}: this is still contested. Which way is it to go?", topic.primary,
                Capture(Kind.DECISION, "decision", Kind.DECISION), (entry.id,), cost=9, doubt=3, knowable=2,
            )  # fmt: skip


def _raised(state: State, topics: tuple[Topic, ...], graph: Graph) -> Iterator[OpenPoint]:
    if place := _place_of(Kind.CONSTRAINT, topics):
        yield from contradiction_points(state.dossier, place, graph)
    yield from raised_points(state, lambda entry: _place_of_question(entry, state, topics), graph)


def _place_of_question(entry: Entry, state: State, topics: tuple[Topic, ...]) -> tuple[Topic, Criterion] | None:
    about = state.dossier.get(next(iter(entry.refs("about")), ""))
    return _place_of(about.kind if about else Kind.FR, topics)


def _guesses(state: State, topics: tuple[Topic, ...], graph: Graph) -> Iterator[OpenPoint]:
    """Inferred entries: what the search found and like entries as a list to correct, any other that much hangs on by
    itself. Where the table has drafted everything, the rest of the draft is left to the summaries.
    """
    shown = _ids_shown(state) | {entry.text("keeps").partition(".")[0] for entry in state.dossier.of(Kind.QUESTION)}
    guessed = [entry for entry in state.dossier if _is_guess(entry) and entry.id not in shown]
    drafted = bool(state.conversation.look) or is_under_way(state)
    found = [entry for kind in _FOUND_BY_CODE for entry in guessed if entry.kind is kind and _is_near(entry)]
    if found and not drafted and (place := _place_of(found[0].kind, topics)):
        yield _as_list(place, tuple(found[:_MOST_LISTED]), graph)
    in_lists = [kind for kind in _IN_LISTS if sum(entry.kind is kind for entry in guessed) >= _LIST]
    for kind in in_lists:
        alike = tuple(entry for entry in guessed if entry.kind is kind)
        if place := _place_of(kind, topics):
            yield _as_list(place, alike[:_MOST_LISTED], graph)
    for entry in guessed:
        hanging = sorted(graph.touched_by(entry.id))
        place = _place_of(entry.kind, topics)
        alone = entry.kind not in in_lists and (not drafted or entry.kind in _IN_LISTS)
        if entry.kind in _FOUND_BY_CODE or not alone or not hanging or place is None:
            continue
        topic, criterion = place
        must = 2 if entry.text("priority") == "Must Have" else 0
        yield OpenPoint(
            PointName(topic.id, criterion.id, f"{GUESS}/{entry.id}"), PointKind.GUESS, entry.text(), topic.primary,
            None, (entry.id,), entry.text(), tuple(hanging), must + min(len(hanging), weights.MOST_HANGING) + 2,
            weights.doubt_about(entry), weights.knowable(entry.kind),
        )  # fmt: skip


def _as_list(place: tuple[Topic, Criterion], entries: tuple[Entry, ...], graph: Graph) -> OpenPoint:
    topic, criterion = place
    ids, kind = tuple(entry.id for entry in entries), entries[0].kind
    hanging = sorted({other for entry in entries for other in graph.touched_by(entry.id)})
    name = PointName(topic.id, criterion.id, f"{GUESS}/{'+'.join(ids)}")
    if kind not in _FOUND_BY_CODE:
        text = f"about the {SPECS[kind].many}"
        return OpenPoint(
            name, PointKind.GUESS, text, topic.primary, None, ids, hangs=tuple(hanging), cost=4, doubt=2, knowable=2
        )
    return OpenPoint(
        name, PointKind.GUESS, "from the code", topic.primary,
        next(iter(criterion.captures), None), ids, hangs=tuple(hanging) or ("impact-analysis.md",),
        cost=min(len(ids), weights.MOST_HANGING) + 4, doubt=3, knowable=2,
    )  # fmt: skip


def _is_guess(entry: Entry) -> bool:
    return entry.kind not in _ASIDES and entry.confidence is not Confidence.HIGH and not entry.is_from_document


def _is_near(entry: Entry) -> bool:
    return entry.kind is not Kind.FILE or entry.text("tier") == "1"


def _ids_shown(state: State) -> frozenset[str]:
    """Entries whose guess was already put to the user, answered, struck or put off."""
    closed = (name.key for name, point in state.talk.ledger.points.items() if point.standing in _CLOSED)
    return frozenset(entry_id for key in closed if key.startswith(f"{GUESS}/") for entry_id in ids_in(key))


def _unknowns(state: State, topics: tuple[Topic, ...]) -> Iterator[OpenPoint]:
    """What the user does not know weighs nothing, so that it is not asked again unless they pull it forward."""
    standing = {name.key: point.standing for name, point in state.talk.ledger.points.items()}
    for entry in state.dossier.of(Kind.QUESTION):
        if is_raised(entry) and standing.get(f"{RAISED}/{entry.id}") is not Standing.SETTLED:
            continue
        about = state.dossier.get(next(iter(entry.refs("about")), ""))
        place = _place_of(about.kind, topics) if about else None
        topic = place[0] if place else next(iter(topics), None)
        if topic:
            name = PointName(topic.id, place[1].id if place else "", f"{UNKNOWN}/{entry.id}")
            yield OpenPoint(name, PointKind.UNKNOWN, entry.text(), topic.primary, None, (entry.id,), knowable=0)


def _place_of(kind: Kind, topics: tuple[Topic, ...]) -> tuple[Topic, Criterion] | None:
    """The topic and the criterion that a kind of entry belongs to."""
    for topic in topics:
        for criterion in topic.criteria:
            if any(capture.kind is kind for capture in criterion.captures):
                return topic, criterion
    first = next(iter(topics), None)
    return (first, first.criteria[0]) if first else None
