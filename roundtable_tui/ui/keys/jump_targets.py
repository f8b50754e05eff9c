"""Finds every part of a screen one can go to, whatever the screen, and gives each a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from msgspec import Struct
from textual.geometry import Offset
from textual.widget import Widget

from roundtable_tui.ui.textual_internals import options_in_sight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.geometry import Region
    from textual.screen import Screen
    from textual.widgets import OptionList

LETTERS = "asdfghjklqwertyuiopzxcvbnm1234567890ASDFGHJKLQWERTYUIOPZXCVBNM"
"""In the order of how easily they are pressed."""
LABEL = 3
"""Cells a label takes."""


class Place(Struct, frozen=True):
    """Where in a widget's content one can click, and the letter it would like to have."""

    x: int
    y: int
    wish: str = ""


@runtime_checkable
class HasPlaces(Protocol):
    """A widget that draws several things to click on: rows, tabs, options."""

    def places(self) -> Iterable[Place]:
        """Those in sight."""
        ...


class Target(Struct, frozen=True):
    """A letter on the screen, and what it leads to."""

    letter: str
    at: Offset
    """Where the letter stands."""
    widget: Widget
    click: Offset | None = None
    """Where on the screen to click; without it the widget is given the focus."""


def targets(screen: Screen[Any]) -> tuple[Target, ...]:
    """What is in sight, from left to right and top to bottom; the most there are letters for."""
    found = sorted(_found(screen), key=lambda one: (one[0].y, one[0].x))
    letters = _letters([wish for _, _, _, wish in found])
    free = _Free(screen.size.width)
    return tuple(
        Target(letter, free.near(at), widget, click)
        for letter, (at, widget, click, _) in zip(letters, found, strict=False)
    )


def _found(screen: Screen[Any]) -> Iterator[tuple[Offset, Widget, Offset | None, str]]:
    focusable = set(screen.focus_chain)
    for widget in screen.walk_children(Widget):
        region = _in_sight(widget)
        if region is None:
            continue
        if widget in focusable:
            yield region.offset, widget, None, ""
        for place in _places(widget):
            at = widget.content_region.offset + Offset(place.x, place.y)
            if region.contains_point(at):
                yield at, widget, at, place.wish


def _in_sight(widget: Widget) -> Region | None:
    """The part of it that shows."""
    if not widget.is_on_screen:
        return None
    region = widget.region.intersection(widget.screen.region)
    for node in widget.ancestors:
        if isinstance(node, Widget) and node is not widget.screen:
            region = region.intersection(node.content_region)
    return region if region.area else None


def _places(widget: Widget) -> Iterable[Place]:
    from textual.widgets import OptionList  # not every screen that can be jumped on has one

    if isinstance(widget, OptionList):
        return _rows(widget)
    return widget.places() if isinstance(widget, HasPlaces) else ()


def _rows(rows: OptionList) -> Iterator[Place]:
    """The first line of each option in sight that can be chosen."""
    last = -1
    for y, index in enumerate(options_in_sight(rows)):
        if index != last and not rows.get_option_at_index(index).disabled:
            yield Place(0, y)
        last = index


def _letters(wishes: list[str]) -> list[str]:
    """A letter for each, as wished where nobody before wished for it."""
    granted: dict[int, str] = {}
    for number, wish in enumerate(wishes):
        if wish and wish in LETTERS and wish not in granted.values():
            granted[number] = wish
    others = iter([letter for letter in LETTERS if letter not in granted.values()])
    letters: list[str] = []
    for number in range(len(wishes)):
        letter = granted.get(number) or next(others, "")
        if not letter:
            break
        letters.append(letter)
    return letters


class _Free:
    """Keeps labels from covering each other."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._taken: dict[int, list[int]] = {}

    def near(self, at: Offset) -> Offset:
        """This place, or the next one to its right."""
        taken = self._taken.setdefault(at.y, [])
        last = max(self._width - LABEL, 0)
        x = min(at.x, last)
        while any(abs(x - other) < LABEL for other in taken) and x < last:
            x += 1
        taken.append(x)
        return Offset(x, at.y)
