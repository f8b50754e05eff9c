"""Who sits, by which strategy, and on which side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.errors import UsageError
from roundtable_tui.panel.rules.composition import (
    checked_seats,
    chosen_strategy,
    recommended_strategy,
    seated,
    sides_for,
)
from roundtable_tui.panel.settings import PanelSettings
from tests.unit.panel.samples import SHIPPED

DEBATE = SHIPPED.strategies["debate"]
AD_HOC, DESIGN = SHIPPED.agendas["roundtable"], SHIPPED.agendas["design"]
NOTHING = PanelSettings()


@pytest.mark.parametrize(
    ("topic", "strategy"),
    [
        ("Postgres vs. MySQL", "debate"),
        ("Choose between a queue and a table", "debate"),
        ("A new idea for onboarding", "disney"),
        ("Creative ways out", "disney"),
        ("We need this ASAP", "consensus-driven"),
        ("A thorough look from all angles", "six-hats"),
        ("How should retries work?", None),
        ("The canvas", None),
        ("Quickly", None),
        ("Compare creative options", None),
        ("Compare and evaluate creative options", "debate"),
    ],
)
def test_whole_words_of_the_topic_speak_for_a_strategy(topic: str, strategy: str | None) -> None:
    found = recommended_strategy(topic, SHIPPED.strategies)
    assert (found.strategy if found else None) == strategy


@pytest.mark.parametrize(
    ("flag", "settings", "ours", "agenda", "strategy"),
    [
        ("six-hats", PanelSettings(strategy="debate"), "disney", DESIGN, "six-hats"),
        ("", PanelSettings(strategies={"design": "standard"}), "disney", DESIGN, "standard"),
        ("", PanelSettings(strategy="standard"), "disney", DESIGN, "disney"),
        ("", PanelSettings(strategy="standard"), "disney", AD_HOC, "standard"),
        ("", NOTHING, "disney", DESIGN, "disney"),
        ("", NOTHING, "", DESIGN, "debate"),
        ("", NOTHING, "", AD_HOC, None),
    ],
)
def test_the_first_that_names_a_strategy_decides(
    flag: str, settings: PanelSettings, ours: str, agenda: object, strategy: str | None
) -> None:
    assert agenda in (AD_HOC, DESIGN)
    known = AD_HOC if agenda is AD_HOC else DESIGN
    found = chosen_strategy(flag, known.id, settings, ours, known, SHIPPED)
    assert (found.id if found else None) == strategy


def test_a_strategy_nobody_knows_is_named_with_those_that_are() -> None:
    with pytest.raises(UsageError, match="no strategy 'dice'") as caught:
        chosen_strategy("dice", "design", NOTHING, "", DESIGN, SHIPPED)
    assert "six-hats" in caught.value.hint


def test_seats_are_those_named_else_the_projects_else_the_workflows() -> None:
    project = PanelSettings(participants_by_workflow={"design": ("qa-lead", "ux-researcher")})
    assert seated(["qa-lead", "qa-lead", " technical-lead "], "design", project, DESIGN, SHIPPED) == (
        "qa-lead",
        "technical-lead",
    )
    assert seated([], "design", project, DESIGN, SHIPPED) == ("qa-lead", "ux-researcher")
    assert seated([], "design", NOTHING, DESIGN, SHIPPED) == DESIGN.seats


@pytest.mark.parametrize("seat", ["nobody", "facilitator"])
def test_who_has_no_file_cannot_sit(seat: str) -> None:
    with pytest.raises(UsageError, match=f"no participant '{seat}'"):
        seated([seat], "design", NOTHING, DESIGN, SHIPPED)


def test_a_panel_of_one_is_none() -> None:
    with pytest.raises(UsageError, match="at least 2"):
        checked_seats(["qa-lead"], DEBATE)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=8, unique=True))
def test_a_debate_has_two_sides_alike_and_at_most_one_observer(seats: list[str]) -> None:
    sides = sides_for(seats, DEBATE)
    assert len(sides.pro) == len(sides.con) >= 1
    assert not set(sides.pro) & set(sides.con)
    assert len([seat for seat in seats if sides.of(seat) == "observer"]) == len(seats) % 2


def test_sides_can_be_named() -> None:
    assert sides_for("abcd", DEBATE, pro="a", con="b").of("c") == "observer"
    assert sides_for("abc", DEBATE, pro="a").con == ("b", "c")
    assert sides_for("abc", DEBATE, con="c").pro == ("a", "b")


@pytest.mark.parametrize(("pro", "con"), [("x", ""), ("a", "a"), ("abc", "")])
def test_sides_that_make_no_debate_are_refused(pro: str, con: str) -> None:
    with pytest.raises(UsageError):
        sides_for("abc", DEBATE, pro, con)


def test_only_a_debate_has_sides() -> None:
    plain = replace(DEBATE, sides=False)
    assert sides_for("abc", plain).pro == ()
    with pytest.raises(UsageError, match="has no sides"):
        sides_for("abc", plain, pro="a")
