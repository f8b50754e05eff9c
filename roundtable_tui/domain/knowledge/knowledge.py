"""The knowledge an analysis runs on, as read from files: steps, topics and personas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.knowledge.checks import Check
from roundtable_tui.domain.talk.depth import Depth

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.kinds import Kind


class Prompt(Struct, frozen=True):
    """A question of a step file, and what its answer becomes."""

    text: str
    capture: Capture | None = None
    where_it_matters: bool = False
    """Asked by whoever can tell whether it does; without a model it is left to deep talk."""


class Section(Struct, frozen=True):
    """One mode of a step: what the persona says first, then its questions in order."""

    lead: str
    prompts: tuple[Prompt, ...]


class Step(Struct, frozen=True):
    id: str
    title: str
    phase: str
    persona: str
    depth: Depth
    outputs: tuple[str, ...]
    sections: Mapping[Depth, Section]
    depends_on: tuple[str, ...] = ()
    skip_if: str = ""
    checks: tuple[Check, ...] = ()
    validation: str = ""
    artifacts: str = ""
    path: str = ""

    def section(self, depth: Depth) -> Section:
        """The section for a depth, else Standard Mode; a loaded step always has that."""
        return self.sections.get(depth) or self.sections[Depth.STANDARD]

    def listed(self, depth: Depth) -> tuple[tuple[int, Prompt], ...]:
        """The questions that are asked one after another, each with its number in the section."""
        numbered = enumerate(self.section(depth).prompts, 1)
        return tuple(one for one in numbered if depth is Depth.DEEP or not one[1].where_it_matters)

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of entry the step is about."""
        prompts = (prompt for section in self.sections.values() for prompt in section.prompts)
        captured = (prompt.capture.kind for prompt in prompts if prompt.capture)
        return frozenset((*captured, *(check.kind for check in self.checks if check.kind)))


class Criterion(Struct, frozen=True):
    id: str
    text: str
    question: str = ""
    captures: tuple[Capture, ...] = ()
    check: Check | None = None


class Topic(Struct, frozen=True):
    id: str
    name: str
    primary: str
    contributing: tuple[str, ...]
    criteria: tuple[Criterion, ...]
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Which sections of which artifact the topic feeds."""
    guidance: Mapping[Depth, str] = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    """The steps that count as done when the topic is covered."""
    knowledge: str = ""
    validation: str = ""
    instructions: str = ""
    path: str = ""


class Persona(Struct, frozen=True):
    key: str
    name: str
    role: str
    identity: str = ""
    voice: str = ""
    principles: tuple[str, ...] = ()
    owns: str = ""
    leaves: str = ""
    acknowledges: tuple[str, ...] = ()
    """How it says that it heard something; `{what}` stands for what it heard."""
    self_check: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    path: str = ""

    @property
    def first_name(self) -> str:
        return self.name.split()[0]


class Knowledge(Struct, frozen=True):
    """Everything that was loaded, and what had to be left out."""

    steps: Mapping[str, tuple[Step, ...]]
    """By phase key, in file-name order."""
    topics: tuple[Topic, ...]
    personas: Mapping[str, Persona]
    warnings: tuple[str, ...] = ()

    def step(self, step_id: str) -> Step | None:
        return next((step for steps in self.steps.values() for step in steps if step.id == step_id), None)

    def persona(self, key: str) -> Persona:
        """The persona of that key; one whose file is missing still has a name to speak under."""
        return self.personas.get(key) or Persona(key, key.replace("-", " ").title(), key.replace("-", " ").title())
