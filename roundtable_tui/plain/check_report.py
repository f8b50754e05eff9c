"""The report of `check`: what is loose in the requirements, what does not agree, and what is wrong on the disk.

Under `--json` it is one object:
`{"items": [{"slug", "findings": [{"severity", "code", "where", "entry", "reason", "suggestion"}], "repetition":
{"sequences", "repeated", "share", "worst": [{"words", "documents"}]}}], "panels": [{"id", "findings"}],
"knowledge": […]}`, where the findings of `panels` and the entries of `knowledge` (knowledge files and settings) have
the form of a finding. `severity` is `error`, `warning` or `note`; notes alone leave the exit code at 0. `share` is the
part of all sequences of eight words in the Markdown documents that stand there twice or more, from 0 to 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.lint.crosscheck import check_search, cross_check
from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.artifacts.lint.repetition import MOST_REPEATED, NOTHING_REPEATED, Repetition
from roundtable_tui.artifacts.lint.requirements import smells_of
from roundtable_tui.codebase.files.citations import WorkingTree
from roundtable_tui.domain.comments.comment import CommentPlace
from roundtable_tui.domain.comments.listing import comment_rows
from roundtable_tui.domain.comments.standing import CommentStanding
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.items.lookup import existing_slug, item_names
from roundtable_tui.panel.record.shelf import PanelShelf
from roundtable_tui.panel.record.snapshots import CONFIG
from roundtable_tui.panel.structural_checks import structural_findings
from roundtable_tui.review.integrity import look_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project


class CheckedItem(Struct, frozen=True):
    slug: str
    findings: tuple[Finding, ...]
    repetition: Repetition = NOTHING_REPEATED


class Checked(Struct, frozen=True):
    items: tuple[CheckedItem, ...]
    knowledge: tuple[Finding, ...]
    panels: tuple[CheckedItem, ...] = ()

    @property
    def failed(self) -> bool:
        return any(finding.counts for finding in self._all)

    @property
    def _all(self) -> tuple[Finding, ...]:
        return (*(finding for one in (*self.items, *self.panels) for finding in one.findings), *self.knowledge)

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self._all)


def check(project: Project, item: str = "", warnings: tuple[str, ...] = ()) -> Checked:
    """One item or panel, or all of them; `warnings` are what was wrong with the settings."""
    knowledge = tuple(
        Finding(Severity.WARNING, "knowledge", "", "", one_line(text), "")
        for text in (*warnings, *project.knowledge.warnings)
    )
    shelf = PanelShelf(project.disk, project.paths, project.clock)
    if item.strip() in shelf.names():
        return Checked((), knowledge, (_checked_panel(shelf, item.strip()),))
    slugs = [existing_slug(project, item)] if item.strip() else item_names(project)
    panels = () if item.strip() else tuple(_checked_panel(shelf, name) for name in reversed(shelf.names()))
    return Checked(tuple(_checked(project, slug) for slug in slugs), knowledge, panels)


def check_report(checked: Checked, *, as_json: bool) -> str:
    if as_json:
        items = [
            {
                "slug": item.slug,
                "findings": [as_object(one) for one in item.findings],
                "repetition": _repetition_object(item.repetition),
            }
            for item in checked.items
        ]
        panels = [{"id": one.slug, "findings": [as_object(each) for each in one.findings]} for one in checked.panels]
        knowledge = [as_object(one) for one in checked.knowledge]
        report = {"items": items, "panels": panels, "knowledge": knowledge}
        return json_text(report)
    lines: list[str] = []
    for item in (*checked.items, *checked.panels):
        lines += [one_line(item.slug), *(finding_line(finding) for finding in item.findings)]
        lines += [] if item.findings else ["  nothing found"]
        lines += _repetition_lines(item.repetition)
    if checked.knowledge:
        lines += ["Knowledge files and settings", *(finding_line(finding) for finding in checked.knowledge)]
    return "\n".join((*lines, *([""] if lines else []), _summary(checked)))


def _checked(project: Project, slug: str) -> CheckedItem:
    try:
        looked = look_at(project, slug)
        tree = WorkingTree(project.paths.root)
        state = looked.state
        agreeing = (*cross_check(state, tree), *check_search(state, tree))
        found = (*looked.findings, *agreeing, *smells_of(state.dossier), *_open_comments(project, slug, state))
        repeated = looked.repetition
    except StorageError as error:
        found = (Finding(Severity.ERROR, "unreadable", "", "", error.sentence, error.hint),)
        repeated = NOTHING_REPEATED
    rank = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
    return CheckedItem(slug, tuple(sorted(found, key=lambda finding: rank[finding.severity])), repeated)


def _open_comments(project: Project, slug: str, state: State) -> Iterator[Finding]:
    """Each that is not settled, where it stands now; nothing has to be mended for it."""
    from roundtable_tui.plain.reviewing.comment_reports import texts_of

    if not (state.comments.sent or state.comments.waiting):
        return
    for row in comment_rows(state, texts_of(project, slug, state)):
        waits = row.standing is CommentStanding.WAITING
        if not (waits or row.is_open):
            continue
        place = row.name if row.place is not CommentPlace.ENTRY else ""
        at = f"{place}:{row.line}" if place and row.line else place
        entry = row.name if row.place is CommentPlace.ENTRY else ""
        by = f" by {row.author}" if row.author else ""
        lost = " The words it stood on are gone." if row.lost else ""
        what = "is not sent yet" if waits else "is open"
        said = f"A comment{by} {what} ({row.sort}): {one_line(row.text, 200)}{lost}"
        then = "Send it from the list of comments." if waits else "Answer it, or close it with the reason."
        yield Finding(Severity.NOTE, "comment-waiting" if waits else "comment-open", at, entry, said, then)


def _checked_panel(shelf: PanelShelf, name: str) -> CheckedItem:
    """By the rules of Spec2Ship's validator, on the file as it lies there."""
    config = shelf.snapshot(name, CONFIG).get("participants")
    configured = [one for one in config if isinstance(one, str)] if isinstance(config, list) else []
    where = f".s2s/sessions/{name}.yaml"
    try:
        found = structural_findings(shelf.document(name), configured, where)
    except StorageError as error:
        found = (Finding(Severity.ERROR, "unreadable", where, "", error.sentence, error.hint),)
    return CheckedItem(name, found)


