"""What a voice can be asked to do in one turn: a union of frozen values, each with just what that task comes with."""

from __future__ import annotations

from msgspec import Struct

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.knowledge.checks import Check


class OpenStep(Struct, frozen=True):
    """Begin the step: set the scene and ask the first question."""


class Answer(Struct, frozen=True):
    """The user answered `question` with `words`."""

    words: str
    question: Question
    missing: tuple[Check, ...] = ()
    """What the step lacks so far."""


class Feedback(Struct, frozen=True):
    """The user said something about a step that is done."""

    words: str


class Gaps(Struct, frozen=True):
    """The step lacks `missing`: say so and ask once."""

    missing: tuple[Check, ...]


class Elaborate(Struct, frozen=True):
    """The user wants more perspectives on a step: each gives theirs, then they discuss."""


class Discuss(Struct, frozen=True):
    """The user joined in on an elaboration."""

    words: str
    question: Question
    addressed: tuple[str, ...] = ()
    """The personas the user called by name; none means whoever has something to say."""
    turns_left: int = 0
    """How many turns the elaboration has before it must end."""


class Synthesise(Struct, frozen=True):
    """An elaboration ends: what came of it, then Ready."""

    words: str = ""


Task = OpenStep | Answer | Feedback | Gaps | Elaborate | Discuss | Synthesise
