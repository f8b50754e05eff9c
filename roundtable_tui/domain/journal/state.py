"""Everything an analysis has come to: what folding a journal gives, and all that resume needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from roundtable_tui.domain.dossier.dossier import Dossier
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.code_facts import Scanned
from roundtable_tui.domain.journal.events import (
    Claim,
    Decision,
    Ending,
    ItemCreated,
    PhaseEnd,
    Tokens,
    Utterance,
    WrittenFile,
)
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from roundtable_tui.domain.talk.menu import MenuCommand


class StepStatus(StrEnum):
    ENGAGED = "engaged"
    READY = "ready"
    """Nothing more to ask; artifacts and records are owed before it counts as done."""
    DONE = "done"
    PASSED = "passed"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class StepRecord:
    id: str
    title: str
    phase: str
    status: StepStatus
    persona: str = ""
    depth: Depth | None = None
    depth_source: DepthSource | None = None
    settled: frozenset[str] = frozenset()
    gaps: tuple[str, ...] = ()
    reason: str = ""
    written: int = -1
    """The dossier version its artifacts were last written from."""
    asked_for_gaps: bool = False
    closing: bool = False
    """Ends with what there is."""
    unneeded: bool = False
    """Passed over because this change does not need it: what depends on it need not wait."""
    elaborating: int = 0
    """The exchange in which the user asked to talk it over once more; 0 while nobody does."""
    assumed: tuple[str, ...] = ()
    """The assumptions that stand for its gaps."""


@dataclass(frozen=True, slots=True)
class Elaboration:
    """A step that was talked over with more perspectives, and when that ended."""

    step: str
    turn_count: int
    personas: tuple[str, ...]
    summary: str
    at: str


@dataclass(frozen=True, slots=True)
class ForAnswer:
    question: Question


@dataclass(frozen=True, slots=True)
class ForMenu:
    step: str


@dataclass(frozen=True, slots=True)
class ForDecision:
    what: Decision
    default: bool
    resume: ForAnswer | ForMenu | None = None


Waiting = ForAnswer | ForMenu | ForDecision


def step_asking(asked: Waiting | None) -> str:
    """The step in which the user was asked this; empty if in none."""
    match asked:
        case ForMenu(step=step):
            return step
        case ForAnswer(question=question):
            return question.step
        case ForDecision(resume=resume):
            return step_asking(resume)
    return ""


def still_fitting(asked: Waiting | None, current: str, step: StepRecord | None) -> Waiting | None:
    """What the user was asked before, unless the talk has left its step, or the step has moved on since.

    A menu belongs to a step that is done, a question to one that is not or is being elaborated.
    """
    match asked:
        case ForDecision(what=what, default=default, resume=resume):
            inner = still_fitting(resume, current, step)
            return ForDecision(what, default, inner if not isinstance(inner, ForDecision) else None)
        case ForMenu(step=step_id):
            fits = step is not None and step.id == step_id and step.status is StepStatus.DONE
            return asked if fits else None
        case ForAnswer(question=question):
            done = step is not None and step.status is StepStatus.DONE and not step.elaborating
            return asked if question.step == current and not done else None
    return None


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user said or chose and nobody has dealt with yet."""

    number: int
    seq: int
    text: str
    answers: Waiting | None
    command: MenuCommand | None = None


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of the transcript."""

    turn: int
    utterance: Utterance
    partial: bool = False
    """Said in a turn that was stopped or failed: it is shown, and counts for nothing."""
    broke_off: bool = False
    """The last that was said in such a turn."""


@dataclass(frozen=True, slots=True)
class State:
    item: ItemCreated | None = None
    created_at: str = ""
    changed_at: str = ""
    dossier: Dossier = field(default_factory=Dossier)
    version: int = 0
    """The journal line that last changed the dossier."""
    version_at: str = ""
    version_turn: int = 0
    transcript: tuple[Spoken, ...] = ()
    claims: Mapping[tuple[str, str], Claim] = field(default_factory=dict)
    confirmed_at: Mapping[str, str] = field(default_factory=dict)
    """When each entry was last confirmed, by its id."""
    tokens: Mapping[str, Tokens] = field(default_factory=dict)
    """What each model has used, also for turns that failed or were taken back."""
    steps: Mapping[str, StepRecord] = field(default_factory=dict)
    phase: str = ""
    phases_begun: tuple[str, ...] = ()
    phases_ended: Mapping[str, PhaseEnd] = field(default_factory=dict)
    codebase_hash: str = ""
    current: str = ""
    """The step being worked on, or shown with its menu."""
    waiting: Waiting | None = None
    turn: Turn | None = None
    agreed: Decision | None = None
    """A decision the user made that is still being carried out."""
    depth_overrides: Mapping[str, Depth] = field(default_factory=dict)
    scan: Scanned | None = None
    lost: Mapping[Cited, str] = field(default_factory=dict)
    """Citations that lead nowhere, and why, as of the last time they were looked up."""
    missing: tuple[str, ...] = ()
    """Files that are spoken of as being there and are not."""
    elaborations: tuple[Elaboration, ...] = ()
    artifacts: Mapping[str, WrittenFile] = field(default_factory=dict)
    conflicts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Where a hand edit and the analysis say different things, by artifact."""
    stale: bool = False
    """Something was taken back that the artifacts may still say."""
    finalised: int = -1
    """The dossier version of which every artifact was written."""
    meta_fields: Mapping[str, object] | None = None
    meta_owed: bool = False
    marker: str = ""
    boundary: bool = False
    """The phase ended without [C]: whether to go on must be asked."""
    left: bool = False
    ending: Ending | None = None
    exchange: int = 0
    """The exchange under way: the highest number used, or a higher one where that was taken back."""
    user_turns: int = 0
    """How many times the user said something, taken back or not."""
    seq: int = 0

    @property
    def current_step(self) -> StepRecord | None:
        return self.steps.get(self.current)

    @property
    def steps_done(self) -> tuple[str, ...]:
        return tuple(step.id for step in self.steps.values() if step.status is StepStatus.DONE)
