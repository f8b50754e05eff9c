"""Which part of an analysis concerns the whole change, or one task of it: material in, entries out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind
from roundtable_tui.domain.dossier.module_files import module_files
from roundtable_tui.domain.plan.tasks import EDITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.handover.material import Material

_BY_ENTRY = frozenset({Kind.QUESTION, Kind.ASSUMPTION, Kind.NOTE})
_OF_ALL = frozenset(
    {Kind.USER, Kind.METRIC, Kind.ENTRY_POINT, Kind.TECHNOLOGY, Kind.FLOW, Kind.ERROR, Kind.INTEGRATION}
)
"""What tells of the change as a whole: one task does not need it, unless it names what the task touches."""


class Scope:
    def __init__(self, material: Material, task: Task | None) -> None:
        self._dossier = material.state.dossier
        self._plan = material.plan
        self.task = task

    @cached_property
    def _names(self) -> frozenset[str]:
        """Every entry that the task serves, belongs to or touches."""
        if self.task is None:
            return frozenset(self._dossier.entries)
        served = {*self.task.traces, *self.task.about}
        served |= {name for ac in served if (entry := self._dossier.get(ac)) for name in entry.refs("fr")}
        paths = {path for path, _ in self.task.files}
        files = {file.id for file in self._dossier.of(Kind.FILE) if file.text("path") in paths}
        modules = self._dossier.of(Kind.MODULE)
        owned = module_files(modules, self._dossier.of(Kind.FILE), self._dossier)
        near = {
            module.id
            for module in modules
            if module.id in served or files & {file.id for file in owned.get(module.id, ())}
        }
        near |= {need for name in near if (module := self._dossier.get(name)) for need in module.refs("depends_on")}
        faces = {face.id for face in self._dossier.of(Kind.INTERFACE) if near & set(face.refs("module"))}
        return frozenset(served | files | near | faces)

    def of(self, kind: Kind) -> tuple[Entry, ...]:
        return tuple(entry for entry in self._dossier.of(kind) if self._concerns(entry))

    def _concerns(self, entry: Entry) -> bool:
        if self.task is None or entry.id in self._names:
            return True
        if entry.kind in _BY_ENTRY:
            return not entry.refs("about") or bool(self._names & set(entry.refs("about")))
        if entry.kind in (Kind.MODULE, Kind.INTERFACE):
            return False
        if entry.kind in _OF_ALL:
            return any(name in entry.text(field) for field in entry.fields for name in self._words)
        return True

    @cached_property
    def _words(self) -> tuple[str, ...]:
        """What the task calls by name: paths, files and modules."""
        paths = [path for path, _ in self.task.files] if self.task else []
        modules = [
            entry.text() for name in self._names if (entry := self._dossier.get(name)) and entry.kind is Kind.MODULE
        ]
        return tuple(word for word in (*paths, *(path.rpartition("/")[2] for path in paths), *modules) if len(word) > 3)

    @cached_property
    def requirements(self) -> tuple[Entry, ...]:
        """Those that count, the most urgent first."""
        wanted = [fr for fr in self._dossier.of(Kind.FR) if fr.get("priority") != PRIORITIES[-1]]
        return tuple(sorted((fr for fr in wanted if fr.id in self._names), key=_rank))

    @property
    def unwanted(self) -> tuple[Entry, ...]:
        return tuple(fr for fr in self._dossier.of(Kind.FR) if fr.get("priority") == PRIORITIES[-1])

    def criteria(self, fr: Entry) -> tuple[Entry, ...]:
        return tuple(ac for ac in self._dossier.children(fr.id) if ac.id in self._names and ac.text().strip())

    @property
    def decisions(self) -> tuple[Entry, ...]:
        """A task is bound by all that are accepted."""
        return tuple(
            one for one in self._dossier.of(Kind.DECISION) if one.id in self._names or one.get("status") == "accepted"
        )

    @cached_property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Paths with what happens to them: as planned, then what was named and no task touches."""
        tasks = (self.task,) if self.task else self._plan.tasks
        found = {path: action for task in reversed(tasks) for path, action in task.files}
        ordered = {path: found[path] for task in tasks for path, _ in task.files}
        if self.task is None:
            for file in self._dossier.of(Kind.FILE):
                path, action = file.text("path"), file.text("action")
                if path and path not in ordered and action in EDITS:
                    ordered[path] = action
        return tuple(ordered.items())

    @property
    def untouchable(self) -> tuple[str, ...]:
        files = self._dossier.of(Kind.FILE)
        return tuple(file.text("path") for file in files if file.get("action") == "NO CHANGE" and file.text("path"))

    def file(self, path: str) -> Entry | None:
        return next((one for one in self._dossier.of(Kind.FILE) if one.text("path") == path), None)

    @property
    def others(self) -> tuple[Task, ...]:
        """The tasks in build order, where the brief is for the whole."""
        return () if self.task else self._plan.tasks

    @property
    def followers(self) -> Iterator[Task]:
        return (one for one in self._plan.tasks if self.task and self.task.id in one.blocked_by)


def _rank(fr: Entry) -> int:
    priority = fr.text("priority")
    return PRIORITIES.index(priority) if priority in PRIORITIES else 1
