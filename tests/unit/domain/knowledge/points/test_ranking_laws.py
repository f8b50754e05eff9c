"""What holds of the ranking whatever was raised, contradicted, struck, pulled forward, put off or bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, apply_change
from roundtable_tui.domain.dossier.kinds import KNOWERS, LEVELS, SORTS, Kind, Value
from roundtable_tui.domain.dossier.provenance import Inferred, Source, Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.domain.journal.state import Conversation, State
from roundtable_tui.domain.journal.values import LookDepth, LookEnd, LookPart
from roundtable_tui.domain.knowledge.points.open_points import (
    about_to_go,
    next_point,
    open_points,
    questions_in_all,
    questions_left,
)
from roundtable_tui.domain.knowledge.points.point_names import OpenPoint, PointKind
from roundtable_tui.domain.knowledge.points.raised_points import MOST_DIRECT
from roundtable_tui.domain.talk.ledger import Ledger, Point, Standing, put
from tests.support.dossiers import change
from tests.support.projects import shipped_knowledge
from tests.support.states import changed

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAWS = settings(max_examples=60, deadline=None)
_PRIORITIES = ("Must Have", "Should Have", "Could Have")
_SAID = (
    "Invoices are due after 14 days.", "Invoices are due after 60 days.", "Only admins may export the invoices.",
    "Everyone may export the invoices.", "Reminders go out on Monday.",
)  # fmt: skip


class _Draft:
    """Entries by draw, each with an id of its series."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self.held: dict[str, Entry] = {}

    def add(self, kind: Kind, entry_id: str, sources: tuple[Source, ...], **fields: Value) -> None:
        assert apply_change(self.held, change(kind, entry_id, sources, **fields), 1)

    def requirements(self) -> list[str]:
        ids = []
        for number in range(1, self._draw(st.integers(0, 4)) + 1):
            entry_id = f"FR-{number:03d}"
            priority = self._draw(st.sampled_from(_PRIORITIES))
            self.add(Kind.FR, entry_id, self._sources(), title=f"Requirement {number}", priority=priority)
            for criterion in range(1, self._draw(st.integers(0, 3)) + 1):
                text = f"It holds {number}.{criterion}"
                self.add(Kind.AC, f"AC-{number:03d}-{criterion:02d}", self._sources(), text=text, fr=(entry_id,))
            ids.append(entry_id)
        return ids

    def statements(self) -> list[str]:
        said = self._draw(st.lists(st.sampled_from(_SAID), unique=True))
        ids = [f"CON-{number:03d}" for number in range(1, len(said) + 1)]
        for entry_id, text in zip(ids, said, strict=True):
            self.add(Kind.CONSTRAINT, entry_id, (Stated(1),), text=text)
        return ids

    def questions(self, known: list[str]) -> None:
        for number in range(1, self._draw(st.integers(0, 6)) + 1):
            about = self._draw(st.lists(st.sampled_from(known), unique=True, max_size=3)) if known else []
            fields: dict[str, Value] = {"text": f"Question {number}?", "guess": f"Guess {number}"}
            if self._draw(st.integers(0, 5)):
                fields |= {"sort": self._draw(st.sampled_from(SORTS)), "sure": self._draw(st.sampled_from(LEVELS))}
                fields |= {"knows": self._draw(st.sampled_from(KNOWERS))}
            fields |= {"about": tuple(about)} if about else {}
            self.add(Kind.QUESTION, f"Q-{number:03d}", (Inferred(),), **fields)

    def _sources(self) -> tuple[Source, ...]:
        return self._draw(st.sampled_from([(Stated(1),), (Inferred((1,)),), (Inferred(),)]))


@st.composite
def unmarked(draw: st.DrawFn) -> State:
    """What is known and raised, before the user marked or answered anything."""
    draft = _Draft(draw)
    draft.questions([*draft.requirements(), *draft.statements()])
    tier = draw(st.sampled_from(["trivial", "light", "standard", "epic"]))
    look: Mapping[LookPart, LookEnd] = draw(st.sampled_from([{}, dict.fromkeys(LookPart, LookEnd.DONE)]))
    depth = draw(st.sampled_from([None, LookDepth.THOROUGH]))
    item = ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", tier)
    conversation = Conversation(look=look, look_depth=depth)
    return State(item=item, mode="conversation", dossier=Dossier(draft.held), conversation=conversation)


