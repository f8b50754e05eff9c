"""What a panel tells whoever watches it: the screen, or the printer."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from roundtable_tui.panel.record.ballots import Ballot
from roundtable_tui.panel.record.pending_ballots import AskedQuestion
from roundtable_tui.panel.record.session import Outcome, PanelSession, Round
from roundtable_tui.panel.rules.escalation import Issue


class SeatState(StrEnum):
    WAITING = "waiting"
    THINKING = "thinking"
    SEALED = "sealed"
    REVEALED = "revealed"
    MISSING = "missing"


class RoundOpened(Struct, frozen=True):
    """A round begins; nothing is asked yet."""

    number: int
    phase: str
    topic_id: str


class QuestionAsked(Struct, frozen=True):
    asked: AskedQuestion
    resumed: bool = False
    """It was asked before a pause, and some ballots may be sealed already."""


class SeatChanged(Struct, frozen=True):
    """How far a seat is; its ballot comes only with the reveal, a reason if it is missing or takes longer."""

    seat: str
    state: SeatState
    ballot: Ballot | None = None
    reason: str = ""


class Synthesising(Struct, frozen=True):
    """All ballots are in; the facilitator reads them."""

    ballots: int
    missing: int


class RoundWritten(Struct, frozen=True):
    """The round is on disk: what it came to, and the session with it."""

    round: Round
    session: PanelSession
    share: float
    """The weight of the largest group, for a meter."""
    reasons: tuple[str, ...] = ()
    """What keeps the panel from ending."""


def agreement(one: Round, session: PanelSession) -> str:
    """How a round ended, in a word or two; nothing where it was not yet time to agree, or nobody voted."""
    if one.consensus:
        return "agreed"
    collects = len(session.phases) > 1 and one.phase != session.phases[-1]
    return "" if collects or not one.ballots else "not agreed"


class Escalating(Struct, frozen=True):
    issue: Issue


class Decided(Struct, frozen=True):
    """The user's decision is on disk."""

    session: PanelSession


class Paused(Struct, frozen=True):
    session: PanelSession


class Concluded(Struct, frozen=True):
    session: PanelSession
    outcome: Outcome


class Noticed(Struct, frozen=True):
    """Something to show that is not part of the panel."""

    text: str


PanelUpdate = (
    RoundOpened
    | QuestionAsked
    | SeatChanged
    | Synthesising
    | RoundWritten
    | Escalating
    | Decided
    | Paused
    | Concluded
    | Noticed
)
Subscriber = Callable[[PanelUpdate], None]
