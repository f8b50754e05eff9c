"""The [E]/[C]/[S] menu after a step and the questions around it, in the exact words users know."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.spoken_words import Vocabulary, phrases, spoken

if TYPE_CHECKING:
    from roundtable_tui.domain.knowledge.phases import Phase


class MenuCommand(StrEnum):
    ELABORATE = "e"
    CONTINUE = "c"
    SKIP = "s"


class MenuOption(Struct, frozen=True):
    """One line of the menu, in parts so that a screen can make it clickable."""

    command: MenuCommand
    label: str

    @property
    def letter(self) -> str:
        return self.command.upper()

    @property
    def line(self) -> str:
        return f"[{self.letter}] {self.label}"


_LETTERS = Vocabulary({(command.value,): command for command in MenuCommand}, phrases("ok, okay, then, now, yes, sure"))
RULE = "---"
INVITATION = "Or type naturally to provide feedback."
SKIP_QUESTION = (
    "Skipping remaining steps in this phase. I'll produce draft artifacts based on what we've discussed so "
    "far. Go ahead? (y/N)"
)

_ELABORATE = MenuOption(MenuCommand.ELABORATE, "Elaboration Mode -- bring all perspectives to discuss this topic")
_NEXT_STEP = MenuOption(MenuCommand.CONTINUE, "Continue -- move to the next step")
_COMPLETE = MenuOption(MenuCommand.CONTINUE, "Complete analysis")
_SKIP = MenuOption(MenuCommand.SKIP, "Skip remaining steps in this phase")


def menu_options(next_phase: str | None, last_step: bool) -> tuple[MenuOption, ...]:
    """What can be chosen; `next_phase` is the label of the phase that follows, None after the last."""
    if not last_step:
        return (_ELABORATE, _NEXT_STEP, _SKIP)
    if next_phase is None:
        return (_ELABORATE, _COMPLETE)
    return (_ELABORATE, MenuOption(MenuCommand.CONTINUE, f"Continue to {next_phase}"))


def menu_text(next_phase: str | None, last_step: bool) -> str:
    """The menu as it is printed, between its two rules."""
    lines = (option.line for option in menu_options(next_phase, last_step))
    return "\n".join((RULE, *lines, INVITATION, RULE))


def parse_menu(text: str) -> MenuCommand | None:
    """The command a lone letter stands for, courtesy beside it or not; anything longer, or a question, is talk."""
    said = [word.text for word in spoken(text)]
    if "?" in text or sum(word in set(MenuCommand) for word in said) != 1:
        return None
    return next(iter(_LETTERS.of_words(said)), None)


def phase_boundary_question(phase: Phase, following: Phase) -> str:
    """Asked where a phase ended without the user having said to go on."""
    return f"{phase.label} complete. Continue to {following.label}? [Y/n]"


def phase_boundary_line(phase: Phase, following: Phase) -> str:
    """Announced where the user has already said to go on."""
    return f"{phase.label} complete. Continuing to {following.label}."


def analysis_complete_line(phase: Phase, slug: str) -> str:
    return f"{phase.label} complete. Analysis complete. {slug} is ready to build."
