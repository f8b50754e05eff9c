"""An entry of a list called by a part of its name: "the reject file" for "write a reject file with the bad rows"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.lists.selections import Selection
from roundtable_tui.domain.talk.spoken_words import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.talk.lists.operations import Listed

_CALLED = re.compile(
    r"\s*the\s+((?:[\w-]+\s+){0,3}?[\w-]+)"
    r"(?=\s*(?:[,;:.=!]|\Z)|\s+(?:is|are|as|should|must|could|can|won['’]?t|to|a|an|and|but|stays?|goes|which)\b)",
    re.IGNORECASE,
)


def called_by_a_part(text: str, listed: Sequence[Listed]) -> Selection:
    """The one entry whose name has all of the words that follow the article; nothing where several have them."""
    found = _CALLED.match(text)
    if found is None:
        return Selection()
    said = {*words_of(found[1])}
    ids = [entry.id for entry in listed if said <= {*words_of(entry.name)}]
    return Selection((ids[0],), length=found.end()) if len(ids) == 1 else Selection()
