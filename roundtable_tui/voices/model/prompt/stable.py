"""The part of a prompt that stays the same, byte for byte, so that the server need not read it again every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import SPECS, TALKED_OF, FieldType
from roundtable_tui.domain.knowledge.knowledge import Persona
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA, phase
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.prompt.templates import cut, fenced, filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable_tui.domain.dossier.kinds import Field, KindSpec
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.events import ItemCreated
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Step, Topic

ANALYSTS = (MAYA, ALEX, JORDAN)
_LONGEST_FILE = 9_000
_LONGEST_DRAFT = 40_000
_ASKED = "All its questions were asked or answered."


class Same:
    """Knowledge is loaded once and compared by identity: comparing all of it would cost more than writing it out."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.knowledge is other.knowledge

    def __hash__(self) -> int:
        return id(self.knowledge)


def seated(knowledge: Knowledge) -> tuple[Persona, ...]:
    """The three analysts, and whoever else leads a step."""
    leading = (step.persona for steps in knowledge.steps.values() for step in steps)
    return tuple(knowledge.persona(key) for key in dict.fromkeys((*ANALYSTS, *leading)))


def table(knowledge: Knowledge) -> str:
    """What holds for the whole analysis: the rules, the tools and who sits at the table."""
    people = fenced("who sits at the table", "\n".join(map(_in_short, seated(knowledge))))
    kinds = "\n".join(kind_text(spec, knowledge) for spec in SPECS.values() if spec.kind in TALKED_OF)
    return "\n\n".join((filled("rules"), filled("tools", kinds=kinds), f"# The analysts\n\n{people}"))


def phase_knowledge(knowledge: Knowledge, phase_key: str) -> str:
    """What holds for a phase: how it goes, what its steps are about, and who leads them."""
    about, steps = phase(phase_key), knowledge.steps.get(phase_key, ())
    leading = dict.fromkeys((about.persona, *(step.persona for step in steps)))
    outline = "\n".join(f"- {one_line(step.id, 40)} {one_line(step.title, 120)}" for step in steps)
    return filled(
        "guided",
        phase=f"{about.label}, led by {one_line(knowledge.persona(about.persona).name, 80)}.",
        steps=fenced("the steps of the phase", outline or "It has no steps."),
        personas="\n\n".join(persona_text(knowledge.persona(key)) for key in leading),
    )


class StepView(Struct, frozen=True):
    """What of a step is worth telling now."""

    depth: Depth
    lead: Persona
    everybody: bool = False
    """All who sit at the table speak."""
    asked: bool = False
    """Its checks hold and its questions were put."""
    met: frozenset[str] = frozenset()
    """Topics whose criteria are all met."""


def step_knowledge(knowledge: Knowledge, step: Step, view: StepView) -> str:
    """What holds for a step: its questions, its topics, and who speaks beside those who lead the phase."""
    about = phase(step.phase)
    known = {about.persona, *(one.persona for one in knowledge.steps.get(step.phase, ()))}
    topics = [topic for topic in knowledge.topics if step.id in topic.steps and topic.id not in view.met]
    here = dict.fromkeys((view.lead, *(seated(knowledge) if view.everybody else ())))
    others = [persona for persona in here if persona.key not in known]
    parts = [_step(step, view), *(_topic(topic, view.depth) for topic in topics), *map(persona_text, others)]
    return "\n\n".join(("# The step at hand", *parts))


def item(about: ItemCreated | None, redact: Callable[[str], str]) -> str:
    """What the user began with; quotes from it are quotes from turn 0."""
    if about is None:
        return "# The change\n\nNothing is known of it yet."
    parts = [fenced("turn 0, the change in the user's words", cut(redact(about.description), _LONGEST_DRAFT))]
    if about.draft.strip():
        parts.append(fenced("turn 0, the draft the user brought along", cut(redact(about.draft), _LONGEST_DRAFT)))
    return "\n\n".join(("# The change", f"It deserves a {one_line(about.tier, 20)} analysis.", *parts))


