"""What a look into the code has shown, in a line for each place: the text of a look-up in, places with a gist out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.code_facts import Seen
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_OF_A_SEARCH = 5
_LONGEST_GIST = 90
_HIT = re.compile(
    r"(?P<path>[^\n:]+):(?P<line>\d+):\s+(?P<text>\S.*?)(?:  \((?:a part of a name|another form of the word)\))?"
)
_LINE = re.compile(r"\s*(?P<line>\d+)  (?P<text>.*)")
_TELLING = re.compile(
    r"\s*(?:export\s+|public\s+|private\s+|static\s+|async\s+|pub\s+)*(?:def|class|function|func|fn|interface|struct|enum"
    r"|type|trait|module|const|impl)\b|\[[\w.-]+\]"
)


def seen_in_search(found: str) -> Iterator[Seen]:
    """The first hits, which are the rarest."""
    hits = [hit for line in found.splitlines() if (hit := _HIT.fullmatch(line))]
    for hit in hits[:_MOST_OF_A_SEARCH]:
        yield Seen(hit["path"], int(hit["line"]), int(hit["line"]), one_line(hit["text"], _LONGEST_GIST))


def seen_in_file(path: str, start: int, text: str) -> Iterator[Seen]:
    """One place for the whole passage: what it defines first, or what it begins with."""
    numbered = [line for line in map(_LINE.fullmatch, text.splitlines()) if line]
    lines = [line["text"] for line in numbered] or text.splitlines()
    if not any(line.strip() for line in lines):
        return
    named = [line for line in lines if _TELLING.match(line)] or [line for line in lines if line.strip()]
    gist = "; ".join(one_line(line, 40).rstrip(" {:") for line in named[:3])
    first = int(numbered[0]["line"]) if numbered else start
    last = int(numbered[-1]["line"]) if numbered else start + len(lines) - 1
    yield Seen(one_line(path, 200), first, last, one_line(gist, _LONGEST_GIST))
