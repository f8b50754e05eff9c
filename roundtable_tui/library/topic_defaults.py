"""The knowledge domains: the order topics come in, and topics made from step files where there are no topic files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.knowledge import Criterion, Topic
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA, phase
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.formats.markdown import listing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.knowledge.checks import Check
    from roundtable_tui.domain.knowledge.knowledge import Prompt, Step


class KnowledgeDomain(Struct, frozen=True):
    topic: str
    name: str
    primary: str
    contributing: tuple[str, ...]
    criteria: int
    """How many criteria its shipped topic file has."""
    steps: tuple[str, ...]
    phases: tuple[str, ...] = ()
    """Where a step of unknown id belongs here."""


DOMAINS = (
    KnowledgeDomain("problem-discovery", "Problem Discovery", MAYA, (ALEX,), 5, ("00-01", "01-01", "01-02", "01-03")),
    KnowledgeDomain(
        "requirements-definition",
        "Requirements Definition",
        MAYA,
        (ALEX, JORDAN),
        7,
        ("01-04", "01-05", "01-06", "01-07", "01-08"),
        ("01-requirements",),
    ),
    KnowledgeDomain(
        "technical-analysis",
        "Technical Analysis",
        ALEX,
        (MAYA,),
        6,
        ("00-02", "00-03", "02-01", "02-02", "02-03", "02-04"),
        ("00-quick-scan", "02-impact-analysis"),
    ),
    KnowledgeDomain(
        "architecture",
        "Architecture",
        ALEX,
        (JORDAN,),
        6,
        ("03-01", "03-02", "03-03", "03-04"),
        ("03-architecture",),
    ),
    KnowledgeDomain(
        "specification",
        "Specification",
        JORDAN,
        (ALEX,),
        6,
        ("04-01", "04-02", "04-03", "04-04", "04-05"),
        ("04-design",),
    ),
    KnowledgeDomain("security", "Security", ALEX, (JORDAN,), 5, ()),
)
_ORDER = {domain.topic: place for place, domain in enumerate(DOMAINS)}


def in_order(topics: Iterable[Topic]) -> tuple[Topic, ...]:
    """The known topics in the order an analysis takes them, then the others as they came."""
    return tuple(sorted(topics, key=lambda topic: _ORDER.get(topic.id, len(_ORDER))))


def derived_topics(steps: Iterable[Step]) -> tuple[Topic, ...]:
    """Topics for a library that has none: the steps grouped by knowledge domain, their checks as criteria."""
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(_topic_of(step), []).append(step)
    return in_order(_derived(topic, group) for topic, group in groups.items())


def _topic_of(step: Step) -> str:
    by_id = (domain for domain in DOMAINS if step.id in domain.steps)
    by_phase = (domain for domain in DOMAINS if step.phase in domain.phases)
    domain = next(by_id, None) or next(by_phase, None)
    return domain.topic if domain else step.phase


def _derived(topic: str, steps: list[Step]) -> Topic:
    domain = next((domain for domain in DOMAINS if domain.topic == topic), None)
    outputs = (output for step in steps for output in step.outputs)
    return Topic(
        id=topic,
        name=domain.name if domain else phase(topic).name,
        primary=domain.primary if domain else steps[0].persona,
        contributing=domain.contributing if domain else (),
        criteria=tuple(criterion for step in steps for criterion in _criteria(step)),
        sections=dict.fromkeys(outputs, ()),
        steps=tuple(step.id for step in steps),
        validation="\n\n".join(step.validation for step in steps if step.validation),
        instructions="\n\n".join(step.artifacts for step in steps if step.artifacts),
    )


def _criteria(step: Step) -> list[Criterion]:
    """One a check, in the words of the bullet that explains it; without checks one a bullet, else the step itself."""
    bullets = listing(step.validation).items
    prompts = step.section(Depth.STANDARD).prompts
    if not step.checks:
        captures = tuple(prompt.capture for prompt in prompts if prompt.capture)
        return [
            Criterion(f"{step.id}-{number}", text, prompts[0].text, captures)
            for number, text in enumerate(bullets or (step.title,), start=1)
        ]
    texts = [*bullets[: len(step.checks)], *map(str, step.checks[len(bullets) :])]
    return [
        _checked(f"{step.id}-{number}", text, check, prompts)
        for number, (text, check) in enumerate(zip(texts, step.checks, strict=True), start=1)
    ]


def _checked(criterion_id: str, text: str, check: Check, prompts: tuple[Prompt, ...]) -> Criterion:
    """The question to ask is the one whose answer can make the check hold."""
    fitting = [prompt for prompt in prompts if prompt.capture and prompt.capture.kind in (check.kind, check.field)]
    exact = [prompt for prompt in fitting if prompt.capture and prompt.capture.field == check.field]
    asked = (exact or fitting or list(prompts))[0]
    return Criterion(criterion_id, text, asked.text, (asked.capture,) if asked.capture else (), check)
