"""One line that says which entries are walked and how many there are of each sort; clickable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

_GAPS = ("   ", "  ", " ")


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    count: int

    @property
    def label(self) -> str:
        return f"{self.name} {self.count}"


class FilterTabs(Widget):
    """The current one stands in brackets and is underlined, so that it shows without colours too."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"filtertabs--current", "filtertabs--other", "filtertabs--empty"}
    DEFAULT_CSS = """
    FilterTabs {
        height: 1;
        padding: 0 1;
        background: $surface;
        & > .filtertabs--current { color: $accent; text-style: bold; }
        & > .filtertabs--other { color: $foreground; }
        & > .filtertabs--empty { color: $muted; }
    }
    """

    @dataclass
    class Chosen(Message):
        name: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._tabs: tuple[Tab, ...] = ()
        self._current = ""

    @property
    def tabs(self) -> tuple[Tab, ...]:
        return self._tabs

    def show(self, tabs: Sequence[Tab], current: str) -> None:
        if (tuple(tabs), current) != (self._tabs, self._current):
            self._tabs, self._current = tuple(tabs), current
            self.refresh()

    def render(self) -> Content:
        current, other, empty = (self.get_visual_style(f"filtertabs--{name}") for name in ("current", "other", "empty"))
        drawn = [
            Content.styled(text, current if tab.name == self._current else other if tab.count else empty)
            for tab, text in self._shown()
        ]
        return Content(self._gap).join(drawn)

    @property
    def _gap(self) -> str:
        """The widest that leaves room for all; none where they do not fit at all."""
        width = sum(cell_len(text) for _, text in self._labelled())
        room = (gap for gap in _GAPS if width + len(gap) * (len(self._tabs) - 1) <= self.content_size.width)
        return next(room, "")

    def _shown(self) -> list[tuple[Tab, str]]:
        """All that fit; where they do not, the current one alone."""
        return [(tab, text) for tab, text in self._labelled() if self._gap or tab.name == self._current]

    def _labelled(self) -> list[tuple[Tab, str]]:
        return [(tab, f"[{tab.label}]" if tab.name == self._current else tab.label) for tab in self._tabs]

    def on_click(self, event: events.Click) -> None:
        place, at = event.get_content_offset(self), 0
        if place is None:
            return
        for tab, text in self._shown():
            if at <= place.x < at + cell_len(text):
                event.stop()
                self.post_message(self.Chosen(tab.name))
                return
            at += cell_len(text) + len(self._gap)
