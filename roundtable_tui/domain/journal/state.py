"""Everything an analysis has come to, in slices: what folding a journal gives, and all that resume needs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from roundtable_tui.domain.comments.comment import Comment, Dealt
from roundtable_tui.domain.dossier.dossier import Dossier
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.dossier.questions import StepSubject
from roundtable_tui.domain.journal.code_facts import Scanned, Seen
from roundtable_tui.domain.journal.events import USER, Decision, Ending, ItemCreated, PhaseEnd
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import (
    Claim,
    LookDepth,
    LookEnd,
    LookPart,
    PointName,
    Role,
    Stage,
    Tokens,
    Utterance,
    WrittenFile,
)
from roundtable_tui.domain.journal.waiting import Waiting
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.ledger import Ledger
from roundtable_tui.domain.talk.menu import MenuCommand

GUIDED = "guided"
"""The mode of an item in whose journal nobody has chosen one."""
CONVERSATION = "conversation"
TEAM = "team"
"""A conversation beside which each of the three works for themselves."""
TALKING_MODES = (CONVERSATION, TEAM)


class Turn(Struct, frozen=True):
    """What the user said or chose and nobody has dealt with yet."""

    number: int
    seq: int
    text: str
    answers: Waiting | None
    command: MenuCommand | None = None


class Spoken(Struct, frozen=True):
    """A line of the transcript."""

    turn: int
    utterance: Utterance
    partial: bool = False
    """Said in a turn that was stopped or failed: it is shown, and counts for nothing."""
    broke_off: bool = False
    """The last that was said in such a turn."""


class Talk(Struct, frozen=True):
    """What was said, what is being asked, and what has not been dealt with yet."""

    transcript: tuple[Spoken, ...] = ()
    turn: Turn | None = None
    waiting: Waiting | None = None
    ledger: Ledger = field(default_factory=Ledger)
    agreed: Decision | None = None
    """A decision the user made that is still being carried out."""
    left: bool = False
    """The user left; the talk is taken up again when they come back."""
    ending: Ending | None = None
    user_turns: int = 0
    """How many times the user said something, taken back or not."""

    @property
    def last_asked(self) -> str:
        """The words of the last question that was put to the user."""
        lines = (one.utterance for one in reversed(self.transcript))
        return next((one.text for one in lines if one.role is Role.QUESTION and one.speaker != USER), "")

    @property
    def open_question(self) -> Waiting | None:
        """What the user is being asked, also while words said about it are not dealt with."""
        return self.turn.answers if self.turn else self.waiting


class Elaboration(Struct, frozen=True):
    """A step that was talked over with more perspectives, and when that ended."""

    step: str
    turn_count: int
    personas: tuple[str, ...]
    summary: str
    at: str


class Guided(Struct, frozen=True):
    """Where guided mode is: phases and steps."""

    steps: Mapping[str, StepRecord] = field(default_factory=dict)
    phase: str = ""
    current: str = ""
    """The step being worked on, or shown with its menu."""
    phases_begun: tuple[str, ...] = ()
    phases_ended: Mapping[str, PhaseEnd] = field(default_factory=dict)
    depth_overrides: Mapping[str, Depth] = field(default_factory=dict)
    elaborations: tuple[Elaboration, ...] = ()
    boundary: bool = False
    """The phase ended without [C]: whether to go on must be asked."""
    window: int = 0
    """The line of the transcript from which on the talk is about `window_phase`, without a break."""
    window_phase: str = ""

    @property
    def current_step(self) -> StepRecord | None:
        return self.steps.get(self.current)

    @property
    def steps_done(self) -> tuple[str, ...]:
        return tuple(step.id for step in self.steps.values() if step.status is StepStatus.DONE)


class Topics(Struct, frozen=True):
    """Where the conversation is: what voices claimed of the topics' criteria."""

    claims: Mapping[tuple[str, str], Claim] = field(default_factory=dict)
    read: Mapping[str, int] = field(default_factory=dict)
    """Criteria that two readers have read, with the journal line of that."""


