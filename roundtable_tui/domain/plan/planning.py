"""Makes the plan, and makes it anew: a dossier in, its tasks out, with the ids, boxes and words they already had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, FieldValue, IdGiver, Op, id_number
from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind, Value
from roundtable_tui.domain.dossier.provenance import Confirmed, HandEdit, Inferred, Stated
from roundtable_tui.domain.last_answers import remembered
from roundtable_tui.domain.plan.cutting import Cut, Draft, Key, cut
from roundtable_tui.domain.plan.tasks import Plan, Task, file_lines, serves, task_of
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WHO = "plan"
_FIELDS = ("title", "stage", "traces", "files", "blocked_by")


@remembered
def planned(dossier: Dossier) -> Plan:
    """The plan as it is when made now: tasks on record stay, and only what changed is added, revised or left out."""
    work = cut(dossier)
    groups = _groups(dossier)
    ids = IdGiver(dossier.used)
    tasks: list[Task] = []
    current: dict[Key, str] = {}
    wanted = frozenset(part for draft in work.drafts for part in draft.traces)
    theirs = _covered_by_others(dossier, work)
    freely = _freely_cut(dossier)
    waiting: list[tuple[Task, Draft]] = []
    bound: dict[str, list[str]] = {}
    for draft in work.drafts:
        known = groups.pop(draft.key, [])
        finished = [task for task in known if task.done]
        open_ones = [task for task in known if not task.done]
        elsewhere = [freely[part] for part in draft.traces if part in freely]
        served = {part for task in finished for part in task.traces} | (theirs if elsewhere else frozenset())
        new = tuple(part for part in draft.traces if part not in served and not part.startswith("FR-"))
        if takers := [one for one in elsewhere if dossier.entries[one].get("done") != "yes"]:
            bound.setdefault(takers[0], []).extend(part for part in new if part.startswith("ADR-"))
            new = tuple(part for part in new if not part.startswith("ADR-"))
        is_begun = bool(finished or elsewhere)
        tasks += finished
        if is_begun:
            current[draft.key] = (*elsewhere, *(task.id for task in finished))[-1]
        if (is_begun and not new) or (not known and theirs.issuperset(draft.traces)):
            groups[draft.key] = open_ones
            continue
        about = (*draft.key, *(part for part in new if part.startswith("AC-"))) if is_begun else draft.key
        task = open_ones[0] if open_ones else Task(ids.next(Kind.TASK), "", "", about=about)
        groups[draft.key] = open_ones[1:]
        current[draft.key] = task.id
        waiting.append((task, _rest_of(draft, new) if is_begun else draft))
    for task, draft in waiting:
        blockers = tuple(current[key] for key in draft.needs if key in current)
        tasks.append(_revised(task, draft, blockers, dossier.get(task.id)))
    left = [task for group in groups.values() for task in group]
    tasks += [
        _still(task, dossier, wanted, bound.get(task.id, ()))
        for task in left
        if _stays(task, dossier.entries[task.id], wanted)
    ]
    return _plan(tasks, dossier, work)


@remembered
def plan_on_record(dossier: Dossier) -> Plan:
    """The tasks as the dossier has them, in build order."""
    return _plan([task_of(entry) for entry in dossier.of(Kind.TASK)], dossier, cut(dossier))


def plan_changes(dossier: Dossier) -> tuple[Change, ...]:
    """What has to be recorded, revised and dropped for the dossier to hold the plan as it is when made now."""
    plan = planned(dossier)
    kept = {task.id for task in plan.tasks}
    changes = [
        Change(Op.DROP, entry.id, Kind.TASK, call=f"{WHO}/{entry.id}")
        for entry in dossier.of(Kind.TASK)
        if entry.id not in kept
    ]
    for task in sorted(plan.tasks, key=lambda task: id_number(task.id) or ("", 0)):
        entry = dossier.get(task.id)
        source = (source_of(task, dossier),)
        if entry is None:
            fields: dict[str, Value] = {**_fields(task), "done": "no", "about": task.about}
            changes.append(Change(Op.RECORD, task.id, Kind.TASK, fields, source, f"{WHO}/{task.id}"))
            continue
        before = _fields(task_of(entry))
        new = {
            name: value for name, value in _fields(task).items() if value != before[name] and _may_change(entry, name)
        }
        if new:
            changes.append(Change(Op.REVISE, task.id, Kind.TASK, new, source, f"{WHO}/{task.id}"))
    return tuple(changes)


def source_of(task: Task, dossier: Dossier) -> Inferred:
    """What the task was made of, and where the user spoke of that."""
    made_of = tuple(dict.fromkeys((*task.about, *task.traces)))
    known = (entry for name in made_of if (entry := dossier.get(name)))
    turns = {source.turn for entry in known for source in entry.sources if isinstance(source, Stated | Confirmed)}
    return Inferred(tuple(sorted(turns)), made_of)


def _plan(tasks: Sequence[Task], dossier: Dossier, work: Cut) -> Plan:
    ordered = _in_order(_without_circles(tasks, dossier), work.drafts, dossier)
    return Plan(ordered, _uncovered(ordered, dossier, work))


def _groups(dossier: Dossier) -> dict[Key, list[Task]]:
    """The tasks on record by what they were cut from; criteria that came later stand beside that."""
    found: dict[Key, list[Task]] = {}
    for entry in dossier.of(Kind.TASK):
        task = task_of(entry)
        found.setdefault(_key(task), []).append(task)
    return found


def _key(task: Task) -> Key:
    return tuple(part for part in task.about if not part.startswith("AC-"))


def _rest_of(draft: Draft, new: tuple[str, ...]) -> Draft:
    """What is left of a task that was done before more was asked for."""
    frs = tuple(part for part in draft.traces if part.startswith("FR-"))
    files = tuple((path, "MODIFY" if action == "CREATE" else action) for path, action in draft.files)
    return replace(draft, title=f"{draft.title}: what was added since", traces=(*frs, *new), files=files)


def _covered_by_others(dossier: Dossier, work: Cut) -> frozenset[str]:
    """What tasks serve that stay although the rules would not cut them."""
    keys = {draft.key for draft in work.drafts}
    others = ((task_of(entry), entry) for entry in dossier.of(Kind.TASK))
    wanted = frozenset(part for draft in work.drafts for part in draft.traces)
    return frozenset(
        part for task, entry in others if _key(task) not in keys and _stays(task, entry, wanted) for part in task.traces
    )


def _freely_cut(dossier: Dossier) -> dict[str, str]:
    """What tasks serve that were not cut by rule but are ours, each with the last of these tasks."""
    entries = [entry for entry in dossier.of(Kind.TASK) if _is_freely_cut(entry)]
    return {part: entry.id for entry in entries for part in entry.refs("traces") if serves(part)}


def _is_freely_cut(entry: Entry) -> bool:
    return not entry.refs("about") and _may_change(entry, "traces") and _may_change(entry, "stage")


def _stays(task: Task, entry: Entry, wanted: frozenset[str]) -> bool:
    """Whether a task that the rules would not cut is kept: it is done, or somebody else thought of it."""
    if task.done or any(_is_theirs(said) for said in entry.fields.values()):
        return True
    return not task.about and (not _is_freely_cut(entry) or not wanted.isdisjoint(task.traces))


def _still(task: Task, dossier: Dossier, wanted: frozenset[str], bound: Iterable[str]) -> Task:
    """The task without what it served and nobody wants any more, and with the decisions that came after it."""
    if task.done or not _is_freely_cut(dossier.entries[task.id]):
        return task
    kept = [part for part in task.traces if part in wanted]
    return replace(task, traces=(*kept, *sorted(set(bound).difference(kept))))


def _revised(task: Task, draft: Draft, blockers: tuple[str, ...], entry: Entry | None) -> Task:
    """The task as the rules have it now, except for what the user wrote themselves."""
    new = replace(
        task, title=draft.title, stage=draft.stage, traces=draft.traces, files=draft.files, blocked_by=blockers
    )
    if entry is None:
        return new
    kept = {name: getattr(task, name) for name in _FIELDS if not _may_change(entry, name)}
    return replace(new, **kept)


def _may_change(entry: Entry, name: str) -> bool:
    said = entry.fields.get(name)
    return said is None or not _is_theirs(said)


def _is_theirs(said: FieldValue) -> bool:
    return any(isinstance(source, Stated | HandEdit) for source in said.sources)


def _fields(task: Task) -> dict[str, Value]:
    return {
        "title": task.title,
        "stage": task.stage,
        "traces": task.traces,
        "files": file_lines(task.files),
        "blocked_by": task.blocked_by,
    }


def _without_circles(tasks: Sequence[Task], dossier: Dossier) -> list[Task]:
    """Leaves out what is not there and what would make a task wait for itself; what the user wrote counts first."""
    known = {task.id for task in tasks}
    waits: dict[str, list[str]] = {task.id: [] for task in tasks}

    def written(task: Task) -> bool:
        entry = dossier.get(task.id)
        return entry is None or _may_change(entry, "blocked_by")

    for task in sorted(tasks, key=written):
        for other in dict.fromkeys(task.blocked_by):
            if other in known and not _leads_to(other, task.id, waits):
                waits[task.id].append(other)
    return [replace(task, blocked_by=tuple(waits[task.id])) for task in tasks]


def _leads_to(start: str, end: str, waits: Mapping[str, Sequence[str]]) -> bool:
    seen, todo = {start}, [start]
    while todo:
        if (name := todo.pop()) == end:
            return True
        more = [other for other in waits[name] if other not in seen]
        seen.update(more)
        todo += more
    return False


def _in_order(tasks: Sequence[Task], drafts: Sequence[Draft], dossier: Dossier) -> tuple[Task, ...]:
    """Phase by phase: first what was not cut by rule, then as the work is cut now; what is in no phase comes last."""
    places = {draft.key: number for number, draft in enumerate(drafts)}
    last = len(drafts)

    def own(task: Task) -> tuple[int, int]:
        entry = dossier.get(task.id)
        place = -1 if entry and _is_freely_cut(entry) else places.get(_key(task), last)
        return place, (id_number(task.id) or ("", 0))[1]

    stages: dict[str, tuple[int, int]] = {}
    for task in tasks:
        stages[task.stage] = min(stages.get(task.stage, own(task)), own(task))
    return tuple(sorted(tasks, key=lambda task: (stages[task.stage], task.stage, own(task))))


def _uncovered(tasks: Iterable[Task], dossier: Dossier, work: Cut) -> tuple[str, ...]:
    served = {part for task in tasks for part in task.traces}
    touched = {path for task in tasks for path, _ in task.files}
    missing = []
    for fr in dossier.of(Kind.FR):
        criteria = [ac.id for ac in dossier.children(fr.id)]
        if fr.get("priority") == PRIORITIES[0]:
            missing += criteria
        if not criteria and fr.get("priority") != PRIORITIES[-1]:
            missing.append(fr.id)  # nothing says when it is done, so no task can be
    missing += [entry.id for entry in dossier.of(Kind.DECISION) if entry.get("status") == "accepted"]
    planned_paths = {path for draft in work.drafts for path, _ in draft.files}
    placed = [file.id for file in dossier.of(Kind.FILE) if one_line(file.text("path")) in planned_paths]
    homeless = [
        part for part in (*work.homeless, *placed) if one_line(dossier.entries[part].text("path")) not in touched
    ]
    return tuple(dict.fromkeys(part for part in (*missing, *homeless) if part not in served))
