"""A quiet line under the conversation that says how much has come below what is visible, and leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events


class NewBelow(Widget):
    """Takes a line of its own, so that it hides no text; gone at the end of the conversation."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    NewBelow { height: 1; display: none; background: $panel; color: $accent; text-align: center; }
    """

    class Clicked(Message):
        """The reader wants to go there."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self.tooltip = Content("Go to what was said last")

    @property
    def count(self) -> int:
        return self._count

    def show(self, count: int) -> None:
        self._count = count
        self.display = count > 0
        self.refresh()

    def render(self) -> Content:
        return Content(f"↓ {self._count} new below")

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())
