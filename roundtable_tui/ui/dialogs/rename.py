"""Asks what an item is to be called from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from roundtable_tui.ui.widgets.line_field import SubmitField

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

_KEPT = "Its folder keeps its name, {slug}: other programs and links go by that."


class RenameScreen(ModalScreen[str]):
    """The new name; empty if it stays as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", tooltip="Leave the name as it is", id="rename.leave"),
    ]
    DEFAULT_CSS = """
    RenameScreen {
        align: center middle;
        & > #rename { width: 92%; max-width: 84; height: auto; background: $surface; border: round $accent; }
        & > #rename { padding: 0 1; }
        & #rename-kept { height: auto; margin: 1 0 0 0; color: $text-muted; }
    }
    """

    def __init__(self, name: str, slug: str) -> None:
        super().__init__()
        self._name_now = name
        self._slug = slug

    def compose(self) -> ComposeResult:
        with Vertical(id="rename") as box:
            box.border_title = "What is this item called?"
            box.border_subtitle = "Enter renames · Esc leaves it"
            yield SubmitField("A few words that say what it is about")
            yield Static(Content(_KEPT.format(slug=self._slug)), id="rename-kept")

    def on_mount(self) -> None:
        field = self.query_one(SubmitField)
        field.value = self._name_now
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        name = event.value.strip()
        self.dismiss(name if name != self._name_now else "")

    def action_leave(self) -> None:
        self.dismiss("")
