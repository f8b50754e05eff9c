"""What `export … github` says: which issues it would make, and which it made or found when it was told to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.handover.gh_program import GhError, GhProgram
from roundtable_tui.handover.github import exported, issues_of
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.plain.handover.export_report import Exported, after_files, material_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.handover.github import Issue
    from roundtable_tui.handover.material import Material
    from roundtable_tui.items.project import Project


def export_to_github(project: Project, item: str, *, create: bool) -> Exported:
    """Without `create`, `gh` is not even asked."""
    slug = existing_slug(project, item)
    material = material_of(project, slug, "github")
    issues = issues_of(material)
    failed = False
    if not issues:
        lines = ["There is no task to make an issue of yet."]
    elif create and not material.state.dossier.of(Kind.TASK):
        raise UsageError("The plan has not been made, so no task has its id for good.", f"Make it first: plan {slug}.")
    elif create:
        lines, failed = _made(project, material, issues)
    else:
        lines = [line for issue in issues for line in _planned(issue)]
        lines += ["", "Nothing was sent. With --create these issues are made with `gh`, each of them once."]
    return Exported("\n".join([*lines, *after_files(exported(material), "github")]), failed)


def _planned(issue: Issue) -> list[str]:
    if issue.done:
        return [f"done    {one_line(issue.title)}"]
    waits = [f"        waits for {', '.join(issue.waits_for)}"] if issue.waits_for else []
    return [f"create  {one_line(issue.title)}", *waits]


def _made(project: Project, material: Material, issues: Sequence[Issue]) -> tuple[list[str], bool]:
    titles = {issue.task: one_line(issue.title) for issue in issues}
    lines: list[str] = []
    new = 0
    try:
        for made in GhProgram(project.paths.root).make(issues, material.slug, _parent(material)):
            lines.append(f"{'created' if made.is_new else 'there'}  #{made.number}  {titles[made.task]}")
            new += made.is_new
    except GhError as error:
        return [*lines, "", str(error)], True
    found = len(lines) - new
    return [*lines, "", f"{new} issue{'' if new == 1 else 's'} created, {found} were there already."], False


def _parent(material: Material) -> int:
    """The issue that the item itself came from, where it came from GitHub."""
    item = material.state.item
    source = item.source_id if item else ""
    number = source.upper().removeprefix("GH-").removeprefix("#")
    return int(number) if item and item.source == "github" and number.isascii() and number.isdigit() else 0
