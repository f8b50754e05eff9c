"""What is asked or remarked about an entry by its id: it is kept beside it, and the entry stays as it is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import Capture, Question
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.protocol import Asked, Part, Recorded
from roundtable_tui.voices.tasks import Answer, Feedback
from tests.support.voices.turns import dossier_of, request_for, spoken, state_in
from tests.unit.voices.offline.test_lists import REVIEW, answered, changes, said, step_asking

WANTED = dossier_of(
    ("FR-001", Kind.FR, {"title": "Pay by invoice"}),
    ("FR-002", Kind.FR, {"title": "Check who may"}),
    ("FILE-001", Kind.FILE, {"path": "src/pay.py", "action": "MODIFY", "tier": "1"}),
)
CRITERIA = step_asking(Capture(Kind.AC, "text", for_each=Kind.FR))


def at_the_menu(words: str) -> list[Part]:
    return spoken(request_for(REVIEW, state_in(REVIEW, Depth.STANDARD, WANTED), Feedback, words=words))


def asked_for_criteria(words: str) -> list[Part]:
    state = state_in(CRITERIA, Depth.STANDARD, WANTED)
    asked = Question(CRITERIA.id, "standard/1", "What has to be true?")
    return spoken(replace(request_for(CRITERIA, state, Answer, words=words, question=asked)))


REMARKS = (
    "FR-002 is what worries me, it is vague",
    "FR-002 worries me",
    "FR-002 - not sure about that one",
    "FR-002 needs more thought",
    "FR-002, hm",
    "fr-002 sounds odd",
    "FR-002 and FR-001 belong together",
    "about FR-002: I think it is too strict",
)
QUESTIONS = ("FR-002 - what about refunds?", "FR-002: what about refunds?", "FR-002 could go?", "drop FR-002?")


@pytest.mark.parametrize("words", [*REMARKS, "FR-002 must be faster"])
def test_a_remark_that_begins_with_an_id_is_a_note_beside_the_entry(words: str) -> None:
    parts = at_the_menu(words)
    (note,) = changes(parts)
    assert (note.op, note.kind, note.fields) == (Op.RECORD, Kind.NOTE, {"text": words, "about": ("FR-002",)})
    assert "FR-002 stays as it is" in said(parts)


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_that_names_an_entry_is_an_open_question_about_it(words: str) -> None:
    (left,) = changes(at_the_menu(words))
    assert (left.kind, left.fields) == (Kind.QUESTION, {"text": words, "about": ("FR-002",)})


@pytest.mark.parametrize("words", [*REMARKS, *QUESTIONS])
def test_neither_is_an_answer_about_the_entry_and_the_question_stays(words: str) -> None:
    parts = asked_for_criteria(words)
    (kept,) = changes(parts)
    assert kept.kind in (Kind.NOTE, Kind.QUESTION)
    assert parts[-1] == Asked(Question(CRITERIA.id, "standard/1", "What has to be true?"))


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("FR-002: The VAT ID is checked", "The VAT ID is checked"),
        ("FR-002 = the VAT ID is checked", "the VAT ID is checked"),
        ("FR-002 should read: check the VAT ID", "check the VAT ID"),
        ("change FR-002 to check the VAT ID", "check the VAT ID"),
    ],
)
def test_a_clear_correction_changes_the_entry_and_says_so(words: str, title: str) -> None:
    parts = at_the_menu(words)
    (changed,) = changes(parts)
    assert (changed.op, changed.id, changed.fields) == (Op.REVISE, "FR-002", {"title": title})
    assert f"FR-002 {title}" in said(parts)


@pytest.mark.parametrize("words", ["FR-002 is a could have", "FR-002: could have", "FR-002 could have"])
def test_one_of_a_few_values_is_no_remark(words: str) -> None:
    (changed,) = changes(at_the_menu(words))
    assert (changed.id, changed.fields) == ("FR-002", {"priority": "Could Have"})


@pytest.mark.parametrize("words", ["FR-002 – the VAT ID is checked", "FR-002 is refused without a VAT ID"])
def test_what_was_asked_for_is_taken_with_a_dash_or_none(words: str) -> None:
    (criterion, *_) = [part.change for part in asked_for_criteria(words) if isinstance(part, Recorded)]
    assert (criterion.kind, criterion.fields["fr"]) == (Kind.AC, ("FR-002",))


def test_an_opinion_answers_where_one_is_asked_for() -> None:
    asks = step_asking(Capture(Kind.REVIEW, "text", preset=(("subject", "risk"),)))
    (review,) = changes(answered(asks, "FR-002 is what worries me", WANTED))
    assert review.kind is Kind.REVIEW
