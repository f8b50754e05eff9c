"""What a session tells whoever watches it: the screen, or the printer."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from roundtable_tui.domain.journal.events import Event
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.voices.protocol import Part


class Happened(Struct, frozen=True):
    """An event was journaled; this is the state now."""

    event: Event
    state: State


class Speaking(Struct, frozen=True):
    """Part of a turn under way; what it amounts to follows as an event."""

    part: Part


class Noticed(Struct, frozen=True):
    """Something to show that is not part of the analysis."""

    text: str


class Searching(Struct, frozen=True):
    """How far a look through the code is; nothing when it is over. For a status line, never for the talk."""

    text: str


class Working(Struct, frozen=True):
    """What the workers of a team are doing changed: the outline says it."""


class PanelWanted(Struct, frozen=True):
    """The user hands an open point, or the question that waits, to a panel; nothing is recorded before it decides."""

    point: PointName | None = None


class Rested(Struct, frozen=True):
    """Nothing the user wants is under way any more."""


Update = Happened | Speaking | Noticed | Searching | Working | PanelWanted | Rested
Subscriber = Callable[[Update], None]
