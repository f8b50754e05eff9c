"""All documents of a large analysis, and one changed entry in it, against writing the same bytes."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measuring import Measured, median_seconds, show
from roundtable_tui.artifacts.render.file_names import artifact_files
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Source, Stated
from roundtable_tui.domain.journal.events import APP, VOICE, ArtifactsWritten, Body, Event, ItemCreated, Outcome, Spoke
from roundtable_tui.domain.journal.fold.fold import Fold
from roundtable_tui.domain.knowledge.artifact_specs import ARTIFACTS
from roundtable_tui.items.project import open_project
from roundtable_tui.session.documents.plan import Documents, Planned, Written
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project

REQUIREMENTS = 200
ROUNDS = 7
NAMES = (*(spec.name for spec in ARTIFACTS), "requirements-summary.md", "architecture-summary.md")
AT = "2026-11-16T12:00:00.000Z"


def large_dossier(requirements: int = REQUIREMENTS) -> Iterator[Change]:
    """Each requirement with two criteria, a story and a file; a module for every five, and what goes with them."""
    yield _recorded(Kind.PROBLEM, "PROB-001", text="Accounting chases customers by hand every month.", cost="Two days.")
    yield _recorded(Kind.SCOPE, "SCOPE-001", text="Business customers pay by invoice.", size="large", nature="both")
    for number in range(1, 6):
        yield from _branch(number)
    for number in range(1, requirements + 1):
        yield from _requirement(number)
    for number in range(1, requirements // 5 + 1):
        yield from _module(number)


def _branch(number: int) -> Iterator[Change]:
    last = f"{number:03d}"
    yield _recorded(Kind.USER, f"USER-{last}", text=f"Clerk of branch {number}", role="primary", pain="Paper.")
    yield _recorded(Kind.METRIC, f"MET-{last}", text=f"Reminders of branch {number}", target="under 5 a month")
    yield _recorded(Kind.AREA, f"AREA-{last}", text=f"area {number}", type="module")
    yield _recorded(Kind.QUALITY, f"NFR-{last}", text=f"Speed of page {number}", threshold="p95 under 400 ms")
    yield _recorded(Kind.RISK, f"RISK-{last}", text=f"Bank {number} answers late", mitigation="Try again.")
    yield _recorded(Kind.OPTION, f"OPT-{last}", title=f"Way {number}", text="As others do it.", cons="It takes time.")
    yield _recorded(Kind.DECISION, f"ADR-0{last}", title=f"Way {number} for branch {number}", status="accepted")
    yield _recorded(Kind.TECHNOLOGY, f"TECH-{last}", text=f"Library {number}", version="2.1", why="It is known.")
    yield _recorded(Kind.INTEGRATION, f"INT-{last}", text=f"shop → bank {number}", failure="A queue holds it.")


def _requirement(number: int) -> Iterator[Change]:
    last = f"{number:03d}"
    traces = (f"FR-{last}",)
    title = f"Send invoice number {number} to the customer who ordered"
    text = f"When order {number} is placed on account, the system sends an invoice within a minute."
    yield _recorded(Kind.FR, f"FR-{last}", title=title, priority=PRIORITIES[number % 3], text=text)
    for which in (1, 2):
        text = f"Given order {number}, when it is placed, then {which} of its documents arrives within 60 seconds."
        yield _recorded(Kind.AC, f"AC-{last}-{which:02d}", text=text, fr=traces)
    yield _recorded(
        Kind.STORY,
        f"US-{last}",
        title=f"Get invoice {number}",
        role="buyer",
        want=f"invoice {number} by mail",
        so_that="I need no card",
        traces=traces,
    )
    yield _recorded(
        Kind.FILE,
        f"FILE-{last}",
        (Stated(number), Cited(f"src/billing/part_{last}.py", 3, 9)),
        path=f"src/billing/part_{last}.py",
        action="MODIFY",
        tier=str(1 + number % 3),
        why=f"It makes invoice {number}.",
    )


def _module(number: int) -> Iterator[Change]:
    last, served = f"{number:03d}", range((number - 1) * 5 + 1, number * 5 + 1)
    yield _recorded(
        Kind.MODULE,
        f"MOD-{last}",
        text=f"billing.group_{last}",
        responsibility=f"Keeps the invoices of group {number}.",
        traces=tuple(f"FR-{one:03d}" for one in served),
        files=tuple(f"FILE-{one:03d}" for one in served),
        depends_on=(f"MOD-{number - 1:03d}",) if number > 1 else (),
    )
    schema = f"invoice_{number}: {{id: UUID, total: Money}}"
    yield _recorded(Kind.INTERFACE, f"IF-{last}", text=f"send_{number}()", schema=schema, module=(f"MOD-{last}",))
    yield _recorded(Kind.FLOW, f"FLOW-{last}", text=f"order {number} → queue → ledger", source="shop", sink="ledger")
    yield _recorded(Kind.ERROR, f"ERR-{last}", text=f"Bank {number} is silent", response="503", recovery="Try again.")


def _recorded(kind: Kind, entry_id: str, sources: tuple[Source, ...] = (Stated(1),), **fields: Value) -> Change:
    return Change(Op.RECORD, entry_id, kind, fields, sources)


class Toolbox:
    """An item whose documents are written as a session writes them, without the talk."""

    def __init__(self, project: Project, slug: str) -> None:
        self.documents = Documents(project, slug)
        self._fold = Fold()
        self._journal(APP, ItemCreated(slug, "Let customers pay by invoice", "manual", "", "guided", "standard"))

    @property
    def state(self) -> State:
        return self._fold.state

    def learn(self, changes: Iterable[Change]) -> None:
        self._journal(VOICE, Spoke("offline", "1", Outcome.FINISHED, changes=tuple(changes)))

    def write(self) -> tuple[Planned, ...]:
        plan = self.documents.plan(self.state, NAMES, lambda _: None)
        written: Written = self.documents.write(plan, self.state)
        assert not written.moved
        self._journal(APP, ArtifactsWritten(written.files, self.state.dossier.version))
        return plan

    def _journal(self, actor: str, body: Body) -> None:
        self._fold.add(Event(self.state.seq + 1, AT, 1, actor, 0, body))


def _write_alone(folder: Path, files: Mapping[str, bytes]) -> None:
    disk = RealDisk()
    make_folders(disk, folder)
    for name, content in files.items():
        write_atomically(disk, folder / name, content)


def _size(files: Mapping[str, bytes]) -> str:
    return f"{len(files)} files, {sum(map(len, files.values())) / 1000:.0f} kB"


def _all_documents(project: Project, alone: Path) -> None:
    """Every round is another item, so that nothing is remembered from the round before but the compiled templates."""
    desks = [Toolbox(project, f"item-{number}") for number in range(2 * (ROUNDS + 1))]
    for toolbox in desks:
        toolbox.learn(large_dossier())
    names = artifact_files(desks[0].state, NAMES)
    files = {name: text.encode() for name, text in project.renderer.render_all(desks[0].state, names).items()}
    waiting = iter(desks)
    rendered = median_seconds(lambda: project.renderer.render_all(next(waiting).state, names), ROUNDS)
    written = median_seconds(lambda: next(waiting).write(), ROUNDS)
    show(
        f"All documents for {REQUIREMENTS} requirements ({len(desks[0].state.dossier):,} entries)",
        Measured("writing the same bytes", median_seconds(lambda: _write_alone(alone, files), ROUNDS), _size(files)),
        [
            Measured("rendering them", rendered),
            Measured("rendering and writing them", written, "each with its original for the next merge"),
        ],
    )


def _one_entry(project: Project, alone: Path) -> None:
    toolbox = Toolbox(project, "changing")
    toolbox.learn(large_dossier())
    toolbox.write()
    seconds = count(10)

    def change() -> Mapping[str, bytes]:
        text = f"Given order 100, when it is placed, then its invoice arrives within {next(seconds)} seconds."
        toolbox.learn([Change(Op.REVISE, "AC-100-01", Kind.AC, {"text": text}, (Stated(1),))])
        return {one.name: one.content for one in toolbox.write() if one.content and one.content != one.found}

    files = change()
    names = artifact_files(toolbox.state, NAMES)
    changed = median_seconds(change, ROUNDS)
    unchanged = median_seconds(toolbox.write, ROUNDS)
    show(
        f"One acceptance criterion changed among them: {len(files)} of {len(names)} documents say something else",
        Measured("writing the same bytes", median_seconds(lambda: _write_alone(alone, files), ROUNDS), _size(files)),
        [
            Measured("rendering and writing", changed, "each with its original and the version before"),
            Measured("nothing changed", unchanged, "nothing rendered, read or written"),
        ],
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = open_project(ProjectPaths(Path(folder) / "project"))
        alone = Path(folder) / "alone"
        _all_documents(project, alone)
        _one_entry(project, alone)


if __name__ == "__main__":
    main()
