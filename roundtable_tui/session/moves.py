"""What a mode can decide to do next; the session carries it out, journals it and asks again."""

from __future__ import annotations

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import TALKED_OF, Kind
from roundtable_tui.domain.dossier.questions import Subject
from roundtable_tui.domain.journal.code_facts import Inquiry
from roundtable_tui.domain.journal.events import NO_STEP, Body, PhaseEnd
from roundtable_tui.domain.journal.values import Utterance
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.tasks import Task


class Rest(Struct, frozen=True):
    """Nothing is owed: it is the user's turn, or the analysis is over."""


class Append(Struct, frozen=True):
    """These events follow from the state alone."""

    bodies: tuple[Body, ...]


class Speak(Struct, frozen=True):
    """A voice has the floor, with this brief."""

    task: Task
    speakers: tuple[str, ...]
    """The keys of the personas who may speak; the first of them leads."""
    depth: Depth
    subject: Subject | None = None
    records: frozenset[Kind] = TALKED_OF
    window: int = 0
    said: tuple[Utterance, ...] = ()
    """What the app says before the voice does."""


class TakeBack(Struct, frozen=True):
    """The user's last exchange never happened, nor did the message that said so."""


class BringBack(Struct, frozen=True):
    """What was taken back last counts again, and the message that said so never happened."""


class Scan(Struct, frozen=True):
    wanted: Inquiry


class AwaitLook(Struct, frozen=True):
    """Nothing is left to ask before the table has read the code and drafted: its end is waited for."""


class AwaitReaders(Struct, frozen=True):
    """Before the summaries: the criteria are read twice, as the settings say."""


class AwaitTasks(Struct, frozen=True):
    """At the end: the work is cut into tasks by whoever speaks, where they can, else by rule."""


class StepBatch(Struct, frozen=True):
    """Documents that a step owes."""

    step: str


class Crossing(Struct, frozen=True):
    """Documents that follow a change, or that have become possible."""


class Final(Struct, frozen=True):
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


class WriteArtifacts(Struct, frozen=True):
    names: tuple[str, ...]
    batch: Batch = Final()
    without: tuple[str, ...] = ()
    """Documents that go, because what called for them was taken back."""


class WriteMeta(Struct, frozen=True):
    pass


class MarkBacklog(Struct, frozen=True):
    marker: str


class EndPhase(Struct, frozen=True):
    phase: str
    how: PhaseEnd
    said: tuple[Utterance, ...] = ()


Move = (
    Rest
    | Append
    | Speak
    | TakeBack
    | BringBack
    | Scan
    | AwaitLook
    | AwaitReaders
    | AwaitTasks
    | WriteArtifacts
    | WriteMeta
    | MarkBacklog
    | EndPhase
)
