"""A line of views to choose from, of which one is current."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.ui.keys.jump_targets import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from textual import events


class Tabs(Widget):
    """The current one is marked; a click chooses another."""

    ALLOW_SELECT = False
    BETWEEN: ClassVar[str] = "   "
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

    def shown(self) -> Mapping[str, str]:
        """What stands in the line, by key."""
        return self._labels

    @property
    def gap(self) -> str:
        return self.BETWEEN

    def render(self) -> Content:
        current, other = map(self.get_visual_style, ("tabs--current", "tabs--other"))
        labels = [
            Content.styled(label, current if key == self._current else other) for key, label in self.shown().items()
        ]
        return Content.styled(self.gap, other).join(labels)

    def places(self) -> Iterator[Place]:
        """Where jump mode puts a letter."""
        for at, _ in self._starts():
            yield Place(at, 0)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None:
            return
        event.stop()
        labels = self.shown()
        for at, key in self._starts():
            if at <= place.x < at + cell_len(labels[key]):
                self.post_message(self.Chosen(key))

    def _starts(self) -> Iterator[tuple[int, str]]:
        at, gap = 0, len(self.gap)
        for key, label in self.shown().items():
            yield at, key
            at += cell_len(label) + gap
