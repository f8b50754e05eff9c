"""Finds the lines a comment stands on in a text that has changed since, or says that they are gone."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import Anchor, CommentPlace, Twins
from roundtable_tui.domain.comments.surroundings import (
    ALL_THE_SAME,
    Surroundings,
    declared_in,
    entry_at,
    has_words,
    ids_in,
    is_heading,
    likeness,
    named,
    plain,
    surroundings,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_QUOTED = 40
"""Lines of a longer selection that are kept."""
_ALIKE = 0.6
"""How much of their words lines must share to be the same ones, edited."""


class Spot(Struct, frozen=True):
    """Lines of a text, counted from 1."""

    first: int
    last: int
    edited: bool = False
    """The words there are no longer quite those that were commented on."""


def anchored(place: CommentPlace, name: str, lines: Sequence[str], first: int, last: int, entry: str = "") -> Anchor:
    """The anchor of these lines of a text, counted from 1."""
    quote = tuple(lines[first - 1 : min(last, first - 1 + MOST_QUOTED)])
    around = surroundings(place, lines, first, first - 1 + len(quote))
    anchor = Anchor(place, name, quote, around.above, around.below, entry, first, around.under)
    return replace(anchor, twins=_twins(anchor, lines)) if any(map(has_words, quote)) else anchor


def _twins(anchor: Anchor, lines: Sequence[str]) -> Twins | None:
    places = _with_these_words(anchor, lines)
    own = anchor.line - 1
    others = [_likeness(anchor, lines, at, len(anchor.quote)) for at in places if at != own]
    return Twins(len(others), places.index(own), max(others)) if others else None


def located(anchor: Anchor, lines: Sequence[str]) -> Spot | None:
    """Where those words stand now; edited a little they are still the same; None where they are gone.

    Where the same words stand in several places, or did, it is the one whose surroundings or entry tell that it is the
    place meant, and none if nothing tells. Where the words are gone but the entry is still spoken of, it is the line
    that names it.
    """
    if not anchor.quote:
        return Spot(1, max(len(lines), 1))
    if not any(map(has_words, anchor.quote)):
        return _between(anchor, lines) or _under_entry(anchor, lines)
    places = _with_these_words(anchor, lines)
    at = _own(anchor, lines, places)
    if at is not None:
        return Spot(at + 1, at + len(anchor.quote))
    return _part_of_line(anchor, lines) or _edited(anchor, lines, places) or _under_entry(anchor, lines)


def _part_of_line(anchor: Anchor, lines: Sequence[str]) -> Spot | None:
    """Whoever quotes by hand may quote only some words of a line, without its signs."""
    if anchor.line or len(anchor.quote) != 1:
        return None
    wanted = f" {' '.join(words_of(anchor.quote))} "
    found = [at for at, line in enumerate(lines, 1) if wanted in f" {' '.join(words_of((line,)))} "]
    return Spot(found[0], found[0]) if len(found) == 1 else None


def _with_these_words(anchor: Anchor, lines: Sequence[str]) -> list[int]:
    wanted = [plain(line) for line in anchor.quote]
    said = [plain(line) for line in lines]
    return [at for at in range(len(said) - len(wanted) + 1) if said[at : at + len(wanted)] == wanted]


def _own(anchor: Anchor, lines: Sequence[str], places: Sequence[int]) -> int | None:
    """Which of the places with the same words is the one meant."""
    if len(places) == 1 and not anchor.twins:
        return places[0]
    alike = {at: _likeness(anchor, lines, at, len(anchor.quote)) for at in places}
    best = max(alike.values(), default=0)
    closest = [at for at in places if alike[at] == best]
    if best > (anchor.twins.alike if anchor.twins else 0):
        return closest[0] if len(closest) == 1 else None
    if anchor.twins and len(places) == anchor.twins.count + 1 and alike[places[anchor.twins.nth]] == ALL_THE_SAME:
        return places[anchor.twins.nth]
    return None


def _likeness(anchor: Anchor, lines: Sequence[str], at: int, count: int) -> int:
    """How well the surroundings of a place are those of the anchor; the higher the better."""
    around = surroundings(anchor.place, lines, at + 1, at + count)
    same_entry = bool(anchor.entry) and entry_at(lines, at + 1, at + count, (anchor.entry,)) == anchor.entry
    if not anchor.line:  # quoted by hand: nobody noted what stands around it
        return 2 * same_entry
    return likeness(Surroundings(anchor.above, anchor.below, anchor.under), around, same_entry=same_entry)


def _between(anchor: Anchor, lines: Sequence[str]) -> Spot | None:
    """Of lines without words only their surroundings tell where they were: both must be there, and only once."""
    above, below = plain(anchor.above), plain(anchor.below)
    said = [plain(line) for line in lines]
    found = [
        at
        for at in range(1, len(said) - len(anchor.quote))
        if said[at - 1] == above and said[at + len(anchor.quote)] == below and (above or below)
    ]
    return Spot(found[0] + 1, found[0] + len(anchor.quote)) if len(found) == 1 else None


def _edited(anchor: Anchor, lines: Sequence[str], others: Sequence[int]) -> Spot | None:
    """The lines most like those that were commented on, if they are alike enough; not `others`, which are not meant."""
    words, alike = words_of(anchor.quote), anchor.twins.alike if anchor.twins else -1
    is_code = anchor.place is CommentPlace.CODE
    names_in = declared_in if is_code else ids_in
    names = names_in(anchor.quote)
    taken = {line for at in others for line in range(at, at + len(anchor.quote))}
    best: list[tuple[float, int, int]] = []  # how alike, how short, where
    for at, count in _stretches(len(lines), len(anchor.quote)):
        if taken.intersection(range(at, at + count)):
            continue
        stretch = lines[at : at + count]
        found, others_named = words_of(stretch), names_in(stretch)
        other = bool(names and others_named) and not names & others_named
        if not set(words) & set(found) or (other and not is_code):
            continue
        matcher = SequenceMatcher(None, words, found, autojunk=False)
        if matcher.quick_ratio() < _ALIKE or (ratio := matcher.ratio()) < _ALIKE:
            continue
        fits = _likeness(anchor, lines, at, count)
        if fits == ALL_THE_SAME if other else fits > alike:
            best.append((round(ratio + 0.15 * fits, 6), -count, at))
    if not best:
        return None
    _, shortness, at = max(best)
    return Spot(at + 1, at - shortness, edited=True)


def _stretches(total: int, count: int) -> Iterator[tuple[int, int]]:
    """Runs of lines about as long as the one looked for."""
    for length in {max(count - 1, 1), count, count + 1}:
        yield from ((at, length) for at in range(total - length + 1))


def _under_entry(anchor: Anchor, lines: Sequence[str]) -> Spot | None:
    if not anchor.entry:
        return None
    found = [number for number, line in enumerate(lines, 1) if named(line, (anchor.entry,))]
    headings = [number for number in found if is_heading(lines[number - 1])]
    at = next(iter(headings or found), 0)
    return Spot(at, at, edited=True) if at else None
