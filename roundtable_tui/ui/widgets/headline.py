"""The first line of the table: which item, how far, and how deep."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.widget import Widget

_NAME = "roundtable"
_BETWEEN = "  ·  "
_LEAST = 28
"""A name of fewer cells than this says too little: something else has to go first."""
_FEWEST = 3


class Headline(Widget):
    DEFAULT_CSS = """
    Headline { height: 1; padding: 0 1; background: $panel; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[str, ...] = ("setting the table …",)
        self._beside = self._stops_with = self._zoomed = ""

    def say(self, *parts: str) -> None:
        if parts != self._parts:
            self._parts = parts
            self.refresh()

    def beside(self, text: str, stops_with: str = "") -> None:
        """What goes on beside the talk, at the right edge, and the key that ends it; nothing when it is over."""
        self._stops_with = stops_with
        if text != self._beside:
            self._beside = text
            self.refresh()

    def zoomed(self, text: str) -> None:
        """What alone is in sight, and the key that brings the rest back; nothing when all is there again."""
        if text != self._zoomed:
            self._zoomed = text
            self.refresh()

    def render(self) -> Content:
        width = max(1, self.content_size.width)
        if not self._beside:
            return self._line(width)
        room = max(1, width // 2)
        with_key = f"{self._beside} · {self._stops_with} stops"
        told = with_key if self._stops_with and cell_len(with_key) <= room else self._beside
        beside = Content(told).truncate(room, ellipsis=True)
        line = self._line(max(1, width - beside.cell_length - 2))
        gap = " " * max(1, width - line.cell_length - beside.cell_length)
        return line + Content(gap) + beside.stylize("$foreground 70%")

    def _line(self, width: int) -> Content:
        """Where there is little room, what stands before the last goes and the longest is cut: the progress stays."""
        zoomed = f"{self._zoomed}  " if self._zoomed else ""
        parts = _fitted(self._parts, width - cell_len(_NAME) - cell_len(zoomed) - 2)
        name = Content.styled(_NAME, "bold $accent") + Content("  ") + Content.styled(zoomed, "bold")
        line = name + Content(_BETWEEN.join(parts))
        return line.truncate(width, ellipsis=True)


def _fitted(given: tuple[str, ...], room: int) -> list[str]:
    parts = list(given)
    while parts:
        over = cell_len(_BETWEEN.join(parts)) - room
        longest = max(range(len(parts)), key=lambda at: cell_len(parts[at]))
        left = cell_len(parts[longest]) - over
        if over <= 0:
            break
        if left >= _LEAST or len(parts) < _FEWEST:
            parts[longest] = set_cell_size(parts[longest], max(left - 1, 1)).rstrip() + "…"
            break
        del parts[-2]
    return parts
