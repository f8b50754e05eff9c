"""All exports of a large analysis, against writing the same bytes."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from bench.documents import REQUIREMENTS, Toolbox, large_dossier
from bench.measuring import Measured, median_seconds, show
from roundtable_tui.artifacts.lint.crosscheck import cross_check
from roundtable_tui.artifacts.lint.requirements import smells_of
from roundtable_tui.domain.plan.planning import plan_changes
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.writer import TargetFolder
from roundtable_tui.items.project import open_project
from roundtable_tui.plain.handover.targets import CALLED, exported_for
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.handover.material import Export
    from roundtable_tui.items.project import Project

ROUNDS = 5
SENT = ("github",)
"""What is no file."""


def _material(project: Project) -> Material:
    """With a plan on record, as after the confirmation."""
    toolbox = Toolbox(project, "large")
    toolbox.learn(large_dossier())
    toolbox.learn(plan_changes(toolbox.state.dossier))
    state = toolbox.state
    findings = (*cross_check(state), *smells_of(state.dossier))
    return Material(state, "large", "docs/requirements/large", findings=findings)


def _write_alone(folder: Path, files: Mapping[str, str]) -> None:
    disk = RealDisk()
    for name, text in files.items():
        make_folders(disk, (folder / name).parent)
        write_atomically(disk, folder / name, text.encode())


def _write_all(project: Project, folder: Path, exports: Mapping[str, Export]) -> None:
    for target, export in exports.items():
        there = TargetFolder(project, "large", target, folder / target)
        there.write(there.plan(export))


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        project = open_project(ProjectPaths(root / "project"))
        material = _material(project)
        fresh = count()

        def made(*targets: str) -> dict[str, Export]:
            return {target: exported_for(target, material) for target in targets}

        exports = {target: export for target, export in made(*CALLED).items() if target not in SENT}
        files = {f"{target}/{name}": text for target, one in exports.items() for name, text in one.files.items()}
        alone = median_seconds(lambda: _write_alone(root / f"alone-{next(fresh)}", files), ROUNDS)
        written = median_seconds(lambda: _write_all(project, root / f"out-{next(fresh)}", exports), ROUNDS)
        same = root / "same"
        _write_all(project, same, exports)
        rows = [Measured(f"making {target}", median_seconds(lambda t=target: made(t), ROUNDS)) for target in CALLED]
        rows += [
            Measured("making all of them", median_seconds(lambda: made(*CALLED), ROUNDS)),
            Measured("writing them where nothing is", written, "remembered for the next merge"),
            Measured("the same again", median_seconds(lambda: _write_all(project, same, exports), ROUNDS)),
        ]
        size = sum(len(text.encode()) for text in files.values()) / 1000
        show(
            f"All exports of {REQUIREMENTS} requirements ({len(material.state.dossier):,} entries)",
            Measured("writing the same bytes", alone, f"{len(files)} files, {size:.0f} kB"),
            rows,
        )


if __name__ == "__main__":
    main()
