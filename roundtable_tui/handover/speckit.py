"""An item as a feature of spec-kit: its specification, its plan, what was looked into, and the tasks."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.markup import code, inline, sentence
from roundtable_tui.artifacts.render.phrasing import highest_priority, name_of
from roundtable_tui.artifacts.render.story_sentence import told
from roundtable_tui.domain.dossier.dossier import id_number
from roundtable_tui.domain.dossier.kinds import LEVELS, PRIORITIES, SORTS, Kind
from roundtable_tui.handover.markdown_parts import box, described, document, duty, listed, task_text
from roundtable_tui.handover.material import PROVENANCE, TALK, Export, Taking
from roundtable_tui.handover.scenario import scenario_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.plan.tasks import Plan, Task
    from roundtable_tui.handover.material import Material

_DUTIES = dict(zip(PRIORITIES, ("System MUST", "System SHOULD", "System MAY", "System MAY"), strict=True))
_RANKS = dict(zip(PRIORITIES, ("P1", "P2", "P3", "P4"), strict=True))
_FEATURE = re.compile(r"(?P<number>\d{3,})-(?P<name>.+)")
_MARK = "[NEEDS CLARIFICATION"
_MOST_MARKS = 3
_POINTER = ".specify/feature.json"


def exported(material: Material) -> Export:
    taking = Taking(material)
    folder = f"specs/{feature_name(material)}"
    files = {
        f"{folder}/spec.md": _specification(material, taking),
        f"{folder}/research.md": _unmarked(_research(material, taking)),
        f"{folder}/plan.md": _unmarked(_plan(material, taking)),
        f"{folder}/tasks.md": _unmarked(_tasks(material, taking)),
        _POINTER: json.dumps({"feature_directory": folder}, indent=2) + "\n",
    }
    filled_in = list(taking.plan_notes)
    if not taking.of(Kind.STORY):
        filled_in.append("no user story has been told yet")
    filled_in.append("the constitution of the project was not looked at")
    yields = frozenset([_POINTER])
    return Export(files, taking.left_out(PROVENANCE, TALK), tuple(filled_in), yields)


def feature_name(material: Material) -> str:
    """The folder the item has already, else one with the next free number."""
    found = [read for name in material.neighbours if (read := _FEATURE.fullmatch(name))]
    own = next((read[0] for read in found if read["name"] == material.name), "")
    return own or f"{max((int(read['number']) for read in found), default=0) + 1:03d}-{material.name}"


def _specification(material: Material, taking: Taking) -> str:
    stories = "\n\n".join(_story(taking, story) for story in _ranked(_told(taking)))
    edges = listed(taking, Kind.ERROR, Kind.RISK)
    requirements = "\n".join(line for fr in taking.wanted for line in _requirement(taking, fr))
    outcomes = "\n".join(_outcomes(taking))
    assumed = "\n".join(
        part
        for part in (
            listed(taking, Kind.ASSUMPTION, Kind.CONSTRAINT, Kind.EXCLUSION),
            "\n".join(described(taking, entry) for fr in taking.unwanted for entry in (fr, *taking.criteria(fr))),
            "\n".join(described(taking, one) for one in taking.of(Kind.STORY) if one not in _told(taking)),
        )
        if part
    )
    context = listed(taking, Kind.PROBLEM, Kind.SCOPE, Kind.USER, Kind.JOURNEY)
    text = document(
        f"Feature Specification: {material.title}",
        [
            ("## Context", context),
            ("## User Scenarios & Testing *(mandatory)*", stories or "No user story has been told yet."),
            ("### Edge Cases", edges),
            ("## Requirements *(mandatory)*", "What is to be built, and what each part of it has to do."),
            ("### Functional Requirements", requirements or "No requirement has been stated yet."),
            ("### Key Entities", listed(taking, Kind.FLOW)),
            ("## Success Criteria *(mandatory)*", "How one can tell that the change was worth it."),
            ("### Measurable Outcomes", outcomes or "No outcome has been named yet."),
            ("## Assumptions", assumed),
        ],
    )
    text = _unmarked(text)
    questions = "\n".join(_questions(taking))
    return f"{text}\n## Open Questions\n\n{questions}\n" if questions else text


def _told(taking: Taking) -> list[Entry]:
    """The stories that are to come true."""
    return [story for story in taking.of(Kind.STORY) if story.get("priority") != PRIORITIES[-1]]


def _teller(taking: Taking, fr: Entry) -> str:
    """The one story that tells the criteria of a requirement; empty where none does."""
    if fr in taking.unwanted:
        return ""
    return next((story.id for story in _told(taking) if fr.id in story.refs("traces")), "")


def _ranked(stories: Iterable[Entry]) -> list[Entry]:
    """The dearest first; stories without a priority of their own come as they were told."""
    return sorted(stories, key=lambda story: _RANKS.get(story.text("priority"), "P2"))


def _story(taking: Taking, story: Entry) -> str:
    served = taking.view.named(story, "traces", Kind.FR)
    taking.take(story, "role", "want", "so_that", "traces")
    priority = taking.text(story, "priority") or highest_priority(served)
    heading = inline(name_of(story))
    title = inline(taking.title(story))
    ids = ", ".join(fr.id for fr in served)
    criteria = [ac for fr in served for ac in taking.criteria(fr) if _teller(taking, fr) == story.id]
    why = f"The analysis ranks it {priority}." if priority else "Nobody has ranked it yet."
    lines = [
        f"### User Story {_number(story)} - {heading} (Priority: {_RANKS.get(priority, 'P2')})",
        "",
        f"{inline(told(story))} ({story.id})",
        *(["", f"In full: {title}"] if title != heading else []),
        *(f"\n{name[0].upper()}{name[1:]}: {inline(value)}" for name, value in taking.rest(story)),
        "",
        f"**Why this priority**: {why}" + (f" It serves {ids}." if ids else ""),
        "",
        f"**Independent Test**: {_test_of(criteria)}",
    ]
    if criteria:
        lines += ["", "**Acceptance Scenarios**:", ""]
        lines += [f"{at}. {_scenario(taking, ac)}" for at, ac in enumerate(criteria, 1)]
    return "\n".join(lines)


def _test_of(criteria: list[Entry]) -> str:
    if not criteria:
        return "No criterion of its own has been stated yet."
    return f"It holds when {', '.join(ac.id for ac in criteria)} can be shown, whatever else is built."


def _scenario(taking: Taking, ac: Entry) -> str:
    steps = scenario_of(taking.text(ac))
    parts = [
        f"**{'and' if number else keyword}** {inline(step)}"
        for keyword, several in (("Given", steps.given), ("When", steps.when), ("Then", steps.then))
        for number, step in enumerate(several)
    ]
    return f"{', '.join(parts)} ({ac.id})"


def _requirement(taking: Taking, fr: Entry) -> Iterator[str]:
    """With its criteria where no story tells them."""
    yield f"- **{fr.id}**: {duty(taking, fr, _DUTIES.get(fr.text('priority'), 'System MUST'))}"
    for name, value in taking.rest(fr):
        yield f"  - {name[0].upper()}{name[1:]}: {inline(value)}"
    if not _teller(taking, fr):
        for ac in taking.criteria(fr):
            yield f"  - {_scenario(taking, ac)}"


def _outcomes(taking: Taking) -> Iterator[str]:
    for number, entry in enumerate(taking.of(Kind.METRIC, Kind.QUALITY), 1):
        more = "; ".join(f"{name}: {inline(value)}" for name, value in _after_title(taking, entry))
        title = inline(taking.title(entry))
        yield f"- **SC-{number:03d}**: {title}" + (f" ({more})" if more else "") + f" [{entry.id}]"


def _after_title(taking: Taking, entry: Entry) -> tuple[tuple[str, str], ...]:
    taking.title(entry)
    return taking.rest(entry)


def _questions(taking: Taking) -> Iterator[str]:
    """The dearest three with the mark that holds up a plan, the others without."""
    for number, entry in enumerate(sorted(taking.of(Kind.QUESTION), key=_weight)):
        text = _unmarked(described(taking, entry))
        first, line, rest = text.partition("\n")
        if number < _MOST_MARKS:
            asked = first.removeprefix(f"- **{entry.id}** ").replace("]", ")")
            first = f"- **{entry.id}** {_MARK}: {asked}]"
        yield first + line + rest


def _unmarked(text: str) -> str:
    """Without marks that somebody else's words bring along."""
    return text.replace(_MARK, _MARK.lower())


