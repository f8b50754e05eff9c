"""The parts of documents that programs read: rows and objects, built here so that a template cannot misspell them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.code_evidence import lost_lines
from roundtable_tui.artifacts.render.markup import inline
from roundtable_tui.artifacts.render.phrasing import highest_priority, name_of, sources_text, title_of
from roundtable_tui.artifacts.render.story_sentence import parts_of, told
from roundtable_tui.artifacts.render.template_view import unique
from roundtable_tui.domain.dossier.footing import Footing, footing
from roundtable_tui.domain.dossier.kinds import LEVELS, PRIORITIES, SCOPES, Kind
from roundtable_tui.domain.dossier.provenance import lowest
from roundtable_tui.domain.knowledge.reach import follows
from roundtable_tui.domain.knowledge.scales import scope_for
from roundtable_tui.domain.plan.planning import plan_on_record
from roundtable_tui.domain.plan.tasks import file_lines
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.plan.tasks import Plan, Task

MATRIX_HEADER = ("FR_ID", "AC_ID", "User_Story_ID", "Confidence", "Source")
_UNKNOWN = "medium"
"""What readers take a level for that nobody has given."""
NOBODY = "–"
"""In the place of the tasks that serve something, where there are none."""
_CLAUSE_END = re.compile(r"[;,(]|\.(?=\s|$)")
_MOST_NODES = 60
"""A diagram with more nodes than this shows nothing; the table beside it still holds every row."""


def stories(view: View) -> dict[str, object]:
    """user-stories.json."""
    return {"stories": [_story(view, story) for story in view.of[Kind.STORY]]}


def _story(view: View, story: Entry) -> dict[str, object]:
    requirements = view.named(story, "traces", Kind.FR)
    criteria = [ac for fr in requirements for ac in view.criteria.get(fr.id, ())]
    return {
        "id": story.id,
        "title": title_of(story),
        **{name: neutral(story.text(name)).strip() or part for name, part in parts_of(story).items()},
        "story": told(story),
        "acceptance_criteria": [f"{ac.id}: {one_line(ac.text())}" for ac in unique(criteria)],
        "priority": story.text("priority") or highest_priority(requirements),
        "traces": [fr.id for fr in requirements],
    }


def matrix(view: View) -> list[tuple[str, ...]]:
    """traceability-matrix.csv: every criterion of a requirement with every story of it; an empty cell is a gap."""
    rows: list[tuple[str, ...]] = []
    for fr in view.of[Kind.FR]:
        told_in = [story.id for story in view.stories.get(fr.id, ())] or [""]
        for ac in view.criteria.get(fr.id, ()) or (None,):
            sure = lowest([fr.confidence, ac.confidence]) if ac else fr.confidence
            source = sources_text(ac or fr, view.entry)
            rows += [(fr.id, ac.id if ac else "", story, str(sure), source) for story in told_in]
    return rows


def impact(view: View) -> dict[str, object]:
    """The json block at the end of impact-analysis.md: counts first, because readers size the work by them."""
    files = [
        *(one_line(file.text("path")) or title_of(file) for file in view.direct),
        *map(one_line, view.unnamed_hits),
    ]
    modules = [name_of(module) for module in view.of[Kind.MODULE]]
    modules = modules or [name_of(area) for area in view.of[Kind.AREA] if area.text("type") != "external"]
    gaps = _gaps(view)
    return {
        "files_directly_affected": view.reached[0],
        "modules_affected": len(modules),
        "risk_level": risk_level(view) or _UNKNOWN,
        "blast_radius": blast_radius(view),
        "coverage_gaps": len(gaps),
        "files": files,
        "modules": modules,
        "gaps": gaps,
        "tiers": {str(number): files for number, files in enumerate(view.reached, 1)},
    }


def quick_scan(view: View) -> dict[str, object]:
    """The json block at the end of quick-scan.md; a count nobody knows is left out, because 0 would be one."""
    size = view.assessment.size
    known = {
        "affected_file_count": size.file_count,
        "risk_level": risk_level(view) or size.complexity or _UNKNOWN,
        "scope": size.scope,
        "complexity": size.complexity,
    }
    return {name: value for name, value in known.items() if value is not None}


def _gaps(view: View) -> list[str]:
    scan = view.state.code.scan
    return [
        *(f"{file.id} is in no tier" for file in view.tier("")),
        *(f"{fr.id} changes no file on record" for fr in view.of[Kind.FR] if not view.files_of(fr)),
        *(f"{one_line(path)} is not found in the code" for path in view.state.code.missing),
        *(f"{entry.id}: {lost}" for entry in _citing(view) if (lost := lost_lines(view, entry))),
        *(map(one_line, scan.gaps) if scan and not scan.problem else ["the code was not searched"]),
    ]


def blast_radius(view: View) -> str:
    """How far the change is felt beyond the files it edits, by the same numbers as its scope."""
    return LEVELS[SCOPES.index(scope_for(sum(view.reached[1:])))]


def _citing(view: View) -> tuple[Entry, ...]:
    return (*view.of[Kind.FILE], *view.of[Kind.ENTRY_POINT], *view.of[Kind.ZONE])


def risk_level(view: View) -> str | None:
    return view.risk.level if view.risk else None


def module_map(view: View) -> str:
    """Which module needs which."""
    modules = view.of[Kind.MODULE]
    links = [(module.id, other.id) for module in modules for other in view.named(module, "depends_on", Kind.MODULE)]
    nodes = {module.id: f"{module.id} {name_of(module)}" for module in modules}
    return graph(nodes, links, "TD") if links and len(nodes) <= _MOST_NODES else ""


def build_order(view: View) -> str:
    steps = view.of[Kind.BUILD_STEP]
    links = [(other.id, step.id) for step in steps for other in view.named(step, "depends_on", Kind.BUILD_STEP)]
    nodes = {step.id: f"{step.id} {name_of(step)}" for step in steps}
    return graph(nodes, links) if links and len(nodes) <= _MOST_NODES else ""


def flow_diagram(view: View) -> str:
    """From source to sink, by the stations the user named with arrows; equal names are the same node."""
    return _chains([_route(flow) for flow in view.of[Kind.FLOW]])


def integration_diagram(view: View) -> str:
    """The systems that meet, and which hands over to which."""
    return _chains([stations(entry.text()) if ends(entry.text()) else () for entry in view.of[Kind.INTEGRATION]])


def _route(flow: Entry) -> tuple[str, ...]:
    named = stations(flow.text())
    middle = named if len(named) > 1 else (title_of(flow),)
    source, sink = (_CLAUSE_END.split(one_line(flow.text(name)))[0].strip() for name in ("source", "sink"))
    if len(named) > 1:
        return middle
    return tuple(part for part in (source, *middle, sink) if part)


def _chains(routes: list[tuple[str, ...]]) -> str:
    names: dict[str, str] = {}
    links: list[tuple[str, str]] = []
    for route in routes:
        keys = []
        for name in route:
            key = name.casefold()
            names.setdefault(key, name)
            keys.append(key)
        links += pairwise(keys)
    ids = {key: f"N{number}" for number, key in enumerate(names, start=1)}
    if not links or len(ids) > _MOST_NODES:
        return ""
    return graph({ids[key]: name for key, name in names.items()}, [(ids[a], ids[b]) for a, b in links])


def plan(view: View) -> Plan:
    """The tasks on record, and what none of them serves."""
    return view.ask(_plan)


def _plan(view: View) -> Plan:
    return plan_on_record(view.state.dossier)


def progress(tasks: Sequence[Task]) -> str:
    done = sum(task.done for task in tasks)
    return "Done" if tasks and done == len(tasks) else "In progress" if done else "Not started"


def task_lines(task: Task) -> str:
    """A task of tasks.md; a title that looks as if its traces began in it is kept apart from them."""
    title = inline(task.title).replace(" | traces:", " \\| traces:") or "Untitled"
    named = ", ".join(filter(None, map(inline, task.traces)))
    traces = f" | traces: {named}" if named else ""
    lines = [f"- [{'x' if task.done else ' '}] {task.id} {title}{traces}"]
    if task.files:
        lines.append(f"  files: {', '.join(map(inline, file_lines(task.files)))}")
    if task.blocked_by:
        lines.append(f"  blocked_by: [{', '.join(task.blocked_by)}]")
    return "\n".join(lines)


def task_graph(view: View) -> str:
    """Which task waits for which."""
    tasks = plan(view).tasks
    links = [(other, task.id) for task in tasks for other in task.blocked_by]
    tied = {name for link in links for name in link}
    nodes = {task.id: task.id for task in tasks if task.id in tied}
    return graph(nodes, links, "TD") if links and len(nodes) <= _MOST_NODES else ""


def followers(view: View) -> Mapping[str, int]:
    """How many files of each farther tier are edited because they follow the change."""
    return Counter(file.text("tier") for file in view.of[Kind.FILE] if follows(file))


def for_every_task(view: View) -> tuple[Entry, ...]:
    """Limits and qualities that the user decided and that no criterion names."""
    told = " ".join(ac.text() for ac in view.of[Kind.AC])
    wanted = (*view.of[Kind.CONSTRAINT], *view.of[Kind.QUALITY])
    return tuple(one for one in wanted if footing(one) in (Footing.THEIRS, Footing.HEARD) and one.id not in told)


def plan_coverage(view: View) -> list[tuple[str, str, str]]:
    """Every criterion that is to be met, and every decision that is accepted or planned: its tasks, and how far."""
    wanted = [fr for fr in view.of[Kind.FR] if fr.get("priority") != PRIORITIES[-1]]
    names = [ac.id for fr in wanted for ac in view.criteria.get(fr.id, ())]
    made = plan(view)
    decided = view.of[Kind.DECISION]
    names += [entry.id for entry in decided if entry.get("status") == "accepted" or made.serving(entry.id)]
    return [_served(name, made.serving(name)) for name in dict.fromkeys(names)]


def _served(name: str, tasks: Sequence[Task]) -> tuple[str, str, str]:
    if not tasks:
        return name, NOBODY, "Not covered"
    return name, ", ".join(task.id for task in tasks), "Done" if all(task.done for task in tasks) else "Covered"


_LONGEST_LABEL = 60
_MEANS_SOMETHING = re.compile(r"[^A-Za-z0-9 .,/_()'+\-\u0080-\U0010ffff]")
_KEYWORD = re.compile(r"\bend\b")
_ARROW = re.compile(r"\s*(?:→|⇒|-{1,2}>|=>)\s*")


def label(text: str) -> str:
    """The inside of a quoted label; every character that Mermaid could read as its own is written as a number."""
    safe = _MEANS_SOMETHING.sub(lambda found: f"#{ord(found[0])};", one_line(text, _LONGEST_LABEL))
    return _KEYWORD.sub("#101;nd", safe)


def node(entry_id: str) -> str:
    return re.sub(r"\W", "_", entry_id)


def graph(nodes: Mapping[str, str], links: Iterable[tuple[str, str]], direction: str = "LR") -> str:
    """A flowchart of these nodes (id to label); each link once, and none to a node that is not there."""
    lines = [f"flowchart {direction}"]
    lines += [f'    {node(entry_id)}["{label(text)}"]' for entry_id, text in nodes.items()]
    known = dict.fromkeys((source, target) for source, target in links if source in nodes and target in nodes)
    lines += [f"    {node(source)} --> {node(target)}" for source, target in known]
    return fence(lines)


def ends(text: str) -> tuple[str, str] | None:
    """Both ends of "checkout → ledger"; of a chain, the first and the last."""
    parts = [part for part in _ARROW.split(one_line(text)) if part]
    return (parts[0], parts[-1]) if len(parts) > 1 else None


def stations(text: str) -> tuple[str, ...]:
    """The stations of "form → queue → ledger", in order."""
    return tuple(part for part in _ARROW.split(one_line(text)) if part)


def fence(lines: Iterable[str]) -> str:
    return "\n".join(["```mermaid", *lines, "```"])
