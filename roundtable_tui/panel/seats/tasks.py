"""What a voice is asked for in a round, and what it may know for it: nothing here says who said what.

A seat's task holds no answer of the same round, and the synthesis holds ballots without authors: what is not in a
task cannot reach a prompt, a screen or a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import Agenda, FacilitatorFile, Participant, Phase, Policy, Skill, Strategy
from roundtable_tui.panel.record.ballots import Ballot, rewritten
from roundtable_tui.panel.record.entries import Agreement, Conflict, Entry, OpenQuestion
from roundtable_tui.panel.record.pending_ballots import AskedQuestion
from roundtable_tui.panel.record.session import Focus, TopicState
from roundtable_tui.panel.rules.conclusion import missing_for_conclusion
from roundtable_tui.panel.rules.escalation import words_in
from roundtable_tui.panel.rules.phases import current_phase, is_last, may_leave, visible_history
from roundtable_tui.panel.seats.head_counts import without_counts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.knowledge.panel import PanelKnowledge
    from roundtable_tui.panel.record.session import PanelSession

_MOST_NAMED = 8


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
    questions: tuple[OpenQuestion, ...] = ()
    """What the panel could not answer, and what has been answered since."""
    settled: tuple[Conflict, ...] = ()
    stands_to: str = ""
    """What a stance would be about, as it ends the sentence `How you stand to …`; nothing where nothing is proposed."""
    repair: Repair | None = None

    @property
    def on_the_table(self) -> tuple[Entry, ...]:
        """What has been put down about the topic of the question, newest last."""
        return tuple(one for one in self.entries if one.topic_id in ("", self.asked.focus.topic_id))[-_MOST_NAMED:]

    @property
    def in_question(self) -> tuple[Entry, ...]:
        """What of it is not agreed yet."""
        return tuple(one for one in self.on_the_table if one.agreement != Agreement.CONSENSUS)

    @property
    def judged(self) -> tuple[Entry, ...]:
        """What a stance is about: where consent is asked for one proposal by its id, that one alone."""
        consents = self.strategy.policy is Policy.CONSENT
        named = tuple(one for one in self.in_question if consents and words_in(self.asked.text, (one.id,)))
        return named or self.in_question


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
        conflicts=unnamed_conflicts(session, session.open_conflicts),
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
    """What one seat is told: its own file, the question, and of the rounds before what the phase shows.

    Nothing of it says who held a position or how many did.
    """
    phase = strategy.phase(asked.phase) or strategy.phases[0]
    participant = knowledge.participant(seat)
    seen = visible_history(session, phase, asked.focus)
    side = session.sides.of(seat) if strategy.sides else ""
    options = tuple(replace(one, text=without_counts(one.text)) for one in asked.options)
    question = replace(
        asked, text=without_counts(asked.text), probing=without_counts(asked.probing), options=options, seats=()
    )
    task = SeatTask(
        participant=participant,
        topic=session.topic,
        context=context,
        strategy=strategy,
        phase=phase,
        workflow=session.workflow,
        asked=question,
        side=side,
        skills=knowledge.skills_of(participant.skills),
        syntheses=tuple((number, without_counts(text)) for number, text in seen.syntheses),
        conflicts=tuple(map(_uncounted_conflict, unnamed_conflicts(session, seen.conflicts))),
        entries=tuple(map(_uncounted_entry, unnamed_entries(seen.entries))),
        decisions=seen.decisions,
        questions=tuple(map(_uncounted_question, seen.questions)),
        settled=tuple(map(_uncounted_conflict, unnamed_conflicts(session, seen.settled))),
    )
    return replace(task, stands_to=_proposed(task))


def unnamed_conflicts(session: PanelSession, conflicts: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """With each position once, by number instead of by seat, in an order that tells nothing."""
    return tuple(
        replace(
            one,
            positions={str(number): text for number, text in enumerate(_distinct(session, one), start=1)},
            resolved_by="",
        )
        for one in conflicts
    )


def _distinct(session: PanelSession, conflict: Conflict) -> list[str]:
    """One text for each group that held together when the conflict came up: more would tell how many they are.

    Who carries the same in the end can still differ about something: a conflict keeps its sides.
    """
    raised = next((one for one in session.rounds if one.number == conflict.created_round), None)
    groups = [set(group) for group in raised.groups] if raised else []
    said: dict[int | str, str] = {}
    for seat, text in sorted(conflict.positions.items()):
        key = next((number for number, group in enumerate(groups) if seat in group), seat)
        said[key] = max(said.get(key, ""), text, key=len)
    held = set(said.values())
    return sorted(held if len(held) > 1 else set(conflict.positions.values()))


def _proposed(task: SeatTask) -> str:
    """What is not agreed yet: drafts, or the text that is put to the vote; nothing for whoever still argues a side."""
    if task.side and task.phase != task.strategy.phases[-1]:
        return ""
    match [one.id for one in task.judged]:
        case [only]:
            return f"the draft {only}"
        case [*several, last] if several:
            return f"the drafts {', '.join(several)} and {last}"
    strategy = task.strategy
    if strategy.policy is Policy.CONSENT and task.phase != strategy.phases[0]:
        return "the proposal in the question"
    return ""


def _uncounted_question(one: OpenQuestion) -> OpenQuestion:
    title, description = without_counts(one.title), without_counts(one.description)
    return replace(one, title=title, description=description, resolution=without_counts(one.resolution), raised_by="")


def unnamed_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(replace(one, proposed_by="", supported_by=()) for one in entries)


def _uncounted_conflict(one: Conflict) -> Conflict:
    positions = {number: without_counts(text) for number, text in one.positions.items()}
    return replace(
        one,
        title=without_counts(one.title),
        description=without_counts(one.description),
        resolution=without_counts(one.resolution),
        positions=positions,
    )


def _uncounted_entry(one: Entry) -> Entry:
    fields = {name: rewritten(value, without_counts) for name, value in one.fields.items()}
    return replace(one, title=without_counts(one.title), description=without_counts(one.description), fields=fields)
