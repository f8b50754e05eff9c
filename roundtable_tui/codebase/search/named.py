"""What somebody calls by its name in what they wrote: texts in; paths, modules, classes and functions out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.codebase.search.keywords import ADDRESS, NAME_IN_CODE, is_common

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_NAMES = 40
_PATH = re.compile(r"(?<![\w@.~/-])(?:\.{0,2}/)?[\w.@+-]+(?:/[\w.@+-]+)*/[\w.@+-]*")
_DOTTED = re.compile(r"(?<![\w@./-])[^\W\d][\w-]*(?:\.[^\W\d]\w*)+(?![\w/@])")
_IDENTIFIER = re.compile(r"(?<![\w@./-])_{0,2}[^\W\d_]\w{2,}(?![\w/@])")
_TICKED = re.compile(r"`+([^\W\d][\w.:-]*\w)(?:\(\))?`+")
_THING = r"(?:module|file|class|function|method|script|package|component|struct|trait|interface)"
_CODE = r"(?:module|class|package|component|struct|trait)"
"""What only code is called: a log file and a function that returns are just words."""
_CALLED = re.compile(rf"\b(?:{_THING}\s+(?:called|named)|{_CODE})\s+([^\W\d][\w-]+\w)", re.IGNORECASE)
_SAID_BEFORE = re.compile(rf"\b([^\W\d][\w-]+\w)[ \t]+{_CODE}\b", re.IGNORECASE)


def names_in(texts: Iterable[str]) -> tuple[str, ...]:
    """In the order they were first written; whether there is such a thing is for the code to say."""
    found = dict.fromkeys(name for text in texts for name in _names(ADDRESS.sub(" ", text)))
    return tuple(found)[:MOST_NAMES]


def _names(text: str) -> Iterator[str]:
    places = [(match.start(), match[0].rstrip(".")) for match in _PATH.finditer(text)]
    places += [(match.start(), match[0]) for match in _DOTTED.finditer(text)]
    places += [(match.start(), match[0]) for match in _IDENTIFIER.finditer(text) if NAME_IN_CODE.fullmatch(match[0])]
    places += [(match.start(1), match[1]) for match in _TICKED.finditer(text)]
    for called in (_CALLED, _SAID_BEFORE):
        places += [(match.start(1), match[1]) for match in called.finditer(text) if not is_common(match[1].lower())]
    for _, name in sorted(places):
        if len(name.strip("./")) > 2:
            yield name
