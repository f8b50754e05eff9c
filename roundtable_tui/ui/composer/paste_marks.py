"""Keeps large pastes out of the composer's lines: a short mark stands for each, and gives the whole back."""

from __future__ import annotations

import re

LINES = 50
CHARACTERS = 5_000


class PasteMarks:
    """What was pasted, by the mark that stands for it."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._marks: re.Pattern[str] | None = None

    def shortened(self, text: str) -> str:
        """The text itself, or, if it is too long to be edited comfortably, a mark for it."""
        lines = text.count("\n") + 1
        if lines <= LINES and len(text) <= CHARACTERS:
            return text
        name = f"pasted {lines:,} lines" if lines > 1 else f"pasted {len(text):,} characters"
        mark, number = f"[{name}]", 2
        while self._texts.get(mark, text) != text:
            mark, number = f"[{name}, number {number}]", number + 1
        self._texts[mark] = text
        self._marks = re.compile("|".join(re.escape(mark) for mark in self._texts))
        return mark

    def whole(self, text: str) -> str:
        """The text with every mark replaced by what it stands for."""
        if self._marks is None:
            return text
        return self._marks.sub(lambda found: self._texts[found.group()], text)

    def spans(self, line: str) -> list[tuple[int, int]]:
        """Where marks lie in a line."""
        return [found.span() for found in self._marks.finditer(line)] if self._marks else []

    def clear(self) -> None:
        self._texts.clear()
        self._marks = None
