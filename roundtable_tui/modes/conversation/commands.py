"""What can be done in a conversation now, for keys, palette and slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.state import GUIDED, TALKING_MODES
from roundtable_tui.domain.journal.values import PointMark, Verdict
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.domain.knowledge.points.aside_points import points_aside
from roundtable_tui.domain.knowledge.points.point_names import PointKind
from roundtable_tui.domain.knowledge.seats import contributors, short_name
from roundtable_tui.domain.last_answers import remembered
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand, MenuOption
from roundtable_tui.modes.conversation.point_list import listed_points
from roundtable_tui.modes.conversation.summaries import summary
from roundtable_tui.modes.conversation.wording import to_confirm
from roundtable_tui.modes.plan_making import plan_commands
from roundtable_tui.modes.reading_commands import reading_commands
from roundtable_tui.session.intents import (
    ChangeDepth,
    Choose,
    ChooseMode,
    GoOn,
    HandToPanel,
    Judge,
    MarkPoint,
    Submit,
    Undo,
)
from roundtable_tui.session.mode import Command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_ACCEPT = MenuOption(MenuCommand.CONTINUE, "Accept this summary")
_AMEND = MenuOption(MenuCommand.ELABORATE, "Amend: talk about changes")
_SHOW_AGAIN = MenuOption(MenuCommand.CONTINUE, "Show the summaries again")
MOST_OFFERED = 30


@remembered
def commands(state: State, knowledge: Knowledge) -> tuple[Command, ...]:
    return tuple(_offered(state, knowledge))


def _offered(state: State, knowledge: Knowledge) -> Iterator[Command]:
    match state.talk.waiting:
        case ForVerdict(stage=stage):
            yield Command("continue", Judge(stage, Verdict.ACCEPT), _ACCEPT)
            yield Command("elaborate", Judge(stage, Verdict.AMEND), _AMEND)
            yield Command("accept", Judge(stage, Verdict.ACCEPT))
            yield Command("amend", Judge(stage, Verdict.AMEND))
            if to_confirm(summary(stage, state, knowledge), state):
                yield Command("entries", Submit("/entries"))
        case ForAnswer(question=question) if question.topic == AMENDMENT:
            yield Command("continue", Choose(MenuCommand.CONTINUE), _SHOW_AGAIN)
        case ForAnswer():
            yield Command("elaborate", Choose(MenuCommand.ELABORATE))
            yield Command("continue", Choose(MenuCommand.CONTINUE))
            yield Command("skip", Choose(MenuCommand.SKIP))
            yield Command("panel", HandToPanel())
        case _ if state.talk.left:
            yield Command("continue", GoOn())
    if state.talk.ending is None:
        yield from (Command(f"depth {depth}", ChangeDepth(depth)) for depth in Depth)
        for number, point in enumerate(listed_points(state, knowledge)[:MOST_OFFERED], 1):
            yield Command(f"strike {number}", MarkPoint(point.name, PointMark.STRUCK))
            yield Command(f"first {number}", MarkPoint(point.name, PointMark.PULLED))
            if point.kind is not PointKind.GUESS:
                yield Command(f"panel {number}", HandToPanel(point.name))
        for number, aside in enumerate(points_aside(state, knowledge)[:MOST_OFFERED], 1):
            yield Command(f"back {number}", MarkPoint(aside.name, aside.comes_back_by))
        for mode in (GUIDED, *(one for one in TALKING_MODES if one != state.mode)):
            yield Command(f"mode {mode}", ChooseMode(mode))
        for persona in contributors(knowledge):
            if persona.key not in state.conversation.seated:
                name = f"seat {short_name(persona.key)}"
                yield Command(name, Submit(f"/{name}"))
    yield from plan_commands(state)
    yield from reading_commands(state)
    if state.talk.user_turns:
        yield Command("undo", Undo())