def persona_text(persona: Persona) -> str:
    """How somebody is; what they own stands where the table is described."""
    body = [
        persona.identity,
        persona.voice,
        _items("Principles", persona.principles),
        f"Leaves to others: {persona.leaves}" if persona.leaves else "",
        _items("Acknowledges like this, but never twice in the same words", persona.acknowledges),
        _items("Asks themselves before closing", persona.self_check),
    ]
    name = f"{persona.name} ({persona.role})"
    return fenced(name, cut("\n\n".join(part for part in body if part) or name, _LONGEST_FILE))


def persona_in_talk(persona: Persona) -> str:
    """How somebody speaks, and what they leave to others: a turn in which three speak needs no more of each."""
    body = (persona.voice or persona.identity, f"Leaves to others: {persona.leaves}" if persona.leaves else "")
    name = f"{persona.name} ({persona.role})"
    return fenced(name, cut("\n\n".join(part for part in body if part) or name, _LONGEST_FILE))


def _in_short(persona: Persona) -> str:
    """For whoever only hands something over to them."""
    owns = f" Owns: {one_line(persona.owns, 400)}" if persona.owns else ""
    return f"- {one_line(persona.name, 80)} ({one_line(persona.role, 80)}).{owns}"


def kind_text(spec: KindSpec, knowledge: Knowledge) -> str:
    owner = one_line(knowledge.persona(spec.owner).first_name, 40) if spec.owner else "whoever leads the step"
    fields = ", ".join(_field(field) for field in spec.fields if not field.raised)
    return f"- `{spec.kind}`, {spec.one} ({owner}{'; one' if spec.single else ''}): {fields}"


def _field(field: Field) -> str:
    match field.type:
        case FieldType.CHOICE:
            return f"{field.name} [{' | '.join(field.choices)}]"
        case FieldType.NUMBER:
            return f"{field.name} (a whole number)"
        case FieldType.REFS:
            return f"{field.name}*"
    return f"{field.name} (only where the user said it)" if field.theirs else field.name


def _step(step: Step, view: StepView) -> str:
    parts = [_ASKED if view.asked else _section(step, view.depth)]
    parts += [f"Done well when:\n{step.validation}" if step.validation else ""]
    parts += [f"Recording:\n{step.artifacts}" if step.artifacts else ""]
    return fenced(f"step {step.id}: {step.title}", cut("\n\n".join(part for part in parts if part), _LONGEST_FILE))


def _section(step: Step, depth: Depth) -> str:
    section = step.section(depth)
    questions = [
        f"- {depth}/{number}: {'Where it matters: ' * prompt.where_it_matters}{prompt.text}{_becomes(prompt.capture)}"
        for number, prompt in enumerate(section.prompts, 1)
    ]
    return "\n".join((f"{depth.title()} Mode", *([section.lead] if section.lead else ()), *questions))


def _becomes(capture: Capture | None) -> str:
    if capture is None:
        return ""
    preset = "".join(f", {name}: {value}" for name, value in capture.preset)
    each = f", for each {capture.for_each}" if capture.for_each else ""
    return f" [{capture.kind}.{capture.field}{preset}{each}]"


def _topic(topic: Topic, depth: Depth) -> str:
    """In brief talk there is no time for what is worth knowing about it in general."""
    parts = [
        _items("Criteria", [f"{criterion.id}: {criterion.text}" for criterion in topic.criteria]),
        f"At {depth} depth: {one_line(topic.guidance[depth])}" if depth in topic.guidance else "",
        topic.knowledge if depth is not Depth.BRIEF else "",
        topic.validation,
    ]
    return fenced(f"topic {topic.id}: {topic.name}", cut("\n\n".join(part for part in parts if part), _LONGEST_FILE))


def _items(title: str, items: Iterable[str] | Sequence[str]) -> str:
    listed = [f"- {item}" for item in items]
    return "\n".join((f"{title}:", *listed)) if listed else ""
