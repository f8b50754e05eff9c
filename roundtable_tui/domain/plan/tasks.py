"""What a plan is: tasks with what they serve, the files they touch and what they wait for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import ACTIONS
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Entry

DOCUMENT = "tasks.md"
EDITS = ("CREATE", "MODIFY", "DELETE")
_FILE = re.compile(rf"(?P<path>.+?)\s*\((?P<action>{'|'.join(ACTIONS)})\)", re.IGNORECASE | re.DOTALL)


class Task(Struct, frozen=True):
    id: str
    title: str
    stage: str
    """The phase of the plan it stands in."""
    traces: tuple[str, ...] = ()
    """The requirements, criteria and decisions it serves."""
    files: tuple[tuple[str, str], ...] = ()
    """Paths, each with what happens to it."""
    blocked_by: tuple[str, ...] = ()
    done: bool = False
    about: tuple[str, ...] = ()
    """The entries it was cut from: with them it is found again when the plan is made anew."""


class Plan(Struct, frozen=True):
    tasks: tuple[Task, ...] = ()
    """In build order."""
    uncovered: tuple[str, ...] = ()
    """Ids of what ought to have a task and has none."""

    @property
    def stages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(task.stage for task in self.tasks))

    def of(self, stage: str) -> tuple[Task, ...]:
        return tuple(task for task in self.tasks if task.stage == stage)

    def serving(self, entry_id: str) -> tuple[Task, ...]:
        return tuple(task for task in self.tasks if entry_id in task.traces)


def serves(name: str) -> bool:
    """Whether it is something that can be done or not: a criterion or a decision, but no requirement as a whole."""
    return name.startswith(("AC-", "ADR-"))


def task_of(entry: Entry) -> Task:
    """A task as the dossier has it."""
    files = entry.get("files")
    return Task(
        entry.id,
        one_line(entry.text("title")),
        one_line(entry.text("stage")),
        entry.refs("traces"),
        files_in(files if isinstance(files, tuple) else ()),
        entry.refs("blocked_by"),
        entry.get("done") == "yes",
        entry.refs("about"),
    )


def files_in(lines: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """`path (ACTION)`, as a task's entry holds it, taken apart; a path without an action is modified."""
    found = []
    for line in lines:
        read = _FILE.fullmatch(line.strip())
        path, action = (read["path"], read["action"].upper()) if read else (line.strip(), "MODIFY")
        found += [(path, action)] if path else []
    return tuple(found)


def file_lines(files: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{path} ({action})" for path, action in files)
