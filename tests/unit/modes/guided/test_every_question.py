"""Every question of every shipped file lands in the dossier as its capture says, and every check can go both ways."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Dossier, IdGiver, Op, apply_change
from roundtable_tui.domain.dossier.graph import RELATED
from roundtable_tui.domain.dossier.kinds import SPECS, Field, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.knowledge.checks import Check, holds
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from roundtable_tui.voices.protocol import Asked, Recorded, Settled
from roundtable_tui.voices.tasks import Answer, OpenStep
from tests.support.states import changed
from tests.support.voices.scripted import plausible
from tests.support.voices.turns import dossier_of, request_for, spoken, state_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Step


@cache
def shipped() -> Knowledge:
    return load_knowledge([shipped_assets()])


def every_step() -> Iterable[Step]:
    return (step for steps in shipped().steps.values() for step in steps)


EVERY_QUESTION = [
    pytest.param(step, depth, number, id=f"{step.id}-{depth}-{number}")
    for step in every_step()
    for depth in Depth
    for number in range(1, len(step.section(depth).prompts) + 1)
]
ASKED_OFFLINE, WHERE_IT_MATTERS = (
    [
        pytest.param(step, depth, number, id=f"{step.id}-{depth}-{number}")
        for step in every_step()
        for depth in Depth
        for number, prompt in enumerate(step.section(depth).prompts, 1)
        if prompt.where_it_matters is matters
    ]
    for matters in (False, True)
)


def known_before(capture: Capture | None) -> Dossier:
    """Two entries of the kind that is asked about, if the question is about entries."""
    if capture is None or capture.for_each is None:
        return Dossier()
    ids = IdGiver({})
    main = SPECS[capture.for_each].main
    return dossier_of(*((ids.next(capture.for_each), capture.for_each, {main: name}) for name in ("First", "Second")))


def after(dossier: Dossier, changes: Iterable[Change]) -> Dossier:
    entries = dict(dossier.entries)
    for change in changes:
        assert apply_change(entries, change, 2), f"{change} does not make sense"
    return Dossier(entries, dossier.used)


@pytest.mark.parametrize(("step", "depth", "number"), EVERY_QUESTION)
def test_every_answer_lands_in_the_dossier_as_its_capture_says(step: Step, depth: Depth, number: int) -> None:
    capture = step.section(depth).prompts[number - 1].capture
    assert capture is not None, "a shipped question has a capture"
    before = known_before(capture)
    about = next(iter(before.entries), "")
    key = f"{depth}/{number}" + (f"/{about}" if about else "")
    state = state_in(step, depth, before)
    question = Question(step.id, key, "The question?", about=about)
    words = plausible(capture, about, state)
    parts = spoken(request_for(step, state, Answer, words=words, question=question))
    dossier = after(before, [part.change for part in parts if isinstance(part, Recorded)])

    assert Settled(key) in parts
    landed = [
        entry
        for entry in dossier.of(capture.kind)
        if capture.field in entry.fields and Stated(2) in entry.fields[capture.field].sources
    ]
    assert landed, f"{words!r} left nothing in {capture.kind}.{capture.field}"
    assert all(entry.text(name) == value for entry in landed for name, value in capture.preset)
    if capture.for_each and capture.for_each is not capture.kind:
        assert all(about in entry.refs(RELATED[capture.for_each, capture.kind]) for entry in landed)
    if capture.for_each is capture.kind:
        assert [entry.id for entry in landed] == [about]


@pytest.mark.parametrize(("step", "depth", "number"), ASKED_OFFLINE)
def test_every_question_comes_up_once_those_before_it_are_settled(step: Step, depth: Depth, number: int) -> None:
    prompts = step.section(depth).prompts
    capture = prompts[number - 1].capture
    before = known_before(capture)
    earlier = frozenset(f"{depth}/{one}" for one in range(1, number))
    earlier |= frozenset(f"{key}/{entry_id}" for key in earlier for entry_id in before.entries)
    parts = spoken(request_for(step, state_in(step, depth, before, earlier), OpenStep))
    asked = [part.question for part in parts if isinstance(part, Asked)]
    assert len(asked) == 1
    assert asked[0].key.startswith(f"{depth}/{number}")
    assert "{title}" not in asked[0].text


@pytest.mark.parametrize(("step", "depth", "number"), WHERE_IT_MATTERS)
def test_what_is_asked_where_it_matters_is_left_to_deep_mode_without_a_model(
    step: Step, depth: Depth, number: int
) -> None:
    prompts = step.section(depth).prompts
    before = known_before(prompts[number - 1].capture)
    others = frozenset(f"{depth}/{one}" for one in range(1, len(prompts) + 1) if one != number)
    parts = spoken(request_for(step, state_in(step, depth, before, others), OpenStep))
    keys = [part.question.key for part in parts if isinstance(part, Asked)]
    assert not [key for key in keys if key.startswith(f"{depth}/{number}")]


def _value(field: Field, choice: int, refs: tuple[str, ...]) -> Value:
    match field.type:
        case FieldType.NUMBER:
            return 4
        case FieldType.CHOICE:
            return field.choices[min(choice, len(field.choices) - 1)]
        case FieldType.LIST:
            return ("one", "two")
        case FieldType.REFS:
            return refs
    return f"the {field.name}"


def _filled(*, every_choice: bool, circular: bool = False, only_main: bool = False) -> Dossier:
    """Entries of every kind: with every choice or only the first, in a circle, or with nothing but a name."""
    ids = IdGiver({})
    planned = [
        (ids.next(kind, "FR-001"), kind, number if every_choice else 0)
        for kind, spec in SPECS.items()
        for number in range(1 if spec.single else 7)
    ]
    entries: list[tuple[str, Kind, dict[str, Value]]] = []
    for entry_id, kind, choice in planned:
        fields: dict[str, Value] = {}
        for field in SPECS[kind].fields[: 1 if only_main else None]:
            refs = tuple(other for other, other_kind, _ in planned if other_kind is _target(kind, field))
            fields[field.name] = _value(field, choice, refs if field.name != "depends_on" or circular else ())
        entries.append((entry_id, kind, fields))
    return dossier_of(*entries)


def _target(kind: Kind, field: Field) -> Kind:
    pointing = {name: target for (target, source), name in RELATED.items() if source is kind}
    return pointing.get(field.name, kind)


def _answers_to_every_criterion() -> Dossier:
    ids = IdGiver({})
    captures = [capture for topic in shipped().topics for criterion in topic.criteria for capture in criterion.captures]
    return dossier_of(
        *(
            (ids.next(capture.kind, "FR-001"), capture.kind, {SPECS[capture.kind].main: "said", **dict(capture.preset)})
            for capture in captures
        )
    )


_SEARCHED = Scanned(("a", "b", "c"), tuple(Hit(word, 1, 1) for word in "abc"), ("a.py",), 3, 0)
SITUATIONS = {
    "nothing is known": State(),
    "everything is known": changed(dossier=_filled(every_choice=True), scan=_SEARCHED),
    "everything is known and alike": changed(dossier=_filled(every_choice=False), scan=_SEARCHED),
    "everything waits for everything": State(dossier=_filled(every_choice=True, circular=True)),
    "every criterion was answered": State(dossier=_answers_to_every_criterion()),
    "only names are known": State(dossier=_filled(every_choice=False, only_main=True)),
    "two areas and a hundred files": State(
        dossier=dossier_of(
            ("AREA-001", Kind.AREA, {"text": "billing"}),
            ("AREA-002", Kind.AREA, {"text": "checkout"}),
            ("EST-001", Kind.ESTIMATE, {"modified": 100}),
        )
    ),
}
EVERY_CHECK = sorted(
    {
        *(check for step in every_step() for check in step.checks),
        *(criterion.check for topic in shipped().topics for criterion in topic.criteria if criterion.check),
    },
    key=str,
)


@pytest.mark.parametrize("check", EVERY_CHECK, ids=str)
def test_every_check_can_both_pass_and_fail(check: Check) -> None:
    outcomes = {name: holds(check, state) for name, state in SITUATIONS.items()}
    assert set(outcomes.values()) == {True, False}, outcomes


def test_every_shipped_step_has_checks() -> None:
    assert [step.id for step in every_step() if not step.checks] == []


EVERY_CRITERION = [
    pytest.param(topic.id, criterion.id, capture, id=f"{topic.id}-{criterion.id}-{capture.kind}")
    for topic in shipped().topics
    for criterion in topic.criteria
    for capture in criterion.captures
]


@pytest.mark.parametrize(("topic", "criterion", "capture"), EVERY_CRITERION)
def test_every_capture_of_a_topic_names_a_field_that_exists(topic: str, criterion: str, capture: Capture) -> None:
    assert SPECS[capture.kind].field(capture.field), f"{topic}/{criterion} fills a field no {capture.kind} has"


def test_an_answer_is_recorded_as_the_user_s_own() -> None:
    step = next(iter(every_step()))
    question = Question(step.id, "standard/1", "The question?")
    request = request_for(
        step,
        state_in(step, Depth.STANDARD, Dossier()),
        Answer,
        words="Clinics pay by invoice.",
        question=question,
    )
    recorded = [part.change for part in spoken(request) if isinstance(part, Recorded)]
    assert [(change.op, change.sources) for change in recorded] == [(Op.REVISE, (Stated(2),))]
