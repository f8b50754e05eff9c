"""Questions anybody may ask: one of several things, yes or no, one of many entries to go to."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from roundtable_tui.ui.dialogs.base import WALKING, AskingScreen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.binding import BindingType

_YES, _NO = "yes", "no"


class ChooseScreen(AskingScreen["str | None"]):
    """The key of what was chosen; None if nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back", tooltip="Choose nothing", id="choose.back"),
        *WALKING,
    ]

    def __init__(self, title: str, told: Sequence[str], choices: Mapping[str, str]) -> None:
        super().__init__(title, "Enter chooses · Esc goes back", choices, told)

    def result_of(self, answer: str) -> str | None:
        return answer


class ConfirmScreen(AskingScreen[bool]):
    """True if the user said yes; Esc is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", "No", tooltip="Leave everything as it is", id="confirm.no"),
        Binding("y", "answer(True)", "Yes", tooltip="Do it", id="confirm.yes"),
        *WALKING,
    ]

    def __init__(self, title: str, told: Sequence[str], yes: str, no: str = "Leave it as it is") -> None:
        super().__init__(title, "Enter chooses · y yes · Esc no", {_YES: yes, _NO: no}, told)

    def result_of(self, answer: str) -> bool:
        return answer == _YES

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


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
