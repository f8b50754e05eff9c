"""What the table does by itself beside the talk, and what of it is left: a function of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.values import LookEnd, LookPart

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

_OVER = (LookEnd.DONE, LookEnd.BOUNDED)
_GIVEN_UP = (LookEnd.STOPPED, LookEnd.FAILED)
_SMALL = ("trivial", "light")
_READ = (Kind.NOTE, Kind.ENTRY_POINT, Kind.ZONE, Kind.FILE)
"""What a reading records first."""


def parts_left(state: State) -> tuple[LookPart, ...]:
    """In their order; a small change has no architecture of its own."""
    small = state.item is not None and state.item.tier in _SMALL
    wanted = (part for part in LookPart if not (small and part is LookPart.ARCHITECTURE))
    return tuple(part for part in wanted if state.conversation.look.get(part) not in _OVER)


def parts_to_begin(state: State) -> tuple[tuple[LookPart, ...], ...]:
    """What one analyst after the other can do by now, each group as one piece of work.

    What is wanted is drafted as soon as the reading has brought its first finds, so that there is something to look at
    while it goes on; how it is built is drafted in one go from both, so that no part of it contradicts another.
    """
    left = parts_left(state)
    built = tuple(part for part in left if part in (LookPart.ARCHITECTURE, LookPart.DESIGN))
    if built == left:
        return (built,) if built else ()
    may_draft = LookPart.READING not in left or _brought_something(state)
    first = (LookPart.READING, *([LookPart.REQUIREMENTS] if may_draft else ()))
    return tuple((part,) for part in first if part in left)


def _brought_something(state: State) -> bool:
    return any(isinstance(one, Cited) for kind in _READ for entry in state.dossier.of(kind) for one in entry.sources)


def gave_up(state: State) -> bool:
    """Whether it was stopped or failed: then it goes on only when somebody wants it to."""
    return any(how in _GIVEN_UP for how in state.conversation.look.values())


def is_under_way(state: State) -> bool:
    """Whether it was begun and is to come to its end, be it in another session."""
    return state.conversation.look_depth is not None and bool(parts_left(state)) and not gave_up(state)


def has_read(state: State) -> bool:
    return state.conversation.look.get(LookPart.READING) in _OVER


def has_drafted(state: State) -> bool:
    """Whether what is wanted was drafted: from then on it is known about how much there is to ask."""
    return state.conversation.look.get(LookPart.REQUIREMENTS) in _OVER
