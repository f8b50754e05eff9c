"""What can happen in an analysis: every line of the journal is one of these."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from roundtable_tui.domain.comments.comment import Dealt
from roundtable_tui.domain.dossier.dossier import Change
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.code_facts import CodeChecked, Scanned, Seen
from roundtable_tui.domain.journal.comment_events import COMMENT_FACTS, CommentEvent
from roundtable_tui.domain.journal.conversation_events import (
    AmendmentEnded,
    BudgetSet,
    ConfirmationEnded,
    CriteriaRead,
    CrossChecked,
    LookBegun,
    LookEnded,
    PointMarked,
    Seated,
    SeatOffered,
    Steered,
    SummaryShown,
    TopicDeferred,
    VerdictGiven,
)
from roundtable_tui.domain.journal.team_events import TEAM_FACTS, TeamEvent
from roundtable_tui.domain.journal.values import Claim, PointName, Tokens, Utterance, WrittenFile
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from roundtable_tui.domain.talk.menu import MenuCommand

FORMAT_VERSION = 1

USER = "user"
APP = "app"
VOICE = "voice"
OUTSIDE = "outside"

NO_STEP = "-"
"""In the place of a step's id: written for no step, and not everything."""


class Outcome(StrEnum):
    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"


class Decision(StrEnum):
    """What the user is asked to decide with yes or no."""

    SKIP_PHASE = "skip-phase"
    NEXT_PHASE = "next-phase"
    EARLY_EXIT = "early-exit"
    WHICH_DEPTH = "which-depth"
    REANALYSE = "re-analyse"


class PhaseEnd(StrEnum):
    FINISHED = "finished"
    SKIPPED = "skipped"
    EMPTY = "empty"


class Ending(StrEnum):
    COMPLETE = "complete"
    EARLY = "early"


class ItemCreated(Struct, frozen=True):
    slug: str
    description: str
    source: str
    source_id: str
    mode: str
    tier: str
    draft: str = ""
    """The draft's text as the user brought it."""
    guest: bool = False
    """Another program made it: what that one wrote stays as it is until the user has it analysed anew."""


class Renamed(Struct, frozen=True):
    """The item is called something else from now on; its folder keeps its name."""

    description: str


class PhaseBegun(Struct, frozen=True):
    phase: str
    persona: str
    said: tuple[Utterance, ...] = ()


class StepEngaged(Struct, frozen=True):
    step: str
    title: str
    persona: str
    phase: str
    depth: Depth
    depth_source: DepthSource
    said: tuple[Utterance, ...] = ()


class StepPassed(Struct, frozen=True):
    """A step that was not done and will not be asked for: `skip_if`, or a dependency that is not done."""

    step: str
    title: str
    phase: str
    reason: str
    unneeded: bool = False


class UserSaid(Struct, frozen=True):
    text: str


class AnswerRevised(Struct, frozen=True):
    """The user edited what they said in an earlier turn: that exchange is void, these words stand instead."""

    turn: int
    text: str


class Retracted(Struct, frozen=True):
    """The exchange named on this line never happened."""


class Reinstated(Struct, frozen=True):
    """The exchange named on this line, taken back before, counts again."""

    without: tuple[int, ...] = ()
    """Exchanges in which was only asked again what it had answered: they never happened."""


class Spoke(Struct, frozen=True):
    """One attempt of a voice at one turn, whole; stopped or failed, it has words but changes nothing."""

    voice: str
    request: str
    outcome: Outcome
    said: tuple[Utterance, ...] = ()
    changes: tuple[Change, ...] = ()
    claims: tuple[Claim, ...] = ()
    settled: tuple[str, ...] = ()
    """Keys of questions that need not be asked again."""
    asked: Question | None = None
    complete: bool = False
    """The voice has what it needs for this step."""
    tokens: tuple[Tokens, ...] = ()
    seen: tuple[Seen, ...] = ()
    """What of the code the voice looked at."""
    points: tuple[PointName, ...] = ()
    """Questions of topics that need not be asked again."""
    unheard: bool = False
    """The model failed after the reply was settled: it has still to hear of it."""


class Chose(Struct, frozen=True):
    command: MenuCommand


class DepthChanged(Struct, frozen=True):
    phase: str
    depth: Depth
    said: tuple[Utterance, ...] = ()


class DecisionAsked(Struct, frozen=True):
    what: Decision
    said: tuple[Utterance, ...] = ()
    default: bool = False


class Decided(Struct, frozen=True):
    what: Decision
    yes: bool
    said: tuple[Utterance, ...] = ()


class Remarked(Struct, frozen=True):
    """The app says something that changes nothing."""

    said: tuple[Utterance, ...]


class ArtifactsWritten(Struct, frozen=True):
    files: tuple[WrittenFile, ...]
    dossier: int
    """The dossier version the files were rendered from."""
    step: str = ""
    removed: tuple[str, ...] = ()
    """Documents that only an answer which was taken back had made; the history keeps them."""


