"""Which raised questions ask the same in other words, and that nothing else is put together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, apply_change
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.dossier.questions import Question, QuestionPart
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.domain.journal.state import Conversation, State
from roundtable_tui.domain.journal.values import LookDepth, LookEnd, LookPart
from roundtable_tui.domain.knowledge.points.open_points import next_point, open_points
from roundtable_tui.domain.knowledge.points.twin_questions import (
    ask_the_same,
    closed_before,
    reasons,
    twins,
    twins_of,
)
from roundtable_tui.domain.talk.ledger import Ledger, Point, Standing
from tests.support.dossiers import change
from tests.support.projects import shipped_knowledge
from tests.support.states import changed

DAYS = "How many days does a customer have to pay an invoice?"


def dossier(*questions: dict[str, Any]) -> Dossier:
    held: dict[str, Entry] = {}
    for number in (1, 2):
        assert apply_change(held, change(Kind.FR, f"FR-{number:03d}", (Inferred((1,)),), title=f"Pay {number}"), 1)
    for number, fields in enumerate(questions, 1):
        given_fields: dict[str, Value] = {"text": DAYS, "guess": "30 days", "sort": "limit", "knows": "user"}
        given_fields |= {"sure": "low", "loss": "high", "about": ("FR-001",), **fields}
        assert apply_change(held, change(Kind.QUESTION, f"Q-{number:03d}", (Inferred(),), **given_fields), 1)
    return Dossier(held)


def raised(**fields: Any) -> Entry:
    entry = dossier(fields).get("Q-001")
    assert entry is not None
    return entry


def state_of(known: Dossier, ledger: Ledger | None = None) -> State:
    item = ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", "standard")
    told = Conversation(look=dict.fromkeys(LookPart, LookEnd.DONE), look_depth=LookDepth.THOROUGH)
    return changed(State(item=item, mode="conversation", dossier=known, conversation=told), ledger=ledger or Ledger())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (DAYS, "How many days do customers have to pay their invoice?"),
        ("Should the exported CSV include archived invoices?", "Are archived invoices part of the CSV export?"),
        (
            "What happens when a customer has no e-mail address?",
            "How should the system react if the customer's email address is missing?",
        ),
        ("Who may export invoices?", "Which users may export invoices?"),
    ],
)
def test_the_same_in_other_words_is_put_once(one: str, other: str) -> None:
    assert ask_the_same(raised(text=one), raised(text=other))
    assert twins(dossier({"text": one}, {"text": other})) == {"Q-001": ("Q-002",)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"about": ("FR-002",)}),
        ({}, {"about": ("FR-001", "FR-002")}),
        ({}, {"about": ()}),
        ({"choices": ("14 days", "60 days")}, {"choices": ("14 days", "never")}),
        ({"choices": ("14 days",)}, {}),
        ({}, {"guess": "14 days"}),
        ({"keeps": "FR-001.text"}, {"keeps": "FR-002.text"}),
        ({"text": "What happens to FR-001 then?"}, {"text": "What happens to FR-002 then?"}),
        ({"text": "What happens after 3 reminders?"}, {"text": "What happens after 5 reminders?"}),
        ({"text": "What about invoices with a due date?"}, {"text": "What about invoices without a due date?"}),
        ({"text": "What if the export is cancelled half-way?"}, {"text": "What if the export fails half-way?"}),
        ({"text": "What if the file is missing?"}, {"text": "What if the file is unreadable?"}),
        ({"text": "Who may see an invoice?"}, {"text": "Who may delete an invoice?"}),
    ],
)
def test_what_differs_stays_apart(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert not ask_the_same(raised(**one), raised(**other))
    assert twins(dossier(one, other)) == {"Q-001": (), "Q-002": ()}


def test_the_merged_point_is_asked_once_under_the_name_of_the_first_with_both_reasons() -> None:
    known = dossier(
        {"stake": "the due date on every invoice.", "loss": "low"},
        {"text": "How many days do customers have to pay their invoice?", "stake": "when the reminder goes out"},
    )
    found = [point for point in open_points(state_of(known), shipped_knowledge()) if "raised/" in point.name.key]
    (point,) = found
    assert (point.name.key, point.twins) == ("raised/Q-001", ("Q-002",))
    assert reasons(point, known) == "the due date on every invoice; when the reminder goes out"
    light, heavy = (state_of(dossier({"loss": loss})) for loss in ("low", "high"))
    weights = [
        one.weight
        for state in (light, heavy)
        for one in open_points(state, shipped_knowledge())
        if one.name == point.name
    ]
    assert weights[0] < weights[1] <= point.weight, "as heavy as the heavier of the two"
    assert twins_of("Q-002", known) == ("Q-001",)


ASKED = Question(
    "", "raised/Q-007", f"{DAYS}\nWhy I ask: it decides", suggestion="30 days", topic="t", subjects=("FR-001",)
)
LISTED = Question("", "rest/Q-007+Q-008", "…", topic="t", parts=(QuestionPart(DAYS, "30 days", "", ("FR-001",)),))


@pytest.mark.parametrize("question", [ASKED, LISTED])
@pytest.mark.parametrize("standing", [Standing.SETTLED, Standing.STRUCK, Standing.DEFERRED])
def test_what_the_user_closed_is_not_asked_in_other_words(question: Question, standing: Standing) -> None:
    ledger = Ledger({question.name: Point(standing, question, (1,))})
    again = dossier({"text": "How many days do customers have to pay their invoice?"})
    entry = again.get("Q-001")
    assert entry
    assert closed_before(entry, ledger) == question
    points = open_points(state_of(again, ledger), shipped_knowledge())
    assert not [point for point in points if point.name.key == "raised/Q-001" and point.askable]
    assert closed_before(raised(about=("FR-002",)), ledger) is None
    assert closed_before(raised(text="Who may see it?"), ledger) is None


def test_what_waits_for_an_answer_is_not_closed() -> None:
    assert closed_before(raised(), Ledger({ASKED.name: Point(Standing.ASKED, ASKED, (1,))})) is None


_WORDS = st.lists(
    st.sampled_from("who may see export delete an the invoice order of customer without archived 3 5 days".split()),
    min_size=1,
    max_size=7,
).map(lambda words: f"{' '.join(words)}?")
_QUESTIONS = st.lists(
    st.fixed_dictionaries(
        {
            "text": _WORDS,
            "about": st.sampled_from([(), ("FR-001",), ("FR-002",), ("FR-001", "FR-002")]),
            "choices": st.sampled_from([(), ("yes", "no"), ("14 days", "30 days")]),
            "guess": st.sampled_from(["30 days", "14 days", "nobody"]),
        }
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(_QUESTIONS)
def test_every_raised_question_stands_once_and_only_with_its_like(questions: list[dict[str, Any]]) -> None:
    known = dossier(*questions)
    groups = [(head, *others) for head, others in twins(known).items()]
    assert sorted(name for group in groups for name in group) == sorted(one.id for one in known.of(Kind.QUESTION))
    for head, *others in groups:
        for other in others:
            one, twin = known.get(head), known.get(other)
            assert one
            assert twin
            assert one.refs("about") == twin.refs("about")
            assert one.get("choices") == twin.get("choices")
            assert ask_the_same(one, twin)
            assert ask_the_same(twin, one)


@settings(max_examples=60, deadline=None)
@given(_QUESTIONS)
def test_each_raised_question_is_open_by_itself_in_a_list_or_as_a_twin(questions: list[dict[str, Any]]) -> None:
    known = dossier(*questions)
    named: set[str] = set()
    for point in open_points(state_of(known), shipped_knowledge()):
        if point.name.key.startswith(("raised/", "rest/")):
            named |= {*point.about, *point.twins}
    assert {one.id for one in known.of(Kind.QUESTION)} <= named


@settings(max_examples=60, deadline=None)
@given(_QUESTIONS, _QUESTIONS)
def test_raising_more_never_renames_what_is_open_and_never_reopens_what_is_closed(
    before: list[dict[str, Any]], more: list[dict[str, Any]]
) -> None:
    heads = set(twins(dossier(*before)))
    assert heads <= set(twins(dossier(*before, *more)))
    state = state_of(dossier(*before, *more))
    point = next_point(state, shipped_knowledge())
    if point and point.name.key.startswith("raised/"):
        entry = state.dossier.get(point.about[0])
        assert entry
        question = Question(
            "", point.name.key, entry.text(), suggestion=entry.text("guess"), topic=point.name.topic,
            criterion=point.name.criterion, subjects=entry.refs("about"),
            choices=entry.get("choices") or (),  # type: ignore[arg-type] # a list of texts
        )  # fmt: skip
        struck = changed(state, ledger=Ledger({point.question: Point(Standing.STRUCK, question)}))
        later = open_points(replace(struck, dossier=dossier(*before, *more, *before, *more)), shipped_knowledge())
        alike = {point.name.key, *(f"raised/{name}" for name in point.twins)}
        assert not [one for one in later if one.name.key in alike and one.askable]
