"""Asks for one of several things, each said in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from roundtable_tui.ui.screens.asking import WALKING, AskingScreen, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget


class ChooseScreen(AskingScreen["str | None"]):
    """The key of what was chosen; None if nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back", tooltip="Choose nothing", id="choose.back"),
        *WALKING,
    ]

    def __init__(self, title: str, told: Sequence[str], choices: Mapping[str, str]) -> None:
        super().__init__(title, "Enter chooses · Esc goes back", choices)
        self.sentences = tuple(told)

    def about(self) -> Iterable[Widget]:
        return sentences(self.sentences)

    def result_of(self, answer: str) -> str | None:
        return answer