def finding_line(finding: Finding) -> str:
    place = " ".join(part for part in (finding.where, finding.entry) if part)
    said = f"{finding.reason} {finding.suggestion}".strip()
    at = f" ({place})" if place else ""
    return "  " + one_line(f"{finding.severity} {finding.code}{at}: {said}")


def _repetition_lines(repeated: Repetition) -> list[str]:
    """The share of what stands twice; where it is too much, also what it is."""
    if not repeated.sequences:
        return []
    said = f"  {repeated.share:.1%} of {repeated.sequences:,} sequences of eight words stand twice or more"
    if not repeated.too_much:
        return [f"{said}."]
    worst = [
        f"    {one_line(passage.words, 80)} ({', '.join(dict.fromkeys(passage.documents))})"
        for passage in repeated.worst
    ]
    return [f"{said}, which is more than {MOST_REPEATED:.0%}; above all:", *worst]


def _repetition_object(repeated: Repetition) -> dict[str, object]:
    return {
        "sequences": repeated.sequences,
        "repeated": repeated.repeated,
        "share": round(repeated.share, 4),
        "worst": [{"words": one.words, "documents": list(one.documents)} for one in repeated.worst],
    }


def _summary(checked: Checked) -> str:
    if not checked.items and not checked.panels and not checked.knowledge:
        return "There are no items to check."
    counts = [(checked.count(severity), severity.value) for severity in Severity]
    said = [f"{number} {name}{'' if number == 1 else 's'}" for number, name in counts if number]
    items = f"{len(checked.items)} item{'' if len(checked.items) == 1 else 's'}"
    if checked.panels:
        items += f" and {len(checked.panels)} panel{'' if len(checked.panels) == 1 else 's'}"
    items += " checked"
    return f"{items}: {', '.join(said) or 'everything is in order'}."


def as_object(finding: Finding) -> dict[str, str]:
    return {
        "severity": finding.severity.value,
        "code": str(finding.code),
        "where": finding.where,
        "entry": finding.entry,
        "reason": one_line(finding.reason),
        "suggestion": one_line(finding.suggestion),
    }
