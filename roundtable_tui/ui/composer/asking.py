"""What the user is being asked for, in the words of the empty composer and of the line above it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.domain.journal.state import State


class Asking(StrEnum):
    ANSWER = "Write here; ctrl+j begins a new line"
    MENU = "E, C, S or feedback"
    YES_OR_NO = "Yes or no"
    VERDICT = "Accept, or say what to change"
    LEFT = "C goes on with the next phase, ctrl+q leaves"
    ENDED = "ctrl+r takes it up again; /help says what else can be typed"
    NOTHING = "Anything to add? ctrl+j begins a new line"
    UNOPENED = "The name of an item, or what you would like to change"
    LATER = "Write on: it is sent when this turn ends. Esc stops the turn"
    READ_ONLY = "This item can only be looked at here"

    @property
    def enter(self) -> str:
        """What Enter does now, also while something is written."""
        return _ENTER[self]

    @property
    def key_labels(self) -> Mapping[str, str]:
        """What commands are called in the footer now, by their ids, where their names would say something else."""
        return _KEY_LABELS.get(self, {})


_ENTER = {
    Asking.ANSWER: "Your answer · Enter sends it",
    Asking.MENU: "The menu · Enter chooses E, C or S, or sends feedback",
    Asking.YES_OR_NO: "A decision · Enter answers yes or no",
    Asking.VERDICT: "A summary · Enter sends your verdict",
    Asking.LEFT: "Between two phases · C and Enter go on",
    Asking.ENDED: "The analysis has ended · Enter sends what you add to it",
    Asking.NOTHING: "Nothing is asked · Enter sends what you add",
    Asking.UNOPENED: "No item is open · Enter opens or begins this",
    Asking.LATER: "Not your turn yet · Enter keeps it until then",
    Asking.READ_ONLY: "Read-only · nothing can be sent",
}

_KEY_LABELS = {Asking.VERDICT: {"menu.continue": "Accept", "menu.elaborate": "Amend"}}


def asked_for(state: State) -> Asking:
    from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu, ForVerdict

    match state.talk.waiting:
        case ForMenu():
            return Asking.MENU
        case ForDecision():
            return Asking.YES_OR_NO
        case ForVerdict():
            return Asking.VERDICT
        case ForAnswer():
            return Asking.ANSWER
    if state.talk.ending:
        return Asking.ENDED
    return Asking.LEFT if state.talk.left else Asking.NOTHING


def question_of(state: State) -> str:
    """The words of the question that waits for an answer; empty where none does."""
    from roundtable_tui.domain.journal.waiting import ForAnswer

    waiting = state.talk.waiting
    return waiting.question.text if isinstance(waiting, ForAnswer) else ""
