"""A question as it was put to the user: what it asks, what it is for, and what its answer becomes."""

from __future__ import annotations

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind

GAPS_KEY = "gaps"
"""The question a step asks once, before it closes with something missing."""

NOTHING_LEFT_TO_ASK = "gaps/none"
"""Settled where all that a step lacks was asked for in it: then it closes without asking once more."""

LEFT_OPEN = "With a yes I leave open:"
"""How a proposal says what it does not know, so that it is not said again once the proposal is accepted."""

ELABORATION_KEY = "elaboration"
"""Where an elaboration leaves room for the user to join in."""


AMENDMENT = "amendment"
"""In the place of a topic: what is to change in a summary; it counts as no question of the conversation."""


class Capture(Struct, frozen=True):
    """What the answer to a question becomes in the dossier."""

    kind: Kind
    field: str
    for_each: Kind | None = None
    """Asked once per entry of this kind, or answered by a list that names them."""
    preset: tuple[tuple[str, str], ...] = ()
    """Further fields set along with the answer, as `role: primary`."""


class StepSubject(Struct, frozen=True):
    """A step of guided mode."""

    id: str


class TopicSubject(Struct, frozen=True):
    """A topic of the conversation, or one criterion of it."""

    topic: str
    criterion: str = ""


Subject = StepSubject | TopicSubject


class QuestionKey(Struct, frozen=True):
    """Names a question in every mode: what it belongs to, and which of its questions it is."""

    subject: Subject
    key: str


class QuestionPart(Struct, frozen=True):
    """One of two or three tiny questions that are put together."""

    text: str
    suggestion: str = ""
    becomes: str = ""
    subjects: tuple[str, ...] = ()


class Question(Struct, frozen=True):
    """`key` names the question within its subject, so that it is asked once: `standard/2` or `standard/2/FR-001`."""

    step: str
    key: str
    text: str
    why: str = ""
    suggestion: str = ""
    about: str = ""
    """The entry it is about, where it is asked once per entry."""
    offers: tuple[str, ...] = ()
    """Entries shown for confirmation: a yes confirms exactly these."""
    topic: str = ""
    """The topic it belongs to, where it belongs to no step."""
    criterion: str = ""
    becomes: str = ""
    """Where the suggestion, or the choice that is picked, is kept: `metric.text` or `FR-001.priority`."""
    choices: tuple[str, ...] = ()
    """Answers to pick from by number; they stand in the text as well."""
    sides: tuple[str, ...] = ()
    """Entries that contradict each other, in the order of the choices: the one picked is confirmed."""
    parts: tuple[QuestionPart, ...] = ()
    """What is asked one by one in the text, where the question is a small form."""
    subjects: tuple[str, ...] = ()
    """The entries that a raised question is about."""
    original: str = ""
    """How it was raised, where it is put in other words."""
    agent: str = ""
    """The coding agent that waits for the answer, where one does: that is asked also after the end."""

    @property
    def subject(self) -> Subject:
        return TopicSubject(self.topic, self.criterion) if self.topic else StepSubject(self.step)

    @property
    def name(self) -> QuestionKey:
        return QuestionKey(self.subject, self.key)
