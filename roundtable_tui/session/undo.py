"""What taking back the last answer means, and letting it count again, found in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.comment_events import CommentsSent
from roundtable_tui.domain.journal.conversation_events import BudgetSet, PointMarked, TopicDeferred, VerdictGiven
from roundtable_tui.domain.journal.events import (
    FACTS,
    USER,
    AnswerRevised,
    Chose,
    Continued,
    Decided,
    DepthChanged,
    Event,
    Finished,
    Left,
    ModeChosen,
    Reinstated,
    Retracted,
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
    return isinstance(event.body, said | PointMarked | TopicDeferred | BudgetSet | VerdictGiven | CommentsSent)


class BroughtBack(Struct, frozen=True):
    exchange: int
    asked_again: tuple[int, ...]
    """What was said since because it was taken back; nothing of it by the user."""


def to_bring_back(events: Sequence[Event]) -> BroughtBack | None:
    """What was taken back last and may count again; nothing once the user has said or done something else."""
    again: list[int] = []
    since: set[int] = set()
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        match event.body:
            case Reinstated(without=without):
                again.append(event.exchange)
                since.difference_update(without)
            case Retracted() if _asked_for_it(events, place):
                continue
            case Retracted() if event.exchange in again:
                again.remove(event.exchange)
            case Retracted():
                return BroughtBack(event.exchange, tuple(sorted(since - {event.exchange})))
            case _ if _is_a_deed(event) and not _is_void_at_once(events, place):
                return None
            case _ if event.exchange > 0:
                since.add(event.exchange)
    return None


def _is_a_deed(event: Event) -> bool:
    """Whether the user did it, or it follows only from what the user did: bringing back must not void it."""
    if isinstance(event.body, Decided | ModeChosen | Continued | Left | Finished):
        return True
    return event.actor == USER and not isinstance(event.body, FACTS)


def _asked_for_it(events: Sequence[Event], place: int) -> bool:
    """Whether this voids only the message that asked to take something back."""
    before = events[place - 1] if place else None
    return (
        before is not None
        and before.exchange == events[place].exchange
        and isinstance(before.body, UserSaid | AnswerRevised)
    )


def _is_void_at_once(events: Sequence[Event], place: int) -> bool:
    return (
        place + 1 < len(events) and isinstance(events[place + 1].body, Retracted) and _asked_for_it(events, place + 1)
    )
