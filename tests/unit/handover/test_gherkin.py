"""Features by the word of Gherkin's own parser, whatever stands in the dossier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from gherkin.parser import Parser
from hypothesis import given

from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind
from roundtable_tui.handover.gherkin import exported
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.scenario import scenario_of
from tests.support.dossiers import change, state_of, states
from tests.support.exports import hostile_item, sample

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State


def features(material: Material) -> list[dict[str, Any]]:
    parsed: list[Any] = [Parser().parse(text) for text in exported(material).files.values()]
    return [document["feature"] for document in parsed]


def scenarios(feature: dict[str, Any]) -> list[dict[str, Any]]:
    return [child["scenario"] for child in feature["children"]]


def tags(node: dict[str, Any]) -> list[str]:
    return [tag["name"] for tag in node["tags"]]


def expected(material: Material) -> dict[str, set[str]]:
    """The criteria that say something, by the requirement they belong to."""
    dossier = material.state.dossier
    wanted = [fr for fr in dossier if fr.kind is Kind.FR and fr.get("priority") != PRIORITIES[-1]]
    said = [ac for ac in dossier if ac.kind is Kind.AC]
    return {fr.id: {ac.id for ac in said if fr.id in ac.refs("fr")} for fr in wanted}


@pytest.mark.parametrize("which", ["sample", "hostile"])
def test_the_parser_finds_every_id_again_and_a_step_in_every_scenario(which: str) -> None:
    material = sample() if which == "sample" else hostile_item()
    found = features(material)
    ids = {tags(one)[0][1:]: {tags(each)[0][1:] for each in scenarios(one)} for one in found}
    assert ids == expected(material)
    assert all(each["steps"] for one in found for each in scenarios(one))


@given(states())
def test_any_dossier_gives_features_that_parse(state: State) -> None:
    for feature in features(Material(state, "any")):
        assert all(each["steps"] and each["steps"][-1]["text"] for each in scenarios(feature))


def test_what_nobody_wants_is_no_feature_but_named() -> None:
    state = state_of(
        [
            change(Kind.FR, "FR-001", title="Pay", priority="Must Have"),
            change(Kind.FR, "FR-002", title="Pay in cash", priority="Won't Have"),
        ]
    )
    made = exported(Material(state, "pay"))
    assert list(made.files) == ["features/pay/fr-001.feature"]
    assert "1 functional requirement: FR-002" in made.left_out
    assert made.filled_in == ("no scenario yet, because there is no criterion: FR-001",)


@pytest.mark.parametrize(
    ("text", "given_", "when", "then"),
    [
        ("Given a, When b, Then c", ("a",), ("b",), ("c",)),
        ("given a cart, when it is sent, then it is gone.", ("a cart",), ("it is sent",), ("it is gone.",)),
        ("Given a\nAnd b\nWhen c\nThen d\nAnd e", ("a", "b"), ("c",), ("d", "e")),
        ("When it is full, then it rings", (), ("it is full",), ("it rings",)),
        ("If it is full, it rings", (), ("it is full",), ("it rings",)),
        ("If it is full, late, or red, it rings", (), (), ("If it is full, late, or red, it rings",)),
        ("It rings when it is full", (), (), ("It rings when it is full",)),
        ("Then , .", (), (), ("Then , .",)),
    ],
)
def test_a_criterion_is_read_as_it_was_told(
    text: str, given_: tuple[str, ...], when: tuple[str, ...], then: tuple[str, ...]
) -> None:
    found = scenario_of(text)
    assert (found.given, found.when, found.then) == (given_, when, then)
