"""Where an entry comes from, and the confidence that follows from it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable


class Stated(Struct, frozen=True):
    """The user said it, in this turn."""

    turn: int


class Confirmed(Struct, frozen=True):
    """The user was shown exactly this and said yes, in this turn."""

    turn: int


class HandEdit(Struct, frozen=True):
    """The user wrote it into an artifact."""

    path: str


class Cited(Struct, frozen=True):
    """The code says it, in these lines at this commit; the digest of the lines finds them again."""

    path: str
    start: int
    end: int
    digest: str = ""
    commit: str = ""


class FromDocument(Struct, frozen=True):
    """A document that lay in the item's folder says it, in this line; who wrote it there is not known."""

    path: str
    line: int = 0
    doubtful: bool = False
    """The document itself says that it is not sure."""


USERS_OWN = "user"
"""The seat of a decision that the panel handed to the user."""


class Ballot(Struct, frozen=True):
    """A seat of a panel said it, or the user, where the panel asked them to decide."""

    session: str
    round: int
    seat: str


class ByAgent(Struct, frozen=True):
    """A coding agent that builds the change asked it; nobody at the table said it."""

    agent: str
    key: str
    """The agent's question: asked twice in the same words it is the same."""


class Inferred(Struct, frozen=True):
    """Somebody concluded it from these user turns and these entries; from nothing at all it is a guess."""

    turns: tuple[int, ...] = ()
    entries: tuple[str, ...] = ()


class Exact(Struct, frozen=True):
    """The cited lines stand where the citation says."""


class Moved(Struct, frozen=True):
    """The cited lines were found again somewhere else."""

    to: Cited


class Gone(Struct, frozen=True):
    """The cited lines cannot be found; `why` ends a sentence that begins "…, but"."""

    why: str


Standing = Exact | Moved | Gone
"""How a citation stands against the code of today."""

Source = Stated | Confirmed | HandEdit | FromDocument | Cited | Ballot | ByAgent | Inferred


class Confidence(StrEnum):
    HIGH = "High"
    MEDIUM = "Medium"
    LOW = "Low"


_RANK = {Confidence.LOW: 0, Confidence.MEDIUM: 1, Confidence.HIGH: 2}


def confidence(sources: Iterable[Source]) -> Confidence:
    """High if the user stated or confirmed it, Medium if it rests on their words or on a document, else Low."""
    best = Confidence.LOW
    for source in sources:
        match source:
            case Stated() | Confirmed() | HandEdit() | Ballot(seat="user"):
                return Confidence.HIGH
            case Inferred(turns=turns) if turns:
                best = Confidence.MEDIUM
            case FromDocument(doubtful=False):
                best = Confidence.MEDIUM
    return best


def lowest(values: Iterable[Confidence]) -> Confidence:
    """The weakest of several; of none at all, Low."""
    return min(values, key=_RANK.__getitem__, default=Confidence.LOW)
