"""The tasks of an item as issues for GitHub: what each is called, what it says, and which ones it waits for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.markup import code, inline
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.handover.material import PROVENANCE, TALK, Export, Taking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.handover.material import Material

_LONGEST_TITLE = 200
_MENTION = re.compile(r"`[^`\n]+`|(?<![\w@/.])@(?P<name>[A-Za-z0-9][A-Za-z0-9/_-]*)")


class Issue(Struct, frozen=True):
    task: str
    title: str
    """Begins with the id of the task, so that a later run finds it."""
    body: str
    waits_for: tuple[str, ...]
    done: bool = False


def exported(material: Material) -> Export:
    """The texts of the issues, by task; they are sent rather than written."""
    taking = Taking(material)
    files = {f"{one.task}.md": f"{one.title}\n\n{one.body}" for one in _issues(material, taking)}
    return Export(files, taking.left_out(PROVENANCE, TALK), taking.plan_notes)


def issues_of(material: Material) -> tuple[Issue, ...]:
    """In an order in which none comes before what it waits for."""
    return tuple(_issues(material, Taking(material)))


def mark_of(task: str, slug: str) -> str:
    """What the body of a task's issue begins with, whichever item it belongs to."""
    return f"Task {task} of {code(slug)}"


def _issues(material: Material, taking: Taking) -> Iterator[Issue]:
    for task in taking.plan().tasks:
        title = one_line(f"{task.id} {task.title}", _LONGEST_TITLE)
        yield Issue(task.id, title, _body(material, taking, task), task.blocked_by, task.done)


def _body(material: Material, taking: Taking, task: Task) -> str:
    served = [entry for one in task.traces if (entry := material.state.dossier.get(one))]
    parts = [
        f"{mark_of(task.id, material.slug)}: {inline(material.title)}",
        f"Stage: {inline(task.stage)}" if task.stage else "",
        _list("What it serves", [_requirement(taking, one) for one in served if one.kind is Kind.FR]),
        _list("Done when", [_criterion(taking, one) for one in served if one.kind is Kind.AC]),
        _list("Decided", [_decision(taking, one) for one in served if one.kind is Kind.DECISION]),
        _list("Files", [f"- {code(path)} ({action})" for path, action in task.files]),
        f"Waits for: {', '.join(map(inline, task.blocked_by))}" if task.blocked_by else "",
    ]
    return without_mentions("\n\n".join(part for part in parts if part)) + "\n"


def _list(heading: str, lines: list[str]) -> str:
    return "\n".join([f"### {heading}", "", *lines]) if lines else ""


def _requirement(taking: Taking, fr: Entry) -> str:
    priority, text = taking.text(fr, "priority"), taking.text(fr, "text")
    about = f" ({priority})" if priority else ""
    return f"- **{fr.id}** {inline(taking.title(fr))}{about}" + (f": {inline(text)}" if text else "")


def _criterion(taking: Taking, ac: Entry) -> str:
    taking.take(ac, "fr")
    return f"- [ ] **{ac.id}** {inline(taking.title(ac))}"


def _decision(taking: Taking, decision: Entry) -> str:
    said = taking.text(decision, "decision")
    return f"- **{decision.id}** {inline(taking.title(decision))}" + (f": {inline(said)}" if said else "")


def without_mentions(text: str) -> str:
    """With names after an @ as code, so that nobody is called to an issue who only stands in an example."""
    return _MENTION.sub(lambda found: f"`@{found['name']}`" if found["name"] else found[0], text)