class Confirmation(StrEnum):
    """How far the user has come in accepting the analysis."""

    IDLE = "idle"
    PRESENTING_REQUIREMENTS = "presenting requirements"
    PRESENTING_ARCHITECTURE = "presenting architecture"
    PRESENTING_DESIGN = "presenting design"
    AMENDING = "amending"
    TRIVIAL_SHOW = "trivial show"
    FINALIZING = "finalizing"
    COMPLETE = "complete"


class Conversation(Struct, frozen=True):
    """Where conversation mode is, beside the ledger: what was put off, how much may be asked, what was accepted."""

    confirmation: Confirmation = Confirmation.IDLE
    shown: Mapping[Stage, str] = field(default_factory=dict)
    """The digest of each summary as it was last shown."""
    accepted: Mapping[Stage, str] = field(default_factory=dict)
    """The digest each summary had when the user accepted it; an amendment takes all of them back."""
    accepted_before: Mapping[Stage, str] = field(default_factory=dict)
    """What was accepted before the last amendment, so that what is unchanged can be told."""
    shown_in: Mapping[Stage, int] = field(default_factory=dict)
    """The journal line with which each summary was last shown."""
    judged_in: Mapping[Stage, int] = field(default_factory=dict)
    """The journal line with which each was shown when the user last judged it: what changed later is new to them."""
    accepted_at: str = ""
    domains: tuple[Stage, ...] = ()
    """What was accepted when the confirmation ended."""
    ended: int = 0
    """The journal line with which the confirmation ended."""
    amendments: int = 0
    total: int | None = None
    """How many questions there are to be in all, where the user has said so."""
    depth: Depth | None = None
    exchanges: Mapping[str, int] = field(default_factory=dict)
    """How often each topic was answered."""
    deferred: tuple[str, ...] = ()
    """Topics that were put off."""
    stalled: int = 0
    """How many answers in a row settled no point, met no criterion and brought no entry."""
    steered_from: str = ""
    """The topic the talk was led away from, until something is settled elsewhere."""
    offered: tuple[str, ...] = ()
    """Personas the user was told could join: each is offered once."""
    seated: tuple[str, ...] = ()
    """Personas the user brought in beside the three."""
    pulled: tuple[PointName, ...] = ()
    """Points to be asked first, the one pulled last before the others."""
    brought: int = 0
    """The journal line with which the findings of the scan came in."""
    scanned: int = 0
    """The journal line of the last scan."""
    checked: int = 0
    """The journal line of the last cross-check."""
    findings: int = 0
    """What it left open."""
    written: int = 0
    """The journal line with which documents were last written."""
    look_depth: LookDepth | None = None
    """How far the table looks into the code by itself, once it has begun to."""
    look: Mapping[LookPart, LookEnd] = field(default_factory=dict)
    """The parts of that which are over."""
    notes: Mapping[LookPart, str] = field(default_factory=dict)
    """What whoever did a part wanted the others to know."""
    tidings: tuple[str, ...] = ()
    """What came of them that nobody has spoken of yet."""
    heard: int = 0
    """The last exchange in which a model heard what the user had said until then."""
    carried: int = 0
    """The last exchange until which what the user said was carried to the whole dossier."""
    breaches: tuple[str, ...] = ()
    """Which rules of the talk the last turn broke, each as a sentence for the next."""


class Letter(Struct, frozen=True):
    """A finding on its way to whoever owns what it is about."""

    line: int
    by: str
    text: str
    about: str = ""


