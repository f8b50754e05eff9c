"""An open point: what it asks and weighs, how it is named in its topic, and what an answer to it becomes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.questions import Capture, QuestionKey
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.talk.depth import Depth

if TYPE_CHECKING:
    from roundtable_tui.domain.knowledge.knowledge import Criterion, Knowledge, Prompt, Topic

GUESS = "guess"
"""Begins the key of a point that names the entries whose guesses are put together: `guess/FILE-001+FILE-002`."""
FORK = "fork"
"""A decision that is contested: `fork/ADR-0001`."""
UNKNOWN = "unknown"
"""What the user did not know: `unknown/Q-001`."""
RAISED = "raised"
"""A question that a voice raised with its guess: `raised/Q-003`."""
REST = "rest"
"""Several light questions that voices raised, put together: `rest/Q-003+Q-007`."""
AGAINST = "against"
"""Two things the user said that do not fit each other: `against/CON-001+CON-004`."""
DEEPER = "deeper"
"""A deep question of a step that the topic covers: `deeper/01-03/2`."""


class PointKind(StrEnum):
    CONTRADICTION = "contradiction"
    FORK = "fork"
    RAISED = "raised"
    GUESS = "guess"
    CRITERION = "criterion"
    UNKNOWN = "unknown"


class OpenPoint(Struct, frozen=True):
    """One question that could be asked, and what it weighs."""

    name: PointName
    kind: PointKind
    text: str
    """What is asked, or, for a guess, what it is about."""
    persona: str
    capture: Capture | None = None
    """What an answer becomes."""
    about: tuple[str, ...] = ()
    """The entries it is about."""
    guess: str = ""
    hangs: tuple[str, ...] = ()
    """Entries that rest on it and documents that wait for it."""
    cost: int = 1
    doubt: int = 1
    knowable: int = 1
    pulled: bool = False
    last: bool = False
    """It is put only where nothing else is left to ask."""
    twins: tuple[str, ...] = ()
    """Questions that were raised in other words: an answer settles them too."""

    @property
    def question(self) -> QuestionKey:
        return self.name.question

    @property
    def weight(self) -> int:
        return self.cost * self.doubt * self.knowable

    @property
    def askable(self) -> bool:
        return self.pulled or self.weight > 0


def ids_in(key: str) -> tuple[str, ...]:
    """The entries a key names after its first part."""
    return tuple(key.partition("/")[2].split("+")) if "/" in key else ()


def topic_of(name: PointName, knowledge: Knowledge) -> Topic | None:
    return next((topic for topic in knowledge.topics if topic.id == name.topic), None)


def criterion_of(name: PointName, knowledge: Knowledge) -> Criterion | None:
    topic = topic_of(name, knowledge)
    return next((one for one in topic.criteria if one.id == name.criterion), None) if topic else None


def capture_of(name: PointName, knowledge: Knowledge) -> Capture | None:
    """None where the answer is kept as it is."""
    form, slash, _ = name.key.partition("/")
    criterion = criterion_of(name, knowledge)
    captures = criterion.captures if criterion else ()
    match form:
        case "unknown" | "raised" | "rest" | "against":
            return None
        case "fork":
            return Capture(Kind.DECISION, "decision", Kind.DECISION)
        case "deeper":
            prompt = deep_prompt(name.key, knowledge)
            return prompt.capture if prompt else None
        case "guess":
            return _as_guessed(name.key, captures)
    return next((one for one in captures if bool(one.for_each) == bool(slash)), None)


def deep_prompt(key: str, knowledge: Knowledge) -> Prompt | None:
    _, step_id, number = (*key.split("/"), "", "")[:3]
    step = knowledge.step(step_id)
    prompts = step.section(Depth.DEEP).prompts if step else ()
    place = int(number) if number.isdigit() else 0
    return prompts[place - 1] if 0 < place <= len(prompts) else None


def deeper_keys(topic: Topic, criterion: Criterion, knowledge: Knowledge) -> tuple[str, ...]:
    """The deep questions of the topic's steps that ask for what the criterion asks for."""
    kinds = {capture.kind for capture in criterion.captures}
    found: list[str] = []
    for step_id in topic.steps:
        step = knowledge.step(step_id)
        prompts = step.section(Depth.DEEP).prompts if step and Depth.DEEP in step.sections else ()
        found += [
            f"{DEEPER}/{step_id}/{number}"
            for number, prompt in enumerate(prompts, 1)
            if prompt.capture and prompt.capture.kind in kinds and not prompt.capture.for_each
        ]
    return tuple(found)


def _as_guessed(key: str, captures: tuple[Capture, ...]) -> Capture | None:
    """What takes the place of guesses is of their kind."""
    prefix = next(iter(ids_in(key)), "").rpartition("-")[0]
    kind = next((spec.kind for spec in SPECS.values() if spec.prefix == prefix), None)
    if kind is None:
        return None
    same = (one for one in captures if one.kind is kind and one.for_each is None)
    return next(same, Capture(kind, SPECS[kind].main))
