"""A line of views to choose from, of which one is current."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.ui.jumping import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from textual import events

_BETWEEN = "   "


class Tabs(Widget):
    """The current one is marked; a click chooses another."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"tabs--current", "tabs--other"}
    DEFAULT_CSS = """
    Tabs {
        height: 1;
        padding: 0 1;
        background: $surface;
        & > .tabs--current { color: $accent; text-style: bold underline; }
        & > .tabs--other { color: $muted; }
    }
    """

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, labels: Mapping[str, str], *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._labels = dict(labels)
        self._current = next(iter(labels), "")

    @property
    def current(self) -> str:
        return self._current

    def show(self, key: str) -> None:
        if key != self._current:
            self._current = key
            self.refresh()

    def render(self) -> Content:
        current, other = map(self.get_visual_style, ("tabs--current", "tabs--other"))
        labels = [
            Content.styled(label, current if key == self._current else other) for key, label in self._labels.items()
        ]
        return Content(_BETWEEN).join(labels)

    def places(self) -> Iterator[Place]:
        """Where jump mode puts a letter."""
        at = 0
        for label in self._labels.values():
            yield Place(at, 0)
            at += cell_len(label) + len(_BETWEEN)

    def on_click(self, event: events.Click) -> None:
        place, at = event.get_content_offset(self), 0
        if place is None:
            return
        event.stop()
        for key, label in self._labels.items():
            if at <= place.x < at + cell_len(label):
                self.post_message(self.Chosen(key))
                return
            at += cell_len(label) + len(_BETWEEN)
