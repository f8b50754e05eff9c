"""Asks for one of several things, each said in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType


class ChooseScreen(ModalScreen["str | None"]):
    """The key of what was chosen; None if nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back", tooltip="Choose nothing", id="choose.back"),
    ]
    DEFAULT_CSS = """
    ChooseScreen {
        align: center middle;
        & > #choose-box { width: 92%; max-width: 84; height: auto; max-height: 92%; }
        & > #choose-box { background: $surface; border: round $accent; padding: 0 1; }
        & #choose-sentences { height: auto; max-height: 36vh; margin: 0 0 1 0; scrollbar-size-vertical: 1; }
        & #choose-list { height: auto; border: none; background: $surface; padding: 0; }
        & #choose-list:focus { border: none; background-tint: $surface 0%; }
        & #choose-list > .option-list--option { padding: 0 1; }
        & #choose-list > .option-list--option-highlighted {
            background: $accent;
            color: $background;
            text-style: bold;
        }
    }
    """

    def __init__(self, title: str, sentences: Sequence[str], choices: Mapping[str, str]) -> None:
        super().__init__()
        self.question = title
        self.sentences = tuple(sentences)
        self.choices = dict(choices)

    def compose(self) -> ComposeResult:
        with Vertical(id="choose-box") as box:
            box.border_title = Content(self.question)
            box.border_subtitle = "Enter chooses · Esc goes back"
            with VerticalScroll(id="choose-sentences", can_focus=False):
                for sentence in self.sentences:
                    yield Static(Content(sentence))
            yield OptionList(*(Option(Content(said), id=key) for key, said in self.choices.items()), id="choose-list")

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        choices.highlighted = 0
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id)
