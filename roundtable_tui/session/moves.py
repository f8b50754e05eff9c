"""What a mode can decide to do next; the session carries it out, journals it and asks again."""

from __future__ import annotations

from dataclasses import dataclass

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import Body, PhaseEnd, Utterance
from roundtable_tui.domain.knowledge.checks import Check
from roundtable_tui.voices.protocol import Purpose


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing is owed: it is the user's turn, or the analysis is over."""


@dataclass(frozen=True, slots=True)
class Append:
    """These events follow from the state alone."""

    bodies: tuple[Body, ...]


@dataclass(frozen=True, slots=True)
class Speak:
    purpose: Purpose
    step: str
    words: str = ""
    question: Question | None = None
    missing: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The user's last exchange never happened, nor did the message that said so."""


@dataclass(frozen=True, slots=True)
class Scan:
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WriteArtifacts:
    names: tuple[str, ...]
    step: str = ""
    """The step that owes them; empty for all that are owed at the end."""


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
