"""Which question comes next, and how it is put."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import FromDocument, Inferred
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.knowledge.knowledge import Prompt, Section, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.agenda import about_each, already_said, as_question, find_prompt, pending
from tests.support.voices.turns import dossier_of, state_in

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Dossier


def step_with(*prompts: Prompt) -> Step:
    section = Section("", prompts)
    return Step(
        "01-02", "Users", "01-requirements", "business-analyst", Depth.STANDARD, ("a.md",), {Depth.STANDARD: section}
    )


USERS = dossier_of(
    ("USER-001", Kind.USER, {"text": "the clerk", "role": "primary"}),
    ("USER-002", Kind.USER, {"text": "the auditor who comes once a year", "role": "secondary", "pain": "paper"}),
)
PAIN = Prompt("What hurts {title}?", Capture(Kind.USER, "pain", Kind.USER))
WHO = Prompt("Who?", Capture(Kind.USER, "text", preset=(("role", "primary"),)))


def keys(step: Step, dossier: Dossier, *settled: str) -> list[str]:
    state = state_in(step, Depth.STANDARD, dossier, frozenset(settled))
    return [part.key for part in pending(step, Depth.STANDARD, state)]


def test_a_question_about_entries_comes_once_for_each_that_does_not_say_it_yet() -> None:
    assert keys(step_with(PAIN), USERS) == ["standard/1/USER-001"]


def test_a_second_question_for_the_same_field_is_asked_of_every_entry() -> None:
    assert keys(step_with(PAIN, PAIN), USERS) == ["standard/1/USER-001", "standard/2/USER-001", "standard/2/USER-002"]


def test_what_is_settled_is_not_asked_again() -> None:
    assert keys(step_with(WHO, PAIN), USERS, "standard/1") == ["standard/2/USER-001"]


def test_keys_of_another_depth_settle_nothing() -> None:
    assert keys(step_with(WHO), USERS, "deep/1") == ["standard/1"]


def test_the_talk_does_not_turn_back() -> None:
    assert keys(step_with(WHO, PAIN, WHO), USERS, "standard/1", "standard/3") == []


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("What hurts {title}?", "the clerk", "What hurts the clerk?"),
        ("What hurts {title}?", "the clerk at night", 'What hurts "the clerk at night"?'),
        ('What hurts "{title}"?', "the clerk at night", 'What hurts "the clerk at night"?'),
        ("{title}: what hurts?", "the clerk at night", "the clerk at night: what hurts?"),
        ("What hurts?", "the clerk", "USER-001 (the clerk): What hurts?"),
        ("What hurts {id}?", "the clerk", "What hurts USER-001?"),
        ("{title}: go on?", "word " * 30, f"{'word ' * 15}word …: go on?"),
    ],
)
def test_a_question_names_the_entry_it_is_about(text: str, title: str, expected: str) -> None:
    step = step_with(Prompt(text, Capture(Kind.USER, "pain", Kind.USER)))
    state = state_in(step, Depth.STANDARD, dossier_of(("USER-001", Kind.USER, {"text": title})))
    first = next(pending(step, Depth.STANDARD, state))
    assert as_question(step, first, state).text == expected


def test_only_what_the_question_asks_for_counts_as_said() -> None:
    state = state_in(step_with(WHO), Depth.STANDARD, USERS)
    assert WHO.capture
    assert [entry.id for entry in already_said(WHO.capture, state)] == ["USER-001"]


def test_a_guess_is_not_what_the_user_said() -> None:
    guessed = dossier_of(("USER-001", Kind.USER, {"text": "the clerk", "role": "primary"}), source=Inferred((1,)))
    assert WHO.capture
    assert already_said(WHO.capture, state_in(step_with(WHO), Depth.STANDARD, guessed)) == ()


def test_what_a_document_says_is_shown_to_confirm_instead_of_asked_anew() -> None:
    source = FromDocument("requirements-spec.md", 7)
    told = dossier_of(("USER-001", Kind.USER, {"text": "the clerk", "role": "primary"}), source=source)
    state = state_in(step_with(WHO), Depth.STANDARD, told)
    question = as_question(step_with(WHO), next(pending(step_with(WHO), Depth.STANDARD, state)), state)
    assert question.offers == ("USER-001",)
    assert "So far I have:\n- USER-001 the clerk" in question.text


@pytest.mark.parametrize("kind", [Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION])
def test_an_aside_answers_no_later_question(kind: Kind) -> None:
    aside = dossier_of(("X-001", kind, {"text": "something else"}))
    assert already_said(Capture(kind, "text"), state_in(step_with(WHO), Depth.STANDARD, aside)) == ()


def test_a_question_for_more_of_the_same_is_not_answered_by_the_first() -> None:
    step = step_with(WHO, WHO)
    state = state_in(step, Depth.STANDARD, USERS, frozenset({"standard/1"}))
    assert as_question(step, next(pending(step, Depth.STANDARD, state)), state).text == "Who?"


def test_several_entries_are_asked_about_together() -> None:
    three = dossier_of(*((f"USER-00{number}", Kind.USER, {"text": f"user {number}"}) for number in (1, 2, 3)))
    state = state_in(step_with(PAIN), Depth.STANDARD, three)
    question = as_question(step_with(PAIN), next(pending(step_with(PAIN), Depth.STANDARD, state)), state)
    assert (question.key, question.about) == ("standard/1", "")
    assert question.text == (
        "What hurts each of these?\n- USER-001 user 1\n- USER-002 user 2\n- USER-003 user 3\n\n"
        'Answer with a line for each, like "USER-001: …"; "all: …" says the same of all of them.'
    )


@pytest.mark.parametrize("key", ["gaps", "standard/9", "standard/again", "nonsense/1", "standard"])
def test_a_key_that_stands_for_no_prompt_finds_none(key: str) -> None:
    assert find_prompt(step_with(WHO), key) is None


def test_a_question_about_each_does_not_list_again_what_is_shown_above_it() -> None:
    row = tuple(dossier_of(("FR-001", Kind.FR, {"title": "Pay"}), ("FR-002", Kind.FR, {"title": "Remind"})).of(Kind.FR))
    shown = ("US-001 Pay (who wants it: the clerk)", "US-002 Remind (who wants it: the clerk)")
    asked = about_each("Who wants it?", None, row, shown)
    assert asked.splitlines()[0] == "For each of these: Who wants it?"
    assert asked.splitlines()[2:] == [
        'Answer with a line for each, like "US-001: …"; "all: …" says the same of all of them.'
    ]
    assert "- FR-002 Remind" in about_each("Who wants it?", None, row, shown[:1])
