"""What can happen only in a conversation: open points are marked, a budget is set, summaries are shown and judged."""

from __future__ import annotations

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Change
from roundtable_tui.domain.journal.values import (
    LookDepth,
    LookEnd,
    LookPart,
    PointMark,
    PointName,
    Stage,
    Tokens,
    Utterance,
    Verdict,
)


class PointMarked(Struct, frozen=True):
    """The user struck an open point, put it off, pulled it forward, or wants it back."""

    point: PointName
    mark: PointMark
    said: tuple[Utterance, ...] = ()


class TopicDeferred(Struct, frozen=True):
    """The user does not want to talk about this now: none of its questions is asked by itself."""

    topic: str
    said: tuple[Utterance, ...] = ()


class Steered(Struct, frozen=True):
    """Several turns brought nothing: the question at hand is put off, and the talk goes on about something else."""

    point: PointName
    said: tuple[Utterance, ...] = ()


class SeatOffered(Struct, frozen=True):
    """Somebody the subject calls for could be brought in; nothing waits for an answer, and it is offered once."""

    persona: str
    said: tuple[Utterance, ...] = ()


class Seated(Struct, frozen=True):
    """The user brought somebody in, or does not want them."""

    persona: str
    yes: bool
    said: tuple[Utterance, ...] = ()


class BudgetSet(Struct, frozen=True):
    """How many questions there are to be in all, those already put included."""

    total: int
    said: tuple[Utterance, ...] = ()


class LookBegun(Struct, frozen=True):
    """From here on the table is to look into the code and to draft by itself, as soon as it knows what for."""

    depth: LookDepth


class LookEnded(Struct, frozen=True):
    """One part of that is over; what it found came in before, batch by batch."""

    part: LookPart
    how: LookEnd
    note: str = ""
    """What the others should know of it, or why it ended."""
    tokens: tuple[Tokens, ...] = ()
    """What was used since the last batch."""
    who: str = ""
    """The persona whose own worker did it; nobody where the table did."""
    heard: int = 0
    """The last exchange that whoever did it in a team was told of."""
    line: int = 0
    """The journal line they had read."""


class CrossChecked(Struct, frozen=True):
    """The parts of the analysis were held against each other; `changes` are corrections that needed no judgement."""

    findings: int = 0
    changes: tuple[Change, ...] = ()
    said: tuple[Utterance, ...] = ()


class SummaryShown(Struct, frozen=True):
    """A summary is put to the user; the digest is that of its words."""

    stage: Stage
    digest: str
    said: tuple[Utterance, ...] = ()


class VerdictGiven(Struct, frozen=True):
    """What the user thinks of the summary that is shown; one that is not shown cannot be judged."""

    stage: Stage
    verdict: Verdict
    goes_on: bool = False
    """The words that amend also say what is to change."""
    said: tuple[Utterance, ...] = ()


class AmendmentEnded(Struct, frozen=True):
    """What was to change has been said: the summaries are shown again from the first."""

    said: tuple[Utterance, ...] = ()


class ConfirmationEnded(Struct, frozen=True):
    """Every summary that applies was accepted, or the change is too small to need it."""

    domains: tuple[Stage, ...] = ()
    said: tuple[Utterance, ...] = ()


class CriteriaRead(Struct, frozen=True):
    """Two readers who did not know of each other have read these criteria as they were."""

    criteria: tuple[str, ...]
