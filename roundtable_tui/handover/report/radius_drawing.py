"""Draws how far the change reaches: files as dots on rings, the edited ones in the middle."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.handover.report.svg import element, title, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

_NUMBERED = 90
"""Up to so many files each dot has its number in it."""
_EDGE = 14.0
TIERS = {1: "the core", 2: "tied to it", 3: "farther off"}


class Spot(Struct, frozen=True):
    """A file of the blast radius."""

    number: int
    path: str
    tier: int
    action: str = ""
    why: str = ""
    via: tuple[str, ...] = ()
    """The files by which it is tied to one that is edited, nearest first."""
    on_record: bool = True
    """Somebody named it; else only the search points at it."""


class _Ring(Struct, frozen=True):
    tier: int
    inner: float
    outer: float
    places: tuple[tuple[float, float], ...]


def drawn(spots: Sequence[Spot], label: str) -> Markup:
    """`label` is what somebody who cannot see it is told."""
    small = len(spots) > _NUMBERED
    step = 13.0 if small else 24.0
    rings = _rings(spots, step)
    radius = (rings[-1].outer if rings else 40.0) + _EDGE
    places = {
        spot.number: place for ring in rings for spot, place in zip(_of(spots, ring.tier), ring.places, strict=True)
    }
    by_path = {spot.path: spot for spot in spots}
    parts = [element("circle", cx=0, cy=0, r=ring.outer, class_=f"ring tier{ring.tier}") for ring in reversed(rings)]
    parts += [_tie(places[spot.number], places[tied.number]) for spot in spots if (tied := _tied(spot, by_path))]
    for ring in rings:
        parts += [
            _dot(spot, place, small=small) for spot, place in zip(_of(spots, ring.tier), ring.places, strict=True)
        ]
    for ring in rings:
        name = f"{TIERS[ring.tier]} · {len(ring.places)}"
        parts.append(words(name, 0.0, -ring.outer + 4.0, class_="ring-name", text_anchor="middle"))
    size = 2 * radius
    box = f"{-radius:.0f} {-radius:.0f} {size:.0f} {size:.0f}"
    width = f"{size:.0f}"
    return element("svg", *parts, class_="radius", viewBox=box, width=width, height=width, role="img", aria_label=label)


def _of(spots: Sequence[Spot], tier: int) -> list[Spot]:
    return [spot for spot in spots if spot.tier == tier]


def _rings(spots: Sequence[Spot], step: float) -> list[_Ring]:
    """One band for each tier that has files, as broad as they need."""
    rings: list[_Ring] = []
    inner = 0.0
    for tier in TIERS:
        count = len(_of(spots, tier))
        if not count:
            continue
        places, outer = _spread(count, inner, step)
        rings.append(_Ring(tier, inner, outer, places))
        inner = outer
    return rings


def _spread(count: int, inner: float, step: float) -> tuple[tuple[tuple[float, float], ...], float]:
    """Places on as many circles as it takes, each evenly spaced; the first circles of the middle are small."""
    gap = step * 0.5 + 18  # the name of the ring stands in it
    radius = inner + gap if inner else (0.0 if count == 1 else step * 0.8)
    shares: list[tuple[float, int]] = []
    left = count
    while left:
        room = max(1, int(2 * pi * radius / step))
        shares.append((radius, min(room, left)))
        left -= min(room, left)
        radius += step
    places = []
    for turn, (far, number) in enumerate(shares):
        for place in range(number):
            angle = 2 * pi * (place + 0.5 * (turn % 2) + 0.5) / number - pi / 2
            places.append((far * cos(angle), far * sin(angle)))
    return tuple(places), shares[-1][0] + gap


def _tied(spot: Spot, by_path: Mapping[str, Spot]) -> Spot | None:
    """The nearest file it is tied to that is drawn."""
    return next((by_path[path] for path in spot.via if path in by_path and path != spot.path), None)


def _tie(start: tuple[float, float], end: tuple[float, float]) -> Markup:
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_="tie")


def _dot(spot: Spot, place: tuple[float, float], *, small: bool) -> Markup:
    x, y = place
    shape = element("circle", cx=x, cy=y, r=4.5 if small else 10.0)
    number = () if small else (words(str(spot.number), x, y + 3.8, text_anchor="middle"),)
    kind = spot.action.casefold().replace(" ", "-") or "noticed"
    known = "" if spot.on_record else " found"
    return element("g", title(f"{spot.number}. {spot.path}"), shape, *number, class_=f"dot {kind}{known}")
