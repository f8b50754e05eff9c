"""What the panel commands do once the command line is read: begin, resume, list and close panels."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import ExitCode, UsageError
from roundtable_tui.panel.opening import PanelRequest, with_strategy
from roundtable_tui.panel.record.session import SeatKind
from roundtable_tui.panel.room import Seating, open_room
from roundtable_tui.panel.seats.human import HumanVoice
from roundtable_tui.plain.panel.answers import AnsweringPeople, PanelAnswers, read_panel_answers
from roundtable_tui.plain.panel.lines import PeopleAtTheTerminal
from roundtable_tui.plain.panel.printer import PanelPrinter

if TYPE_CHECKING:
    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.project import Project
    from roundtable_tui.panel.opening import PanelPlan
    from roundtable_tui.panel.record.shelf import PanelSummary
    from roundtable_tui.panel.room import PanelRoom, ReadyPanel
    from roundtable_tui.panel.rounds.table import PanelTable

_STATES = ("active", "paused", "closed")


class PanelFlags(Struct, frozen=True):
    """What the command line says besides what the panel is about."""

    answers: Path | None = None
    verbose: bool = False
    interactive: bool = False


def start_panel(project: Project, settings: Settings, wanted: PanelRequest, flags: PanelFlags) -> ExitCode:
    room = open_room(project, settings)
    answers = read_panel_answers(project.disk, flags.answers) if flags.answers else None
    if answers and not wanted.topic:
        wanted = replace(wanted, topic=answers.topic)
    _warn(room)
    plan = _with_offer(room.plan(wanted), room)
    require_people(plan)
    ready = room.begin(plan, verbose=flags.verbose, interactive=flags.interactive)
    return _run(room, ready, answers, flags)


def resume_panel(
    project: Project,
    settings: Settings,
    words: str,
    flags: PanelFlags,
    *,
    without: bool = False,
    replacements: tuple[str, ...] = (),
    strategy: str = "",
) -> ExitCode:
    room = open_room(project, settings)
    answers = read_panel_answers(project.disk, flags.answers) if flags.answers else None
    _warn(room)
    ready = room.resume(words, without=without, replacements=replacements, strategy=strategy)
    return _run(room, ready, answers, flags)


def list_panels(project: Project, *, status: str = "", workflow: str = "", as_json: bool = False) -> str:
    found = open_room(project).shelf.summaries()
    current = current_panel(found)
    shown = [
        one for one in found if (not status or one.status == status) and (not workflow or one.workflow == workflow)
    ]
    if as_json:
        return json.dumps([_as_object(one, current) for one in shown], ensure_ascii=False, indent=2)
    if not shown:
        return (
            'No panels yet. Begin one with: roundtable-tui panel "what to decide"' if not found else "No such panels."
        )
    lines = []
    for state in (*_STATES, ""):
        group = [one for one in shown if one.status == state or (not state and one.status not in _STATES)]
        if group:
            lines += [f"{state or 'other'} ({len(group)})", *(_line(one, current) for one in group)]
    return "\n".join(lines)


def close_panel(project: Project, words: str) -> str:
    session = open_room(project).close(words)
    return f"Closed {session.id} after {len(session.rounds)} rounds. Its documents were not written."


def current_panel(summaries: list[PanelSummary]) -> str:
    """The one that was worked on last and is not closed."""
    going = [one for one in summaries if one.status in ("active", "paused")]
    return max(going, key=lambda one: one.updated_at).id if going else ""


def require_people(plan: PanelPlan) -> None:
    """Until a model can take a seat, people take them all."""
    models = [seat for seat, one in plan.seats.items() if one.kind is SeatKind.MODEL]
    if models:
        raise UsageError(
            f"No model can take a seat yet ({', '.join(models)}).", "Use --seats human; a whole panel can be people."
        )


def _run(room: PanelRoom, ready: ReadyPanel, answers: PanelAnswers | None, flags: PanelFlags) -> ExitCode:
    async def go() -> ExitCode:
        tables: list[PanelTable] = []

        def pause() -> None:
            tables[0].pause()

        people = AnsweringPeople(answers, ready.session, pause) if answers else PeopleAtTheTerminal(pause)
        turn = asyncio.Lock()
        voice = HumanVoice(people, turn)
        seating = Seating(voice, dict.fromkeys(ready.session.seats, voice))
        table = room.table(ready, seating, people, verbose=flags.verbose, interactive=flags.interactive)
        tables.append(table)
        table.subscribe(PanelPrinter(seals=answers is not None).show)
        print(f"Panel {one_line(ready.session.id)}: {one_line(ready.session.topic)}", flush=True)
        try:
            await table.run()
        finally:
            await table.close()
        return ExitCode.DONE

    return asyncio.run(go())


def _with_offer(plan: PanelPlan, room: PanelRoom) -> PanelPlan:
    """A strategy the topic's words speak for is offered where somebody can answer, else only named."""
    if plan.offered is None:
        return plan
    words = ", ".join(f"'{word}'" for word in plan.offered.words)
    said = f"The topic's words ({words}) speak for the strategy {plan.offered.strategy}"
    if not sys.stdin.isatty():
        print(f"{said}; take it with --strategy {plan.offered.strategy}.", file=sys.stderr)
        return plan
    print(f"{said}. Take it? [Y/n] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() in ("n", "no"):
        return plan
    return with_strategy(plan, plan.offered.strategy, room.knowledge)


def _warn(room: PanelRoom) -> None:
    for warning in (*room.settings.warnings, *room.knowledge.warnings):
        print(f"roundtable-tui: {one_line(warning)}", file=sys.stderr)


def _line(one: PanelSummary, current: str) -> str:
    mark = "*" if one.id == current else " "
    if one.problem:
        return f"  {mark} {one_line(one.id)}  {one_line(one.problem)}"
    counts = f"{_counted(one.rounds, 'round', 'rounds')}, {_counted(one.entries, 'entry', 'entries')}"
    facts = f"{one.workflow}, {one.strategy}, {one.phase or 'not begun'}, {counts}"
    return f"  {mark} {one_line(one.id)}  {one_line(facts)}\n      {one_line(one.topic, 100)}"


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _as_object(one: PanelSummary, current: str) -> dict[str, object]:
    return {
        "id": one.id,
        "topic": one.topic,
        "workflow_type": one.workflow,
        "strategy": one.strategy,
        "status": one.status,
        "phase": one.phase,
        "rounds": one.rounds,
        "artifacts": one.entries,
        "updated_at": one.updated_at,
        "current": one.id == current,
        "problem": one.problem,
    }
