"""An item whole, for people and programs we do not know: its documents as they are, and its record as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roundtable_tui.artifacts.render.markup import code, inline
from roundtable_tui.artifacts.render.phrasing import sources_text
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.handover.markdown_parts import document
from roundtable_tui.handover.material import TALK, Export, Taking

if TYPE_CHECKING:
    from roundtable_tui.artifacts.lint.findings import Finding
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.handover.material import Material

_ABOUT = {
    "entries.json": "every entry with its fields, where it comes from and how sure it is",
    "tasks.json": "the tasks in the order in which they can be built",
    "findings.json": "what a check found in the analysis",
}


def exported(material: Material) -> Export:
    taking = Taking(material)
    entries = [_entry(taking, entry) for entry in taking.of(*SPECS)]
    tasks = [_task(task) for task in taking.plan().tasks]
    data: dict[str, list[dict[str, Any]]] = {
        "entries": entries,
        "tasks": tasks,
        "findings": [_finding(finding) for finding in material.findings],
    }
    files = {f"{material.slug}/{name}.json": _json(material, name, value) for name, value in data.items()}
    files |= {f"{material.slug}/documents/{name}": text for name, text in material.documents.items()}
    files[f"{material.slug}/README.md"] = _contents(material)
    return Export(files, taking.left_out(TALK, "earlier versions of the documents"), taking.plan_notes)


def _json(material: Material, name: str, value: list[dict[str, Any]]) -> str:
    return json_text({"item": material.slug, "title": material.title, "as_of": material.at, name: value}) + "\n"


def _contents(material: Material) -> str:
    documents = "\n".join(f"- {code(f'documents/{name}')}" for name in sorted(material.documents))
    data = "\n".join(f"- {code(name)}: {about}" for name, about in _ABOUT.items())
    about = f"The analysis of {code(material.slug)} as of {inline(material.at[:10])}, written by roundtable-tui."
    return document(material.title, [("## About", about), ("## Documents", documents), ("## Data", data)])


def _entry(taking: Taking, entry: Entry) -> dict[str, Any]:
    taking.take(entry, *entry.fields)
    return {
        "id": entry.id,
        "kind": entry.kind.value,
        "fields": {name: _plain(said.value) for name, said in entry.fields.items()},
        "confidence": entry.confidence.value,
        "source": sources_text(entry),
    }


def _plain(value: Value) -> str | int | list[str]:
    if isinstance(value, int):
        return value
    return neutral(value) if isinstance(value, str) else [neutral(part) for part in value]


def _task(task: Task) -> dict[str, Any]:
    return {
        "id": task.id,
        "title": one_line(task.title),
        "stage": one_line(task.stage),
        "traces": [one_line(one) for one in task.traces],
        "files": [{"path": one_line(path), "action": action} for path, action in task.files],
        "blocked_by": [one_line(one) for one in task.blocked_by],
        "done": task.done,
    }


def _finding(finding: Finding) -> dict[str, str]:
    return {
        "severity": finding.severity.value,
        "code": str(finding.code),
        "where": finding.where,
        "entry": finding.entry,
        "reason": one_line(finding.reason),
        "suggestion": one_line(finding.suggestion),
    }
