"""Draws the timeline of an item: a line for everything that happened, under the day it happened on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from roundtable_tui.review.timeline import Happening
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

_MARKS = {"user": "›", "voice": "‹", "begun": "○", "done": "✓", "document": "▤", "undone": "⟲", "other": "·"}
_PERSONAS = ("maya", "alex", "jordan")
_NO_DAY = "Some day"


class TimelineRow(Struct, frozen=True):
    """Something that happened, or the day above it."""

    key: str
    happening: Happening | None = None
    day: str = ""

    @property
    def selectable(self) -> bool:
        return self.happening is not None


class TimelineRows:
    """All rows of a timeline, made once, in a thread; asking for some of them is quick."""

    def __init__(self, happenings: Iterable[Happening] = ()) -> None:
        self._all = [
            (TimelineRow(f"{one.seq}.{number}", one), one.when.date() if one.when else None, one.text.lower())
            for number, one in enumerate(happenings)
        ]

    def having(self, words: str = "") -> list[TimelineRow]:
        """What holds all the words, under its days."""
        wanted = words.lower().split()
        rows: list[TimelineRow] = []
        last: object = ""
        for row, day, text in self._all:
            if wanted and not all(word in text for word in wanted):
                continue
            if day != last:
                last = day
                rows.append(TimelineRow(f"day-{row.key}", day=_named(day) if day else _NO_DAY))
            rows.append(row)
        return rows


def _named(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"


class TimelineList(RowList[TimelineRow]):
    """Time, turn, and what happened; what was taken back says so and is struck through."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"timeline--{name}" for name in (*_PERSONAS, "you", "other")}
    DEFAULT_CSS = """
    TimelineList {
        & > .timeline--maya { color: $maya; text-style: bold; }
        & > .timeline--alex { color: $alex; text-style: bold; }
        & > .timeline--jordan { color: $jordan; text-style: bold; }
        & > .timeline--you { color: $foreground; text-style: bold; }
        & > .timeline--other { color: $primary; text-style: bold; }
    }
    """

    def line_of(self, row: TimelineRow, width: int) -> Iterable[Run]:
        one = row.happening
        if one is None:
            yield Run(row.day, ("heading",))
            return
        yield Run(f"{one.when:%H:%M}  " if one.when else "       ", ("quiet",))
        if width >= 50:
            yield Run(fitted(f"turn {one.turn}" if one.turn else "", 9), ("quiet",))
        if one.taken_back:
            room = width - (25 if width >= 50 else 16)
            yield Run("taken back  ", ("warning",))
            yield Run(fitted(one.text, max(room, 1)).rstrip(), ("struck",))
            return
        yield Run(f"{_MARKS[one.what]} ", (self._colour(one),))
        quiet = ("quiet",) if one.what == "other" or not one.name else ()
        if one.name:
            yield Run(f"{one.name} ", (self._colour(one),))
        used = (16 if width >= 50 else 7) + 2 + (len(one.name) + 1 if one.name else 0)
        yield Run(fitted(one.sentence, max(width - used, 1)), quiet)

    @staticmethod
    def _colour(one: Happening) -> str:
        if one.who == "user":
            return "you"
        if one.who == "app":
            return "quiet"
        return one.name.lower() if one.name.lower() in _PERSONAS else "other"
