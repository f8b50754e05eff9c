"""Finds the lines a comment stands on in a text that has changed since, or says that they are gone."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.comments.comment import Anchor, CommentPlace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

MOST_QUOTED = 40
"""Lines of a longer selection that are kept."""
_LONGEST = 400
"""Characters of a line that tell it apart."""
_ALIKE = 0.6
"""How much of their words lines must share to be the same ones, edited."""
_WORDS = re.compile(r"\w+")
_ID = re.compile(r"\b[A-Z]{1,6}(?:-\d{2,9}){1,2}\b|\bT\d{3,9}\b")
_HEADING = re.compile(r" {0,3}#{1,6} ")


class Spot(Struct, frozen=True):
    """Lines of a text, counted from 1."""

    first: int
    last: int
    edited: bool = False
    """The words there are no longer quite those that were commented on."""


def anchored(place: CommentPlace, name: str, lines: Sequence[str], first: int, last: int, entry: str = "") -> Anchor:
    """The anchor of these lines of a text, counted from 1."""
    quote = tuple(lines[first - 1 : min(last, first - 1 + MOST_QUOTED)])
    above = next((line for line in reversed(lines[: first - 1]) if _has_words(line)), "")
    below = next((line for line in lines[last:] if _has_words(line)), "")
    return Anchor(place, name, quote, above[:_LONGEST], below[:_LONGEST], entry, first)


def entry_at(lines: Sequence[str], first: int, last: int, known: Collection[str]) -> str:
    """The entry these lines speak of: one they name, else the one whose heading they stand under; or none."""
    for line in lines[first - 1 : last]:
        if named := _named(line, known):
            return named
    for line in reversed(lines[: first - 1]):
        if _HEADING.match(line):
            return _named(line, known)
    return ""


def _named(line: str, known: Collection[str]) -> str:
    return next((found for found in _ID.findall(line) if found in known), "")


def located(anchor: Anchor, lines: Sequence[str]) -> Spot | None:
    """Where those words stand now; edited a little they are still the same; None where they are gone.

    Of several places with the same words it is the one with the same lines around it, then the one under the same
    entry, then the nearest. Where the words are gone but the entry is still spoken of, it is the line that names it.
    """
    if not any(map(_has_words, anchor.quote)):
        return Spot(1, max(len(lines), 1)) if not anchor.quote else _nearest(anchor, lines)
    wanted = [_plain(line) for line in anchor.quote]
    said = [_plain(line) for line in lines]
    exact = [at for at in range(len(said) - len(wanted) + 1) if said[at : at + len(wanted)] == wanted]
    if exact:
        at = max(exact, key=lambda one: _fits(anchor, lines, one, len(wanted)))
        return Spot(at + 1, at + len(wanted))
    return _edited(anchor, wanted, said, lines) or _under_entry(anchor, lines)


def _plain(line: str) -> str:
    return " ".join(line[:_LONGEST].split())


def _has_words(line: str) -> bool:
    return bool(_WORDS.search(line))


def _fits(anchor: Anchor, lines: Sequence[str], at: int, count: int) -> tuple[int, bool, int]:
    """How well the surroundings of a place are those of the anchor; the higher the better."""
    around = anchored(anchor.place, anchor.name, lines, at + 1, at + count)
    same = (_plain(around.above) == _plain(anchor.above)) + (_plain(around.below) == _plain(anchor.below))
    under = bool(anchor.entry) and entry_at(lines, at + 1, at + count, (anchor.entry,)) == anchor.entry
    return same, under, -abs(at + 1 - anchor.line)


def _nearest(anchor: Anchor, lines: Sequence[str]) -> Spot | None:
    """Of lines without words only their surroundings tell where they were: both must be there."""
    above, below = _plain(anchor.above), _plain(anchor.below)
    plain = [_plain(line) for line in lines]
    between = [
        at
        for at in range(1, len(plain) - len(anchor.quote))
        if plain[at - 1] == above and plain[at + len(anchor.quote)] == below and (above or below)
    ]
    if not between:
        return _under_entry(anchor, lines)
    at = min(between, key=lambda one: abs(one + 1 - anchor.line))
    return Spot(at + 1, at + len(anchor.quote))


def _edited(anchor: Anchor, wanted: Sequence[str], said: Sequence[str], lines: Sequence[str]) -> Spot | None:
    """The lines most like those that were commented on, if they are alike enough and no others are as much so."""
    words = _words_of(wanted)
    best: list[tuple[float, tuple[int, bool, int], int, int]] = []  # how alike, how well it fits, how short, where
    for at, count in _stretches(len(said), len(wanted)):
        found = _words_of(said[at : at + count])
        if not found or not set(words) & set(found):
            continue
        matcher = SequenceMatcher(None, words, found, autojunk=False)
        if matcher.quick_ratio() < _ALIKE or (ratio := matcher.ratio()) < _ALIKE:
            continue
        fits = _fits(anchor, lines, at, count)
        best.append((round(ratio + 0.2 * fits[0] + 0.2 * fits[1], 6), fits, -count, at))
    if not best:
        return None
    _, _, shortness, at = max(best)
    return Spot(at + 1, at - shortness, edited=True)


def _stretches(total: int, count: int) -> Iterator[tuple[int, int]]:
    """Runs of lines about as long as the one looked for."""
    for length in {max(count - 1, 1), count, count + 1}:
        yield from ((at, length) for at in range(total - length + 1))


def _words_of(lines: Sequence[str]) -> list[str]:
    return _WORDS.findall(" ".join(lines).casefold())


def _under_entry(anchor: Anchor, lines: Sequence[str]) -> Spot | None:
    if not anchor.entry:
        return None
    named = [number for number, line in enumerate(lines, 1) if _named(line, (anchor.entry,))]
    headings = [number for number in named if _HEADING.match(lines[number - 1])]
    at = next(iter(headings or named), 0)
    return Spot(at, at, edited=True) if at else None
