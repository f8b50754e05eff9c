"""What `export` does and says: which files it writes, which it leaves alone, and what the target has no place for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.writer import LARGEST, Fate, TargetFolder
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import open_item
from roundtable_tui.plain.check_report import check
from roundtable_tui.plain.handover.targets import CALLED, exported_for
from roundtable_tui.session.documents.unread_edits import state_with_edits
from roundtable_tui.storage.disk import read_if_there, shown
from roundtable_tui.storage.shared_files import section_of

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.handover.material import Export
    from roundtable_tui.handover.writer import Planned
    from roundtable_tui.items.project import Project


class Exported(Struct, frozen=True):
    text: str
    failed: bool
    """Whether something was refused, or stands there otherwise than the analysis says."""


def export(project: Project, item: str, target: str, folder: Path | None, *, dry_run: bool) -> Exported:
    """Exports an item into a folder; without one, into a folder of the item's own."""
    slug = existing_slug(project, item)
    place = folder or project.paths.artifact(slug, f"export/{target}")
    there = TargetFolder(project, slug, target, place)
    made = exported_for(target, material_of(project, slug, target, there))
    planned = there.plan(made)
    if not dry_run and not planned.refused:
        there.write(planned)
    lines = [*_files(planned), "", _summary(planned, there.folder, dry_run=dry_run), *after_files(made, target)]
    return Exported("\n".join(lines), bool(planned.refused or planned.conflicts))


def material_of(project: Project, slug: str, target: str, there: TargetFolder | None = None) -> Material:
    """What is known of the item; what only some targets ask for is looked up for those."""
    state = state_with_edits(project, slug, open_item(project, slug, look_only=True).events)
    checked = check(project, slug).items if target in ("sarif", "bundle") else ()
    return Material(
        state,
        slug,
        project.paths.item_folder(slug).relative_to(project.paths.root).as_posix(),
        project.paths.common,
        documents=_documents(project, slug, state) if target in ("sarif", "bundle") else {},
        findings=tuple(finding for one in checked for finding in one.findings),
        neighbours=there.names("specs") if there and target == "speckit" else (),
    )


def _documents(project: Project, slug: str, state: State) -> dict[str, str]:
    """As they lie there; of one that items share, this item's part."""
    found = {}
    for name in state.files.artifacts:
        shared = name == project.paths.nfr_matrix.name
        path = project.paths.nfr_matrix if shared else project.paths.artifact(slug, name)
        data = read_if_there(project.disk, path, LARGEST)
        if data is not None and shared:
            data = section_of(data, slug)
        if data is not None:
            found[name] = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return found


def _files(planned: Planned) -> list[str]:
    width = max((len(file.fate) for file in planned.files), default=0)
    lines = [f"{file.fate:<{width}}  {one_line(file.name)}" for file in planned.files]
    lines += [f"{'left over':<{width}}  {one_line(name)}" for name in planned.stale]
    return lines


def _summary(planned: Planned, folder: Path, *, dry_run: bool) -> str:
    """What was done, in sentences."""
    if planned.refused:
        reasons = [f"  {one_line(file.why)}" for file in planned.refused]
        return "\n".join(
            [
                "Nothing was exported, so that nothing is lost:",
                *reasons,
                "Move it away, or name another folder with --to.",
            ]
        )
    count = sum(file.fate in (Fate.NEW, Fate.CHANGED, Fate.MERGED) for file in planned.files)
    files = f"{count} file{'' if count == 1 else 's'}"
    if not planned.files:
        said = "There is nothing to export yet."
    elif not count:
        said = f"Everything in {shown(folder)} is up to date."
    elif dry_run:
        said = f"{files} would be written to {shown(folder)}; nothing was changed."
    else:
        said = f"{files} written to {shown(folder)}."
    lines = [said]
    if planned.stale:
        lines.append("What is left over came with an earlier export; delete it if you do not need it.")
    if planned.conflicts:
        lines += ["What you wrote stands, although the analysis says otherwise:"]
        lines += [f"  {one_line(conflict)}" for conflict in planned.conflicts]
    return "\n".join(lines)


def after_files(made: Export, target: str) -> list[str]:
    """What the target asks for beyond what was said, and what it has no place for."""
    lines: list[str] = []
    for told, several in (
        ("Worth knowing:", made.filled_in),
        (f"Left out, because {CALLED[target]} has no place for it:", made.left_out),
    ):
        lines += ["", told, *(f"  {one_line(one)}" for one in several)] if several else []
    return lines
