"""A panel as a value: its topic, seats, rounds, entries and agenda, with nothing in it that was not in its file."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.formats.yaml import Value
from roundtable_tui.panel.record.ballots import Ballot, Option, Request
from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion

ACTIVE, CLOSED = "active", "closed"


class NextAction(StrEnum):
    CONTINUE = "continue"
    PHASE = "phase"
    CONCLUDE = "conclude"
    ESCALATE = "escalate"


class TopicStatus(StrEnum):
    OPEN = "open"
    PARTIAL = "partial"
    CLOSED = "closed"


class FocusType(StrEnum):
    AGENDA = "agenda"
    CONFLICT = "conflict"
    OPEN_QUESTION = "open_question"


class SeatKind(StrEnum):
    MODEL = "model"
    HUMAN = "human"


class Focus(Struct, frozen=True):
    """The one thing a round is about."""

    type: FocusType = FocusType.AGENDA
    id: str = ""
    """Of the topic, the conflict or the question."""
    topic_id: str = ""
    """The topic of the agenda it belongs to."""


class Seat(Struct, frozen=True):
    kind: SeatKind = SeatKind.HUMAN
    voice: str = ""
    model: str = ""


class Sides(Struct, frozen=True):
    """Who argues for and who against; the others observe."""

    pro: tuple[str, ...] = ()
    con: tuple[str, ...] = ()

    def of(self, seat: str) -> str:
        return "pro" if seat in self.pro else "con" if seat in self.con else "observer"


class Limits(Struct, frozen=True):
    """The numbers the rules go by."""

    min_rounds: int = 3
    max_rounds: int = 20
    max_rounds_per_phase: int = 10
    threshold: float = 0.0
    """Of a weighted majority; 0 leaves it to the strategy."""
    escalation: bool = True
    max_rounds_per_conflict: int = 3
    confidence_below: float = 0.5
    critical_keywords: tuple[str, ...] = ("security", "must-have", "blocking", "legal")


class TopicState(Struct, frozen=True):
    topic_id: str
    status: TopicStatus = TopicStatus.OPEN
    coverage: tuple[str, ...] = ()


class Round(Struct, frozen=True):
    number: int
    timestamp: str = ""
    phase: str = ""
    topic_id: str = ""
    focus: Focus = field(default_factory=Focus)
    question: str = ""
    options: tuple[Option, ...] = ()
    probing: str = ""
    """What was asked beside the question, to open it up."""
    stress_test: bool = False
    synthesis: str = ""
    positions: Mapping[str, str] = field(default_factory=dict)
    """Every seat's, in a sentence or two; of a missing one, why."""
    ballots: Mapping[str, Ballot] = field(default_factory=dict)
    own_ballot: Ballot | None = None
    """The user's, beside the panel: it counts for nothing."""
    missing: Mapping[str, str] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    """Whose positions are alike: every seat that voted is in one of them."""
    key_decisions: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    amended: tuple[str, ...] = ()
    consensus: bool = False
    next_action: NextAction = NextAction.CONTINUE
    wanted: NextAction = NextAction.CONTINUE
    """What the facilitator would have done next; the rules decided."""
    escalation_reason: str = ""
    """With a wish to escalate: what only the user can decide."""
    recommendation: str = ""
    requests: tuple[Request, ...] = ()
    """The facilitator's: for the question, then for the synthesis."""
    tokens: int = 0

    @property
    def mean_confidence(self) -> float | None:
        counted = [ballot.confidence for ballot in self.ballots.values()]
        return sum(counted) / len(counted) if counted else None


class Choice(StrEnum):
    """What the user can do with an escalation."""

    ACCEPT = "accept"
    DECIDE = "decide"
    CONTINUE = "continue"


class Escalation(Struct, frozen=True):
    """A question that went to the user, and what came of it."""

    round: int
    issue: str
    """What it was about, so that it comes once."""
    reason: str
    positions: tuple[str, ...] = ()
    recommendation: str = ""
    choice: Choice = Choice.ACCEPT
    user_decision: str = ""
    until_round: int = 0
    """With `continue`: up to which round the panel goes on by itself."""

    @property
    def is_settled(self) -> bool:
        return self.choice is not Choice.CONTINUE


class Minority(Struct, frozen=True):
    """Who would have decided otherwise, and why."""

    seats: tuple[str, ...]
    position: str
    rationale: tuple[str, ...] = ()
    given_up: int = 0
    """The round it was last held in, where nobody holds it any more."""


class Outcome(Struct, frozen=True):
    type: str
    file: str = ""
    files: tuple[str, ...] = ()
    minority: tuple[Minority, ...] = ()


class PanelSession(Struct, frozen=True):
    id: str
    topic: str
    workflow: str
    strategy: str
    status: str = ACTIVE
    started_at: str = ""
    updated_at: str = ""
    closed_at: str = ""
    paused_at: str = ""
    participants: tuple[str, ...] = ()
    """Everybody who has ever been seated, in the order of seating."""
    seats: Mapping[str, Seat] = field(default_factory=dict)
    """Those who sit now."""
    facilitator: Seat = field(default_factory=Seat)
    sides: Sides = field(default_factory=Sides)
    limits: Limits = field(default_factory=Limits)
    phases: tuple[str, ...] = ()
    """The strategy's phases, in order."""
    phase: str = ""
    """The one the next round belongs to."""
    agenda: tuple[TopicState, ...] = ()
    by_phase: bool = False
    """It has no topics: its phases are its agenda."""
    places: tuple[str, ...] = ()
    """The maps of entries it has, also the empty ones."""
    entries: tuple[Entry, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    rounds: tuple[Round, ...] = ()
    escalations: tuple[Escalation, ...] = ()
    outcome: Outcome | None = None
    output: str = ""
    item: str = ""
    """The slug of the item it was opened from, if it was."""
    point: PointName | None = None
    """The open point of that item it was asked about."""
    raw: Mapping[str, Value] = field(default_factory=dict)
    """The document it was read from, so that what we do not know survives."""

    @property
    def is_closed(self) -> bool:
        return self.status == CLOSED

    @property
    def is_paused(self) -> bool:
        return not self.is_closed and bool(self.paused_at)

    @property
    def last_round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def rounds_in_phase(self) -> int:
        """How many rounds in a row belong to the present phase."""
        count = 0
        for one in reversed(self.rounds):
            if one.phase != self.phase:
                break
            count += 1
        return count

    @property
    def open_conflicts(self) -> tuple[Conflict, ...]:
        return tuple(conflict for conflict in self.conflicts if conflict.is_open)

    @property
    def open_questions(self) -> tuple[OpenQuestion, ...]:
        return tuple(question for question in self.questions if question.is_open)

    @property
    def live_entries(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.is_live)

    @property
    def requests(self) -> tuple[Request, ...]:
        """All that models were asked, as far as it was written down."""
        return tuple(
            request
            for one in self.rounds
            for request in (*one.requests, *(ballot.request for ballot in one.ballots.values()))
            if request.tokens
        )

    @property
    def used_ids(self) -> frozenset[str]:
        """Every id that was ever given, also those whose entry is gone."""
        here = {one.id for one in self.everything}
        return frozenset(here | {one for past in self.rounds for one in past.created})

    @property
    def everything(self) -> tuple[Entry | OpenQuestion | Conflict, ...]:
        return (*self.entries, *self.questions, *self.conflicts)

    def entry(self, entry_id: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    def with_conflict(self, changed: Conflict) -> PanelSession:
        return replace(self, conflicts=tuple(changed if one.id == changed.id else one for one in self.conflicts))