class Team(Struct, frozen=True):
    """Where the workers of a team are, by persona: what they were told, what waits for them, what they used."""

    inbox: Mapping[str, tuple[Letter, ...]] = field(default_factory=dict)
    heard: Mapping[str, int] = field(default_factory=dict)
    """The last exchange each was told of."""
    mended: Mapping[str, int] = field(default_factory=dict)
    """How often each has mended since the user last said something."""
    failed: Mapping[str, str] = field(default_factory=dict)
    """Those whose work is the lead's now, and why."""
    spent: Mapping[str, Mapping[str, Tokens]] = field(default_factory=dict)
    """What each has used, by model."""
    seen: Mapping[str, tuple[Seen, ...]] = field(default_factory=dict)
    """What of the code each has looked at itself."""

    def used_by(self, persona: str) -> int:
        """Tokens, those sent and those answered."""
        spent = self.spent.get(persona, {}).values()
        return sum(one.input + one.output + one.cache_read + one.cache_write for one in spent)


class Comments(Struct, frozen=True):
    """Comments by their id: those that wait to be sent, those that were, and what became of them."""

    waiting: Mapping[str, Comment] = field(default_factory=dict)
    sent: Mapping[str, Comment] = field(default_factory=dict)
    dealt: Mapping[str, Dealt] = field(default_factory=dict)
    turns: Mapping[str, int] = field(default_factory=dict)
    """The exchange in which the user sent each of theirs."""

    def get(self, comment: str) -> Comment | None:
        return self.sent.get(comment) or self.waiting.get(comment)


class Files(Struct, frozen=True):
    """What we wrote, and what is owed to the disk."""

    artifacts: Mapping[str, WrittenFile] = field(default_factory=dict)
    conflicts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Where a hand edit and the analysis say different things, by artifact."""
    stale: bool = False
    """Something was taken back or decided that the artifacts may still say otherwise."""
    finalised: int = -1
    """The dossier version of which every artifact was written."""
    written_version: int = 0
    """The dossier version from which documents were last written."""
    unfounded: tuple[str, ...] = ()
    """Documents first written because of an answer that was taken back, and not written since."""
    removed: tuple[str, ...] = ()
    """Documents that went with such an answer: only the history has them."""
    theirs: tuple[str, ...] = ()
    """Documents of another program that were read before anything was said."""
    meta: Mapping[str, object] | None = None
    """The fields of meta.json after our last write."""
    meta_owed: bool = False
    renamed_to: str = ""
    """A name the user gave the item that meta.json does not have yet."""
    marker: str = ""


class Code(Struct, frozen=True):
    """What is known of the user's code."""

    scan: Scanned | None = None
    lost: Mapping[Cited, str] = field(default_factory=dict)
    """Citations that lead nowhere, and why, as of the last time they were looked up."""
    missing: tuple[str, ...] = ()
    """Files that are spoken of as being there and are not."""
    commit: str = ""
    """The commit the analysis was made from, as of the last phase that ended."""
    seen: tuple[Seen, ...] = ()
    """What voices have looked at, the latest last, within bounds."""


class State(Struct, frozen=True):
    item: ItemCreated | None = None
    mode: str = GUIDED
    seq: int = 0
    exchange: int = 0
    """The exchange under way: the highest number used, or a higher one where that was taken back."""
    created_at: str = ""
    changed_at: str = ""
    dossier: Dossier = field(default_factory=Dossier)
    talk: Talk = field(default_factory=Talk)
    guided: Guided = field(default_factory=Guided)
    topics: Topics = field(default_factory=Topics)
    conversation: Conversation = field(default_factory=Conversation)
    team: Team = field(default_factory=Team)
    comments: Comments = field(default_factory=Comments)
    files: Files = field(default_factory=Files)
    code: Code = field(default_factory=Code)
    spent: Mapping[str, Tokens] = field(default_factory=dict)
    """What each model has used, also for turns that failed or were taken back."""

    @property
    def converses(self) -> bool:
        """Whether it is talked through in one conversation, whoever works beside it."""
        return self.mode in TALKING_MODES

    def settled(self, step_id: str) -> frozenset[str]:
        """The keys of a step's questions that need not be asked again."""
        return self.talk.ledger.settled(StepSubject(step_id))
