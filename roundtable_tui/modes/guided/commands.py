"""What can be done in guided mode now, for menu, keys, palette and slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.state import TALKING_MODES
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.modes.guided.progress import menu_now, remaining
from roundtable_tui.modes.plan_making import plan_commands
from roundtable_tui.modes.reading_commands import reading_commands
from roundtable_tui.session.intents import ChangeDepth, Choose, ChooseMode, GoOn, Reopen, Undo
from roundtable_tui.session.mode import Command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge


def commands(state: State, knowledge: Knowledge) -> tuple[Command, ...]:
    return tuple(_offered(state, knowledge))


def _offered(state: State, knowledge: Knowledge) -> Iterator[Command]:
    menu = {option.command: option for option in menu_now(state, knowledge)}
    if state.talk.left:
        yield Command("continue", GoOn())
    elif state.guided.current:
        yield Command("elaborate", Choose(MenuCommand.ELABORATE), menu.get(MenuCommand.ELABORATE))
        yield Command("continue", Choose(MenuCommand.CONTINUE), menu.get(MenuCommand.CONTINUE))
        if remaining(state, knowledge, state.guided.phase):
            yield Command("skip", Choose(MenuCommand.SKIP), menu.get(MenuCommand.SKIP))
        yield from (Command(f"depth {depth}", ChangeDepth(depth)) for depth in Depth)
    if state.talk.ending is None:
        yield from (Command(f"mode {mode}", ChooseMode(mode)) for mode in TALKING_MODES)
    yield from plan_commands(state)
    yield from reading_commands(state)
    if state.talk.user_turns:
        yield Command("undo", Undo())
    yield from (Command(f"reopen {step_id}", Reopen(step_id)) for step_id in state.guided.steps)
