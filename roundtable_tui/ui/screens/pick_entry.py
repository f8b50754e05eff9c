"""Asks which of several entries to go to."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from roundtable_tui.ui.screens.asking import WALKING, AskingScreen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.binding import BindingType


class PickEntryScreen(AskingScreen[str]):
    """The id of the one chosen; empty if none is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "leave", "Close", tooltip="Stay where you are", id="pick.leave"),
        *WALKING,
    ]
    DEFAULT_CSS = """
    PickEntryScreen {
        & > #asking { max-width: 96; max-height: 80%; }
        & #asking-answers { max-height: 60vh; }
    }
    """

    def __init__(self, title: str, entries: Mapping[str, str]) -> None:
        """`entries` are what to say of each, by id."""
        super().__init__(title, "Enter goes there · Esc stays", entries)

    def result_of(self, answer: str) -> str:
        return answer

    def action_leave(self) -> None:
        self.dismiss("")
