"""The menu after a step, letter by letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.knowledge.phases import phase
from roundtable_tui.domain.talk import menu
from roundtable_tui.domain.talk.menu import MenuCommand

STEP_MENU = """\
---
[E] Elaboration Mode -- bring all perspectives to discuss this topic
[C] Continue -- move to the next step
[S] Skip remaining steps in this phase
Or type naturally to provide feedback.
---"""

LAST_STEP_MENU = """\
---
[E] Elaboration Mode -- bring all perspectives to discuss this topic
[C] Continue to Phase 02 (Impact Analysis)
Or type naturally to provide feedback.
---"""

LAST_PHASE_MENU = """\
---
[E] Elaboration Mode -- bring all perspectives to discuss this topic
[C] Complete analysis
Or type naturally to provide feedback.
---"""

IMPACT = phase("02-impact-analysis").label


@pytest.mark.parametrize(
    ("next_phase", "last_step", "text"),
    [
        (IMPACT, False, STEP_MENU),
        (None, False, STEP_MENU),
        (IMPACT, True, LAST_STEP_MENU),
        (None, True, LAST_PHASE_MENU),
    ],
)
def test_each_menu_is_printed_exactly(next_phase: str | None, last_step: bool, text: str) -> None:
    assert menu.menu_text(next_phase, last_step) == text


def test_the_last_step_offers_no_skip() -> None:
    commands = [option.command for option in menu.menu_options(IMPACT, last_step=True)]
    assert commands == [MenuCommand.ELABORATE, MenuCommand.CONTINUE]


def test_every_option_is_a_line_of_the_printed_menu() -> None:
    for option in menu.menu_options(IMPACT, last_step=False):
        assert f"[{option.letter}] {option.label}" in menu.menu_text(IMPACT, last_step=False).splitlines()


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("e", MenuCommand.ELABORATE),
        ("E", MenuCommand.ELABORATE),
        ("c", MenuCommand.CONTINUE),
        ("C", MenuCommand.CONTINUE),
        ("s", MenuCommand.SKIP),
        ("S", MenuCommand.SKIP),
        ("  c \n", MenuCommand.CONTINUE),
        ("\tS", MenuCommand.SKIP),
        ("c.", MenuCommand.CONTINUE),
        ("C!", MenuCommand.CONTINUE),
        ("[C]", MenuCommand.CONTINUE),
        ("c, please", MenuCommand.CONTINUE),
        ("c pls 🙂", MenuCommand.CONTINUE),
        ("ok c", MenuCommand.CONTINUE),
        ("e plz", MenuCommand.ELABORATE),
        ("s thx", MenuCommand.SKIP),
    ],
)
def test_a_lone_letter_is_a_command(typed: str, command: MenuCommand) -> None:
    assert menu.parse_menu(typed) is command


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "continue",
        "Continue",
        "skip",
        "cc",
        "c c",
        "ec",
        "x",
        "ſ",
        "option C",
        "c?",
        "c++",
        "e-mail",
        "s3",
        "C#",
    ],
)
def test_anything_else_is_talk(typed: str) -> None:
    assert menu.parse_menu(typed) is None


@given(st.text(alphabet=st.characters(categories=("L", "N")), min_size=2))
def test_more_than_one_letter_is_never_a_command(typed: str) -> None:
    assert menu.parse_menu(typed) is None


def test_the_skip_question_says_what_will_happen_and_defaults_to_no() -> None:
    assert menu.SKIP_QUESTION == (
        "Skipping remaining steps in this phase. I'll produce draft artifacts based on what we've discussed "
        "so far. Go ahead? (y/N)"
    )


def test_the_phase_boundary_asks_before_it_goes_on() -> None:
    asked = menu.phase_boundary_question(phase("01-requirements"), phase("02-impact-analysis"))
    assert asked == "Phase 01 (Requirements) complete. Continue to Phase 02 (Impact Analysis)? [Y/n]"


def test_the_phase_boundary_is_only_announced_after_continue() -> None:
    announced = menu.phase_boundary_line(phase("01-requirements"), phase("02-impact-analysis"))
    assert announced == "Phase 01 (Requirements) complete. Continuing to Phase 02 (Impact Analysis)."


def test_the_end_of_the_analysis_names_the_item() -> None:
    line = menu.analysis_complete_line(phase("04-design"), "pay-by-invoice")
    assert line == "Phase 04 (Design) complete. Analysis complete. pay-by-invoice is ready to build."