def _weight(question: Entry) -> tuple[int, int]:
    loss, sort = question.text("loss"), question.text("sort")
    return (
        -LEVELS.index(loss) if loss in LEVELS else 0,
        SORTS.index(sort) if sort in SORTS else len(SORTS),
    )


def _research(material: Material, taking: Taking) -> str:
    found = listed(taking, Kind.DECISION, Kind.OPTION)
    sections = [
        ("## Decisions", found or "Nothing has been decided yet."),
        ("## Where It Touches the Code", listed(taking, Kind.AREA, Kind.KEYWORD, Kind.ENTRY_POINT, Kind.ESTIMATE)),
        ("## Reviews and Notes", listed(taking, Kind.REVIEW, Kind.NOTE)),
    ]
    return document(f"Research: {material.title}", sections)


def _plan(material: Material, taking: Taking) -> str:
    known = listed(taking, Kind.TECHNOLOGY, Kind.INTEGRATION)
    return document(
        f"Implementation Plan: {material.title}",
        [
            ("## Summary", f"{sentence(material.title)} [spec.md](spec.md) says what, [research.md](research.md) why."),
            ("## Technical Context", known or "Nothing about technology has been said yet."),
            ("## Constitution Check", "This analysis knew no constitution: compare it with yours before you build."),
            ("## Project Structure", _structure(taking)),
            ("## Design", listed(taking, Kind.MODULE, Kind.INTERFACE)),
            ("## Order of Work", listed(taking, Kind.BUILD_STEP)),
            ("## Complexity Tracking", listed(taking, Kind.ZONE) or "No risk zone has been named."),
        ],
    )


