"""What a panel tells whoever watches it: the screen, or the printer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins; nothing is asked yet."""

    number: int
    phase: str
    topic_id: str


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    asked: AskedQuestion
    resumed: bool = False
    """It was asked before a pause, and some ballots may be sealed already."""


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """How far a seat is; its ballot comes only with the reveal, a reason only if it is missing."""

    seat: str
    state: SeatState
    ballot: Ballot | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Synthesising:
    """All ballots are in; the facilitator reads them."""

    ballots: int
    missing: int


@dataclass(frozen=True, slots=True)
class RoundWritten:
    """The round is on disk: what it came to, and the session with it."""

    round: Round
    session: PanelSession
    share: float
    """The weight of the largest group, for a meter."""
    reasons: tuple[str, ...] = ()
    """What keeps the panel from ending."""


@dataclass(frozen=True, slots=True)
class Escalating:
    issue: Issue


@dataclass(frozen=True, slots=True)
class Decided:
    """The user's decision is on disk."""

    session: PanelSession


@dataclass(frozen=True, slots=True)
class Paused:
    session: PanelSession


@dataclass(frozen=True, slots=True)
class Concluded:
    session: PanelSession
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Noticed:
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
