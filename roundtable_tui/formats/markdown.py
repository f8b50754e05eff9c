"""Takes Markdown apart: which lines are code, the sections by heading, and the lists in them by item."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}(?!.*`)|~{3,})(?P<info>.*)")
_ITEM = re.compile(r"( {0,3})(?:[0-9]{1,9}[.)]|[-*+])(?:[ \t]+(.*)|$)")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")


@dataclass(slots=True)
class Fences:
    """Follows a text line by line and knows which lines are code."""

    mark: str = ""
    """What the block of code began with that is open now; empty outside."""
    info: str = ""
    """What stands behind the mark of the block that was last begun, such as `json`."""

    def take(self, line: str) -> bool:
        """Whether the line belongs to a block of code, whose first and last lines do, too."""
        found = _FENCE.match(line)
        if self.mark:
            if found and found["mark"].startswith(self.mark) and not found["info"].strip():
                self.mark = ""
            return True
        if found:
            self.mark, self.info = found["mark"], found["info"].strip()
        return bool(found)


class Listing(Struct, frozen=True):
    """A text with one list in it: what stands before the list, its items, and what stands after."""

    lead: str
    items: tuple[str, ...]
    rest: str = ""


def sections(body: str) -> list[tuple[str, str]]:
    """Heading and text of each `##` section, in order; headings in lower case, what precedes them left out."""
    found: list[tuple[str, list[str]]] = []
    inside = False
    for line, fenced in _lines(body):
        heading = None if fenced else _heading(line)
        if heading is not None:
            level, title = heading
            inside = level == 2
            if inside:
                found.append((title, []))
        elif inside:
            found[-1][1].append(line)
    return [(title, "\n".join(lines).strip()) for title, lines in found]


def without_sections(body: str, titles: frozenset[str]) -> str:
    """The body without these sections, and without the headings of the others."""
    kept = []
    dropping = False
    for line, fenced in _lines(body):
        heading = None if fenced else _heading(line)
        if heading is None:
            kept.append("" if dropping else line)
            continue
        dropping = heading[0] == 2 and heading[1] in titles
        kept.append("")
    return "\n".join(kept).strip()


def listing(text: str) -> Listing:
    """The list in a text; words between two items belong to the item they introduce."""
    lead: list[str] = []
    items: list[list[str]] = []
    loose: list[str] = []
    margin = 0
    after_blank = False
    for line, fenced in _lines(text):
        if not fenced and _RULE.fullmatch(line):
            line = ""
        item = None if fenced else _ITEM.match(line)
        if item and (not items or len(item[1]) <= margin + 1):
            margin = margin if items else len(item[1])
            items.append([*loose, item[2] or ""])
            loose = []
        elif not items:
            lead.append(line)
        elif loose or (after_blank and line.strip() and not line[0].isspace() and not fenced):
            loose.append(line)
        else:
            items[-1].append(line)
        after_blank = not line.strip()
    joined = (" ".join(" ".join(lines).split()) for lines in items)
    return Listing(paragraphs("\n".join(lead)), tuple(item for item in joined if item), paragraphs("\n".join(loose)))


def paragraphs(text: str) -> str:
    """The text with each paragraph on one line."""
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            parts[-1].append(" ".join(line.split()))
        elif parts[-1]:
            parts.append([])
    return "\n\n".join(" ".join(part) for part in parts if part)


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is part of a code block, where nothing is a heading or an item."""
    fences = Fences()
    for line in text.splitlines():
        yield line, fences.take(line)


def _heading(line: str) -> tuple[int, str] | None:
    """Level (1 or 2) and title of a heading that begins or ends a section."""
    stripped = line.strip()
    hashes = len(stripped) - len(stripped.lstrip("#"))
    after = stripped[hashes:]
    if hashes not in (1, 2) or len(line) - len(line.lstrip()) > 3 or (after and not after[0].isspace()):
        return None
    title = " ".join(after.rstrip("#").split())
    return hashes, title.removesuffix(":").rstrip().lower()
