"""What a voice is asked for and what it may answer; nothing here knows which voice it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from roundtable_tui.domain.dossier.dossier import Change, IdGiver
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import Claim, Role, Tokens
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.knowledge.checks import Check
from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona, Step
from roundtable_tui.domain.talk.depth import Depth

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from roundtable_tui.domain.dossier.provenance import Cited


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
    """The user wants more perspectives on a step that is done: each gives theirs, then they discuss."""
    DISCUSS = "discuss"
    """The user joined in on an elaboration with `words`."""
    SYNTHESISE = "synthesise"
    """An elaboration ends: what came of it, then Ready."""


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
    addressed: tuple[str, ...] = ()
    """The personas the user called by name in an elaboration; none means whoever has something to say."""
    turns_left: int = 0
    """How many turns an elaboration has before it must end."""
    code: CodeReader | None = None


class CodeReader(Protocol):
    """What a voice may see of the user's code: contained in the project, within a budget, without secrets."""

    def search(self, words: str) -> str:
        """Where these words stand, as `path:line: text` lines, or a sentence why there is nothing to show."""
        ...

    def read(self, path: str, start: int, end: int) -> str:
        """These lines with their numbers, or a sentence why they cannot be shown."""
        ...

    def cite(self, path: str, start: int, end: int) -> Cited:
        """A citation of these lines as they are now; CitationError if they cannot be shown."""
        ...


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


@dataclass(frozen=True, slots=True)
class Used:
    """Tokens the voice used; they count whatever becomes of the turn."""

    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Busy:
    """What the voice is doing while it says nothing: searching, thinking, waiting to try again. Never journaled."""

    text: str
    counts_down: bool = False
    """The text says how long it will take, second by second."""


Part = Said | Recorded | Claimed | Settled | Asked | Ready | Used | Busy


class Voice(Protocol):
    @property
    def name(self) -> str: ...

    def speak(self, request: TurnRequest) -> AsyncIterator[Part]:
        """One turn; a voice that cannot finish raises VoiceError."""
        ...


@runtime_checkable
class Connected(Protocol):
    """A voice that speaks over a connection, which takes time to make and is closed in the end."""

    async def warm(self) -> None: ...

    async def close(self) -> None: ...
