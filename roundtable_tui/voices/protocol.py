"""What a voice is asked for and what it may answer; nothing here knows which voice it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from msgspec import Struct

from roundtable_tui.domain.comments.comment import Dealt
from roundtable_tui.domain.dossier.dossier import Change, IdGiver
from roundtable_tui.domain.dossier.kinds import TALKED_OF, Kind
from roundtable_tui.domain.dossier.questions import Question, StepSubject, Subject
from roundtable_tui.domain.journal.code_facts import Seen
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.journal.values import Claim, LookDepth, LookEnd, LookPart, Role, Tokens
from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.tasks import Task

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.domain.knowledge.checks import Check
    from roundtable_tui.domain.plan.proposal import ProposedTask
    from roundtable_tui.domain.readings.reading import Difference


_FEWEST_CALLS = 4


class Brief(Struct, frozen=True):
    """One turn of a voice: the task, who speaks, what it is about, what may be recorded and what was said so far."""

    id: str
    task: Task
    state: State
    knowledge: Knowledge
    speakers: tuple[Persona, ...]
    """Who may speak; the first of them leads."""
    depth: Depth
    ids: IdGiver
    subject: Subject | None = None
    records: frozenset[Kind] = TALKED_OF
    """What may be recorded: anything else reaches its owner as a finding."""
    window: int = 0
    """The first line of the transcript that the voice is shown."""
    turn: int = 0
    code: CodeReader | None = None
    latest: Callable[[], State] | None = None
    """How things stand by now, for whoever works on while others talk."""

    @property
    def persona(self) -> Persona:
        return self.speakers[0]

    @property
    def step(self) -> Step:
        """The step it is about; only the tasks of guided mode have one."""
        step = self.knowledge.step(self.subject.id) if isinstance(self.subject, StepSubject) else None
        if step is None:
            raise VoiceError("This turn is about no step.", "Open the item again to go on.")
        return step

    @property
    def words(self) -> str:
        """What the user said; nothing where the task does not come with words."""
        return getattr(self.task, "words", "")

    @property
    def question(self) -> Question | None:
        """What those words answer."""
        return getattr(self.task, "question", None)

    @property
    def missing(self) -> tuple[Check, ...]:
        return getattr(self.task, "missing", ())


class CodeReader(Protocol):
    """What a voice may see of the user's code: contained in the project, within a budget, without secrets."""

    def search(self, words: str) -> str:
        """Where these words stand, as `path:line: text` lines, or a sentence why there is nothing to show.

        A line that has the words only as parts of names or in other forms says so at its end.
        """
        ...

    def list_folder(self, path: str) -> str:
        """The folders and files in a folder, a line each, or a sentence why there is nothing to show."""
        ...

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        ...

    def read(self, path: str, start: int, end: int) -> str:
        """These lines with their numbers, or a sentence why they cannot be shown."""
        ...

    def history(self, words: str, path: str) -> str:
        """Commits that speak of these words or touched this path, each with its files, or why there are none."""
        ...

    def cite(self, path: str, start: int, end: int) -> Cited:
        """A citation of these lines as they are now; CitationError if they cannot be shown."""
        ...


class Said(Struct, frozen=True):
    """Words of one speaker; with `more` they go on the utterance before them, as they stream in."""

    speaker: str
    text: str
    role: Role = Role.TALK
    more: bool = False


class Recorded(Struct, frozen=True):
    change: Change


class Claimed(Struct, frozen=True):
    claim: Claim


class Settled(Struct, frozen=True):
    """This question of the step, or of the topic, need not be asked again."""

    key: str
    topic: str = ""
    criterion: str = ""


class Asked(Struct, frozen=True):
    question: Question


class Ready(Struct, frozen=True):
    """The voice has nothing more to ask in this step."""


class Used(Struct, frozen=True):
    """Tokens the voice used; they count whatever becomes of the turn."""

    tokens: Tokens


class Busy(Struct, frozen=True):
    """What the voice is doing while it says nothing: searching, thinking, waiting to try again. Never journaled."""

    text: str
    counts_down: bool = False
    """The text says how long it will take, second by second."""


class Looked(Struct, frozen=True):
    """The voice has looked at these lines of the code."""

    seen: Seen


class BrokeOff(Struct, frozen=True):
    """The model failed after the reply was settled: that counts, and no model has heard of it yet."""


Part = Said | Recorded | Claimed | Settled | Asked | Ready | Used | Busy | Looked | BrokeOff


class PassedOn(Struct, frozen=True):
    """What a worker wanted to record that is somebody else's."""

    kind: Kind
    text: str
    about: str = ""
    """The entry it is about, where there is one."""


class Batch(Struct, frozen=True):
    """What somebody beside the talk has recorded since the last batch."""

    changes: tuple[Change, ...] = ()
    claims: tuple[Claim, ...] = ()
    seen: tuple[Seen, ...] = ()
    findings: tuple[PassedOn, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    read: int = 0
    """The journal line up to which whoever made it was told of what others did; 0 where it is that of the brief."""


class LookOver(Struct, frozen=True):
    """The end of a look: what the others should know of it."""

    how: LookEnd
    note: str = ""


class LookLimits(Struct, frozen=True):
    """How far a look may go; `depth` None leaves it to the size of the change."""

    depth: LookDepth | None = None
    calls: int = 60
    """Requests for reading the code thoroughly; a light reading has a quarter of them, a draft a fifth."""
    tokens: int = 3_000_000
    """For one part, all its requests together; for one worker of a team, all its parts together."""

    def calls_for(self, part: LookPart | None, depth: LookDepth) -> int:
        if part is not LookPart.READING:
            return max(_FEWEST_CALLS, self.calls // 5)
        return self.calls if depth is LookDepth.THOROUGH else max(_FEWEST_CALLS, self.calls // 4)


LookPiece = Batch | Used | Busy | LookOver
"""What comes of a look into the code, as it goes on."""


class Voice(Protocol):
    @property
    def name(self) -> str: ...

    def speak(self, brief: Brief) -> AsyncIterator[Part]:
        """One turn; a voice that cannot finish raises VoiceError."""
        ...


@runtime_checkable
class Investigator(Protocol):
    """A voice that can look into the code and draft by itself, beside the talk."""

    @property
    def limits(self) -> LookLimits:
        """How far it may go."""
        ...

    def look(self, brief: Brief) -> AsyncIterator[LookPiece]:
        """One part of a look, as its task says; it ends with a LookOver, or raises VoiceError."""
        ...


@runtime_checkable
class CriterionReaders(Protocol):
    """A voice with which criteria can be read twice."""

    async def differences(
        self, state: State, criteria: Sequence[Entry], used: Callable[[Tokens], None]
    ) -> tuple[Difference, ...]:
        """Where two readings of these differ; what it took is told also where it fails, with VoiceError."""
        ...


@runtime_checkable
class TaskCutter(Protocol):
    """A voice that can cut the work into tasks."""

    async def tasks(self, state: State, used: Callable[[Tokens], None]) -> tuple[ProposedTask, ...]:
        """In the place of those that the rules would add; what it took is told also where it fails, with VoiceError."""
        ...


@runtime_checkable
class Connected(Protocol):
    """A voice that speaks over a connection, which takes time to make and is closed in the end."""

    async def warm(self) -> None: ...

    async def close(self) -> None: ...
