"""Asks what is to become of a document in which the user's text and the analysis say different things."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from roundtable_tui.ui.dialogs.base import AskingScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType


class ConflictAnswer(StrEnum):
    """What the user can do about a conflict, in the words of the choice."""

    KEEP = "Keep my text"
    EDIT = "Open it in my editor"
    SHOW = "Show the document"
    TAKE = "Take the analysis's version (mine stays in the history)"


class ConflictScreen(AskingScreen[ConflictAnswer]):
    """Nothing is lost by any answer, and the first, which Enter and Esc give, changes nothing.

    The user may be writing when this comes up: what they type goes on into the composer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "keep", "Keep", tooltip="Leave my text standing", id="conflict.keep"),
    ]
    DEFAULT_CSS = "ConflictScreen #asking-about { max-height: 36vh; }"

    def __init__(self, document: str, conflicts: Sequence[str]) -> None:
        answers = {choice.name: choice.value for choice in ConflictAnswer}
        told = ("Your text and the analysis say different things:", *(f"• {conflict}" for conflict in conflicts))
        super().__init__(f"Conflict in {document}", "Enter chooses · Esc keeps my text", answers, told)
        self.document = document
        self.conflicts = tuple(conflicts)

    def result_of(self, answer: str) -> ConflictAnswer:
        return ConflictAnswer[answer]

    def action_keep(self) -> None:
        self.dismiss(ConflictAnswer.KEEP)
