"""Where what was built is not what was planned: a plan and what the working tree says in, findings out."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.artifacts.render.phrasing import cited
from roundtable_tui.codebase.files.changes import Changes
from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind
from roundtable_tui.domain.dossier.provenance import Cited, Gone, Moved, Standing
from roundtable_tui.domain.plan.tasks import EDITS
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.handover.material import Material

_BESIDE = (Role.TEST, Role.DOCUMENT, Role.FOREIGN)
"""What is usually touched along with code: worth knowing, nothing to mend."""
_DECISION = re.compile(r"(?<![\w-])ADR-\d{4,}(?![\w-])")
_CITATION = "citation"
_LONGEST = 120
_TELL_CRITERIA = ("requirements-spec.md", "tasks.md")


class Evidence(Struct, frozen=True):
    """What the working tree says."""

    exists: Callable[[str], bool]
    standing: Callable[[Cited], Standing]
    in_tests: frozenset[str]
    """Of the criteria, those whose ids stand in a test."""
    changes: Changes | None = None
    """None where git knows no commit to compare with."""


class PlannedFile(Struct, frozen=True):
    path: str
    action: str
    tasks: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    """Of these, the ones that are not ticked."""

    def covers(self, path: str) -> bool:
        return path == self.path or path.startswith(f"{self.path.rstrip('/')}/") or fnmatchcase(path, self.path)

    @property
    def is_one_file(self) -> bool:
        return "*" not in self.path and not self.path.endswith("/")

    @property
    def by(self) -> str:
        """Who plans it, as the end of a sentence."""
        if not self.tasks:
            return "the analysis names it"
        names = self.open or self.tasks
        ticked = "not ticked yet" if self.open else "ticked as done"
        return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} {ticked}"


def planned_files(material: Material) -> tuple[PlannedFile, ...]:
    """Those of the tasks, then those that were named and no task touches."""
    found: dict[str, list[tuple[str, str, bool]]] = {}
    for task in material.plan.tasks:
        for path, action in task.files:
            found.setdefault(one_line(path), []).append((action, task.id, task.done))
    files = [
        PlannedFile(
            path, uses[0][0], tuple(name for _, name, _ in uses), tuple(name for _, name, done in uses if not done)
        )
        for path, uses in found.items()
    ]
    for entry in material.state.dossier.of(Kind.FILE):
        path, action = one_line(entry.text("path")), entry.text("action")
        if path and path not in found and action in EDITS:
            files.append(PlannedFile(path, action))
    return tuple(file for file in files if file.path and file.action in EDITS)


def deviations(material: Material, seen: Evidence) -> tuple[Finding, ...]:
    """The gravest first; within that, files before criteria before citations before decisions."""
    planned = planned_files(material)
    found = [
        *_not_as_planned(planned, seen),
        *_not_planned(material, planned, seen),
        *_untested(material, seen),
        *_citations(material, planned, seen),
        *_decisions(material),
    ]
    if seen.changes is None:
        found.append(_nothing_to_compare())
    rank = list(Severity)
    return tuple(sorted(found, key=lambda finding: rank.index(finding.severity)))


def _not_as_planned(planned: tuple[PlannedFile, ...], seen: Evidence) -> Iterator[Finding]:
    touched = seen.changes.all if seen.changes else None
    for file in planned:
        there = not file.is_one_file or seen.exists(file.path)
        match file.action:
            case "CREATE" if not there:
                yield _file(
                    "create-missing", file.path, f"It is planned to be created and is not there; {file.by}.",
                    "Create it, or change the plan.",
                )  # fmt: skip
            case "DELETE" if there and file.is_one_file:
                yield _file(
                    "delete-left", file.path, f"It is planned to be deleted and is still there; {file.by}.",
                    "Delete it, or change the plan.",
                )  # fmt: skip
            case "MODIFY" if not there:
                yield _file(
                    "planned-gone", file.path, f"It is planned to be changed and is not there; {file.by}.",
                    "If it was moved, say so in the plan.",
                )  # fmt: skip
            case "MODIFY" if touched is not None and not any(file.covers(path) for path in touched):
                yield _file(
                    "planned-untouched", file.path, f"It is planned to be changed and is as it was; {file.by}.",
                    "Change it, or take it out of the plan.",
                )  # fmt: skip


def _not_planned(material: Material, planned: tuple[PlannedFile, ...], seen: Evidence) -> Iterator[Finding]:
    if seen.changes is None:
        return
    entries = material.state.dossier.of(Kind.FILE)
    spared = {one_line(one.text("path")): one.id for one in entries if one.get("action") == "NO CHANGE"}
    for path in sorted(seen.changes.all):
        if any(file.covers(path) for file in planned):
            continue
        done = "created" if path in seen.changes.created else "changed" if path in seen.changes.modified else "deleted"
        if path in spared:
            yield _file(
                "forbidden-change", path, f"It was {done}, although it is to stay as it is.",
                "Take the change back, or say in the analysis why it is needed.", entry=spared[path],
            )  # fmt: skip
        else:
            severity = Severity.NOTE if role_of(path) in _BESIDE else Severity.WARNING
            yield _file(
                "unplanned-change", path, f"It was {done}, and no task plans that.",
                "Add it to the plan if it belongs to this change.", severity,
            )  # fmt: skip


def _untested(material: Material, seen: Evidence) -> Iterator[Finding]:
    dossier = material.state.dossier
    told = next((name for name in _TELL_CRITERIA if name in material.documents), "meta.json")
    where = f"{material.folder}/{told}"
    for fr in dossier.of(Kind.FR):
        priority = fr.text("priority")
        if priority == PRIORITIES[-1]:
            continue
        severity = Severity.WARNING if priority == PRIORITIES[0] else Severity.NOTE
        for ac in dossier.children(fr.id):
            if ac.id not in seen.in_tests:
                yield Finding(
                    severity, "criterion-untested", where, ac.id,
                    f"No test names it: {one_line(ac.text(), _LONGEST).rstrip('.')}.",
                    f"Write {ac.id} into the test that shows it, in its name or beside it.",
                )  # fmt: skip


def _citations(material: Material, planned: tuple[PlannedFile, ...], seen: Evidence) -> Iterator[Finding]:
    told: set[Cited] = set()
    for entry in material.state.dossier:
        for source in entry.sources:
            if not isinstance(source, Cited) or source in told:
                continue
            told.add(source)
            yield from _citation(entry, source, planned, seen)


def _citation(entry: Entry, source: Cited, planned: tuple[PlannedFile, ...], seen: Evidence) -> Iterator[Finding]:
    match seen.standing(source):
        case Moved(to=to):
            yield Finding(
                Severity.NOTE, "citation-moved", cited(to), entry.id,
                f"What {cited(source)} said stands in {cited(to)} now.", "Opening the item brings its documents along.",
            )  # fmt: skip
        case Gone(why=why):
            meant = any(file.covers(source.path) for file in planned)
            tail = ", as it may be where a file is planned to be changed" if meant else ""
            yield Finding(
                Severity.NOTE if meant else Severity.WARNING, "citation-gone", cited(source), entry.id,
                f"{entry.id} rests on {cited(source)}, but {why}{tail}.",
                f"Look whether {entry.id} still holds.",
            )  # fmt: skip


def _decisions(material: Material) -> Iterator[Finding]:
    """What `check` holds against a decision, whatever it calls it; citations are looked up here, for every entry."""
    known = {entry.id: entry for entry in material.state.dossier.of(Kind.DECISION)}
    for finding in material.findings:
        if not finding.counts or finding.code == _CITATION:
            continue
        named = {finding.entry, *_DECISION.findall(finding.reason)} & known.keys()
        for name in sorted(named):
            yield Finding(
                finding.severity, "decision-contradicted", f"{material.folder}/{finding.where or 'meta.json'}", name,
                f"{one_line(known[name].text(), _LONGEST)}: {finding.reason}", finding.suggestion,
            )  # fmt: skip


def _file(
    code: str, path: str, reason: str, suggestion: str, severity: Severity = Severity.WARNING, entry: str = ""
) -> Finding:
    return Finding(severity, code, path, entry, reason, suggestion)


def _nothing_to_compare() -> Finding:
    return Finding(
        Severity.WARNING, "nothing-to-compare", "", "",
        "There is no commit to compare with, so nobody can say which files were touched.",
        "Name one that git knows: --since COMMIT.",
    )  # fmt: skip
