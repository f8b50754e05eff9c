"""Where a panel stands, as its screen shows it: made from the session, and changed by everything the panel tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.ballots import Ballot
from roundtable_tui.panel.record.pending_ballots import AskedQuestion
from roundtable_tui.panel.record.session import NextAction, PanelSession, SeatKind
from roundtable_tui.panel.rounds.updates import (
    Concluded,
    Decided,
    Escalating,
    Paused,
    QuestionAsked,
    RoundOpened,
    RoundWritten,
    SeatChanged,
    SeatState,
    Synthesising,
)
from roundtable_tui.panel.rules.consensus import share_of_largest

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.panel.record.session import Round
    from roundtable_tui.panel.rounds.updates import PanelUpdate

NEXT_ASKED = "The facilitator puts the question of round {number} together."
READING = "All ballots are in; the facilitator reads them."
SPEAKS_ALONE = "The facilitator speaks alone in this phase."
GOES_TO_YOU = "This goes to you."


class SeatView(Struct, frozen=True):
    """One seat; what it said only once all are revealed."""

    id: str
    name: str
    behind: str
    """human, or the model."""
    side: str = ""
    state: SeatState = SeatState.WAITING
    ballot: Ballot | None = None
    before: Ballot | None = None
    """What it said in the round before, while it has not answered in this one."""
    reason: str = ""
    """Why it is missing."""
    writes: bool = False
    """Its person is at the keyboard."""
    listens: bool = False
    """Nothing is asked of it in this round."""


class Standing(Struct, frozen=True):
    session: PanelSession
    seats: Mapping[str, SeatView] = field(default_factory=dict)
    asked: AskedQuestion | None = None
    """The question of the round under way."""
    opened: int = 0
    """The number of a round that is under way and has no question yet."""
    doing: str = ""
    """What is under way, for the status line; empty while the panel rests."""
    share: float | None = None
    """Of all confidence, that of the largest group in the last round."""
    lacking: tuple[str, ...] = ()
    """What keeps the panel from ending."""
    hand: bool = False
    """The user wants to speak."""
    veiled: bool = False
    """The last round goes to the user, who has not decided yet: no names until then."""
    going: bool = False

    @property
    def number(self) -> int:
        """The round under way, else the last; 0 before the first."""
        return self.asked.round if self.asked else self.opened or len(self.session.rounds)

    @property
    def phase(self) -> str:
        """That of the round under way, else of the last."""
        if self.asked:
            return self.asked.phase
        if self.opened:
            return self.session.phase
        return self.session.last_round.phase if self.session.last_round else self.session.phase

    @property
    def tokens(self) -> int:
        return sum(one.tokens for one in self.session.rounds)

    @property
    def progress(self) -> tuple[int, int]:
        """How many of those who are asked have sealed an answer, or will give none."""
        asked = self.asked.seats if self.asked else ()
        done = (SeatState.SEALED, SeatState.MISSING, SeatState.REVEALED)
        return sum(self.seats[seat].state in done for seat in asked if seat in self.seats), len(asked)

    def writing(self, seat: str) -> Standing:
        """With this seat's person at the keyboard; nobody where it is empty."""
        return replace(self, seats={name: replace(one, writes=name == seat) for name, one in self.seats.items()})


def is_veiled(session: PanelSession) -> bool:
    """Whether the last round goes to the user, who has not decided about it."""
    last = session.last_round
    if last is None or session.is_closed or last.next_action is not NextAction.ESCALATE:
        return False
    return not any(one.round == last.number for one in session.escalations)


def standing_of(session: PanelSession, name_of: Callable[[str], str]) -> Standing:
    """As it lies on disk, before anything is under way."""
    seats = {
        seat: SeatView(
            seat,
            name_of(seat),
            "human" if one.kind is SeatKind.HUMAN else one_line(one.model or "model", 60),
            session.sides.of(seat) if session.sides.pro else "",
        )
        for seat, one in session.seats.items()
    }
    last = session.last_round
    share = share_of_largest(last.ballots, last.groups) if last and last.ballots else None
    found = Standing(session, seats, share=share, veiled=is_veiled(session))
    return _revealed(found, last) if last else found


def after(standing: Standing, update: PanelUpdate) -> Standing:
    """Where it stands once this has happened."""
    match update:
        case RoundOpened(number=number):
            seats = {name: _anew(one) for name, one in standing.seats.items()}
            doing = NEXT_ASKED.format(number=number)
            return replace(standing, seats=seats, asked=None, opened=number, doing=doing, going=True, veiled=False)
        case QuestionAsked(asked=asked):
            seats = {name: _anew(one, listens=name not in asked.seats) for name, one in standing.seats.items()}
            return _counted(replace(standing, seats=seats, asked=asked, opened=0, going=True, veiled=False))
        case SeatChanged(seat=seat, state=state, reason=reason) if state is not SeatState.REVEALED:
            if seat not in standing.seats:
                return standing
            changed = replace(standing.seats[seat], state=state, reason=reason)
            return _counted(replace(standing, seats={**standing.seats, seat: changed}))
        case Synthesising(ballots=ballots, missing=missing):
            return replace(standing, doing=READING if ballots or missing else SPEAKS_ALONE)
        case RoundWritten(round=done, session=session, share=share, reasons=reasons):
            veiled = standing.hand or done.next_action is NextAction.ESCALATE
            written = replace(
                standing,
                session=session,
                share=share if done.ballots else None,
                lacking=reasons,
                veiled=veiled,
                asked=None,
                doing="",
            )
            return _revealed(written, done)
        case Escalating():
            return replace(standing, doing=GOES_TO_YOU, going=True)
        case Decided(session=session):
            decided = replace(standing, session=session, veiled=False, hand=False, doing="")
            return _revealed(decided, session.last_round) if standing.veiled and session.last_round else decided
        case Paused(session=session) | Concluded(session=session):
            return replace(standing, session=session, going=False, doing="", hand=False).writing("")
    return standing


def _anew(seat: SeatView, *, listens: bool = False) -> SeatView:
    before = seat.ballot or seat.before
    state = SeatState.WAITING
    return replace(seat, state=state, ballot=None, before=before, reason="", writes=False, listens=listens)


def _counted(standing: Standing) -> Standing:
    done, every = standing.progress
    if not every:
        return replace(standing, doing=SPEAKS_ALONE)
    return replace(standing, doing=f"Round {standing.number}: {done} of {every} sealed.")


def _revealed(standing: Standing, last: Round) -> Standing:
    """Everybody's answer to the last round, unless it is to be read without names first."""
    seats: dict[str, SeatView] = {}
    for name, one in standing.seats.items():
        if name in last.missing:
            seats[name] = replace(one, state=SeatState.MISSING, reason=last.missing[name], ballot=None)
        elif name not in last.ballots:
            seats[name] = _anew(one, listens=True)
        elif standing.veiled:
            seats[name] = replace(one, state=SeatState.SEALED, ballot=None, writes=False)
        else:
            seats[name] = replace(one, state=SeatState.REVEALED, ballot=last.ballots[name], writes=False)
    return replace(standing, seats=seats)
