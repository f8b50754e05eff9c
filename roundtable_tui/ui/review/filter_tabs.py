"""One line that says which entries are walked and how many there are of each sort; clickable."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content

from roundtable_tui.ui.widgets.tabs import Tabs

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAPS = ("   ", "  ", " ")


class Tab(Struct, frozen=True):
    name: str
    count: int

    @property
    def label(self) -> str:
        return f"{self.name} {self.count}"


class FilterTabs(Tabs):
    """The current one stands in brackets, so that it shows without colours too."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"filtertabs--current", "filtertabs--other", "filtertabs--empty"}
    DEFAULT_CSS = """
    FilterTabs {
        & > .filtertabs--current { color: $accent; text-style: bold; }
        & > .filtertabs--other { color: $foreground; }
        & > .filtertabs--empty { color: $muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__({}, id=id)
        self._tabs: tuple[Tab, ...] = ()

    @property
    def tabs(self) -> tuple[Tab, ...]:
        return self._tabs

    def show_counts(self, tabs: Sequence[Tab], current: str) -> None:
        if (tuple(tabs), current) != (self._tabs, self._current):
            self._tabs, self._current = tuple(tabs), current
            self._labels = {tab.name: f"[{tab.label}]" if tab.name == current else tab.label for tab in tabs}
            self.refresh()

    def render(self) -> Content:
        current, other, empty = (self.get_visual_style(f"filtertabs--{name}") for name in ("current", "other", "empty"))
        counts = {tab.name: tab.count for tab in self._tabs}
        drawn = [
            Content.styled(label, current if name == self._current else other if counts[name] else empty)
            for name, label in self.shown().items()
        ]
        return Content(self.gap).join(drawn)

    @property
    def gap(self) -> str:
        """The widest that leaves room for all; the narrowest that tells them apart where there is none."""
        width = sum(map(cell_len, self._labels.values()))
        room = (gap for gap in _GAPS if width + len(gap) * (len(self._labels) - 1) <= self.content_size.width)
        return next(room, _GAPS[1])

    def shown(self) -> dict[str, str]:
        """All of them; where they do not fit, the current one and as many others as do."""
        room = self.content_size.width - cell_len(self._labels.get(self._current, ""))
        kept = {self._current}
        for name, label in self._labels.items():
            if name not in kept and cell_len(label) + len(self.gap) <= room:
                kept.add(name)
                room -= cell_len(label) + len(self.gap)
        return {name: label for name, label in self._labels.items() if name in kept}
