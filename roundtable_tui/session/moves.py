"""What a mode can decide to do next; the session carries it out, journals it and asks again."""

from __future__ import annotations

from dataclasses import dataclass

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import Subject
from roundtable_tui.domain.journal.code_facts import Inquiry
from roundtable_tui.domain.journal.events import NO_STEP, Body, PhaseEnd
from roundtable_tui.domain.journal.values import Utterance
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.tasks import Task


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing is owed: it is the user's turn, or the analysis is over."""


@dataclass(frozen=True, slots=True)
class Append:
    """These events follow from the state alone."""

    bodies: tuple[Body, ...]


@dataclass(frozen=True, slots=True)
class Speak:
    """A voice has the floor, with this brief."""

    task: Task
    speakers: tuple[str, ...]
    """The keys of the personas who may speak; the first of them leads."""
    depth: Depth
    subject: Subject | None = None
    records: frozenset[Kind] = frozenset(Kind)
    window: int = 0
    said: tuple[Utterance, ...] = ()
    """What the app says before the voice does."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The user's last exchange never happened, nor did the message that said so."""


@dataclass(frozen=True, slots=True)
class Scan:
    wanted: Inquiry


@dataclass(frozen=True, slots=True)
class StepBatch:
    """Documents that a step owes."""

    step: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """Documents that follow a change, or that have become possible."""


@dataclass(frozen=True, slots=True)
class Final:
    """All that is owed at an end."""


Batch = StepBatch | Crossing | Final
"""Why documents are written."""


def journal_mark(batch: Batch) -> str:
    """How a batch stands in the journal, in the place of a step's id."""
    match batch:
        case StepBatch(step=step):
            return step
        case Crossing():
            return NO_STEP
        case Final():
            return ""


@dataclass(frozen=True, slots=True)
class WriteArtifacts:
    names: tuple[str, ...]
    batch: Batch = Final()


@dataclass(frozen=True, slots=True)
class WriteMeta:
    pass


@dataclass(frozen=True, slots=True)
class MarkBacklog:
    marker: str


@dataclass(frozen=True, slots=True)
class EndPhase:
    phase: str
    how: PhaseEnd
    said: tuple[Utterance, ...] = ()


Move = Rest | Append | Speak | TakeBack | Scan | WriteArtifacts | WriteMeta | MarkBacklog | EndPhase
