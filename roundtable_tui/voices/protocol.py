"""What a voice is asked for and what it may answer; nothing here knows which voice it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from roundtable_tui.domain.checks import Check
from roundtable_tui.domain.depth import Depth
from roundtable_tui.domain.dossier import Change, IdGiver
from roundtable_tui.domain.events import Claim, Role
from roundtable_tui.domain.questions import Question
from roundtable_tui.domain.state import State
from roundtable_tui.domain.steps import Knowledge, Persona, Step

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Purpose(StrEnum):
    OPEN = "open"
    """Begin the step: set the scene and ask the first question."""
    ANSWER = "answer"
    """The user answered `question`."""
    FEEDBACK = "feedback"
    """The user said something about a step that is done."""
    GAPS = "gaps"
    """The step lacks `missing`: say so and ask once."""
    ELABORATE = "elaborate"
    """The user wants more perspectives on a step that is done."""


@dataclass(frozen=True, slots=True)
class TurnRequest:
    id: str
    purpose: Purpose
    state: State
    knowledge: Knowledge
    step: Step
    persona: Persona
    depth: Depth
    ids: IdGiver
    turn: int = 0
    words: str = ""
    question: Question | None = None
    missing: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """Words of one speaker; with `more` they go on the utterance before them, as they stream in."""

    speaker: str
    text: str
    role: Role = Role.TALK
    more: bool = False


@dataclass(frozen=True, slots=True)
class Recorded:
    change: Change


@dataclass(frozen=True, slots=True)
class Claimed:
    claim: Claim


@dataclass(frozen=True, slots=True)
class Settled:
    """This question of the step need not be asked again."""

    key: str


@dataclass(frozen=True, slots=True)
class Asked:
    question: Question


@dataclass(frozen=True, slots=True)
class Ready:
    """The voice has nothing more to ask in this step."""


Part = Said | Recorded | Claimed | Settled | Asked | Ready


class Voice(Protocol):
    @property
    def name(self) -> str: ...

    def speak(self, request: TurnRequest) -> AsyncIterator[Part]:
        """One turn; a voice that cannot finish raises VoiceError."""
        ...
