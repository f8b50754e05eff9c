"""What stands around lines of a text: it tells places with the same words apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.comments.comment import CommentPlace

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

LONGEST = 400
"""Characters of a line that tell it apart."""
ALL_THE_SAME = 4
"""What `likeness` comes to where nothing around two places differs."""
_WORDS = re.compile(r"\w+")
_ID = re.compile(r"\b[A-Z]{1,6}(?:-\d{2,9}){1,2}\b|\bT\d{3,9}\b")
_DECLARED = re.compile(r"\b(?:class|def|func|function|fn|interface|struct|enum|trait)\s+(\w+)")
_HEADING = re.compile(r" {0,3}#{1,6} ")


class Surroundings(Struct, frozen=True):
    above: str
    below: str
    """The nearest lines with words."""
    under: str
    """The heading they stand under, or the line they are indented under."""


def surroundings(place: CommentPlace, lines: Sequence[str], first: int, last: int) -> Surroundings:
    """Of these lines, counted from 1."""
    return Surroundings(
        next((line for line in reversed(lines[: first - 1]) if has_words(line)), "")[:LONGEST],
        next((line for line in lines[last:] if has_words(line)), "")[:LONGEST],
        _over(place, lines, first)[:LONGEST],
    )


def _over(place: CommentPlace, lines: Sequence[str], first: int) -> str:
    depth = _depth(lines[first - 1]) if lines[first - 1 : first] else 0
    for line in reversed(lines[: first - 1]):
        if is_heading(line) and place is CommentPlace.DOCUMENT:
            return line
        if has_words(line) and _depth(line) < depth:
            return line
    return ""


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def likeness(one: Surroundings, other: Surroundings, *, same_entry: bool = False) -> int:
    """How much of what stands around two places is the same; what both stand under tells most."""
    under = same_entry or plain(one.under) == plain(other.under)
    return (plain(one.above) == plain(other.above)) + (plain(one.below) == plain(other.below)) + 2 * under


def entry_at(lines: Sequence[str], first: int, last: int, known: Collection[str]) -> str:
    """The entry these lines speak of: one they name, else the one whose heading they stand under; or none."""
    for line in lines[first - 1 : last]:
        if name := named(line, known):
            return name
    for line in reversed(lines[: first - 1]):
        if is_heading(line):
            return named(line, known)
    return ""


def named(line: str, known: Collection[str]) -> str:
    return next((found for found in _ID.findall(line) if found in known), "")


def ids_in(lines: Sequence[str]) -> set[str]:
    return {found for line in lines for found in _ID.findall(line)}


def declared_in(lines: Sequence[str]) -> set[str]:
    """The classes and functions that begin in these lines of code."""
    return {found for line in lines for found in _DECLARED.findall(line)}


def is_heading(line: str) -> bool:
    return bool(_HEADING.match(line))


def has_words(line: str) -> bool:
    return bool(_WORDS.search(line))


def words_of(lines: Sequence[str]) -> list[str]:
    return _WORDS.findall(" ".join(lines).casefold())


def plain(line: str) -> str:
    return " ".join(line[:LONGEST].split())
