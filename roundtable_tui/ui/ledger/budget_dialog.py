"""Asks how many questions there may still be, or for how many minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from roundtable_tui.modes.conversation.steering import budget_in
from roundtable_tui.ui.widgets.line_field import SubmitField

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

_HOW = "A number is so many questions, “10 minutes” about as many as fit. What is open then stays an open point."
_WRONG = "That is neither a number nor minutes. Write 5, or 10 minutes."


class BudgetScreen(ModalScreen["int | None"]):
    """How many questions there are to be; None if it stays as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", tooltip="Leave it as it is", id="budget.leave"),
    ]
    DEFAULT_CSS = """
    BudgetScreen {
        align: center middle;
        & > #budget { width: 92%; max-width: 76; height: auto; background: $surface; border: round $accent; }
        & > #budget { padding: 0 1; }
        & #budget-told { height: auto; margin: 0 0 1 0; }
        & #budget-how { height: auto; margin: 1 0 0 0; color: $text-muted; }
        & #budget-how.problem { color: $error; }
    }
    """

    def __init__(self, told: str) -> None:
        super().__init__()
        self._told = told

    def compose(self) -> ComposeResult:
        with Vertical(id="budget") as box:
            box.border_title = "How many more questions?"
            box.border_subtitle = "Enter sets it · Esc leaves it"
            yield Static(Content(self._told), id="budget-told")
            yield SubmitField("5, or 10 minutes")
            yield Static(Content(_HOW), id="budget-how")

    def on_mount(self) -> None:
        self.query_one(SubmitField).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        number = budget_in(event.value)
        if number is None:
            how = self.query_one("#budget-how", Static)
            how.add_class("problem")
            how.update(Content(_WRONG))
        else:
            self.dismiss(number)

    def action_leave(self) -> None:
        self.dismiss(None)