def _structure(taking: Taking) -> str:
    lines = []
    for file in taking.of(Kind.FILE):
        path = code(taking.text(file, "path"))
        more = "; ".join(f"{name}: {inline(value)}" for name, value in taking.rest(file))
        lines.append(f"- {path} [{file.id}]" + (f": {more}" if more else ""))
    return "\n".join(lines) or "No affected file has been named yet."


def _tasks(material: Material, taking: Taking) -> str:
    plan = taking.plan()
    sections = [
        (f"## Phase {number}: {inline(stage)}", "\n".join(_task(taking, plan, task) for task in plan.of(stage)))
        for number, stage in enumerate(plan.stages, 1)
    ]
    waiting = [
        f"- {task.id} waits for {', '.join(map(inline, task.blocked_by))}" for task in plan.tasks if task.blocked_by
    ]
    if not sections:
        sections.append(("## Phase 1: Tasks", "No task could be cut from the analysis yet."))
    return document(f"Tasks: {material.title}", [*sections, ("## Dependencies", "\n".join(waiting))])


def _task(taking: Taking, plan: Plan, task: Task) -> str:
    stories = [story for story in _told(taking) if set(story.refs("traces")) & set(task.traces)]
    label = f" [US{_number(_ranked(stories)[0])}]" if stories else ""
    return f"- {box(task)} {task.id}{' [P]' if _is_parallel(plan, task) else ''}{label} {task_text(task)}"


def _is_parallel(plan: Plan, task: Task) -> bool:
    """Whether it waits for nothing and shares no file with another of its stage."""
    paths = {path for path, _ in task.files}
    others = [one for one in plan.of(task.stage) if one.id != task.id]
    return bool(others) and not task.blocked_by and not any(paths & {path for path, _ in one.files} for one in others)


def _number(story: Entry) -> int:
    found = id_number(story.id)
    return found[1] if found else 0
