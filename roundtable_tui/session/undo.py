"""What taking back the last answer means, found in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.conversation_events import BudgetSet, PointMarked, TopicDeferred, VerdictGiven
from roundtable_tui.domain.journal.events import (
    USER,
    AnswerRevised,
    Chose,
    DepthChanged,
    Event,
    Reviewed,
    StepCompleted,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import voided_exchanges

if TYPE_CHECKING:
    from collections.abc import Sequence


class TakenBack(Struct, frozen=True):
    exchanges: tuple[int, ...]
    """The user's last exchange that still counts, if there is one."""
    asked: tuple[int, ...]
    """The exchange in which the user said to take it back, if it was said."""
    steps: tuple[str, ...]
    """Steps that were completed in what is taken back."""


def to_take_back(events: Sequence[Event], before: int) -> TakenBack:
    void = voided_exchanges(events)
    said = {event.exchange for event in events if event.actor == USER and _is_from_the_user(event)}
    earlier = sorted(number for number in said - void if 0 < number < before)
    undone = tuple(earlier[-1:])
    steps = [event.body.step for event in events if event.exchange in undone and isinstance(event.body, StepCompleted)]
    return TakenBack(undone, (before,) if before in said else (), tuple(dict.fromkeys(steps)))


def _is_from_the_user(event: Event) -> bool:
    said = UserSaid | AnswerRevised | Chose | DepthChanged | StepReopened | Reviewed
    return isinstance(event.body, said | PointMarked | TopicDeferred | BudgetSet | VerdictGiven)
