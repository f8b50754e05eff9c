"""Two short things asked of the same entries at once: which of the two an answer gives, and of which entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.protocol import Asked, Part, Recorded, Said
from roundtable_tui.voices.tasks import Answer, OpenStep
from tests.support.projects import project_in
from tests.support.voices.turns import dossier_of, request_for, spoken, state_in

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Change, Dossier
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.knowledge.knowledge import Step

ASKED_BEFORE = frozenset({"standard/1"})


@pytest.fixture(scope="module")
def zones_step(tmp_path_factory: pytest.TempPathFactory) -> Step:
    knowledge = project_in(tmp_path_factory.mktemp("project")).knowledge
    return next(step for found in knowledge.steps.values() for step in found if step.id == "02-03")


def zones(count: int) -> Dossier:
    return dossier_of(*((f"ZONE-{n:03d}", Kind.ZONE, {"text": f"thin spot {n}"}) for n in range(1, count + 1)))


def question_in(parts: list[Part]) -> Question:
    return next(part.question for part in reversed(parts) if isinstance(part, Asked))


def answered(step: Step, words: str, count: int = 2) -> list[Part]:
    state = state_in(step, Depth.STANDARD, zones(count), ASKED_BEFORE)
    question = question_in(spoken(request_for(step, state, OpenStep)))
    assert question.key == "standard/2&3"
    return spoken(request_for(step, state, Answer, words=words, question=question))


def changes(parts: list[Part]) -> list[Change]:
    return [part.change for part in parts if isinstance(part, Recorded)]


def rated(parts: list[Part]) -> dict[str, tuple[str, str]]:
    """Likelihood and impact of each zone of which something was said."""
    found: dict[str, dict[str, object]] = {}
    for change in changes(parts):
        found.setdefault(change.id, {}).update(change.fields)
    return {
        zone: (str(fields.get("likelihood", "")), str(fields.get("impact", "")))
        for zone, fields in found.items()
        if zone.startswith("ZONE")
    }


@pytest.mark.parametrize(
    ("said", "likelihood", "impact"),
    [
        ("low, high", "low", "high"),
        ("low / high", "low", "high"),
        ("low high", "low", "high"),
        ("low impact, high likelihood", "high", "low"),
        ("impact low, likelihood high", "high", "low"),
        ("low impact high likelihood", "high", "low"),
        ("high, the impact is low", "high", "low"),
        ("impact: low, high", "high", "low"),
        ("both high", "high", "high"),
        ("impact low", "", "low"),
        ("low", "low", ""),
    ],
)
def test_the_name_of_a_field_says_which_of_the_two_is_meant(
    zones_step: Step, said: str, likelihood: str, impact: str
) -> None:
    parts = answered(zones_step, f"ZONE-001: {said}\nZONE-002: medium, medium")
    assert rated(parts) == {"ZONE-001": (likelihood, impact), "ZONE-002": ("medium", "medium")}


@pytest.mark.parametrize(
    "said", ["not very likely, but the impact is high", "low, low, high", "unlikely, high", "why?"]
)
def test_what_has_words_left_over_is_asked_for_again_and_the_rest_is_kept(zones_step: Step, said: str) -> None:
    parts = answered(zones_step, f"ZONE-001: {said}\nZONE-002: low, high")
    assert rated(parts) == {"ZONE-002": ("low", "high")}
    assert (question_in(parts).key, "thin spot 1" in question_in(parts).text) == ("standard/2&3", True)


def test_entries_of_which_nothing_was_said_are_asked_about_for_both(zones_step: Step) -> None:
    parts = answered(zones_step, "ZONE-001: low, high")
    assert "thin spot 2" in question_in(parts).text
    assert question_in(parts).key == "standard/2&3"


def test_ids_in_small_letters_are_not_taken_by_their_order(zones_step: Step) -> None:
    parts = answered(zones_step, "zone-002: low, low\nzone-001: high, high")
    assert rated(parts) == {"ZONE-002": ("low", "low"), "ZONE-001": ("high", "high")}


def test_all_reaches_more_entries_than_are_shown(zones_step: Step) -> None:
    parts = answered(zones_step, "all: high, low", count=23)
    assert rated(parts) == {f"ZONE-{number:03d}": ("high", "low") for number in range(1, 24)}


def test_an_unknown_id_is_refused_and_said(zones_step: Step) -> None:
    parts = answered(zones_step, "ZONE-001: low, low\nZONE-009: low, low")
    assert changes(parts) == []
    assert Said("business-analyst", "I have no ZONE-009 here, so I changed nothing.") in parts


def test_whoever_does_not_know_leaves_both_open(zones_step: Step) -> None:
    parts = answered(zones_step, "I don't know")
    first, second = changes(parts)
    assert (first.kind, second.kind) == (Kind.QUESTION, Kind.QUESTION)
    assert "How likely" in str(first.fields["text"])
    assert "How bad" in str(second.fields["text"])


def test_both_can_be_answered_by_their_numbers(zones_step: Step) -> None:
    assert rated(answered(zones_step, "1: medium\n2: high", 1)) == {"ZONE-001": ("medium", "high")}
