"""What a session tells whoever watches it: the screen, or the printer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundtable_tui.domain.journal.events import Event
from roundtable_tui.domain.journal.state import State
from roundtable_tui.voices.protocol import Part


@dataclass(frozen=True, slots=True)
class Happened:
    """An event was journaled; this is the state now."""

    event: Event
    state: State


@dataclass(frozen=True, slots=True)
class Speaking:
    """Part of a turn under way; what it amounts to follows as an event."""

    part: Part


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something to show that is not part of the analysis."""

    text: str


@dataclass(frozen=True, slots=True)
class Searching:
    """How far a look through the code is; nothing when it is over. For a status line, never for the talk."""

    text: str


@dataclass(frozen=True, slots=True)
class Rested:
    """Nothing the user wants is under way any more."""


Update = Happened | Speaking | Noticed | Searching | Rested
Subscriber = Callable[[Update], None]
