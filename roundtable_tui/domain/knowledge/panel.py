"""The knowledge a panel runs on, as read from files: participants, strategies, agendas and skills."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

FACILITATOR = "facilitator"
AD_HOC = "roundtable"
STANDARD = "standard"


class EntryKind(StrEnum):
    """What a panel can put down, each under an id of its own."""

    REQUIREMENT = "requirement"
    BUSINESS_RULE = "business_rule"
    NFR = "nfr"
    EXCLUSION = "exclusion"
    DECISION = "decision"
    COMPONENT = "component"
    INTERFACE = "interface"
    IDEA = "idea"
    RISK = "risk"
    MITIGATION = "mitigation"
    OPEN_QUESTION = "open_question"
    CONFLICT = "conflict"


class History(StrEnum):
    """What a phase lets its seats see of the rounds before."""

    NOTHING = "nothing"
    SYNTHESIS = "synthesis"
    """The last synthesis; no conflicts, no entries."""
    FULL = "full"
    """Every synthesis, the open conflicts and the entries."""


class Policy(StrEnum):
    """When a round counts as agreed."""

    WEIGHTED_MAJORITY = "weighted-majority"
    CONSENT = "consent"
    FACILITATOR_JUDGMENT = "facilitator-judgment"
    FACILITATOR_SYNTHESIS = "facilitator-synthesis"


class Participation(StrEnum):
    ALL = "all"
    TARGETED = "targeted"
    """The facilitator names who answers."""


class Phase(Struct, frozen=True):
    name: str
    min_rounds: int = 1
    history: History = History.FULL
    suffix: str = ""
    """Goes to every seat, after the question."""
    question: str = "{question}"
    """What is asked without a model; `{question}` is the agenda's."""
    facilitator_only: bool = False
    """Nobody votes in it: the facilitator speaks alone."""


class Strategy(Struct, frozen=True):
    id: str
    name: str
    phases: tuple[Phase, ...]
    policy: Policy = Policy.WEIGHTED_MAJORITY
    threshold: float = 0.6
    participation: Participation = Participation.ALL
    attempts: int = 3
    """How many rounds may be about the same conflict."""
    attempts_per_phase: bool = False
    """The attempts are counted anew in each phase."""
    min_seats: int = 2
    sides: bool = False
    """The seats argue for and against; who is on neither side observes."""
    everyone: bool = False
    """Every seat answers in every round, whatever the facilitator says."""
    keywords: tuple[str, ...] = ()
    suits: str = ""
    facilitator: str = ""
    seats: str = ""
    path: str = ""

    def phase(self, name: str) -> Phase | None:
        return next((phase for phase in self.phases if phase.name == name), None)


class AgendaTopic(Struct, frozen=True):
    """Something the panel has to settle; in an agenda by phase, what a phase has to bring."""

    id: str
    name: str
    critical: bool = False
    min_entries: int = 0
    """With fewer it cannot be closed."""
    entries: tuple[EntryKind, ...] = ()
    """The kinds that count for it."""
    assess: EntryKind | None = None
    """Every entry of this kind must have been assessed."""
    done_when: tuple[str, ...] = ()
    question: str = ""
    exploration: str = ""


class Agenda(Struct, frozen=True):
    """A workflow: who sits, by which strategy, about what, and what is written in the end."""

    id: str
    name: str
    topics: tuple[AgendaTopic, ...]
    by_phase: bool = False
    """The topics are the phases of the strategy, in their order."""
    strategy: str = ""
    output: str = "summary"
    seats: tuple[str, ...] = ()
    entries: tuple[EntryKind, ...] = ()
    """The kinds the panel is asked for."""
    purpose: str = ""
    path: str = ""

    def topic(self, topic_id: str) -> AgendaTopic | None:
        return next((topic for topic in self.topics if topic.id == topic_id), None)


class Participant(Struct, frozen=True):
    id: str
    name: str
    role: str = ""
    lens: str = ""
    defers: str = ""
    strategies: Mapping[str, str] = field(default_factory=dict)
    """How it behaves in each strategy, by the strategy's id."""
    blocks: str = ""
    stance: str = ""
    skills: tuple[str, ...] = ()
    color: str = ""
    model: str = ""
    """The model that speaks for it, where it has one of its own."""
    workflows: Mapping[str, str] = field(default_factory=dict)
    """What it is there for in each workflow."""
    path: str = ""


class FacilitatorFile(Struct, frozen=True):
    name: str
    role: str = ""
    stance: str = ""
    asking: str = ""
    synthesising: str = ""
    never: str = ""
    skills: tuple[str, ...] = ()
    model: str = ""
    path: str = ""


class Skill(Struct, frozen=True):
    id: str
    name: str
    description: str = ""
    text: str = ""
    path: str = ""


class PanelKnowledge(Struct, frozen=True):
    """Everything that was loaded for panels, and what had to be left out."""

    participants: Mapping[str, Participant]
    strategies: Mapping[str, Strategy]
    agendas: Mapping[str, Agenda]
    skills: Mapping[str, Skill]
    facilitator: FacilitatorFile = field(default_factory=lambda: FacilitatorFile("Facilitator"))
    warnings: tuple[str, ...] = ()

    def participant(self, seat: str) -> Participant:
        """The participant of that id; one whose file is missing still has a name to sit under."""
        return self.participants.get(seat) or Participant(seat, seat.replace("-", " ").title())

    def skills_of(self, names: tuple[str, ...]) -> tuple[Skill, ...]:
        return tuple(self.skills[name] for name in names if name in self.skills)
