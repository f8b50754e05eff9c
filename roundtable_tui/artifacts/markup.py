"""The user's words as Markdown content: they can say anything, but they cannot break the document."""

from __future__ import annotations

import re

from roundtable_tui.domain.text import neutral, one_line

_STRUCTURE = re.compile(r"^(\s*)(#{1,6}\s|```|~~~|---|===|\|)", re.MULTILINE)


def prose(text: object) -> str:
    """Paragraphs as they were written; a line that would start a heading, a fence or a table does not."""
    return _STRUCTURE.sub(r"\1\\\2", neutral(str(text)).strip())


def cell(text: object) -> str:
    """One cell of a table."""
    return neutral(str(text)).strip().replace("\\", "\\\\").replace("|", "\\|").replace("\n", "<br>")


def code(text: object) -> str:
    """A path or name between backticks."""
    inside = one_line(str(text))
    return f"`` {inside} ``" if "`" in inside else f"`{inside}`"


def inline(text: object) -> str:
    """On one line, as for a heading or a list item."""
    return one_line(str(text))
