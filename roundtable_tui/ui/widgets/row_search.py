"""Search in a list: words in, the cursor goes from one row that has them to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class SearchableRows:
    """What every list can do that says what its rows say and where its cursor is."""

    _sought = ""

    @property
    def row_texts(self) -> Iterable[tuple[int, str]]:
        """The rows that can be gone to, each with all it says."""
        raise NotImplementedError

    @property
    def row_at(self) -> int | None:
        """Where the cursor is."""
        raise NotImplementedError

    def go_to_row(self, at: int) -> None:
        raise NotImplementedError

    def search(self, query: str) -> int:
        """Goes to the first row from the cursor on that has these words, whatever their case; gives how many have."""
        self._sought = query
        self._go_on(self.row_at or 0)
        return len(self._found)

    def next_match(self) -> None:
        self._go_on((self.row_at or 0) + 1)

    def previous_match(self) -> None:
        found, here = self._found, self.row_at or 0
        if found:
            self.go_to_row(next((at for at in reversed(found) if at < here), found[-1]))

    def clear_search(self) -> None:
        self._sought = ""

    @property
    def match_position(self) -> tuple[int, int]:
        """Which of how many rows; 0 of them if the cursor is on none."""
        found = self._found
        return (found.index(self.row_at) + 1 if self.row_at in found else 0), len(found)

    def _go_on(self, start: int) -> None:
        if found := self._found:
            self.go_to_row(next((at for at in found if at >= start), found[0]))

    @property
    def _found(self) -> list[int]:
        sought = self._sought.casefold()
        return [at for at, text in self.row_texts if sought in text.casefold()] if sought else []
