"""Remembers what was sent, for going back and forth through it from an unsent draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.journal.state import State


class InputHistory:
    """A walk through earlier messages that ends where it began: at the draft."""

    def __init__(self) -> None:
        self._entries: list[str] = []
        self._place: int | None = None
        self._draft = ""

    @property
    def entries(self) -> tuple[str, ...]:
        return tuple(self._entries)

    @property
    def shown(self) -> str | None:
        """The message being looked at; None while none is."""
        return None if self._place is None else self._entries[self._place]

    def load(self, entries: Iterable[str]) -> None:
        self._entries = []
        self._place = None
        for entry in entries:
            self.remember(entry)

    def remember(self, text: str) -> None:
        self._place = None
        if text.strip() and self._entries[-1:] != [text]:
            self._entries.append(text)

    def earlier(self, current: str) -> str | None:
        """The message before the one shown; None if there is none."""
        if self._place is None or current != self.shown:
            self._draft, self._place = current, len(self._entries)
        if self._place == 0:
            if not self._entries:
                self._place = None
            return None
        self._place -= 1
        return self._entries[self._place]

    def later(self) -> str | None:
        """The message after the one shown, in the end the draft; None while no message is shown."""
        if self._place is None:
            return None
        self._place += 1
        if self._place < len(self._entries):
            return self._entries[self._place]
        self._place = None
        return self._draft


def sent_in(state: State) -> list[str]:
    """What the user said in this item and did not take back, the oldest first."""
    from roundtable_tui.domain.journal.events import USER

    return [spoken.utterance.text for spoken in state.talk.transcript if spoken.utterance.speaker == USER]
