"""Which answers are asked back because they say too little for what was asked."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.talk.thin_answers import Expects, expected_of, is_thin

THIN_SENTENCES = [
    "c",
    "customers",
    "Speed.",
    "the export",
    "ok",
    "next",
    "yes",
    "export pls",
    "...",
    "👍",
    "",
    "x",
    "FR-001",
    "2",
    "2.31",
    "the first one",
    "option 2 please",
]
SENTENCES = [
    "customers wait too long",
    "we lose orders",
    "none",
    "nothing else",
    "nobody",
    "200 ms",
    "at night",
    "お客様が支払いを忘れる",
    "Die Kunden warten zu lange",
]


@pytest.mark.parametrize("answer", THIN_SENTENCES)
def test_a_word_is_too_thin_for_a_sentence(answer: str) -> None:
    assert is_thin(answer, Expects.SENTENCE)


@pytest.mark.parametrize("answer", SENTENCES)
def test_a_sentence_is_not_thin(answer: str) -> None:
    assert not is_thin(answer, Expects.SENTENCE)


@pytest.mark.parametrize("answer", ["accountants", "Redis", "src/main.py", "FR-001", "none", "顧客"])
def test_a_word_will_do_for_a_name(answer: str) -> None:
    assert not is_thin(answer, Expects.NAME)


@pytest.mark.parametrize(
    "answer", ["c", "C.", "ok", "next pls", "", "!", "2", "the first one", "that one pls", "the last two"]
)
def test_a_stray_letter_or_nothing_is_too_thin_for_a_name(answer: str) -> None:
    assert is_thin(answer, Expects.NAME)


@pytest.mark.parametrize("answer", ["5", "must", "c", "FR-001"])
def test_a_value_may_be_as_short_as_it_likes(answer: str) -> None:
    assert not is_thin(answer, Expects.VALUE)


@pytest.mark.parametrize(("answer", "thin"), [("16", False), ("LTS", False), ("v3.12", False), ("c", True)])
def test_a_version_may_be_a_number_or_a_word(answer: str, thin: bool) -> None:
    assert is_thin(answer, Expects.MARK) is thin


@pytest.mark.parametrize(
    ("answer", "thin"), [("high", True), ("200", False), ("2s", False), ("no more than now", False)]
)
def test_a_figure_is_not_given_by_a_lone_word(answer: str, thin: bool) -> None:
    assert is_thin(answer, Expects.FIGURE) is thin


@pytest.mark.parametrize(
    ("kind", "field", "expects"),
    [
        (Kind.PROBLEM, "text", Expects.SENTENCE),
        (Kind.FR, "title", Expects.SENTENCE),
        (Kind.FR, "priority", Expects.VALUE),
        (Kind.USER, "text", Expects.NAME),
        (Kind.INTERFACE, "text", Expects.NAME),
        (Kind.INTERFACE, "schema", Expects.SENTENCE),
        (Kind.TECHNOLOGY, "version", Expects.MARK),
        (Kind.QUALITY, "threshold", Expects.FIGURE),
        (Kind.ESTIMATE, "modified", Expects.VALUE),
        (Kind.MODULE, "traces", Expects.VALUE),
    ],
)
def test_what_a_question_expects_follows_from_what_its_answer_becomes(kind: Kind, field: str, expects: Expects) -> None:
    assert expected_of(Capture(kind, field)) is expects


def test_every_field_expects_something() -> None:
    assert expected_of(None) is Expects.SENTENCE
    for spec in SPECS.values():
        for field in spec.fields:
            assert expected_of(Capture(spec.kind, field.name)) in Expects
