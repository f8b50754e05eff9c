"""What can be typed instead of pressed: in the plain interview a line such as `/continue` is a key."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from roundtable_tui.analysis.progress import steps_of
from roundtable_tui.analysis.session import Session
from roundtable_tui.domain.depth import Depth
from roundtable_tui.domain.menu import MenuCommand
from roundtable_tui.domain.phases import phase
from roundtable_tui.domain.state import StepStatus

_MARKS = {StepStatus.DONE: "x", StepStatus.PASSED: "-", StepStatus.REOPENED: "~"}


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    help: str
    act: Callable[[Session, str], Coroutine[Any, Any, str]]


async def _continue(session: Session, _: str) -> str:
    await session.choose(MenuCommand.CONTINUE)
    return ""


async def _elaborate(session: Session, _: str) -> str:
    await session.choose(MenuCommand.ELABORATE)
    return ""


async def _skip(session: Session, _: str) -> str:
    await session.choose(MenuCommand.SKIP)
    return ""


async def _depth(session: Session, wanted: str) -> str:
    if wanted not in list(Depth):
        return "Say /depth brief, /depth standard or /depth deep."
    await session.change_depth(Depth(wanted))
    return ""


async def _reopen(session: Session, step_id: str) -> str:
    if step_id not in session.state.steps:
        return "Say which step, as in /reopen 01-02. /steps lists them."
    await session.reopen(step_id)
    return ""


async def _undo(session: Session, _: str) -> str:
    await session.undo()
    return ""


async def _steps(session: Session, _: str) -> str:
    lines = []
    for key in session.knowledge.steps:
        lines.append(phase(key).label)
        for step in steps_of(session.state, session.knowledge, key):
            record = session.state.steps.get(step.id)
            here = step.id == session.state.current
            mark = ">" if here else _MARKS.get(record.status, " ") if record else " "
            lines.append(f"  [{mark}] {step.id} {step.title}")
    return "\n".join(lines)


async def _help(_session: Session, _: str) -> str:
    listed = [f"  /{command.name:<14} {command.help}" for command in COMMANDS]
    return "\n".join(
        ("Answer in your own words, or type one of these:", *listed, "End of input (ctrl+d) saves and leaves.")
    )


COMMANDS = (
    Command("continue", "close this step and go on, also in the middle of it", _continue),
    Command("elaborate", "talk this step over once more", _elaborate),
    Command("skip", "skip the rest of this phase", _skip),
    Command("depth D", "ask brief, standard or deep from here on", _depth),
    Command("reopen STEP", "go back to a step, as in /reopen 01-02", _reopen),
    Command("undo", "take back the last answer", _undo),
    Command("steps", "show all steps and how far they are", _steps),
    Command("help", "show this", _help),
)
_BY_NAME = {command.name.split()[0]: command for command in COMMANDS}


def command_in(line: str) -> tuple[Command, str] | None:
    """The command a line names and what follows it; any other line, also a path, is an answer."""
    name, _, rest = line.strip().partition(" ")
    command = _BY_NAME.get(name[1:]) if name.startswith("/") else None
    return (command, rest.strip()) if command else None