class HandEdited(Struct, frozen=True):
    """The user changed an artifact by hand: what that says for the dossier, and what could not be settled."""

    path: str
    changes: tuple[Change, ...] = ()
    conflicts: tuple[str, ...] = ()
    """Those that stand now; none means that all are settled."""


class Reviewed(Struct, frozen=True):
    """The user looked at entries and accepted, amended, dropped or commented on them."""

    changes: tuple[Change, ...]


class Contributed(Struct, frozen=True):
    """What somebody beside the talk found out: an investigation, a worker, a panel, another program's documents."""

    who: str
    changes: tuple[Change, ...] = ()
    claims: tuple[Claim, ...] = ()
    said: tuple[Utterance, ...] = ()
    tokens: tuple[Tokens, ...] = ()
    seen: tuple[Seen, ...] = ()
    """What of the code was looked at for it."""
    dealt: tuple[Dealt, ...] = ()
    """Comments it was about."""


class ModeChosen(Struct, frozen=True):
    """From here on another mode decides what happens next; before the first of these it is guided mode."""

    mode: str
    said: tuple[Utterance, ...] = ()


class StepClosed(Struct, frozen=True):
    """A step ends as it is: what it lacks stands in the dossier as assumptions."""

    step: str
    gaps: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    said: tuple[Utterance, ...] = ()


class StepCompleted(Struct, frozen=True):
    step: str
    title: str
    phase: str
    gaps: tuple[str, ...] = ()


class Elaborated(Struct, frozen=True):
    """A step was talked over with more perspectives, and what came of it."""

    step: str
    turn_count: int
    personas: tuple[str, ...]
    summary: str
    said: tuple[Utterance, ...] = ()


class StepReopened(Struct, frozen=True):
    step: str
    said: tuple[Utterance, ...] = ()


class PhaseCompleted(Struct, frozen=True):
    phase: str
    how: PhaseEnd
    codebase_hash: str = ""
    said: tuple[Utterance, ...] = ()


class MetaWritten(Struct, frozen=True):
    """What meta.json held after our write: anything else found there later was written by somebody else."""

    fields: Mapping[str, object] = field(default_factory=dict)


class BacklogMarked(Struct, frozen=True):
    marker: str


class ChangedOutside(Struct, frozen=True):
    """Somebody else wrote these fields of meta.json."""

    fields: Mapping[str, object] = field(default_factory=dict)


class TakenIn(Struct, frozen=True):
    """What the documents that lay in the item's folder say, before anything was said here."""

    documents: tuple[str, ...]
    changes: tuple[Change, ...] = ()


class Left(Struct, frozen=True):
    """The user left at a phase boundary; the next phase begins when they come back."""

    said: tuple[Utterance, ...] = ()


class Finished(Struct, frozen=True):
    ending: Ending
    said: tuple[Utterance, ...] = ()


class Continued(Struct, frozen=True):
    """The user came back to an item that had been finished."""


Body = (
    ItemCreated
    | Renamed
    | PhaseBegun
    | StepEngaged
    | StepPassed
    | UserSaid
    | AnswerRevised
    | Retracted
    | Reinstated
    | Spoke
    | Chose
    | DepthChanged
    | DecisionAsked
    | Decided
    | Remarked
    | Scanned
    | CodeChecked
    | ArtifactsWritten
    | HandEdited
    | Reviewed
    | Contributed
    | ModeChosen
    | StepClosed
    | StepCompleted
    | Elaborated
    | StepReopened
    | PhaseCompleted
    | MetaWritten
    | BacklogMarked
    | ChangedOutside
    | TakenIn
    | Left
    | Finished
    | Continued
    | PointMarked
    | TopicDeferred
    | Steered
    | SeatOffered
    | Seated
    | BudgetSet
    | CrossChecked
    | SummaryShown
    | VerdictGiven
    | AmendmentEnded
    | ConfirmationEnded
    | LookBegun
    | LookEnded
    | CriteriaRead
    | TeamEvent
    | CommentEvent
)

FACTS = (
    ItemCreated,
    Renamed,
    Scanned,
    CodeChecked,
    ArtifactsWritten,
    HandEdited,
    Contributed,
    MetaWritten,
    BacklogMarked,
    ChangedOutside,
    TakenIn,
    LookBegun,
    LookEnded,
    CriteriaRead,
    *TEAM_FACTS,
    *COMMENT_FACTS,
    Retracted,
    Reinstated,
)
"""What is true of the disk or the code, or was found out or written beside the talk: it stays true when the exchange it
happened in is taken back."""


class Event(Struct, frozen=True):
    """One line of the journal: who did what, when, in which exchange, and what it answers."""

    seq: int
    at: str
    exchange: int
    actor: str
    cause: int
    body: Body
