"""Words in, the lines of all documents that have them out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 300
"""Lines found beyond which nobody reads on: another letter is typed sooner."""


class FoundLine(Struct, frozen=True):
    """A line of a document; `words` is what it was found by."""

    document: str
    line: int
    """Counted from 0."""
    text: str
    words: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """What is to be marked: the words as they were typed where they stand so, else each of them."""
        if self.words.casefold() in self.text.casefold():
            return re.compile(re.escape(self.words), re.IGNORECASE)
        return re.compile("|".join(map(re.escape, self.words.split())), re.IGNORECASE)


def lines_with(texts: Mapping[str, str], words: str) -> tuple[FoundLine, ...]:
    """Those that have all the words, or beginnings of words, whatever their case, in the order of the documents."""
    wanted = words.casefold().split()
    found: list[FoundLine] = []
    if not wanted:
        return ()
    for name, text in texts.items():
        for number, line in enumerate(text.split("\n")):
            said = line.casefold()
            if all(word in said for word in wanted):
                found.append(FoundLine(name, number, line.strip(), words.strip()))
                if len(found) == MOST:
                    return tuple(found)
    return tuple(found)
