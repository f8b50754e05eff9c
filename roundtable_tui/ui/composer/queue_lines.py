"""Shows what was sent while a turn is under way, so that nobody wonders where it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

if TYPE_CHECKING:
    from textual import events

WAITING_LINES = 3


class PendingLines(Static):
    """What was sent while a turn is under way, the next first; a click takes the last back."""

    class Clicked(Message):
        """The last of it is wanted back."""

    DEFAULT_CSS = """
    PendingLines { height: auto; padding: 0 1; color: $text-muted; display: none; }
    """

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())

    def show(self, waiting: tuple[str, ...]) -> None:
        from roundtable_tui.domain.talk.sanitize import one_line

        self.display = bool(waiting)
        width = max(20, (self.container_size.width or 80) - 30)
        lines = [f"waits: {one_line(text[:500], width)}" for text in waiting[:WAITING_LINES]]
        if len(waiting) > WAITING_LINES:
            lines.append(f"and {len(waiting) - WAITING_LINES} more")
        if lines:
            lines[-1] += "  (↑ takes back the last)" if len(waiting) > 1 else "  (↑ takes it back)"
        self.update(Content("\n".join(lines)))
