"""Which panes of the review show: beside each other where there is room, else the one that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    from roundtable_tui.ui.documents.preview import Preview

LIST, DOCUMENT = "list", "document"


class ReviewPanes:
    """Keeps the classes by which the stylesheet shows and hides."""

    def __init__(self, screen: Screen[Any], entries: Widget, preview: Preview) -> None:
        self._screen = screen
        self._entries = entries
        self._preview = preview

    @property
    def is_covered(self) -> bool:
        """Whether something else was asked for in the place of the entry."""
        screen = self._screen
        narrow = screen.has_class("-narrow")
        return (narrow and screen.has_class("show-list")) or (
            not screen.has_class("-wide") and screen.has_class("show-document")
        )

    def show_entry(self) -> None:
        self._screen.remove_class("show-list", "show-document")

    def show(self, pane: str) -> None:
        self.show_entry()
        self._screen.add_class(f"show-{pane}")
        if pane == DOCUMENT:
            self._screen.remove_class("hide-document")

    def toggle(self, pane: str) -> None:
        """Goes to a pane and shows it; asked for once more, it goes away again."""
        target = self._entries if pane == LIST else self._preview.body
        if not target.has_focus:
            self.show(pane)
            target.focus()
            return
        self.show_entry()
        self._screen.set_class(pane == DOCUMENT, "hide-document")
        self.focus_list()

    def focus_list(self) -> None:
        """Where the list is hidden nothing has the focus: the keys walk all the same."""
        hidden = self._screen.has_class("-narrow") and not self._screen.has_class("show-list")
        self._screen.set_focus(None if hidden else self._entries)
