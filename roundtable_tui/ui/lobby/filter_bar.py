"""The field that leaves only some rows of a list, from which the list itself can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from roundtable_tui.ui.widgets.line_field import LineField

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType


class FilterField(LineField):
    """Typing filters; the keys of the list work here too, in the order pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.open", "Open", tooltip="Go on with this item", id="lobby.open"),
        Binding("down", "screen.move(1)", "Down", tooltip="Down a row", show=False, id="filter.down"),
        Binding("up", "screen.move(-1)", "Up", tooltip="Up a row", show=False, id="filter.up"),
        Binding("pagedown", "screen.page(1)", "Page down", tooltip="Down a page", show=False, id="filter.page_down"),
        Binding("pageup", "screen.page(-1)", "Page up", tooltip="Up a page", show=False, id="filter.page_up"),
        Binding("escape", "screen.back", "Back", tooltip="Show all items again", id="lobby.back"),
    ]


class FilterBar(Horizontal):
    """Hidden until it is asked for, and again once it is empty and left."""

    DEFAULT_CSS = """
    FilterBar {
        height: 1;
        display: none;
        background: $panel;
        padding: 0 1;
        & > .filter--mark { width: 2; color: $accent; }
        & > .filter--count { width: auto; color: $muted; padding: 0 0 0 1; }
    }
    """

    class Changed(Message):
        """Other words are looked for."""

    def compose(self) -> ComposeResult:
        yield Static("/", classes="filter--mark")
        yield FilterField("Words of the description, ticket or status, in any order")
        yield Static(classes="filter--count")

    @property
    def field(self) -> FilterField:
        return self.query_one(FilterField)

    @property
    def words(self) -> str:
        return self.field.value if self.is_mounted else ""

    @property
    def is_in_use(self) -> bool:
        return bool(self.words) or (self.is_mounted and self.field.has_focus)

    def open(self) -> None:
        self.display = True
        self.screen.set_focus(self.field)  # at once: the next letter is for the field

    def clear(self) -> None:
        self.field.value = ""

    def show_count(self, shown: int, every: int) -> None:
        self.display = self.is_in_use
        self.query_one(".filter--count", Static).update(Content(f"{shown:,} of {every:,}"))

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed())
