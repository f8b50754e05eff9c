"""Short questions put together: which of them an answer belongs to, and what a yes or a no says to what was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op, apply_change, single_id
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.protocol import Asked, Part, Recorded, Said, Settled
from roundtable_tui.voices.tasks import Answer
from tests.support.projects import project_in
from tests.support.voices.turns import dossier_of, request_for, spoken, state_in

if TYPE_CHECKING:
    from roundtable_tui.domain.knowledge.knowledge import Step

ESTIMATE = single_id(Kind.ESTIMATE)
SEVEN = dossier_of((ESTIMATE, Kind.ESTIMATE, {"modified": 7}), source=Inferred((0,)))
FILES = dossier_of(
    ("FILE-001", Kind.FILE, {"path": "src/a.py", "action": "MODIFY", "tier": "1"}),
    ("FILE-002", Kind.FILE, {"path": "src/b.py", "action": "NO CHANGE", "tier": "2"}),
    ("FILE-003", Kind.FILE, {"path": "src/c.py", "action": "NO CHANGE", "tier": "2"}),
    ("FILE-004", Kind.FILE, {"path": "tests/d.py", "action": "NO CHANGE", "tier": "3"}),
    source=Inferred((0,)),
)
NEAR_AND_FAR = ("FILE-002", "FILE-003", "FILE-004")


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Step]:
    knowledge = project_in(tmp_path_factory.mktemp("project")).knowledge
    return {step.id: step for found in knowledge.steps.values() for step in found}


def answered(step: Step, numbers: str, words: str, dossier: Dossier, offers: tuple[str, ...] = ()) -> list[Part]:
    first = int(numbers.split("+")[0])
    before = frozenset(f"standard/{number}" for number in range(1, first))
    state = state_in(step, Depth.STANDARD, dossier, before)
    question = Question(step.id, f"standard/{numbers}", "Short questions at once.", offers=offers)
    return spoken(request_for(step, state, Answer, words=words, question=question))


def changes(parts: list[Part]) -> list[Change]:
    return [part.change for part in parts if isinstance(part, Recorded)]


def said(parts: list[Part]) -> str:
    return " ".join(part.text for part in parts if isinstance(part, Said))


def settled(parts: list[Part]) -> list[str]:
    return [
        part.key.removeprefix("standard/") for part in parts if isinstance(part, Settled) and "standard" in part.key
    ]


def asked(parts: list[Part]) -> list[str]:
    return [part.question.key.removeprefix("standard/") for part in parts if isinstance(part, Asked)]


@pytest.mark.parametrize(
    ("step_id", "words", "fields"),
    [
        (
            "02-04",
            "1: the order is wrong\n2: so many files\n3: go",
            {"subject": "impact", "text": "the order is wrong", "surprises": "so many files", "verdict": "go"},
        ),
        (
            "03-04",
            "1: we keep the parser\n2: at 500 users\n3: no logs",
            {"subject": "architecture", "text": "we keep the parser", "revisit": "at 500 users", "concerns": "no logs"},
        ),
    ],
)
def test_three_parts_about_one_review_make_one_review(
    steps: dict[str, Step], step_id: str, words: str, fields: dict[str, str]
) -> None:
    dossier = dict(Dossier().entries)
    for change in changes(answered(steps[step_id], "1+2+3", words, Dossier())):
        apply_change(dossier, change, 1)
    (review,) = dossier.values()
    assert {name: review.text(name) for name in review.fields} == fields


@pytest.mark.parametrize("words", ["no", "No, that is wrong", "nope", "none"])
def test_a_no_to_what_was_counted_asks_for_the_users_own_count(steps: dict[str, Step], words: str) -> None:
    parts = answered(steps["00-03"], "1+2+3", words, SEVEN, (ESTIMATE,))
    assert (changes(parts), settled(parts), asked(parts)) == ([], [], ["1+2+3"])
    question = next(part.question for part in parts if isinstance(part, Asked))
    assert "1. How many existing files" in question.text
    assert "The search" not in question.text
    assert "tell me in your own words" in said(parts)


@pytest.mark.parametrize(
    ("words", "counts", "answers"),
    [
        ("no, more like 12", {"modified": 12}, ["1"]),
        ("12", {"modified": 12}, ["1"]),
        ("12, I think", {"modified": 12}, ["1"]),
        ("3-4", {"modified": 4}, ["1"]),
        ("no new files", {"new": 0}, ["2"]),
        ("12 change and 3 are new", {"modified": 12, "new": 3}, ["1", "2"]),
        ("7 to 9\n2\nthe unit tests", {"modified": 9, "new": 2, "tests": "the unit tests"}, ["1", "2", "3"]),
        ("1: 12", {"modified": 12}, ["1"]),
    ],
)
def test_a_count_goes_to_the_question_it_belongs_to(
    steps: dict[str, Step], words: str, counts: dict[str, int | str], answers: list[str]
) -> None:
    parts = answered(steps["00-03"], "1+2+3", words, SEVEN, (ESTIMATE,))
    assert {name: value for change in changes(parts) for name, value in change.fields.items()} == counts
    assert settled(parts) == answers


@pytest.mark.parametrize(
    ("words", "counts", "answers"),
    [
        ("yes, and 3 new ones", {"new": 3}, ["1", "2"]),
        ("1: yes\n2: 3", {"new": 3}, ["1", "2"]),
        ("about right, 2 new, no tests", {"new": 2, "tests": "no tests"}, ["1", "2", "3"]),
        ("yes", {}, ["1"]),
    ],
)
def test_a_yes_takes_what_was_shown_and_what_stands_beside_it_goes_where_it_belongs(
    steps: dict[str, Step], words: str, counts: dict[str, int | str], answers: list[str]
) -> None:
    parts = answered(steps["00-03"], "1+2+3", words, SEVEN, (ESTIMATE,))
    assert [change.id for change in changes(parts) if change.op is Op.CONFIRM] == [ESTIMATE]
    assert {name: value for change in changes(parts) for name, value in change.fields.items()} == counts
    assert settled(parts) == answers


@pytest.mark.parametrize("words", ["12, 3", "3 changed or new", "12\n3"])
def test_numbers_that_may_belong_to_either_question_are_asked_for_again(steps: dict[str, Step], words: str) -> None:
    parts = answered(steps["00-03"], "1+2+3", words, SEVEN, (ESTIMATE,))
    assert (changes(parts), settled(parts), asked(parts)) == ([], [], ["1+2+3/once-more"])
    assert "which of the questions" in said(parts)


def test_a_no_to_one_part_asks_for_that_part_alone_and_keeps_the_others(steps: dict[str, Step]) -> None:
    parts = answered(steps["00-03"], "1+2+3", "1: no\n2: 3\n3: none", SEVEN, (ESTIMATE,))
    assert [change.fields for change in changes(parts)] == [{"new": 3}, {"tests": "none"}]
    assert (settled(parts), asked(parts)) == (["2", "3"], ["1"])


def test_a_yes_to_a_part_for_which_nothing_was_shown_is_no_note(steps: dict[str, Step]) -> None:
    parts = answered(steps["00-03"], "1+2+3", "1: 12\n2: yes\n3: none", SEVEN, (ESTIMATE,))
    assert [change.fields for change in changes(parts)] == [{"modified": 12}, {"tests": "none"}]
    assert (settled(parts), asked(parts)) == (["1", "3"], ["2"])


@pytest.mark.parametrize(
    ("words", "dropped", "confirmed"),
    [
        ("yes but drop FILE-003", ["FILE-003"], ["FILE-002", "FILE-004"]),
        ("1: none\n2: yes", ["FILE-002", "FILE-003"], ["FILE-004"]),
        ("1: drop FILE-002\n2: yes", ["FILE-002"], ["FILE-004"]),
        ("no, none of these", ["FILE-002", "FILE-003", "FILE-004"], []),
        ("yes", [], ["FILE-002", "FILE-003", "FILE-004"]),
    ],
)
def test_lists_shown_in_a_form_are_confirmed_or_taken_out_as_the_user_says(
    steps: dict[str, Step], words: str, dropped: list[str], confirmed: list[str]
) -> None:
    parts = answered(steps["02-01"], "2+3", words, FILES, NEAR_AND_FAR)
    assert [change.id for change in changes(parts) if change.op is Op.DROP] == dropped
    assert [change.id for change in changes(parts) if change.op is Op.CONFIRM] == confirmed
    assert not [change for change in changes(parts) if change.kind is Kind.NOTE]
    assert settled(parts) == ["2", "3"]


def test_a_no_to_lists_shown_in_a_form_takes_nothing_for_granted(steps: dict[str, Step]) -> None:
    parts = answered(steps["02-01"], "2+3", "no", FILES, NEAR_AND_FAR)
    assert (changes(parts), settled(parts), asked(parts)) == ([], [], ["2+3"])


def test_two_lines_of_files_are_both_an_answer_to_the_first_question(steps: dict[str, Step]) -> None:
    parts = answered(steps["02-01"], "2+3", "src/y.py modify\nsrc/z.py modify", FILES, NEAR_AND_FAR)
    assert [change.fields["tier"] for change in changes(parts)] == ["2", "2"]
    assert settled(parts) == ["2"]


def test_the_form_says_how_to_answer_each_of_its_questions(steps: dict[str, Step]) -> None:
    parts = answered(steps["00-03"], "1+2+3", "no", SEVEN, (ESTIMATE,))
    assert 'Answer as "1: …", "2: …" and "3: …", each on a line of its own.' in next(
        part.question.text for part in parts if isinstance(part, Asked)
    )
