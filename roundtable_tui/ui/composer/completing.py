"""Completes what is being written: looks after every change what it could become, and takes what the user picks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roundtable_tui.ui.composer.suggestions import (
    MOST,
    Begun,
    command_suggestions,
    file_suggestions,
    is_meant,
    mention,
    names_somebody,
    people_suggestions,
    tabbed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.ui.composer.suggestions import Offers, Suggestion

_LOOKING = "Looking for the project's files …"


class Field(Protocol):
    """The field that is written in."""

    @property
    def text(self) -> str: ...

    @property
    def before_cursor(self) -> str:
        """What stands in the cursor's line before it."""
        ...

    def write_over(self, start: int, text: str) -> None:
        """Puts the text in the place of what stands between there and the cursor, in the cursor's line."""
        ...


class Completing:
    def __init__(self, field: Field, show: Callable[[Sequence[Suggestion], int, str], None]) -> None:
        self.offers: Offers | None = None
        """Nothing is completed until it is known what there is."""
        self._field = field
        self._show = show
        self._begun: Begun | None = None
        """What the suggestions are for: once something else is written they no longer count."""
        self._suggestions: tuple[Suggestion, ...] = ()
        self._at = 0
        self._moved = False
        self._closed: Begun | None = None
        """Where the user did not want to be helped."""

    @property
    def is_open(self) -> bool:
        """Whether the user sees something to take."""
        return bool(self._suggestions) and self._begun == self._now()

    @property
    def takes_enter(self) -> bool:
        """Enter sends what is written, unless a line was marked or the words are part of the name it would take."""
        if not self.is_open or self._begun is None:
            return False
        return self._moved or (not self._begun.is_command and is_meant(self._begun.text, self._suggestions[self._at]))

    @property
    def has_work(self) -> bool:
        return self.offers is not None and (self._now() is not None or self._begun is not None)

    async def look(self) -> None:
        """What can be suggested now; shown as soon as it is known, unless something else is written by then."""
        begun, offers = self._now(), self.offers
        if begun is None or offers is None or self._is_closed(begun):
            self.hide()
            return
        if not begun.is_command and (self._begun is None or self._begun.start != begun.start):
            self._begun = begun
            if not offers.files.is_ready:
                self._show((), 0, _LOOKING)
            await offers.files.load()
        suggestions = await _suggestions(begun, offers)
        if begun != self._now():
            return
        if not suggestions or suggestions[0].text.strip() == begun.text.strip():
            self.hide()
            return
        if suggestions != self._suggestions:
            self._at, self._moved = 0, False
        self._begun, self._suggestions = begun, suggestions
        self._show(suggestions, self._at, "")

    def move(self, by: int) -> None:
        self._at, self._moved = (self._at + by) % len(self._suggestions), True
        self._show(self._suggestions, self._at, "")

    async def complete(self) -> bool:
        """Whether there was anything to complete; typed fast, it need not have been shown."""
        begun, offers = self._now(), self.offers
        if begun is None or offers is None or self._is_closed(begun):
            return False
        if begun.is_command and not self._moved:
            line = tabbed(begun.text, offers)
            if line != begun.text:
                self._field.write_over(0, line)
                return True
        suggestions = self._suggestions if self.is_open else await _suggestions(begun, offers)
        if not suggestions:
            return begun.is_command
        self.take(suggestions[self._at if self.is_open else 0])
        return True

    def take_marked(self) -> None:
        self.take(self._suggestions[self._at])

    def take(self, suggestion: Suggestion) -> None:
        begun = self._now()
        self.hide()
        if begun is not None:
            self._field.write_over(begun.start, suggestion.text)

    def close(self) -> None:
        """The user does not want to be helped with this one."""
        self._closed = self._now()
        self.hide()

    def hide(self) -> None:
        self._begun, self._suggestions, self._at, self._moved = None, (), 0, False
        self._show((), 0, "")

    def _now(self) -> Begun | None:
        """What is being written where the cursor stands."""
        text, before = self._field.text, self._field.before_cursor
        if text.startswith("/"):
            return Begun(0, text, is_command=True) if text == before else None
        return mention(before)

    def _is_closed(self, begun: Begun) -> bool:
        closed = self._closed
        if closed and closed.start == begun.start and begun.text.startswith(closed.text):
            return True
        self._closed = None
        return False


async def _suggestions(begun: Begun, offers: Offers) -> tuple[Suggestion, ...]:
    if begun.is_command:
        return command_suggestions(begun.text, offers)
    if names_somebody(begun.text, offers.people):
        return ()
    people = people_suggestions(begun.text, offers.people)
    return (*people, *file_suggestions(await offers.files.matching(begun.text)))[:MOST]
