"""Asks before something is done that the user should see first: what it is, and what becomes of what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from roundtable_tui.ui.screens.asking import WALKING, AskingScreen, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

_YES, _NO = "yes", "no"


class ConfirmScreen(AskingScreen[bool]):
    """True if the user said yes; Esc is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", "No", tooltip="Leave everything as it is", id="confirm.no"),
        Binding("y", "answer(True)", "Yes", tooltip="Do it", id="confirm.yes"),
        *WALKING,
    ]

    def __init__(self, title: str, told: Sequence[str], yes: str, no: str = "Leave it as it is") -> None:
        super().__init__(title, "Enter chooses · y yes · Esc no", {_YES: yes, _NO: no})
        self.sentences = tuple(told)

    def about(self) -> Iterable[Widget]:
        return sentences(self.sentences)

    def result_of(self, answer: str) -> bool:
        return answer == _YES

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
