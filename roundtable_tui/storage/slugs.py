"""Turns a description into the name of an item's folder and finds the ticket it speaks of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.storage.paths import is_reserved_name

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 50
LONGEST_TITLE = 120
UNTITLED = "untitled-item"

_HEADING = re.compile(r"\A#{1,6}(?:\s+|\Z)")
_SETTINGS = re.compile(r"\A\ufeff?---[ \t]*\r?\n(?:(?!---).*\r?\n)*?---[ \t]*(?:\r?\n|\Z)")
_TITLE = re.compile(r"^title:[ \t]*(?P<title>.*)$", re.MULTILINE)
_GITHUB = re.compile(r"(?:#|GH-)([0-9]+)(?=[\s:.,;)]|$)")
_JIRA = re.compile(r"([A-Z][A-Z0-9]*)-([0-9]+)(?=[\s:.,;)]|$)")
_NO_PROJECTS = frozenset({"AES", "COVID", "ISO", "MD", "RFC", "RSA", "SHA", "UTF"})
"""What looks like a ticket but names a standard, unless it is all that was said."""


class Source(Struct, frozen=True):
    source: str
    source_id: str


def without_marks(line: str) -> str:
    """A line without what makes it a heading; `#7 Pay` is a ticket and none."""
    return _HEADING.sub("", line.strip())


def title_of(text: str) -> str:
    """The first line that says something, without the marks of a heading; of a long one its beginning.

    Settings at the head of a file say nothing about the change, except that their `title` does.
    """
    head = _SETTINGS.match(text)
    body = text[head.end() :] if head else text
    line = next((found for line in body.splitlines() if (found := without_marks(line))), "")
    if head and (titled := _TITLE.search(head[0])):
        line = titled["title"].strip("\"' ") or line
    if len(line) <= LONGEST_TITLE:
        return line
    return line[:LONGEST_TITLE].rpartition(" ")[0] or line[:LONGEST_TITLE]


def slug_of(description: str) -> str:
    kept = re.sub(r"[^a-z0-9\s-]", "", description.lower())
    hyphenated = re.sub(r"[\s-]+", "-", kept).strip("-")
    return hyphenated[:LONGEST].strip("-") or UNTITLED


def source_of(description: str) -> Source:
    """The ticket a description is, or begins with: `#123`, `ABC-123: Faster search`; else it came by hand."""
    text = description.strip()
    if found := _GITHUB.match(text):
        return Source("github", f"GH-{found[1]}")
    found = _JIRA.match(text)
    if found and (found[1] not in _NO_PROJECTS or found[0] == text):
        return Source("jira", found[0])
    return Source("manual", "")


def free_slug(slug: str, taken: Callable[[str], bool]) -> str:
    """The slug itself, or with `-2`, `-3` … the first that is neither taken nor kept by a platform for itself."""
    candidate, number = slug, 2
    while taken(candidate) or is_reserved_name(candidate):
        ending = f"-{number}"
        candidate = slug[: LONGEST - len(ending)].rstrip("-") + ending
        number += 1
    return candidate
