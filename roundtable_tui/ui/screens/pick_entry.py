"""Asks which of several entries to go to."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType


class PickEntryScreen(ModalScreen[str]):
    """The id of the one chosen; empty if none is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "leave", "Close", tooltip="Stay where you are", id="pick.leave"),
        Binding("j", "move(1)", "Down", tooltip="The next one", show=False, id="pick.down"),
        Binding("k", "move(-1)", "Up", tooltip="The one before", show=False, id="pick.up"),
    ]
    DEFAULT_CSS = """
    PickEntryScreen {
        align: center middle;
        & > #pick-box { width: 92%; max-width: 96; height: auto; max-height: 80%; }
        & > #pick-box { background: $surface; border: round $accent; padding: 0 1; }
        & #pick-list { height: auto; max-height: 60vh; border: none; background: $surface; padding: 0; }
        & #pick-list:focus { border: none; background-tint: $surface 0%; }
        & #pick-list > .option-list--option { padding: 0 1; }
        & #pick-list > .option-list--option-highlighted {
            background: $accent;
            color: $background;
            text-style: bold;
        }
    }
    """

    def __init__(self, title: str, entries: Mapping[str, str]) -> None:
        """`entries` are what to say of each, by id."""
        super().__init__()
        self.question = title
        self.entries = entries

    def compose(self) -> ComposeResult:
        with Vertical(id="pick-box") as box:
            box.border_title = Content(self.question)
            box.border_subtitle = "Enter goes there · Esc stays"
            options = (Option(Content(text), id=entry) for entry, text in self.entries.items())
            yield OptionList(*options, id="pick-list")

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        choices.highlighted = 0
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id or "")

    def action_move(self, by: int) -> None:
        choices = self.query_one(OptionList)
        choices.action_cursor_down() if by > 0 else choices.action_cursor_up()

    def action_leave(self) -> None:
        self.dismiss("")
