"""What a worker of a team can say to the lead, and nothing else: each a frozen value."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.values import LookEnd, Tokens
from roundtable_tui.domain.knowledge.team_work import Job


class Progress(Struct, frozen=True):
    """What the worker is doing now."""

    job: Job
    doing: str


class Finding(Struct, frozen=True):
    """Something that is another's to record."""

    job: Job
    kind: Kind
    text: str
    about: str = ""


class Completion(Struct, frozen=True):
    """A part is over, or what was to be mended is mended."""

    job: Job
    how: LookEnd
    heard: int
    line: int
    note: str = ""
    tokens: tuple[Tokens, ...] = ()


class Failure(Struct, frozen=True):
    """The worker cannot go on; `reason` is a sentence for the user."""

    job: Job
    reason: str
    tokens: tuple[Tokens, ...] = ()


Message = Progress | Finding | Completion | Failure
Post = Callable[[Message], Awaitable[None]]
