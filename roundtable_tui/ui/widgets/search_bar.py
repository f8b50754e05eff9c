"""The field to search with: says what is looked for while it is typed, and shows how many were found."""

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


_GROUP = Binding.Group("Search field")


def _bound(name: str, keys: str, action: str, tooltip: str) -> Binding:
    return Binding(keys, action, tooltip, show=False, tooltip=tooltip, id=f"search.{name}", group=_GROUP)


class SearchField(LineField):
    BINDINGS: ClassVar[list[BindingType]] = [
        _bound("next", "enter,down", "found(True)", "Next match"),
        _bound("previous", "shift+enter,up", "found(False)", "Previous match"),
        _bound("close", "escape", "close", "Close the search"),
    ]

    class Found(Message):
        """Go to the next match, or the previous."""

        def __init__(self, *, forward: bool) -> None:
            super().__init__()
            self.forward = forward

    class Escaped(Message):
        """Enough searched."""

    def action_found(self, forward: bool) -> None:
        self.post_message(self.Found(forward=forward))

    def action_close(self) -> None:
        self.post_message(self.Escaped())


class SearchBar(Horizontal):
    """Hidden until opened; `show_count` is the screen's answer to `Searched` and `Moved`."""

    DEFAULT_CSS = """
    SearchBar {
        height: 1;
        padding: 0 1;
        background: $panel;
        display: none;
        & > .searchbar--mark { width: 2; color: $accent; }
        & > .searchbar--count { width: auto; color: $text-muted; padding: 0 0 0 1; }
    }
    """

    class Searched(Message):
        """What is looked for has changed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Moved(Message):
        """To the next match, or the previous."""

        def __init__(self, *, forward: bool) -> None:
            super().__init__()
            self.forward = forward

    class Closed(Message):
        """The bar is hidden again; the marks may go."""

    def __init__(self, placeholder: str = "Search the conversation") -> None:
        super().__init__()
        self._placeholder = placeholder

    def compose(self) -> ComposeResult:
        yield Static("/", classes="searchbar--mark")
        yield SearchField(self._placeholder)
        yield Static("", classes="searchbar--count")

    @property
    def text(self) -> str:
        return self.query_one(SearchField).value

    def open(self) -> None:
        """Shows the field with what was looked for last, selected, so that typing replaces it."""
        self.display = True
        field = self.query_one(SearchField)
        field.focus()
        field.action_select_all()

    def close(self) -> None:
        if self.display:
            self.display = False
            self.post_message(self.Closed())

    def show_count(self, current: int, total: int) -> None:
        """`current` counts from 1; 0 while none is shown."""
        if not self.text:
            said = ""
        elif not total:
            said = "nothing found"
        else:
            said = f"{current:,} of {total:,}"
        self.query_one(".searchbar--count", Static).update(Content(said))

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        event.stop()
        if not event.value:
            self.show_count(0, 0)
        self.post_message(self.Searched(event.value))

    @on(SearchField.Found)
    def _move(self, event: SearchField.Found) -> None:
        event.stop()
        self.post_message(self.Moved(forward=event.forward))

    @on(SearchField.Escaped)
    def _close(self, event: SearchField.Escaped) -> None:
        event.stop()
        self.close()
