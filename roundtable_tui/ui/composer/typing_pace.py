"""Tells typing from commands: letters that follow each other fast are a sentence, whatever they would mean as keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.ui.widgets.ordered_keys import typed_text

if TYPE_CHECKING:
    from textual import events

FAST = 0.25
"""Seconds: a letter that comes sooner after another belongs to the same sentence."""


class TypingPace:
    """Is told of every key as it is handed out."""

    def __init__(self, fast: float = FAST) -> None:
        self.fast = fast
        self.before = ""
        """The letters typed right before the key that is being handed out."""
        self._burst = ""
        self._last = float("-inf")

    def note(self, event: events.Key) -> None:
        text = typed_text(event)
        self.before = self._burst if event.time - self._last < self.fast else ""
        self._burst = self.before + text if text else ""
        self._last = event.time
