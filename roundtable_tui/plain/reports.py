"""The reports of `list` and `doctor`, as text for people or JSON for programs."""

from __future__ import annotations

import platform
import shutil
import sys
from typing import TYPE_CHECKING

from roundtable_tui import __version__
from roundtable_tui.codebase.files import git
from roundtable_tui.config.claude import claude_settings
from roundtable_tui.config.loader import load_settings, user_folder
from roundtable_tui.config.model import all_settings
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.items.project import Project, open_project
from roundtable_tui.items.status import standing
from roundtable_tui.items.trust import ProjectTrust
from roundtable_tui.items.voices import Flags, voices_for
from roundtable_tui.plain.connection_check import described, greet, reach
from roundtable_tui.storage.items import list_items
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.voices.agent.environment import handed_over

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from roundtable_tui.config.loader import Loaded
    from roundtable_tui.storage.items import ItemSummary


def list_report(project: Project, *, as_json: bool) -> str:
    items = list_items(project.disk, project.paths, project.clock())
    if as_json:
        return json_text([_as_object(item) for item in items])
    if not items:
        return 'No items yet. Start one with: roundtable-tui analyze "what you want to change"'
    rows = [("ITEM", "STATUS", "STEPS", "CHANGED", "WHAT"), *(_row(item) for item in items)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(_aligned(row, widths) for row in rows)


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
    return "  ".join((*cells, *row[len(widths) :])).rstrip()


def _row(item: ItemSummary) -> tuple[str, str, str, str, str]:
    changed = f"{item.last_change.astimezone():%Y-%m-%d %H:%M}" if item.last_change else ""
    what = one_line(item.problem or item.description, 70)
    words = standing(item).words + (f", {item.asked} asked" if item.asked else "")
    return one_line(item.slug), words, str(len(item.steps_completed)), changed, what


def _as_object(item: ItemSummary) -> dict[str, object]:
    return {
        "slug": item.slug,
        "description": item.description,
        "status": item.status,
        "stage": standing(item).words,
        "source_id": item.source_id,
        "phases_completed": list(item.phases_completed),
        "steps_completed": list(item.steps_completed),
        "coverage": dict(item.coverage),
        "last_change": item.last_change.isoformat() if item.last_change else None,
        "asked": item.asked,
        "problem": item.problem,
    }


def _settings_in_use(loaded: Loaded) -> list[dict[str, str]]:
    """Every setting with its value and the file and line, or the variable, that it comes from."""
    found = []
    for one in all_settings():
        value = one.of(loaded.settings)
        if one.private and value:
            found.append({"name": one.name, "value": "(set)", "from": str(loaded.origin(one.name))})
            continue
        said = ", ".join(f"{key}: {to}" for key, to in value.items()) if isinstance(value, dict) else one.written(value)
        found.append({"name": one.name, "value": said, "from": str(loaded.origin(one.name))})
    return found


def doctor_report(
    root: Path,
    more_faults: Callable[[Loaded], Iterable[str]],
    *,
    as_json: bool,
    connect: bool = False,
    agent: str = "",
) -> tuple[str, bool]:
    """Where everything comes from and what is wrong with it; the second value says whether anything is.

    `more_faults` are those of settings that only the screen can judge. `connect` asks whoever would speak what they
    can do, which takes a few tokens, or starts the agent. `agent` is looked at instead of the one of the settings.
    """
    facts: dict[str, str] = {
        "version": __version__,
        "python": f"{platform.python_version()} on {sys.platform}",
        "project": str(root.resolve()),
        "git": git.head(root) or ("no commit here" if shutil.which("git") else "git is not installed"),
    }
    findings: list[str] = []
    in_use: list[dict[str, str]] = []
    try:
        loaded = load_settings(ProjectPaths(root).config)
        in_use = _settings_in_use(loaded)
        facts["settings"] = ", ".join(f"{file} ({'read' if file.is_file() else 'not there'})" for file in loaded.files)
        paths = ProjectPaths(root, loaded.settings.requirements, loaded.settings.common)
        project = open_project(paths, user_folder())
        steps = sum(len(steps) for steps in project.knowledge.steps.values())
        facts["knowledge"] = (
            f"{steps} steps, {len(project.knowledge.topics)} topics, {len(project.knowledge.personas)} personas"
        )
        facts["trust"] = ProjectTrust(project).standing
        flags = Flags(agent=agent)
        facts["voice"] = voices_for(loaded.settings, flags).sentence
        if speaker := flags.agent_over(loaded.settings):
            reached = greet(speaker) if connect else described(speaker)
            facts["agent"], facts["handed"] = reached.fact, ", ".join(handed_over(speaker.env))
            findings += [reached.trouble] if reached.trouble else []
        elif (model := reach(claude_settings(loaded.settings.claude), abilities=connect)) is not None:
            facts["model"] = model.fact
            findings += [model.trouble] if model.trouble else []
        items = list_items(project.disk, paths, project.clock())
        facts["items"] = f"{len(items)} in {paths.requirements_folder}"
        findings += [*loaded.warnings, *more_faults(loaded), *project.knowledge.warnings]
        findings += [item.problem for item in items if item.problem]
    except RoundtableError as error:
        findings.append(str(error))
    if as_json:
        report = {**facts, "settings_in_use": in_use, "findings": findings}
        return json_text(report), bool(findings)
    lines = [f"{name:<10} {one_line(value)}" for name, value in facts.items()]
    lines += [f"  {one['name']:<26} {one_line(one['value'] or 'not set', 40):<20} {one['from']}" for one in in_use]
    lines += ["", *(f"! {one_line(finding)}" for finding in findings)] if findings else ["", "Everything is in order."]
    return "\n".join(lines), bool(findings)
