"""Asks before something is done that the user should see first: what it is, and what becomes of what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

_YES = "yes"


class ConfirmScreen(ModalScreen[bool]):
    """True if the user said yes; Esc is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", "No", tooltip="Leave everything as it is", id="confirm.no"),
        Binding("y", "answer(True)", "Yes", tooltip="Do it", id="confirm.yes"),
    ]
    DEFAULT_CSS = """
    ConfirmScreen {
        align: center middle;
        & > #confirm-box { width: 92%; max-width: 84; height: auto; max-height: 92%; }
        & > #confirm-box { background: $surface; border: round $accent; padding: 0 1; }
        & #confirm-sentences { height: auto; max-height: 50vh; margin: 0 0 1 0; scrollbar-size-vertical: 1; }
        & #confirm-choices { height: auto; border: none; background: $surface; padding: 0; }
        & #confirm-choices:focus { border: none; background-tint: $surface 0%; }
        & #confirm-choices > .option-list--option { padding: 0 1; }
        & #confirm-choices > .option-list--option-highlighted {
            background: $accent;
            color: $background;
            text-style: bold;
        }
    }
    """

    def __init__(self, title: str, sentences: Sequence[str], yes: str, no: str = "Leave it as it is") -> None:
        super().__init__()
        self.question = title
        self.sentences = tuple(sentences)
        self._choices = (yes, no)

    def compose(self) -> ComposeResult:
        yes, no = self._choices
        with Vertical(id="confirm-box") as box:
            box.border_title = Content(self.question)
            box.border_subtitle = "Enter chooses · y yes · Esc no"
            with VerticalScroll(id="confirm-sentences", can_focus=False):
                for sentence in self.sentences:
                    yield Static(Content(sentence))
            yield OptionList(Option(Content(yes), id=_YES), Option(Content(no)), id="confirm-choices")

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        choices.highlighted = 0
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id == _YES)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
