"""Parts material from instructions in what the model reads: nothing inside a fence can end it."""

from __future__ import annotations

import hashlib

from roundtable_tui.domain.talk.sanitize import neutral, one_line


def fenced(what: str, text: str) -> str:
    """The text between tags whose name does not occur in it; the same text always gets the same tags."""
    text = neutral(text).strip("\n")
    name = f"data-{_mark(text)}"
    title = one_line(what, 120).replace('"', "'").replace("<", "‹").replace(">", "›")
    return f'<{name} what="{title}">\n{text}\n</{name}>'


def _mark(text: str) -> str:
    """From a digest, which nobody can write into the text beforehand; should it be there all the same, another."""
    number = 0
    while True:
        mark = hashlib.sha256(f"{number}\n{text}".encode()).hexdigest()[:12]
        if mark not in text:
            return mark
        number += 1


def cut(text: str, limit: int) -> str:
    """At most so many characters, and a word that says so where there were more."""
    return text if len(text) <= limit else f"{text[:limit].rstrip()}\n[… {len(text) - limit} more characters left out]"
