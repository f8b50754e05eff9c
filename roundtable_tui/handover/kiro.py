"""An item as a spec of Kiro: requirements with criteria in EARS form, the design, and the tasks that serve them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

from roundtable_tui.artifacts.render.markup import inline, sentence
from roundtable_tui.artifacts.render.story_sentence import told
from roundtable_tui.domain.dossier.dossier import id_number
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.handover.markdown_parts import box, described, document, listed, story_line, task_text
from roundtable_tui.handover.material import PROVENANCE, TALK, Export, Taking, short
from roundtable_tui.handover.scenario import scenario_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.handover.material import Material


def exported(material: Material) -> Export:
    taking = Taking(material)
    folder = f".kiro/specs/{material.name}"
    settings = {
        "specId": str(uuid5(NAMESPACE_URL, f"roundtable-tui:{material.slug}:{material.state.created_at}")),
        "workflowType": "requirements-first",
        "specType": "feature",
    }
    files = {
        f"{folder}/requirements.md": _requirements(material, taking),
        f"{folder}/design.md": _design(material, taking),
        f"{folder}/tasks.md": _tasks(taking),
        f"{folder}/.config.kiro": json.dumps(settings, indent=2) + "\n",
    }
    yields = frozenset([f"{folder}/.config.kiro"])
    return Export(files, taking.left_out(PROVENANCE, TALK), taking.plan_notes, yields)


def _requirements(material: Material, taking: Taking) -> str:
    wanted = "\n\n".join("\n".join(_requirement(taking, fr)) for fr in taking.wanted)
    refused = "\n".join(described(taking, entry) for fr in taking.unwanted for entry in (fr, *taking.criteria(fr)))
    outside = "\n".join(part for part in (listed(taking, Kind.EXCLUSION), refused) if part)
    kinds = (Kind.PROBLEM, Kind.SCOPE, Kind.USER, Kind.JOURNEY, Kind.METRIC, Kind.QUALITY, Kind.CONSTRAINT)
    return document(
        "Requirements Document",
        [
            ("## Introduction", sentence(material.title)),
            ("### Background", listed(taking, *kinds)),
            ("### Out of Scope", outside),
            ("## Requirements", wanted or "No requirement has been stated yet."),
            ("## Open Questions", listed(taking, Kind.QUESTION, Kind.ASSUMPTION)),
        ],
    )


def _requirement(taking: Taking, fr: Entry) -> Iterator[str]:
    """Numbered as its id is, so that the number never means another."""
    yield f"### Requirement {_number(fr)}: {inline(short(fr))}"
    stories = taking.stories(fr)
    if stories:
        yield ""
        yield f"**User Story:** {inline(told(stories[0]))} ({stories[0].id})"
        taking.take(stories[0], "role", "want", "so_that")
    title, text = taking.title(fr), taking.text(fr, "text")
    about = [inline(part) for part in (title, text) if part and part not in short(fr)]
    about += [f"{name[0].upper()}{name[1:]}: {inline(value)}" for name, value in taking.rest(fr)]
    about += [f"{stories[0].id}, {name}: {inline(value)}" for name, value in taking.rest(stories[0])] if stories else []
    about += [story_line(taking, story) for story in stories[1:]]
    if about:
        yield ""
        yield from (f"- {line}" for line in about)
    criteria = taking.criteria(fr)
    yield ""
    yield "#### Acceptance Criteria"
    yield ""
    yield from (f"{at}. {_rule(taking, ac)}" for at, ac in enumerate(criteria, 1))
    if not criteria:
        yield "No criterion has been stated yet."


def _rule(taking: Taking, ac: Entry) -> str:
    """A criterion as a condition, and what the system then has to see to."""
    steps = scenario_of(taking.text(ac))
    conditions = [f"WHILE given {' AND '.join(map(inline, steps.given))}"] if steps.given else []
    if steps.when:
        conditions.append(f"{'IF' if steps.fails else 'WHEN'} {' AND '.join(map(inline, steps.when))}")
    then = " AND ".join(inline(step) for step in steps.then)
    word = "THEN THE system" if steps.fails else "THE system"
    return f"{', '.join([*conditions, word])} SHALL ensure this: {then} ({ac.id})"


def _design(material: Material, taking: Taking) -> str:
    return document(
        "Design Document",
        [
            ("## Overview", sentence(material.title)),
            ("## Decisions", listed(taking, Kind.DECISION, Kind.OPTION, Kind.TECHNOLOGY)),
            ("## Architecture", listed(taking, Kind.AREA, Kind.ENTRY_POINT, Kind.INTEGRATION)),
            ("## Components and Interfaces", listed(taking, Kind.MODULE, Kind.INTERFACE)),
            ("## Data Models", listed(taking, Kind.FLOW)),
            ("## Error Handling", listed(taking, Kind.ERROR)),
            ("## Affected Files", listed(taking, Kind.FILE, Kind.ESTIMATE)),
            ("## Order of Work", listed(taking, Kind.BUILD_STEP)),
            ("## Risks", listed(taking, Kind.RISK, Kind.ZONE)),
            ("## Reviews and Notes", listed(taking, Kind.REVIEW, Kind.NOTE)),
        ],
    )


def _tasks(taking: Taking) -> str:
    plan = taking.plan()
    numbers = {ac.id: f"{_number(fr)}.{at}" for fr in taking.wanted for at, ac in enumerate(taking.criteria(fr), 1)}
    lines: list[str] = []
    for number, stage in enumerate(plan.stages, 1):
        tasks = plan.of(stage)
        lines.append(f"- {'[x]' if all(task.done for task in tasks) else '[ ]'} {number}. {inline(stage)}")
        for at, task in enumerate(tasks, 1):
            lines += _task(task, f"{number}.{at}", numbers)
    return document("Implementation Plan", [("## Tasks", "\n".join(lines) or "No task could be cut yet.")])


def _task(task: Task, number: str, numbers: dict[str, str]) -> Iterator[str]:
    yield f"  - {box(task)} {number} {task.id} {task_text(task)}"
    if served := [numbers[one] for one in task.traces if one in numbers]:
        yield f"    - _Requirements: {', '.join(served)}_"


def _number(entry: Entry) -> int:
    found = id_number(entry.id)
    return found[1] if found else 0
