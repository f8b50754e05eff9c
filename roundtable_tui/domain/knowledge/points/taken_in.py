"""What the user said that has still to be carried to all that hangs on it: kept by the program, or by a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Stated

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.journal.state import State

_ASIDES = (Kind.QUESTION, Kind.ASSUMPTION)


def taken_in(state: State, before: int = 0) -> tuple[Entry, ...]:
    """Entries that say something since a model last heard the user; `before` leaves out a turn and all after it."""
    told = state.conversation
    if told.look_depth is None:
        return ()
    return tuple(
        entry
        for entry in state.dossier
        if entry.kind not in _ASIDES
        and any(told.heard < turn and (not before or turn < before) for turn in map(_turn, entry.sources))
    )


def is_to_be_carried(state: State) -> bool:
    """Whether an answer has changed something since a model last went through the whole dossier for what was said: a
    turn of the talk is shown a part of it.
    """
    told = state.conversation
    return told.look_depth is not None and any(
        told.carried < _turn(source) for entry in state.dossier if entry.kind not in _ASIDES for source in entry.sources
    )


def _turn(source: Source) -> int:
    match source:
        case Stated(turn=turn) | Confirmed(turn=turn):
            return turn
        case Inferred(turns=turns, entries=()) if turns:
            return max(turns)
    return 0
