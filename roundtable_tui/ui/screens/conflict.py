"""Asks what is to become of a document in which the user's text and the analysis say different things."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType


class Settling(StrEnum):
    """What the user can do about a conflict, in the words of the choice."""

    KEEP = "Keep my text"
    EDIT = "Open it in my editor"
    SHOW = "Show the document"
    TAKE = "Take the analysis's version (mine stays in the history)"


class ConflictScreen(ModalScreen[Settling]):
    """Nothing is lost by any answer, and the first, which Enter and Esc give, changes nothing.

    The user may be writing when this comes up: what they type goes on into the composer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "keep", "Keep", tooltip="Leave my text standing", id="conflict.keep"),
    ]
    DEFAULT_CSS = """
    ConflictScreen {
        align: center middle;
        & > #conflict-box { width: 92%; max-width: 84; height: auto; max-height: 92%; }
        & > #conflict-box { background: $surface; border: round $accent; padding: 0 1; }
        & #conflict-sentences { height: auto; max-height: 36vh; margin: 0 0 1 0; scrollbar-size-vertical: 1; }
        & #conflict-choices { height: auto; border: none; background: $surface; padding: 0; }
        & #conflict-choices:focus { border: none; background-tint: $surface 0%; }
        & #conflict-choices > .option-list--option { padding: 0 1; }
        & #conflict-choices > .option-list--option-highlighted {
            background: $accent;
            color: $background;
            text-style: bold;
        }
    }
    """

    def __init__(
        self, document: str, conflicts: Sequence[str], typed: Callable[[events.Key], object] | None = None
    ) -> None:
        super().__init__()
        self.document = document
        self.conflicts = tuple(conflicts)
        self._typed = typed

    def compose(self) -> ComposeResult:
        with Vertical(id="conflict-box") as box:
            box.border_title = Content(f"Conflict in {self.document}")
            box.border_subtitle = "Enter chooses · Esc keeps my text"
            with VerticalScroll(id="conflict-sentences", can_focus=False):
                yield Static(Content("Your text and the analysis say different things:"))
                for conflict in self.conflicts:
                    yield Static(Content(f"• {conflict}"))
            choices = (Option(Content(choice.value), id=choice.name) for choice in Settling)
            yield OptionList(*choices, id="conflict-choices")

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        choices.highlighted = 0
        choices.focus()

    def on_key(self, event: events.Key) -> None:
        if self._typed and event.is_printable:
            self._typed(event)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(Settling[event.option_id or Settling.KEEP.name])

    def action_keep(self) -> None:
        self.dismiss(Settling.KEEP)
