"""An item as an OpenSpec change: why, what, how, the tasks, and the requirements it adds to one capability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.markup import code, inline, sentence
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.short_titles import shortened
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.handover.markdown_parts import box, described, document, duty, listed, story_line, task_text
from roundtable_tui.handover.material import PROVENANCE, TALK, Export, Taking, short
from roundtable_tui.handover.scenario import scenario_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.handover.material import Material

_SHORTEST, _LONGEST = 50, 950
"""Of the section that says why; OpenSpec counts from 50 to 1000."""


def exported(material: Material) -> Export:
    """Nothing at all as long as there is no requirement: a change without one is none."""
    taking = Taking(material)
    if not taking.wanted:
        return Export({}, taking.left_out(PROVENANCE, TALK))
    folder = f"openspec/changes/{material.name}"
    files = {
        f"{folder}/proposal.md": _proposal(material, taking),
        f"{folder}/specs/{material.name}/spec.md": _delta(material, taking),
        f"{folder}/design.md": _design(material, taking),
        f"{folder}/tasks.md": _tasks(material, taking),
    }
    filled_in = list(taking.plan_notes)
    if bare := [fr.id for fr in taking.wanted if not taking.criteria(fr)]:
        filled_in.append(f"a scenario that only repeats its requirement, for want of a criterion: {', '.join(bare)}")
    return Export(files, taking.left_out(PROVENANCE, TALK), tuple(filled_in))


def _proposal(material: Material, taking: Taking) -> str:
    changes = "\n".join(f"- **{fr.id}** {inline(one_line(short(fr).partition(' ')[2]))}" for fr in taking.wanted)
    capability = f"### New Capabilities\n\n- `{material.name}`: {sentence(material.title)}"
    return document(
        material.title,
        [
            ("## Why", _why(material, taking)),
            ("## What Changes", changes),
            ("## Capabilities", capability),
            ("## Impact", _impact(taking)),
        ],
    )


def _why(material: Material, taking: Taking) -> str:
    """The problem as far as it fits; the design has all of it."""
    problem = next(iter(taking.of(Kind.PROBLEM)), None)
    told = [sentence(problem.text(name)) for name in problem.fields] if problem else []
    text = " ".join(part for part in told if part)
    if len(text) < _SHORTEST:
        text = f"{text} This change is about: {sentence(material.title)} Why now is for its owner to say.".strip()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rsplit(' ', 1)[0]}…"


def _impact(taking: Taking) -> str:
    lines = []
    for file in taking.of(Kind.FILE):
        path, action = code(taking.text(file, "path")), taking.text(file, "action")
        more = "; ".join(f"{name}: {inline(value)}" for name, value in taking.rest(file))
        lines.append(f"- {path}" + (f" ({action})" if action else "") + f" [{file.id}]" + (f": {more}" if more else ""))
    return "\n".join(lines) or "No affected file has been named yet."


def _delta(material: Material, taking: Taking) -> str:
    purpose = f"{sentence(material.title)} These are the requirements that its analysis came to, with their criteria."
    parts = ["## Purpose", purpose, "## ADDED Requirements"]
    parts += ["\n".join(_requirement(taking, fr)) for fr in taking.wanted]
    return "\n\n".join(parts) + "\n"


def _requirement(taking: Taking, fr: Entry) -> Iterator[str]:
    yield f"### Requirement: {inline(short(fr))}"
    yield ""
    yield duty(taking, fr, "The system SHALL")
    about = [f"- {name[0].upper()}{name[1:]}: {inline(value)}" for name, value in taking.rest(fr)]
    about += [f"- {story_line(taking, story)}" for story in taking.stories(fr)]
    if about:
        yield ""
        yield from about
    criteria = taking.criteria(fr)
    for ac in criteria:
        yield ""
        yield from _scenario(taking, ac)
    if not criteria:
        yield ""
        yield f"#### Scenario: {fr.id} has no criterion yet"
        yield ""
        yield f"- **WHEN** {fr.id} is checked"
        yield "- **THEN** what it says above holds"


def _scenario(taking: Taking, ac: Entry) -> Iterator[str]:
    steps = scenario_of(taking.text(ac))
    yield f"#### Scenario: {ac.id} {inline(shortened(steps.then[0]))}"
    yield ""
    for keyword, several in (
        ("GIVEN", steps.given),
        ("WHEN", steps.when or (f"{ac.id} is checked",)),
        ("THEN", steps.then),
    ):
        for number, step in enumerate(several):
            yield f"- **{'AND' if number else keyword}** {inline(step)}"


def _design(material: Material, taking: Taking) -> str:
    unwanted = "\n".join(described(taking, entry) for fr in taking.unwanted for entry in (fr, *taking.criteria(fr)))
    goals = listed(taking, Kind.METRIC, Kind.QUALITY)
    non_goals = "\n".join(part for part in (listed(taking, Kind.EXCLUSION), unwanted) if part)
    both = [f"**Goals:**\n\n{goals}"] if goals else []
    both += [f"**Non-Goals:**\n\n{non_goals}"] if non_goals else []
    context = (Kind.PROBLEM, Kind.SCOPE, Kind.AREA, Kind.USER, Kind.JOURNEY, Kind.CONSTRAINT, Kind.ESTIMATE)
    return document(
        f"Design: {material.title}",
        [
            ("## Context", listed(taking, *context)),
            ("## Goals / Non-Goals", "\n\n".join(both)),
            ("## Decisions", listed(taking, Kind.DECISION, Kind.OPTION, Kind.TECHNOLOGY)),
            ("## Modules and Interfaces", listed(taking, Kind.MODULE, Kind.INTERFACE, Kind.INTEGRATION)),
            ("## Data and Errors", listed(taking, Kind.FLOW, Kind.ERROR, Kind.ENTRY_POINT)),
            ("## Risks / Trade-offs", listed(taking, Kind.RISK, Kind.ZONE)),
            ("## Migration Plan", listed(taking, Kind.BUILD_STEP)),
            ("## Open Questions", listed(taking, Kind.QUESTION, Kind.ASSUMPTION)),
            ("## Reviews and Notes", listed(taking, Kind.REVIEW, Kind.NOTE)),
        ],
    )


def _tasks(material: Material, taking: Taking) -> str:
    plan = taking.plan()
    sections = []
    for number, stage in enumerate(plan.stages, 1):
        lines = [
            f"- {box(task)} {number}.{at} {task.id} {task_text(task)}" for at, task in enumerate(plan.of(stage), 1)
        ]
        sections.append((f"## {number}. {inline(stage)}", "\n".join(lines)))
    if not sections:
        sections.append(("## 1. Tasks", "- [ ] 1.1 Plan the work: no task could be cut from the analysis yet"))
    return document(f"Tasks: {material.title}", sections)
