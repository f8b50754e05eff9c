"""What is new to a reader: two versions of a text in, how many words of prose came into it out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePath

_PROSE = (".md", ".markdown")
_BOOKKEEPING = re.compile(
    r"\*\*(?:Source|Date|Status|Confidence|Last Updated|Coverage|See also)\*\*:|- .+, still open: |## Pending Sections$"
)
"""What a document says about itself: every one has it, and it changes whenever the document is written."""
_ID = re.compile(r"\b[A-Z]{1,7}(?:-\d+)+\b")
_WORD = re.compile(r"[^\W_]{2,}")


def new_words(before: str, after: str) -> int:
    """Without ids, and without what a document says about itself."""
    return (_words(after) - _words(before)).total()


def is_prose(name: str) -> bool:
    """Whether people read it, rather than programs."""
    return PurePath(name).suffix.lower() in _PROSE


def _words(text: str) -> Counter[str]:
    lines = (line for line in text.splitlines() if not _BOOKKEEPING.match(line.strip()))
    return Counter(_WORD.findall(_ID.sub(" ", "\n".join(lines))))
