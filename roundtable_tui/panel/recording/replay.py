"""A panel that was held once, to be held again: the same voices, the same user, the shipped knowledge, no network."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.errors import UsageError, VoiceError
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.panel_loader import load_panel_knowledge
from roundtable_tui.panel.opening import PanelPlan
from roundtable_tui.panel.record.session import Choice, Escalation, NextAction, PanelSession, Seat
from roundtable_tui.panel.recording.recorded_replies import ballot_reply, question_reply, synthesis_reply, why_missing
from roundtable_tui.panel.room import PanelRoom, ReadyPanel
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.panel.rules.escalation import Decision
from roundtable_tui.panel.seating import Seating
from roundtable_tui.panel.settings import PanelSettings

if TYPE_CHECKING:
    from roundtable_tui.items.project import Project
    from roundtable_tui.panel.record.ballots import Ballot
    from roundtable_tui.panel.record.session import Round
    from roundtable_tui.panel.rules.escalation import Issue
    from roundtable_tui.panel.seats.protocol import Reply
    from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask

Wait = Callable[[float], Awaitable[None]]
READ_QUESTION, BETWEEN_SEALS, BEFORE_REVEAL, READ_ROUND, BEFORE_DECISION = 4.0, 2.5, 4.0, 16.0, 8.0
"""Seconds of the recording, for somebody who reads along."""


async def _at_once(_: float) -> None:
    pass


@dataclass
class PanelReplay:
    """Everything a table needs to hold this session's panel again; `wait` lets so many seconds pass."""

    session: PanelSession
    wait: Wait = _at_once
    _now: datetime = field(init=False)
    _undecided: list[Escalation] = field(init=False)

    def __post_init__(self) -> None:
        self._now = _moment(self.session.started_at) or datetime.now(UTC)
        self._undecided = list(self.session.escalations)

    def room_in(self, project: Project) -> PanelRoom:
        """Panels of a project in which nothing but the shipped knowledge counts, at the time of the recording."""
        knowledge = load_panel_knowledge([shipped_assets()])
        return PanelRoom(replace(project, clock=lambda: self._now), knowledge, PanelSettings())

    def begin(self, room: PanelRoom) -> ReadyPanel:
        session, knowledge = self.session, room.knowledge
        agenda, strategy = knowledge.agendas.get(session.workflow), knowledge.strategies.get(session.strategy)
        unknown = [seat for seat in session.seats if seat not in knowledge.participants]
        if agenda is None or strategy is None or unknown or not session.rounds:
            raise UsageError("This panel cannot be played with the shipped knowledge.", "Record another one.")
        plan = PanelPlan(
            topic=session.topic,
            agenda=agenda,
            strategy=strategy,
            seats=session.seats,
            facilitator=session.facilitator,
            sides=session.sides,
            limits=session.limits,
            output=session.output,
        )
        return room.begin(plan)

    def seating(self) -> Seating:
        """Ballots are laid out in the order of the seats' names, which is the one the synthesis is recorded in."""
        own = any(one.own_ballot for one in self.session.rounds)
        return Seating(
            facilitator=RecordedVoice(self, "", self.session.facilitator),
            seats={name: RecordedVoice(self, name, seat) for name, seat in self.session.seats.items()},
            own=RecordedVoice(self, "", Seat()) if own else None,
            shuffle=list,
        )

    def round(self, number: int) -> Round:
        if number > len(self.session.rounds):
            raise VoiceError("The recording has no more rounds.")
        return self.session.rounds[number - 1]

    def wants_to_speak(self, number: int) -> bool:
        """Whether the user raised a hand in this round."""
        return any(one.round == number and one.issue.startswith("hand:") for one in self.session.escalations)

    def passed(self, number: int) -> None:
        """The clock goes on to when this round was written."""
        self._now = _moment(self.round(number).timestamp) or self._now

    # The user

    async def decide(self, issue: Issue) -> Decision | None:
        await self.wait(BEFORE_DECISION)
        found = next((one for one in self._undecided if one.issue == issue.key), None)
        if found is None:
            return None
        self._undecided.remove(found)
        return _decision(found)

    async def after_round(self, session: PanelSession) -> Wish:
        """After its last round it ends, whoever ended it then."""
        await self.wait(READ_ROUND)
        last = session.last_round
        if last is None or last.number < len(self.session.rounds) or last.next_action is NextAction.ESCALATE:
            return Wish.GO_ON
        return Wish.CONCLUDE


@dataclass
class RecordedVoice:
    """Says in every round what was said then; without a name it is the facilitator, or the user beside the panel."""

    replay: PanelReplay
    name: str
    seat: Seat

    async def ask(self, task: FacilitatorTask) -> Reply:
        done = self.replay.round(task.situation.round)
        await self.replay.wait(BETWEEN_SEALS)
        return question_reply(self.replay.session, done)

    async def ballot(self, task: SeatTask) -> Reply:
        done = self.replay.round(task.asked.round)
        await self.replay.wait(READ_QUESTION + BETWEEN_SEALS * self._place(done))
        ballot = done.ballots.get(self.name) if self.name else done.own_ballot
        if ballot is None:
            raise VoiceError(why_missing(done, self.name))
        return ballot_reply(ballot)

    async def synthesise(self, task: SynthesisTask) -> Reply:
        number = task.situation.round
        await self.replay.wait(BEFORE_REVEAL)
        self.replay.passed(number)
        return synthesis_reply(self.replay.session, self.replay.round(number))

    def _place(self, done: Round) -> int:
        """Who answered first then seals first."""

        def took(one: tuple[str, Ballot]) -> float:
            return one[1].request.seconds

        order = [seat for seat, _ in sorted(done.ballots.items(), key=took)]
        return order.index(self.name) if self.name in order else len(order)


def _decision(one: Escalation) -> Decision:
    rounds = one.until_round - one.round if one.choice is Choice.CONTINUE else 1
    if one.choice is Choice.ACCEPT and one.user_decision != one.recommendation:
        return Decision(Choice.DECIDE, one.user_decision)
    return Decision(one.choice, one.user_decision, rounds)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
