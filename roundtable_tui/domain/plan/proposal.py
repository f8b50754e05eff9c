"""Tasks as somebody else would cut them: held against the same rules as our own before they are taken in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.plan.planning import WHO, planned, source_of
from roundtable_tui.domain.plan.tasks import Task, file_lines, files_in, serves
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier
    from roundtable_tui.domain.dossier.kinds import Value

LONGEST_TITLE = 160
_MOST = 200


class ProposedTask(Struct, frozen=True):
    title: str
    stage: str
    traces: tuple[str, ...]
    """Criteria and decisions; the requirements they belong to follow from them."""
    files: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """What it waits for: numbers of earlier ones of the same proposal, from 1 on, or ids of tasks on record."""


def to_cut(dossier: Dossier) -> tuple[Task, ...]:
    """The tasks that the rules would add now."""
    return tuple(task for task in planned(dossier).tasks if task.id not in dossier.entries)


def what_is_wrong(proposal: Sequence[ProposedTask], dossier: Dossier) -> tuple[str, ...]:
    """Each as a sentence; nothing where it may take the place of the tasks that the rules would add."""
    return tuple(dict.fromkeys(_problems(proposal, dossier)))


def _problems(proposal: Sequence[ProposedTask], dossier: Dossier) -> Iterator[str]:
    own = to_cut(dossier)
    wanted = dict.fromkeys(part for task in own for part in task.traces if serves(part))
    paths = dict.fromkeys(path for task in own for path, _ in task.files)
    if len(proposal) > _MOST:
        yield f"There are more than {_MOST} tasks."
    yield from _missing("serves", wanted, (part for one in proposal for part in one.traces))
    yield from _missing("touches", paths, (path for one in proposal for path in one.files))
    stages: list[str] = []
    for number, one in enumerate(proposal, 1):
        if not one_line(one.title) or not one_line(one.stage):
            yield f"Task {number} needs a title and a stage."
        if len(one.title) > LONGEST_TITLE:
            yield f"The title of task {number} is longer than {LONGEST_TITLE} letters."
        if not one.traces:
            yield f"Task {number} serves no criterion and no decision."
        for part in one.traces:
            if part not in wanted:
                yield f"Task {number} serves {one_line(part, 40)}, which is none of those to be served."
        for path in one.files:
            if path not in paths:
                yield f"Task {number} touches {one_line(path, 80)}, which is none of the files that are planned."
        for other in one.after:
            if not _is_earlier(other, number, dossier):
                yield f"Task {number} waits for {one_line(other, 40)}, which is neither an earlier task nor on record."
        if one.stage in stages[:-1]:
            yield f"Task {number} goes back to the stage “{one_line(one.stage, 60)}”: a stage's tasks stand together."
        if one.stage not in stages[-1:]:
            stages.append(one.stage)


def _missing(verb: str, wanted: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    known = set(found)
    if missing := [one for one in wanted if one not in known]:
        yield f"No task {verb} {', '.join(one_line(one, 80) for one in missing)}."


def _is_earlier(name: str, number: int, dossier: Dossier) -> bool:
    if name.isdecimal():
        return 0 < int(name) < number
    entry = dossier.get(name)
    return entry is not None and entry.kind is Kind.TASK


def as_changes(proposal: Sequence[ProposedTask], dossier: Dossier) -> tuple[Change, ...]:
    """The proposal as tasks on record; nothing where it does not hold, because the dossier has moved on."""
    if not proposal or what_is_wrong(proposal, dossier):
        return ()
    own = to_cut(dossier)
    order = list(dict.fromkeys(part for task in own for part in task.traces))
    actions = _actions(own)
    ids = IdGiver(dossier.used)
    names = [ids.next(Kind.TASK) for _ in proposal]
    creator: dict[str, int] = {}
    changes = []
    for number, one in enumerate(proposal):
        files, after = [], [names[int(other) - 1] if other.isdecimal() else other for other in one.after]
        for path in dict.fromkeys(one.files):
            again = actions[path] == "CREATE" and path in creator
            after += [names[creator[path]]] if again else []
            creator.setdefault(path, number)
            files.append((path, "MODIFY" if again else actions[path]))
        traces = tuple(sorted(_with_requirements(one.traces, dossier), key=order.index))
        task = Task(names[number], one_line(one.title), one_line(one.stage), traces, tuple(files))
        fields: dict[str, Value] = {
            "title": task.title,
            "stage": task.stage,
            "traces": task.traces,
            "files": file_lines(task.files),
            "blocked_by": tuple(dict.fromkeys(after)),
            "done": "no",
        }
        changes.append(Change(Op.RECORD, task.id, Kind.TASK, fields, (source_of(task, dossier),), f"{WHO}/{task.id}"))
    return tuple(changes)


def as_proposed(changes: Sequence[Change]) -> tuple[ProposedTask, ...]:
    """The proposal that such changes came of; nothing of what the rules cut."""
    cut = [change for change in changes if change.op is Op.RECORD and "about" not in change.fields]
    numbers = {change.id: str(number) for number, change in enumerate(cut, 1)}
    return tuple(
        ProposedTask(
            str(change.fields["title"]),
            str(change.fields["stage"]),
            tuple(filter(serves, _listed(change, "traces"))),
            tuple(path for path, _ in files_in(_listed(change, "files"))),
            tuple(numbers.get(one, one) for one in _listed(change, "blocked_by")),
        )
        for change in cut
    )


def _listed(change: Change, name: str) -> tuple[str, ...]:
    value = change.fields.get(name, ())
    return value if isinstance(value, tuple) else ()


def _actions(own: Iterable[Task]) -> dict[str, str]:
    """What happens to each file first."""
    found: dict[str, str] = {}
    for task in own:
        for path, action in task.files:
            found.setdefault(path, action)
    return found


def _with_requirements(parts: Iterable[str], dossier: Dossier) -> frozenset[str]:
    found = dict.fromkeys(parts)
    return frozenset(found) | {fr for part in found if (entry := dossier.get(part)) for fr in entry.refs("fr")}
