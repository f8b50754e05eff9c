"""What the panel commands do once the command line is read: begin, resume, list and close panels."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import ExitCode, VoiceError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.items.budget import BudgetSpentError
from roundtable_tui.items.voices import Flags
from roundtable_tui.panel.item.matter import Matter
from roundtable_tui.panel.opening import PanelRequest, with_strategy
from roundtable_tui.panel.record.session import SeatKind
from roundtable_tui.panel.record.shelf import current_panel
from roundtable_tui.panel.room import open_room
from roundtable_tui.panel.seating import seating_for
from roundtable_tui.plain.panel.answers import AnsweringPeople, PanelAnswers, read_panel_answers
from roundtable_tui.plain.panel.item import bring_into_item, item_matter
from roundtable_tui.plain.panel.lines import PeopleAtTheTerminal
from roundtable_tui.plain.panel.printer import PanelPrinter

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    own: bool = False
    """The user casts a ballot beside the panel."""
    speaking: Flags = Flags()


def start_panel(project: Project, settings: Settings, wanted: PanelRequest, flags: PanelFlags) -> ExitCode:
    room = open_room(project, settings, flags.speaking)
    answers = read_panel_answers(project.disk, flags.answers) if flags.answers else None
    if answers and not wanted.topic:
        wanted = replace(wanted, topic=answers.topic)
    _warn(room)
    matter = Matter("", "")
    if wanted.item:
        slug, matter = item_matter(project, wanted.item)
        about_a_point = not wanted.topic
        wanted = replace(
            wanted,
            item=slug,
            topic=wanted.topic or matter.topic,
            point=matter.point if about_a_point else None,
        )
    plan = _with_offer(room.plan(wanted), room)
    if plan.replaced:
        print(f"roundtable-tui: {plan.replaced}", file=sys.stderr)
    ready = room.begin(
        plan, verbose=flags.verbose, interactive=flags.interactive, about_item=matter.context, cited=matter.cited
    )
    return _run(room, ready, answers, flags, settings)


def resume_panel(
    project: Project,
    settings: Settings,
    words: str,
    flags: PanelFlags,
    *,
    without: bool = False,
    replacements: tuple[str, ...] = (),
    strategy: str = "",
    seats: SeatKind | None = None,
    models: Mapping[str, str] | None = None,
) -> ExitCode:
    room = open_room(project, settings, flags.speaking)
    answers = read_panel_answers(project.disk, flags.answers) if flags.answers else None
    _warn(room)
    ready = room.resume(
        words, without=without, replacements=replacements, strategy=strategy, seats=seats, models=models
    )
    return _run(room, ready, answers, flags, settings)


def list_panels(project: Project, *, status: str = "", workflow: str = "", as_json: bool = False) -> str:
    found = open_room(project).shelf.summaries()
    current = current_panel(found)
    shown = [
        one for one in found if (not status or one.status == status) and (not workflow or one.workflow == workflow)
    ]
    if as_json:
        return json_text([_as_object(one, current) for one in shown])
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
    rounds = _counted(len(session.rounds), "round", "rounds")
    return f"Closed {session.id} after {rounds}. Its documents were not written."


def _run(
    room: PanelRoom, ready: ReadyPanel, answers: PanelAnswers | None, flags: PanelFlags, settings: Settings
) -> ExitCode:
    async def go() -> ExitCode:
        tables: list[PanelTable] = []

        def pause() -> None:
            tables[0].pause()

        here = () if answers else [seat for seat, one in ready.session.seats.items() if one.kind is SeatKind.HUMAN]
        thinks = ready.session.facilitator.kind is SeatKind.MODEL
        printer = PanelPrinter(at_the_terminal=here, facilitator_thinks=thinks)
        people: AnsweringPeople | PeopleAtTheTerminal = PeopleAtTheTerminal(pause, printer=printer)
        if answers:
            people = AnsweringPeople(answers, ready.session, pause)
        seating = seating_for(room, ready, people, own=flags.own)
        deliver = partial(bring_into_item, room.project, settings) if ready.session.item else None
        table = room.table(
            ready, seating, people, deliver=deliver, verbose=flags.verbose, interactive=flags.interactive
        )
        tables.append(table)
        table.subscribe(printer.show)
        print(f"Panel {one_line(ready.session.id)}: {one_line(ready.session.topic)}", flush=True)
        try:
            await _run_within_budget(table, people)
        except (VoiceError, asyncio.CancelledError):
            print(f"\nWhat was said is kept. Go on with: roundtable-tui panel resume {table.session.id}", flush=True)
            raise
        finally:
            await table.close()
        return ExitCode.DONE

    return asyncio.run(go())


async def _run_within_budget(table: PanelTable, people: AnsweringPeople | PeopleAtTheTerminal) -> None:
    """Until it ends; where all that may be spent is spent, whoever is there says whether to go on."""
    ended = False
    while not ended:
        try:
            await table.run()
            ended = True
        except BudgetSpentError as spent:
            if not await people.goes_beyond(spent):
                raise


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
    for warning in room.warnings:
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
