"""What a coding agent can call: each tool with what it takes, answered from the project as it is now."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.project import Project
from roundtable_tui.items.status import standing
from roundtable_tui.plain.agent.asking import answers_to, ask
from roundtable_tui.plain.check_report import check, check_report
from roundtable_tui.plain.handover.brief_command import brief_text, size_of
from roundtable_tui.plain.handover.export_report import material_of
from roundtable_tui.storage.items import list_items

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

Found = str | dict[str, Any]
_ITEM = {"type": "string", "description": "The item by its slug, its ticket or a part of its title."}
_LONGEST_ARGUMENT = 4000


class Call(Struct, frozen=True):
    """One call of a tool."""

    project: Project
    agent: str
    """What the agent calls itself."""
    arguments: Mapping[str, object]

    def text(self, name: str, *, needed: bool = False) -> str:
        value = self.arguments.get(name)
        if value is None and not needed:
            return ""
        if type(value) is int:  # a size comes as a number from some
            return str(value)
        if not isinstance(value, str) or (needed and not value.strip()):
            raise UsageError(f"'{name}' has to be text.", "The tool's schema says what it takes.")
        return value[:_LONGEST_ARGUMENT]

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.arguments.get(name) or []
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise UsageError(f"'{name}' has to be a list of texts.", "The tool's schema says what it takes.")
        return tuple(value)

    @property
    def slug(self) -> str:
        return existing_slug(self.project, self.text("item", needed=True))


class Tool(Struct, frozen=True):
    name: str
    title: str
    description: str
    run: Callable[[Call], Found]
    properties: Mapping[str, object] = {}
    required: tuple[str, ...] = ()
    writes: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """As JSON Schema; what is not named there is refused by whoever checks it."""
        return {
            "type": "object",
            "properties": dict(self.properties),
            "required": list(self.required),
            "additionalProperties": False,
        }


def tools_for(*, may_ask: bool) -> tuple[Tool, ...]:
    return tuple(tool for tool in _TOOLS if may_ask or not tool.writes)


def _items(call: Call) -> Found:
    items = list_items(call.project.disk, call.project.paths, call.project.clock())
    return {
        "items": [
            {
                "item": item.slug,
                "description": one_line(item.description),
                "standing": standing(item).words,
                "ticket": item.source_id,
                "unanswered": item.asked,
                "problem": item.problem,
            }
            for item in items
        ]
    }


def _requirements(call: Call) -> Found:
    slug = call.slug
    dossier = material_of(call.project, slug, "agent").state.dossier
    wanted = set(call.texts("ids"))
    frs = [
        fr for fr in dossier.of(Kind.FR) if not wanted or wanted & {fr.id, *(ac.id for ac in dossier.children(fr.id))}
    ]
    return {
        "item": slug,
        "requirements": [_requirement(fr, dossier) for fr in frs if fr.get("priority") != PRIORITIES[-1]],
        "not_to_be_built": [_entry(fr) for fr in frs if fr.get("priority") == PRIORITIES[-1]],
        "quality": [] if wanted else [_entry(one, "threshold") for one in dossier.of(Kind.QUALITY)],
        "constraints": [] if wanted else [_entry(one) for one in dossier.of(Kind.CONSTRAINT)],
        "exclusions": [] if wanted else [_entry(one) for one in dossier.of(Kind.EXCLUSION)],
    }


def _requirement(fr: Entry, dossier: Dossier) -> dict[str, Any]:
    criteria = [_entry(ac) for ac in dossier.children(fr.id)]
    return {**_entry(fr, "text", "priority"), "criteria": criteria}


def _entry(entry: Entry, *names: str) -> dict[str, str]:
    """With how sure it is: High is what the user said or confirmed, everything else is assumed."""
    more = {name: one_line(entry.text(name)) for name in names if entry.text(name)}
    main = one_line(entry.text())
    return {"id": entry.id, "says": main, **more, "confidence": str(entry.confidence)}


def _tasks(call: Call) -> Found:
    slug = call.slug
    material = material_of(call.project, slug, "agent")
    plan = material.plan
    return {
        "item": slug,
        "made": bool(material.state.dossier.of(Kind.TASK)),
        "tasks": [
            {
                "id": task.id,
                "title": task.title,
                "stage": task.stage,
                "traces": list(task.traces),
                "files": [{"path": path, "action": action} for path, action in task.files],
                "blocked_by": list(task.blocked_by),
                "done": task.done,
            }
            for task in plan.tasks
        ],
        "uncovered": list(plan.uncovered),
    }


def _brief(call: Call) -> Found:
    return brief_text(
        call.project, call.text("item", needed=True), call.text("task"), size_of(call.text("size") or "8000")
    )


def _check(call: Call) -> Found:
    found: dict[str, Any] = json.loads(check_report(check(call.project, call.slug), as_json=True))
    return found


def _verify(call: Call) -> Found:
    from roundtable_tui.plain.handover.verify_report import verified, verify_report

    done = verified(call.project, call.text("item", needed=True), call.text("since"))
    found: dict[str, Any] = json.loads(verify_report(done, as_json=True))
    return found


def _answers(call: Call) -> Found:
    return answers_to(call.project, call.slug, call.text("id"))


def _ask(call: Call) -> Found:
    question = call.text("question", needed=True)
    why, guess = call.text("why"), call.text("otherwise")
    return ask(call.project, call.slug, call.agent, question, why, guess, call.texts("about"))


def _text(description: str) -> dict[str, str]:
    return {"type": "string", "description": description}


def _texts(description: str) -> dict[str, object]:
    return {"type": "array", "items": {"type": "string"}, "description": description}


_TOOLS = (
    Tool("items", "Items", "The changes that were analysed in this project, and how each stands.", _items),
    Tool(
        "requirements",
        "Requirements",
        "What an item asks for: requirements with their acceptance criteria, priority and confidence, quality, "
        "constraints, and what is not to be built. Confidence High is stated or confirmed; the rest is assumed.",
        _requirements,
        {"item": _ITEM, "ids": _texts("Only these requirements or criteria, as FR-001 or AC-001-02.")},
        ("item",),
    ),
    Tool(
        "tasks",
        "Tasks",
        "The tasks of an item in build order: what each serves, the files it touches and what it waits for.",
        _tasks,
        {"item": _ITEM},
        ("item",),
    ),
    Tool(
        "brief",
        "Brief",
        "What you need to build an item, or one task of it, and nothing more, within a size: criteria, decisions, "
        "files, traps, what must not change, what is open and what is only assumed.",
        _brief,
        {
            "item": _ITEM,
            "task": _text("Only what this task needs, as T003."),
            "size": _text("How long it may be: 8000 (tokens) or 20000c (characters)."),
        },
        ("item",),
    ),
    Tool(
        "check",
        "Check",
        "What is loose, contradictory or damaged in the analysis of an item.",
        _check,
        {"item": _ITEM},
        ("item",),
    ),
    Tool(
        "verify",
        "Verify",
        "Compares the plan of an item with the working tree: files planned and untouched, touched and not planned, "
        "criteria that no test names, cited lines that moved, decisions that are contradicted.",
        _verify,
        {"item": _ITEM, "since": _text("The commit to compare with; else the one the analysis was made at.")},
        ("item",),
    ),
    Tool(
        "answers",
        "Answers",
        "What became of the questions that were asked back about an item, or of one of them.",
        _answers,
        {"item": _ITEM, "id": _text("One question, by the id that `ask` gave it, as ask-3f9c2a71b0de.")},
        ("item",),
    ),
    Tool(
        "ask",
        "Ask back",
        "Asks the people who want the change what neither the analysis nor the code tells. Nobody may be there: the "
        "question waits for them, so go on with something else. Asked again in the same words it is the same question, "
        "and its answer comes back once there is one.",
        _ask,
        {
            "item": _ITEM,
            "question": _text("One question, in one or two sentences that can be read without your context."),
            "why": _text("What hangs on the answer."),
            "otherwise": _text("What you would do if nobody answers."),
            "about": _texts("The requirements, criteria, decisions or tasks it is about, by their ids."),
        },
        ("item", "question"),
        writes=True,
    ),
)
