"""What events are made of: words as they were shown, claims, written files and counted tokens."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from roundtable_tui.domain.dossier.provenance import Source
from roundtable_tui.domain.dossier.questions import QuestionKey, TopicSubject
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA


class Role(StrEnum):
    """What kind of thing was said, so that a screen can show it as such."""

    TALK = "talk"
    GREETING = "greeting"
    HEADER = "header"
    QUESTION = "question"
    CAPTURED = "captured"
    SYNTHESIS = "synthesis"
    NOTICE = "notice"


class Utterance(Struct, frozen=True):
    """Words as they were shown; `speaker` is a persona's key, `user` or `app`."""

    speaker: str
    text: str
    role: Role = Role.TALK


class Verdict(StrEnum):
    """What the user says to a summary."""

    ACCEPT = "accept"
    AMEND = "amend"


class Stage(StrEnum):
    """Which summary is put to the user for a verdict."""

    REQUIREMENTS = "requirements"
    ARCHITECTURE = "architecture"
    DESIGN = "design"
    TRIVIAL = "trivial"


class LookDepth(StrEnum):
    """How far the table looks into the code by itself."""

    NONE = "none"
    LIGHT = "light"
    """Where the words lead."""
    THOROUGH = "thorough"
    """Callers, tests, history and earlier changes of the same sort as well."""


class LookPart(StrEnum):
    """What the table does by itself beside the talk, in this order: reads the code, then drafts."""

    READING = "reading"
    REQUIREMENTS = "requirements"
    ARCHITECTURE = "architecture"
    DESIGN = "design"


PART_OWNERS = {
    LookPart.READING: ALEX,
    LookPart.REQUIREMENTS: MAYA,
    LookPart.ARCHITECTURE: ALEX,
    LookPart.DESIGN: JORDAN,
}
"""Whose each part is."""


class LookEnd(StrEnum):
    DONE = "done"
    BOUNDED = "bounded"
    """What it may use was used up; what was found counts."""
    STOPPED = "stopped"
    FAILED = "failed"


class PointMark(StrEnum):
    """What the user wants with an open point."""

    STRUCK = "struck"
    DEFERRED = "deferred"
    PULLED = "pulled"
    """To be asked next."""
    REOPENED = "reopened"
    """Struck or deferred before, and to be asked after all."""


class PointName(Struct, frozen=True):
    """A question of a topic, as the journal names it."""

    topic: str
    criterion: str
    key: str

    @property
    def question(self) -> QuestionKey:
        return QuestionKey(TopicSubject(self.topic, self.criterion), self.key)


class Claim(Struct, frozen=True):
    """A voice's claim that a topic's criterion is met, with the evidence the program checked."""

    topic: str
    criterion: str
    evidence: tuple[Source, ...]


class WrittenFile(Struct, frozen=True):
    path: str
    digest: str
    """Of the bytes on disk."""
    render: str
    """Of the pure render; another digest means that the user's own text is in the file."""
    templates: str = ""
    """Of the templates it was rendered with."""


class Tokens(Struct, frozen=True):
    """What one model was sent and gave; `input` leaves out what came from the cache or went into it."""

    model: str
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.model,
            self.input + other.input,
            self.output + other.output,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
        )
