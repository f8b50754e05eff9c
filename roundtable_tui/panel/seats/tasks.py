"""What a voice is asked for in a round, and what it may know for it: nothing here says who said what.

A seat's task holds no answer of the same round, and the synthesis holds ballots without authors: what is not in a
task cannot reach a prompt, a screen or a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import Agenda, FacilitatorFile, Participant, Phase, Skill, Strategy
from roundtable_tui.panel.record.ballots import Ballot
from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion
from roundtable_tui.panel.record.pending_ballots import AskedQuestion
from roundtable_tui.panel.record.session import Focus, TopicState
from roundtable_tui.panel.rules.conclusion import missing_for_conclusion
from roundtable_tui.panel.rules.phases import current_phase, is_last, may_leave, visible_history

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.knowledge.panel import PanelKnowledge
    from roundtable_tui.panel.record.session import PanelSession


class Repair(Struct, frozen=True):
    """An answer that could not be used, to be given once more."""

    reply: str
    problem: str


class Situation(Struct, frozen=True):
    """How the panel stands, as the facilitator may see it."""

    topic: str
    context: str
    agenda: Agenda
    strategy: Strategy
    phase: Phase
    round: int
    focus: Focus
    states: tuple[TopicState, ...] = ()
    syntheses: tuple[tuple[int, str], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    entries: tuple[Entry, ...] = ()
    decisions: tuple[str, ...] = ()
    """What the user decided, oldest first."""
    lacking: tuple[str, ...] = ()
    """What keeps the panel from ending."""
    asked_before: int = 0
    """How many rounds of this phase were about the same already."""
    may_leave_phase: bool = False
    is_last_phase: bool = False


class FacilitatorTask(Struct, frozen=True):
    """Ask the question of a round."""

    situation: Situation
    facilitator: FacilitatorFile
    skills: tuple[Skill, ...] = ()
    seats: tuple[Participant, ...] = ()
    """Who can be asked, where the facilitator chooses."""
    stress_test: bool = False
    repair: Repair | None = None


class SeatTask(Struct, frozen=True):
    """Answer it, for one participant."""

    participant: Participant
    topic: str
    context: str
    strategy: Strategy
    phase: Phase
    workflow: str
    asked: AskedQuestion
    side: str = ""
    """pro, con or observer, where the strategy has sides."""
    skills: tuple[Skill, ...] = ()
    syntheses: tuple[tuple[int, str], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    entries: tuple[Entry, ...] = ()
    decisions: tuple[str, ...] = ()
    repair: Repair | None = None


class UnnamedBallot(Struct, frozen=True):
    label: str
    """What it is called until the names return."""
    ballot: Ballot
    side: str = ""


class SynthesisTask(Struct, frozen=True):
    """Say what the ballots come to."""

    situation: Situation
    facilitator: FacilitatorFile
    asked: AskedQuestion
    ballots: tuple[UnnamedBallot, ...] = ()
    missing: int = 0
    """How many seats gave no answer."""
    skills: tuple[Skill, ...] = ()
    repair: Repair | None = None


def situation_of(
    session: PanelSession, agenda: Agenda, strategy: Strategy, focus: Focus, context: str = ""
) -> Situation:
    phase = current_phase(session, strategy)
    return Situation(
        topic=session.topic,
        context=context,
        agenda=agenda,
        strategy=strategy,
        phase=phase,
        round=len(session.rounds) + 1,
        focus=focus,
        states=session.agenda,
        syntheses=tuple((one.number, one.synthesis) for one in session.rounds if one.synthesis),
        conflicts=unnamed_conflicts(session.open_conflicts),
        questions=tuple(replace(one, raised_by="") for one in session.open_questions),
        entries=unnamed_entries(session.live_entries),
        decisions=tuple(one.user_decision for one in session.escalations if one.user_decision),
        lacking=missing_for_conclusion(session, agenda, strategy),
        asked_before=sum(one.focus == focus and one.phase == phase.name for one in session.rounds),
        may_leave_phase=may_leave(session, strategy, agenda),
        is_last_phase=is_last(strategy, phase.name),
    )


def seat_task(
    session: PanelSession,
    knowledge: PanelKnowledge,
    strategy: Strategy,
    asked: AskedQuestion,
    seat: str,
    context: str = "",
) -> SeatTask:
    """What one seat is told: its own file, the question, and of the rounds before what the phase shows."""
    phase = strategy.phase(asked.phase) or strategy.phases[0]
    participant = knowledge.participant(seat)
    seen = visible_history(session, phase)
    return SeatTask(
        participant=participant,
        topic=session.topic,
        context=context,
        strategy=strategy,
        phase=phase,
        workflow=session.workflow,
        asked=replace(asked, seats=()),
        side=session.sides.of(seat) if strategy.sides else "",
        skills=knowledge.skills_of(participant.skills),
        syntheses=seen.syntheses,
        conflicts=unnamed_conflicts(seen.conflicts),
        entries=unnamed_entries(seen.entries),
        decisions=seen.decisions,
    )


def unnamed_conflicts(conflicts: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """With positions by number instead of by seat, in an order that tells nothing."""
    return tuple(
        replace(
            one,
            positions={str(number): text for number, text in enumerate(sorted(one.positions.values()), start=1)},
            resolved_by="",
        )
        for one in conflicts
    )


def unnamed_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(replace(one, proposed_by="", supported_by=()) for one in entries)
