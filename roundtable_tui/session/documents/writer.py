"""Keeps the documents true to the dossier: what the user wrote into them is taken in before they are written."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import NO_STEP, USER, ArtifactsWritten, HandEdited, TakenIn
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.errors import UsageError
from roundtable_tui.session import wording
from roundtable_tui.session.moves import Crossing, StepBatch, journal_mark

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.events import Contributed
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.plan.proposal import ProposedTask
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.documents.citation_check import CitedCode
    from roundtable_tui.session.documents.plan import Documents
    from roundtable_tui.session.moves import Batch
    from roundtable_tui.session.record import Record
    from roundtable_tui.storage.versions import Version

_WRITE_ATTEMPTS = 6
"""How often a file that changes while it is being written is looked at again."""


class DocumentWriter:
    def __init__(self, record: Record, project: Project, slug: str) -> None:
        self._record = record
        self._project = project
        self._slug = slug
        self._conflicts: set[str] = set()
        self._documents: Documents | None = None

    def use(self, project: Project) -> None:
        """From here on documents are made by this project's knowledge."""
        self._project = project
        self._documents = None

    @property
    def documents(self) -> Documents:
        """The artifacts as they lie on disk, and their earlier versions; what they need is loaded when they are."""
        from roundtable_tui.session.documents.plan import Documents

        if self._documents is None:
            self._documents = Documents(self._project, self._slug)
        return self._documents

    @cached_property
    def _cited_code(self) -> CitedCode:
        from roundtable_tui.session.documents.citation_check import CitedCode

        return CitedCode(self._project.paths.root)

    @property
    def _state(self) -> State:
        return self._record.state

    @property
    def has_conflicts(self) -> bool:
        """Whether a hand edit and the analysis contradict each other, or did so since this session began."""
        return bool(self._conflicts) or any(self._state.files.conflicts.values())

    def require(self, name: str) -> None:
        files = self._state.files
        if name not in (*files.artifacts, *files.removed, *files.conflicts):
            raise UsageError(f"There is no document {name} in this item.", "Choose one of its documents.")

    async def write(self, names: tuple[str, ...], batch: Batch, without: tuple[str, ...] = ()) -> None:
        """What the user wrote into the files is journaled first and counts; only then are they written.

        Before that, all they cite is looked up: lines that moved are cited where they stand now. Those of `without`
        that hold nothing of the user's own are taken away; the history has them before they go.
        """
        record = self._record
        if checked := await record.on_disk(self._cited_code.check, self._state):
            await record.append(checked)
        documents = await record.on_disk(lambda: self.documents)
        from roundtable_tui.artifacts.render.file_names import without_files
        from roundtable_tui.session.documents.plan import Written, hand_edits, kept_originals

        gone = await record.on_disk(documents.untouched, without, self._state)
        kept = tuple(name for name in without if name not in gone)
        names = tuple(dict.fromkeys((*(name for name in names if name not in gone), *kept)))
        written, state = Written(()), self._state
        for _ in range(_WRITE_ATTEMPTS):
            state = without_files(self._state, gone)
            plan = await record.on_disk(documents.plan, state, names, self._state_when_written)
            if news := hand_edits(plan, state):
                await self._take_in(news)
                continue
            again = await record.on_disk(documents.write, plan, state)
            written = written.and_then(again)
            if not written.moved:
                break
            names = written.moved
        for notice in (*written.notices, *(wording.keeps_changing(name) for name in written.moved)):
            record.notice(notice)
        if written.were_theirs:
            record.notice(kept_originals(written.were_theirs, self._slug))
        await record.on_disk(documents.remove, gone, state)
        if gone or kept:
            record.notice(wording.went_too(gone, kept, self._slug))
        await record.append(ArtifactsWritten(written.files, state.dossier.version, journal_mark(batch), gone))

    async def take_ours(self, name: str) -> None:
        """A crash after the write is harmless: a file that is the pure render has no conflicts when it is next read."""
        self.require(name)
        written = await self._record.on_disk(lambda: self.documents.take_ours(name, self._state))
        if self._state.files.conflicts.get(name):
            await self._record.append(HandEdited(name), actor=USER)
        await self._record.append(ArtifactsWritten((written,), self._state.dossier.version, NO_STEP), actor=USER)

    async def restore(self, version: Version) -> None:
        """A crash after the first line is harmless: what was put back is found as a hand edit when it is next read."""
        self.require(version.name)
        await self._record.on_disk(lambda: self.documents.restore(version, self._state))
        names = tuple(dict.fromkeys((*self._state.files.artifacts, version.name)))
        await self.write(names, self.batch_now)

    async def take_in_edits(self) -> None:
        if names := tuple(self._state.files.artifacts):
            await self.write(names, self.batch_now)

    async def renew_plan(self, proposal: tuple[ProposedTask, ...] = ()) -> None:
        """What was written into the documents by hand is taken in first, so that no ticked task is dropped unseen."""
        from roundtable_tui.domain.plan.planning import WHO
        from roundtable_tui.domain.plan.tasks import DOCUMENT
        from roundtable_tui.session.beside.task_cutters import tasks_from

        await self.take_in_edits()
        changes: list[Change] = []

        def made(state: State) -> tuple[Contributed, ...]:
            found = tasks_from(proposal, state)
            changes.extend(change for one in found for change in one.changes)
            return found

        for _ in range(2):  # what was proposed, and then what the rules still owe
            await self._record.append_made(made, actor=WHO)
        if changes:
            await self.write(tuple(dict.fromkeys((*self._state.files.artifacts, DOCUMENT))), self.batch_now)
        self._record.notice(wording.planned(self._state.dossier, changes))

    @property
    def batch_now(self) -> Batch:
        """Why documents are written that somebody asks for in the middle of the talk."""
        current = self._state.guided.current
        return StepBatch(current) if current else Crossing()

    async def _take_in(self, edits: tuple[HandEdited, ...]) -> None:
        from roundtable_tui.session.documents.plan import told

        lines = [line for edit in edits for line in told(edit, self._state)]
        self._conflicts.update(conflict for edit in edits for conflict in edit.conflicts)
        await self._record.append(*edits, actor=USER)
        for line in lines:
            self._record.notice(line)

    def _state_when_written(self, name: str) -> State | None:
        """The state an artifact was last rendered from, with the files that were written along with it.

        Of one that was never written here, the state in which it was read.
        """
        events = self._record.events
        for number in reversed(range(len(events))):
            body = events[number].body
            if isinstance(body, ArtifactsWritten) and any(file.path == name for file in body.files):
                return fold(events[: number + 1])
            if isinstance(body, TakenIn):
                return fold(events[: number + 1])
        return None
