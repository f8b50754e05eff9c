"""The composer, and above it what was sent while a turn is under way, so that nobody wonders where it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from roundtable_tui.ui.composer.composer import Composer
from roundtable_tui.ui.composer.suggestion_list import SuggestionList

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

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


class ComposerBox(Vertical):
    """The composer with what waits above it."""

    DEFAULT_CSS = "ComposerBox { height: auto; }"

    def compose(self) -> ComposeResult:
        yield PendingLines()
        yield SuggestionList()
        yield Composer()

    @on(Composer.QueueChanged)
    def _show_waiting(self, event: Composer.QueueChanged) -> None:
        self.query_one(PendingLines).show(event.waiting)

    @on(Composer.Suggested)
    def _show_suggestions(self, event: Composer.Suggested) -> None:
        event.stop()
        self.query_one(SuggestionList).show(event.suggestions, event.at, event.waiting)

    @on(SuggestionList.Clicked)
    def _take_suggestion(self, event: SuggestionList.Clicked) -> None:
        event.stop()
        self.query_one(Composer).take_suggestion(event.suggestion)

    @on(PendingLines.Clicked)
    def _take_back(self, event: PendingLines.Clicked) -> None:
        event.stop()
        composer = self.query_one(Composer)
        composer.take_back()
        composer.focus()
