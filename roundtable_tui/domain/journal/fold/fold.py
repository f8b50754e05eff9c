"""Folding a journal into the state it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import AnswerRevised, Event, Retracted
from roundtable_tui.domain.journal.fold.builder import StateBuilder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.domain.journal.state import State


def fold(events: Iterable[Event]) -> State:
    """The state after these events; whatever was taken back never happened."""
    return Fold(events).state


class Fold:
    """A journal in memory and the state it stands for, kept up to date one event at a time."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._events = list(events)
        self._frozen: State | None = None
        self._refold()

    @property
    def events(self) -> Sequence[Event]:
        return self._events

    @property
    def state(self) -> State:
        if self._frozen is None:
            self._frozen = self._builder.freeze()
        return self._frozen

    def add(self, event: Event) -> State:
        self._events.append(event)
        if isinstance(event.body, Retracted | AnswerRevised):
            self._refold()
        else:
            self._builder.take(event)
            self._frozen = None
        return self.state

    def _refold(self) -> None:
        self._builder = StateBuilder(*_taken_back(self._events))
        for event in self._events:
            self._builder.take(event)
        self._frozen = None


def voided_exchanges(events: Iterable[Event]) -> frozenset[int]:
    """The exchanges that were taken back, or whose answer was written anew."""
    retracted, revised = _taken_back(events)
    return retracted | revised


def _taken_back(events: Iterable[Event]) -> tuple[frozenset[int], frozenset[int]]:
    """The retracted exchanges and the revised ones; a revision that was itself retracted voids nothing."""
    retracted: set[int] = set()
    revisions: list[tuple[int, int]] = []
    for event in events:
        match event.body:
            case Retracted() if event.exchange > 0:
                retracted.add(event.exchange)
            case AnswerRevised(turn=turn) if 0 < turn < event.exchange:
                revisions.append((event.exchange, turn))
    return frozenset(retracted), frozenset(turn for exchange, turn in revisions if exchange not in retracted)
