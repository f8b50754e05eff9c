"""The field to search with: looks in a pane for what is typed, as it is typed, and shows how many were found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.widget import Widget
    from textual.widgets import Input

    from roundtable_tui.ui.widgets.search_field import SearchField


class Searchable(Protocol):
    """What can be searched: text, or the rows of a list."""

    def search(self, query: str) -> int:
        """Goes to the first place that has these words; gives how many there are."""
        ...

    def next_match(self) -> None: ...

    def previous_match(self) -> None: ...

    def clear_search(self) -> None: ...

    @property
    def match_position(self) -> tuple[int, int]:
        """Which of how many places."""
        ...


class SearchBar(Horizontal):
    """Hidden until opened. Opened for a pane it searches there; else the screen hears what is looked for and answers
    by `show_count`."""

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

    def __init__(self, placeholder: str = "Search here") -> None:
        super().__init__()
        self._placeholder = placeholder
        self._field: SearchField | None = None
        self._count = Static("", classes="searchbar--count")
        self._pane: Searchable | None = None
        self._back_to: Widget | None = None

    @property
    def text(self) -> str:
        return self._field.value if self._field else ""

    @property
    def pane(self) -> Searchable | None:
        """Where it searches."""
        return self._pane

    def open(self, pane: Searchable | None = None, back_to: Widget | None = None) -> None:
        """Shows the field with what was looked for last, selected, so that typing replaces it.

        It is made the first time: nobody waits for a field that is not in sight. Once it is closed, the focus goes
        `back_to` where it was.
        """
        self._pane, self._back_to = pane, back_to
        self.display = True
        field = self._field = self._field or self._mounted_field()
        field.focus()
        field.action_select_all()

    def _mounted_field(self) -> SearchField:
        from roundtable_tui.ui.widgets.search_field import SearchField

        field = SearchField(self._placeholder)
        self.mount(Static("/", classes="searchbar--mark"), field, self._count)
        return field

    def close(self) -> None:
        if self.display:
            self.display = False
            if self._pane:
                self._pane.clear_search()
            self.screen.set_focus(self._back_to)
            self.post_message(self.Closed())

    def step(self, pane: Searchable, forward: int) -> None:
        """To the next place in this pane, or the one before; what was looked for last is looked for again."""
        if not pane.match_position[1] and self.text:
            pane.search(self.text)
        elif forward > 0:
            pane.next_match()
        else:
            pane.previous_match()
        self.show_count(*pane.match_position)

    def show_count(self, current: int, total: int) -> None:
        """`current` counts from 1; 0 while none is shown."""
        if not self.text:
            said = ""
        elif not total:
            said = "nothing found"
        else:
            said = f"{current:,} of {total:,}"
        self._count.update(Content(said))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if not event.value:
            self.show_count(0, 0)
        if self._pane:
            self._pane.search(event.value)
            self.show_count(*self._pane.match_position)
        else:
            self.post_message(self.Searched(event.value))

    def on_search_field_found(self, event: SearchField.Found) -> None:
        event.stop()
        if self._pane:
            self.step(self._pane, 1 if event.forward else -1)
        else:
            self.post_message(self.Moved(forward=event.forward))

    def on_search_field_kept(self, event: SearchField.Kept) -> None:
        """Back to reading where it was found, the marks in sight, so that a letter steps on."""
        event.stop()
        if self._pane is None:
            self.post_message(self.Moved(forward=True))
            return
        self.display = False
        self.screen.set_focus(cast("Widget", self._pane))

    def on_search_field_escaped(self, event: SearchField.Escaped) -> None:
        event.stop()
        self.close()