@st.composite
def states(draw: st.DrawFn) -> State:
    """The same with points answered, struck, put off and pulled forward, topics put off, and a budget."""
    state = draw(unmarked())
    found = open_points(state, shipped_knowledge())
    ledger: dict[object, Point] = {}
    for point in draw(st.lists(st.sampled_from(found), unique_by=lambda one: one.name, max_size=6)) if found else ():
        standing = draw(st.sampled_from(Standing))
        ledger[point.question] = Point(standing, _question(point), (1,) if draw(st.booleans()) else ())
    pulled = draw(st.lists(st.sampled_from(found), unique_by=lambda one: one.name, max_size=2)) if found else []
    topics = [topic.id for topic in shipped_knowledge().topics]
    conversation = replace(
        state.conversation,
        total=draw(st.none() | st.integers(0, 8)),
        pulled=tuple(point.name for point in pulled),
        deferred=tuple(draw(st.lists(st.sampled_from(topics), unique=True, max_size=2))),
        exchanges={topic: draw(st.integers(0, 14)) for topic in topics[:2]},
    )
    return changed(replace(state, conversation=conversation), ledger=Ledger(ledger))  # type: ignore[arg-type]


def _question(point: OpenPoint) -> Question:
    return Question("", point.name.key, point.text or "?", topic=point.name.topic, criterion=point.name.criterion)


def asked_in_a_row(state: State, *, more: int = 40) -> list[OpenPoint]:
    """What is asked one after another while every question is answered."""
    found: list[OpenPoint] = []
    while (point := next_point(state, shipped_knowledge())) and len(found) < more:
        found.append(point)
        points = dict(state.talk.ledger.points)
        put(points, _question(point), len(found))
        points[point.question] = replace(points[point.question], standing=Standing.SETTLED)
        state = changed(state, ledger=Ledger(points))
    return found


@_LAWS
@given(states())
def test_a_struck_point_never_comes_back_by_itself_and_nothing_answered_is_asked_again(state: State) -> None:
    pulled = state.conversation.pulled
    for point in asked_in_a_row(state):
        standing = state.talk.ledger.standing(point.question)
        assert standing is not Standing.SETTLED
        assert standing not in (Standing.STRUCK, Standing.DEFERRED) or point.name in pulled
        assert point.name.topic not in state.conversation.deferred or point.name in pulled


@_LAWS
@given(states())
def test_a_budget_is_never_exceeded_and_nothing_is_asked_twice(state: State) -> None:
    begun = {name for name, point in state.talk.ledger.points.items() if point.asked}
    asked = asked_in_a_row(state, more=60)
    new = [point for point in asked if point.question not in begun]
    assert len(new) <= questions_left(state)
    assert len(new) + state.talk.ledger.topic_questions <= max(
        questions_in_all(state), state.talk.ledger.topic_questions
    )
    assert len({point.name for point in asked}) == len(asked)


@_LAWS
@given(states())
def test_a_contradiction_comes_before_everything_but_what_was_pulled_forward(state: State) -> None:
    ranked = [point for point in open_points(state, shipped_knowledge()) if point.askable]
    order = [0 if point.pulled else 1 if point.kind is PointKind.CONTRADICTION else 2 for point in ranked]
    assert order == sorted(order)
    rest = [(point.last, -point.weight) for point, place in zip(ranked, order, strict=True) if place == 2]
    assert rest == sorted(rest)


@_LAWS
@given(states())
def test_what_the_code_or_nobody_can_know_is_asked_only_when_pulled_forward(state: State) -> None:
    for point in asked_in_a_row(state):
        entry = state.dossier.get(point.about[0]) if point.name.key.startswith("raised/") else None
        assert entry is None or point.pulled or entry.text("knows") == "user"


@_LAWS
@given(states())
def test_the_same_state_always_comes_to_the_same_question(state: State) -> None:
    first, ranked = next_point(state, shipped_knowledge()), open_points(state, shipped_knowledge())
    again = replace(state, dossier=Dossier(dict(state.dossier.entries)))
    assert next_point(again, shipped_knowledge()) == first
    assert open_points(again, shipped_knowledge()) == ranked
    assert first is None or first in ranked
    assert about_to_go(again, shipped_knowledge()) == about_to_go(state, shipped_knowledge())


@_LAWS
@given(unmarked(), st.sampled_from(_PRIORITIES))
def test_the_more_hangs_on_a_raised_point_the_heavier_it_is(state: State, priority: str) -> None:
    before = {point.name.key: point for point in open_points(state, shipped_knowledge())}
    held = dict(state.dossier.entries)
    fields: dict[str, Value] = {"title": "Pay later", "priority": priority}
    assert apply_change(held, change(Kind.FR, "FR-900", (Stated(1),), **fields), 1)
    for entry in state.dossier.of(Kind.QUESTION):
        about = (*entry.refs("about"), "FR-900")
        held[entry.id] = replace(
            entry, fields={**entry.fields, "about": replace(held["FR-900"].fields["title"], value=about)}
        )
    after = {point.name.key: point for point in open_points(replace(state, dossier=Dossier(held)), shipped_knowledge())}
    for key, point in after.items():
        if key.startswith("raised/") and (known := before.get(key)):
            assert point.weight >= known.weight
            full = len(known.hangs) >= MOST_DIRECT or known.weight == 0
            assert full or point.weight > known.weight
