"""What can happen only in a team: workers begin, tell each other of findings, mend what is theirs, and fail."""

from __future__ import annotations

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.values import LookEnd, LookPart, Tokens


class WorkerBegun(Struct, frozen=True):
    """A persona's own worker takes up a part of the work, or, without one, mends what is theirs."""

    persona: str
    part: LookPart | None = None


class FindingSent(Struct, frozen=True):
    """What one worker found that another owns: it reaches the owner with their next request, never the dossier."""

    by: str
    to: str
    kind: Kind
    text: str
    about: str = ""
    """The entry it is about, where there is one."""


class WorkerMended(Struct, frozen=True):
    """What was said and found until `line` has reached a persona's entries, or was given up."""

    persona: str
    how: LookEnd
    heard: int = 0
    """The last exchange they were told of."""
    line: int = 0
    """The journal line they had read."""
    note: str = ""
    tokens: tuple[Tokens, ...] = ()


class WorkerFailed(Struct, frozen=True):
    """A persona's worker is given up; what is left of its work is the lead's."""

    persona: str
    reason: str
    part: LookPart | None = None
    tokens: tuple[Tokens, ...] = ()


TeamEvent = WorkerBegun | FindingSent | WorkerMended | WorkerFailed
TEAM_FACTS = (WorkerBegun, FindingSent, WorkerMended, WorkerFailed)
"""All of it is found out beside the talk."""
