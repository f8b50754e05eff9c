"""Where there is room for one pane only: which one it is, and the way to the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.ui.jumping import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events

TABS = {"conversation": "Talk", "sidebar": "Steps", "preview": "Documents"}
_BETWEEN = " · "


class PaneTabs(Widget):
    """One line; the current pane is marked."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"panetabs--current", "panetabs--other"}
    DEFAULT_CSS = """
    PaneTabs {
        height: 1;
        padding: 0 1;
        background: $surface;
        display: none;
        & > .panetabs--current { color: $accent; text-style: bold underline; }
        & > .panetabs--other { color: $muted; }
    }
    """

    class Chosen(Message):
        """A tab was clicked; `pane` is its key in `TABS`."""

        def __init__(self, pane: str) -> None:
            super().__init__()
            self.pane = pane

    def __init__(self) -> None:
        super().__init__()
        self._current = "conversation"

    @property
    def current(self) -> str:
        return self._current

    def show(self, pane: str) -> None:
        if pane != self._current:
            self._current = pane
            self.refresh()

    def render(self) -> Content:
        current, other = map(self.get_visual_style, ("panetabs--current", "panetabs--other"))
        labels = [Content.styled(label, current if pane == self._current else other) for pane, label in TABS.items()]
        return Content.styled(_BETWEEN, other).join(labels)

    def places(self) -> Iterator[Place]:
        """Where jump mode puts a letter."""
        at = 0
        for label in TABS.values():
            yield Place(at, 0)
            at += cell_len(label) + len(_BETWEEN)

    def on_click(self, event: events.Click) -> None:
        place, at = event.get_content_offset(self), 0
        if place is None:
            return
        event.stop()
        for pane, label in TABS.items():
            width = cell_len(label)
            if at <= place.x < at + width:
                self.post_message(self.Chosen(pane))
                return
            at += width + len(_BETWEEN)
