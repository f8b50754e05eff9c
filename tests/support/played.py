"""A conversation that two people played to its end, one as the model, on a real project: its journal, unchanged."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.conversation_events import SummaryShown
from roundtable_tui.domain.journal.events import USER, Event
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.storage.journal import parse

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.events import Body
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Stage

PLAYED = Path(__file__).parents[1] / "data" / "journals" / "played-tinydb.jsonl.gz"


@cache
def played_events() -> tuple[Event, ...]:
    return tuple(parse(gzip.decompress(PLAYED.read_bytes())).events)


def played(lines: int | None = None) -> State:
    """As it stood after so many lines of its journal; else at its end."""
    return fold(played_events()[:lines])


def played_on(lines: int, *bodies: Body) -> State:
    """As it would stand had this happened then instead, in an exchange of its own."""
    before = played_events()[:lines]
    exchange = max(event.exchange for event in before) + 1
    return fold(
        [*before, *(Event(lines + n, before[-1].at, exchange, USER, 0, one) for n, one in enumerate(bodies, 1))]
    )


def line_of(stage: Stage, time: int = -1) -> int:
    """Up to which line the summary of this stage is shown, the last time or that one."""
    lines = [event.seq for event in played_events() if _shows(event, stage)]
    return lines[time]


def _shows(event: Event, stage: Stage) -> bool:
    return isinstance(event.body, SummaryShown) and event.body.stage is stage
