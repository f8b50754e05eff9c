"""What `verify` looks at and says.

Under `--json` it is one object: `{"item", "since", "files": [{"path", "action", "tasks": []}], "touched": {"created":
[], "modified": [], "deleted": []}, "findings": [{"severity", "code", "where", "entry", "reason", "suggestion"}]}`,
where `since` is the commit that was compared with, and the findings have the form of those of `check`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.codebase.files.changes import Changes, changes_since
from roundtable_tui.codebase.files.citations import WorkingTree
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.code_facts import citations_in
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.handover.material import Export, Material
from roundtable_tui.handover.sarif import line_of, sarif_text
from roundtable_tui.handover.verify.deviations import Evidence, PlannedFile, deviations, planned_files
from roundtable_tui.handover.verify.named_criteria import named_in_tests
from roundtable_tui.handover.verify.own_files import is_export
from roundtable_tui.handover.writer import TargetFolder
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.plain.check_report import as_object, finding_line
from roundtable_tui.plain.handover.export_report import material_of
from roundtable_tui.storage.disk import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project
    from roundtable_tui.storage.paths import ProjectPaths

_PLACE = re.compile(r"(?P<path>.+):(?P<start>\d+)(?:-(?P<end>\d+))?", re.DOTALL)
_SAME_DIGITS = 7
_MOVED, _MANY = "citation-moved", 3


class Verified(Struct, frozen=True):
    material: Material
    findings: tuple[Finding, ...]
    planned: tuple[PlannedFile, ...]
    changes: Changes | None

    @property
    def slug(self) -> str:
        return self.material.slug

    @property
    def failed(self) -> bool:
        return any(finding.counts for finding in self.findings)


def verified(project: Project, item: str, since: str = "") -> Verified:
    """Nothing is changed, and git is only asked what it knows."""
    slug = existing_slug(project, item)
    material = material_of(project, slug, "sarif")
    root = project.paths.root
    changes = changes_since(root, since or _commit_of(material.state))
    if since and changes is None:
        raise UsageError(f"Git knows no commit '{one_line(since, 60)}' here.", "`git log --oneline` shows them.")
    planned = planned_files(material)
    if changes:
        meant = {file.path for file in planned}
        changes = changes.without(lambda path: path not in meant and _is_ours(path, slug, project.paths))
    tree = WorkingTree(root)
    criteria = [ac.id for ac in material.state.dossier.of(Kind.AC)]
    skip = (project.paths.requirements, project.paths.common)
    seen = Evidence(
        tree.exists,
        tree.standing,
        named_in_tests(root, criteria, skip),
        changes,
    )
    return Verified(material, deviations(material, seen), planned, changes)


def _commit_of(state: State) -> str:
    """The commit the analysis was made from; before its first phase has ended, that of the first lines it cites."""
    cited = (source.commit for source in citations_in(state) if source.commit)
    return state.code.commit or next(cited, "")


def _is_ours(path: str, slug: str, paths: ProjectPaths) -> bool:
    """What this program writes is no part of the change."""
    folders = (paths.requirements, paths.common, ".roundtable", ".s2s")
    inside = any(path.startswith(f"{folder.rstrip('/')}/") for folder in folders)
    return path == "BACKLOG.md" or inside or is_export(path, slug)


def verify_report(done: Verified, *, as_json: bool) -> str:
    since = done.changes.commit[:_SAME_DIGITS] if done.changes else ""
    if as_json:
        touched = {
            name: sorted(getattr(done.changes, name)) if done.changes else []
            for name in ("created", "modified", "deleted")
        }
        files = [{"path": one.path, "action": one.action, "tasks": list(one.tasks)} for one in done.planned]
        found = [as_object(finding) for finding in done.findings]
        return json_text({"item": done.slug, "since": since, "files": files, "touched": touched, "findings": found})
    lines = [f"{one_line(done.slug)}{f' since {since}' if since else ''}", *_lines(done.findings)]
    return "\n".join((*lines, "", _summary(done)))


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    """One each; lines of one file that moved together are one, because one edit at its top moves them all."""
    moved: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.code == _MOVED:
            moved.setdefault(_path(finding), []).append(finding)
    for finding in findings:
        together = moved.get(_path(finding), []) if finding.code == _MOVED else []
        if len(together) < _MANY:
            yield finding_line(finding)
        elif finding is together[0]:
            names = ", ".join(dict.fromkeys(one.entry for one in together))
            said = f"{len(together)} cited places of it stand elsewhere in it now: those of {names}."
            yield finding_line(replace(finding, where=_path(finding), entry="", reason=said))


def _path(finding: Finding) -> str:
    read = _PLACE.fullmatch(finding.where)
    return read["path"] if read else finding.where


def _summary(done: Verified) -> str:
    counts = [(sum(one.severity is severity for one in done.findings), severity.value) for severity in Severity]
    said = [f"{number} {name}{'' if number == 1 else 's'}" for number, name in counts if number]
    files = f"{len(done.planned)} planned file{'' if len(done.planned) == 1 else 's'} compared"
    touched = f" with {len(done.changes.all)} touched" if done.changes else ""
    return f"{files}{touched}: {', '.join(said) or 'everything is as planned'}."


def write_sarif(project: Project, done: Verified, file: Path) -> str:
    """A file that is not from an earlier `verify` is left alone."""
    there = TargetFolder(project, done.slug, "verify", file.parent)
    text = sarif_text(done.slug, done.findings, lambda finding: _location(done.material, finding))
    planned = there.plan(Export({file.name: text}, ()))
    if planned.refused:
        raise StorageError(planned.refused[0].why, "Move it away, or name another file with --sarif.")
    there.write(planned)
    return f"The findings are in {shown(file)}."


def _location(material: Material, finding: Finding) -> dict[str, Any]:
    """Relative to the project; what is about no file stands in the item's meta.json."""
    read = _PLACE.fullmatch(finding.where)
    path = read["path"] if read else finding.where or f"{material.folder}/meta.json"
    document = material.documents.get(path.removeprefix(f"{material.folder}/"), "")
    start = max(int(read["start"]), 1) if read else line_of(finding.entry, document) if finding.entry else 1
    region = {"startLine": start}
    if read and read["end"]:
        region["endLine"] = max(int(read["end"]), start)
    return {"artifactLocation": {"uri": quote(one_line(path))}, "region": region}
