"""The work as a model would hand it out: one request beside the talk, held against the rules of the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.plan.proposal import LONGEST_TITLE, ProposedTask, to_cut, what_is_wrong
from roundtable_tui.domain.plan.tasks import serves, task_of
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.prompt.templates import fenced, filled
from roundtable_tui.voices.model.tools import schemas
from roundtable_tui.voices.model.turn.one_call import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.voices.model.exchange import Transport

CUT = "cut_tasks"
_LONGEST = 600
_TRIES = 3
_DESIGN = (Kind.MODULE, Kind.BUILD_STEP, Kind.CONSTRAINT)
_SAID = ("responsibility", "decision", "parallel")


class TaskInput(schemas.Input):
    title: str = Field(description="What is there when it is done, in at most fifteen words.")
    stage: str = Field(description="What works when the stage ends, in a few words.")
    serves: list[str] = Field(description="Ids of criteria and decisions, such as AC-001-02.")
    files: list[str] = Field(description="Paths of files it touches, as they are given.")
    after: list[str] = Field(description="Numbers of earlier tasks in this list, from 1 on, or ids such as T003.")


class CutTasks(schemas.Input):
    """All tasks, in the order in which they are built."""

    tasks: list[TaskInput]


class TaskCutting:
    def __init__(self, transport: Transport, model: str, redact: Callable[[str], str]) -> None:
        self._transport, self._model, self._redact = transport, model, redact

    async def tasks(self, state: State, used: Callable[[Tokens], None]) -> tuple[ProposedTask, ...]:
        dossier = state.dossier
        form = Form(CUT, CutTasks, lambda cut: what_is_wrong(_proposed(cut), dossier), _TRIES)
        prompt = filled("plan", "System"), self._prompt(state, to_cut(dossier))
        return _proposed(await form.filled_by(self._transport, self._model, prompt, used))

    def _prompt(self, state: State, drafts: Sequence[Task]) -> str:
        dossier = state.dossier
        traces = dict.fromkeys(part for task in drafts for part in task.traces)
        design = [entry for kind in _DESIGN for entry in dossier.of(kind)]
        known = [task_of(entry) for entry in dossier.of(Kind.TASK)]
        return filled(
            "plan",
            "Cut",
            change=self._told("the change", [one_line(state.item.description) if state.item else ""]),
            wanted=self._told("what it has to do", map(_line, _entries(traces, dossier))),
            design=self._told("how it is built", map(_line, design)),
            known=self._told("tasks on record", [f"{one.id} ({one.stage}) {one.title}" for one in known]),
            drafts=self._told("tasks cut by rule", _drafts(drafts)),
        )

    def _told(self, what: str, lines: Iterable[str]) -> str:
        text = "\n".join(lines)
        return fenced(what, self._redact(text)) if text.strip() else "None yet."


def _entries(names: Iterable[str], dossier: Dossier) -> list[Entry]:
    return [entry for name in names if (entry := dossier.get(name))]


def _line(entry: Entry) -> str:
    said = [entry.text(), *(entry.text(name) for name in _SAID if entry.text(name).strip())]
    if entry.kind is Kind.FR:
        said += [text for text in (entry.text("text"), entry.text("priority")) if text.strip()]
    needs = f" (after {', '.join(entry.refs('depends_on'))})" if entry.refs("depends_on") else ""
    return f"{entry.id}: {one_line('; '.join(said), _LONGEST)}{needs}"


def _drafts(drafts: Sequence[Task]) -> list[str]:
    numbers = {task.id: str(number) for number, task in enumerate(drafts, 1)}
    lines = []
    for task in drafts:
        lines.append(f"{numbers[task.id]}. ({one_line(task.stage)}) {one_line(task.title)}")
        lines.append(f"   serves: {', '.join(filter(serves, task.traces))}")
        if task.files:
            lines.append(f"   files: {', '.join(one_line(path) for path, _ in task.files)}")
        if task.blocked_by:
            lines.append(f"   after: {', '.join(numbers.get(one, one) for one in task.blocked_by)}")
    return lines


def _proposed(cut: CutTasks) -> tuple[ProposedTask, ...]:
    return tuple(
        ProposedTask(
            one_line(neutral(one.title), LONGEST_TITLE + 1),
            one_line(neutral(one.stage), LONGEST_TITLE),
            tuple(dict.fromkeys(filter(serves, one.serves))),
            tuple(dict.fromkeys(one.files)),
            tuple(dict.fromkeys(one.after)),
        )
        for one in cut.tasks
    )
