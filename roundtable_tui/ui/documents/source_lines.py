"""Which line of a document each line on the screen comes from, so that what is marked there can be named."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from roundtable_tui.ui.documents.passages import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.ui.documents.passages import Passage
    from roundtable_tui.ui.lines.blocks import Line

_WORDS = re.compile(r"\w+")
_MANY = 4_000
"""Words of a passage beyond which they are matched the quicker way."""


def source_lines(passage: Passage, head: int, lines: Sequence[Line]) -> list[int]:
    """For each line of a passage on the screen the line of the document, counted from 1; `head` of them are above it.

    What was deleted belongs to the line that stands there now.
    """
    body = lines[head:]
    match passage.shape:
        case Shape.CODE:
            found = _one_by_one(body, passage.skipped + passage.line + 1)
        case Shape.DIFF:
            found = _of_difference(passage, body)
        case Shape.MARKDOWN | Shape.TABLE:
            found = _by_words(passage, body)
        case Shape.NOTE:
            found = [1] * len(body)
    return [*found[:1] * head, *found]


def _one_by_one(body: Sequence[Line], first: int) -> list[int]:
    """A line that goes on below is still the same."""
    found: list[int] = []
    at = first - 1
    for line in body:
        at += line.join is None
        found.append(max(at, first))
    return found


def _of_difference(passage: Passage, body: Sequence[Line]) -> list[int]:
    signs = [line[:1] for line in passage.text.split("\n")]
    places: list[int] = []
    at = passage.line
    for sign in signs:
        places.append(at)
        at += sign != "-"
    return [places[min(at - 1, len(places) - 1)] for at in _one_by_one(body, 1)]


def _by_words(passage: Passage, body: Sequence[Line]) -> list[int]:
    """Marks, tables and soft breaks are drawn in other ways than they are written, but the words keep their order."""
    written = [
        (word, passage.line + at)
        for at, line in enumerate(passage.text.split("\n"), 1)
        for word in _WORDS.findall(line.casefold())
    ]
    drawn = [(word, at) for at, line in enumerate(body) for word in _WORDS.findall(line.text.casefold())]
    matcher = SequenceMatcher(
        None, [word for word, _ in written], [word for word, _ in drawn], autojunk=len(drawn) > _MANY
    )
    first: dict[int, int] = {}
    for match in matcher.get_matching_blocks():
        for step in range(match.size):
            first.setdefault(drawn[match.b + step][1], written[match.a + step][1])
    found: list[int] = []
    here = passage.line + 1
    for at in range(len(body)):
        here = max(first.get(at, here), here)
        found.append(here)
    return found
