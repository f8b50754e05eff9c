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
_LEAST_BESIDE = 12
BETWEEN_PARTS = " · "
"""Between what is being done beside the talk, how far it is, and what it has cost, which comes last."""


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
        beside = Content(_beside_in(room, self._beside, self._stops_with)).truncate(room, ellipsis=True)
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


def _beside_in(room: int, text: str, stops_with: str) -> str:
    """What is being done, what it has cost and how to stop it; what stands between the first two goes first."""
    first, *others = text.split(BETWEEN_PARTS)
    stops = [f"{stops_with} stops"] if stops_with else []
    for kept in (others, others[-1:]):
        told = BETWEEN_PARTS.join((first, *kept, *stops))
        if cell_len(told) <= room:
            return told
    for kept in (others[-1:], []):
        end = "".join(f"{BETWEEN_PARTS}{part}" for part in (*kept, *stops))
        left = room - cell_len(end)
        if end and left >= _LEAST_BESIDE:
            return _cut_before_bracket(first, left) + end if cell_len(first) > left else first + end
    return text


def _cut_before_bracket(text: str, room: int) -> str:
    """Without a bracket that is left open: "(3 of at…" says nothing."""
    cut = set_cell_size(text, room - 1).rstrip()
    if "(" in cut and ")" not in cut.rpartition("(")[2] and cell_len(before := cut.rpartition("(")[0].rstrip()) > 0:
        return before
    return f"{cut}…"


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
