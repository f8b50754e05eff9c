"""Where a screen above the table sends the user when it closes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GoTo:
    """To what was said in this turn; a screen that is dismissed with None sends nobody anywhere."""

    turn: int
