"""What can be typed instead of pressed: in the plain interview a line such as `/continue` is a key."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Struct

from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.knowledge.phases import phase
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.modes.guided.progress import steps_of
from roundtable_tui.modes.renaming import HOW
from roundtable_tui.session.intents import (
    ChangeDepth,
    Choose,
    ChooseMode,
    HandToPanel,
    Intent,
    MakePlan,
    ReadCriteria,
    Redo,
    Rename,
    Reopen,
    Retry,
    Undo,
)
from roundtable_tui.session.session import ItemSession

_MARKS = {StepStatus.DONE: "x", StepStatus.PASSED: "-", StepStatus.REOPENED: "~"}


class AtTable(Struct, frozen=True):
    """What a command acts on."""

    session: ItemSession
    change_voice: Callable[[ItemSession], str]
    """Lets the other voice speak, and says who that is."""


class Command(Struct, frozen=True):
    name: str
    help: str
    act: Callable[[AtTable, str], Coroutine[Any, Any, str]]


def _doing(intent: Intent) -> Callable[[AtTable, str], Coroutine[Any, Any, str]]:
    async def act(at: AtTable, _: str) -> str:
        await at.session.do(intent)
        return ""

    return act


async def _depth(at: AtTable, wanted: str) -> str:
    if wanted not in list(Depth):
        return "Say /depth brief, /depth standard or /depth deep."
    await at.session.do(ChangeDepth(Depth(wanted)))
    return ""


async def _reopen(at: AtTable, step_id: str) -> str:
    if step_id not in at.session.state.guided.steps:
        return "Say which step, as in /reopen 01-02. /steps lists them."
    await at.session.do(Reopen(step_id))
    return ""


async def _rename(at: AtTable, name: str) -> str:
    if not name.strip():
        return HOW
    await at.session.do(Rename(name.strip()))
    return "The documents carry the new name."


async def _panel(at: AtTable, number: str) -> str:
    """An open point by its number in the ledger, else the question that waits."""
    offered = {command.name: command.intent for command in at.session.commands()}
    intent = offered.get(f"panel {number}".strip(), None if number else HandToPanel())
    if intent is None:
        return "Say /panel for the question that waits, or /panel N for an open point. /ledger lists them."
    await at.session.do(intent)
    return ""


async def _readers(at: AtTable, wanted: str) -> str:
    """What it takes is said before it is spent."""
    takes = at.session.asides.readings.estimate()
    if wanted != "go" or not takes.criteria:
        return f"{takes.sentence} /readers go starts it." if takes.criteria else takes.sentence
    await at.session.do(ReadCriteria())
    return ""


async def _voice(at: AtTable, _: str) -> str:
    return at.change_voice(at.session)


async def _steps(at: AtTable, _: str) -> str:
    lines = []
    for key in at.session.knowledge.steps:
        lines.append(phase(key).label)
        for step in steps_of(at.session.state, at.session.knowledge, key):
            record = at.session.state.guided.steps.get(step.id)
            here = step.id == at.session.state.guided.current
            mark = ">" if here else _MARKS.get(record.status, " ") if record else " "
            lines.append(f"  [{mark}] {step.id} {step.title}")
    return "\n".join(lines)


async def _mode(at: AtTable, wanted: str) -> str:
    if wanted not in at.session.modes:
        return f"Say /mode {' or /mode '.join(at.session.modes)}."
    await at.session.do(ChooseMode(wanted))
    return ""


_NOT_IN_A_CONVERSATION = ("reopen STEP", "steps")
_SAID_OTHERWISE = {
    "continue": "leave this question out and go on; at a summary, accept it",
    "elaborate": "bring the others in on this question; at a summary, amend it",
    "skip": "put this subject off",
}
_IN_A_CONVERSATION = (
    "  /ledger         show what is open, the heaviest first",
    "  /strike N       never ask open point N",
    "  /first N        ask open point N next",
    "  /budget N       ask N more questions, or for N minutes",
    "  /seat NAME      bring somebody in: security, qa, ux or operations",
    "  /accept         accept the summary that is shown; /amend talks about changes",
)


async def _help(at: AtTable, _: str) -> str:
    helps = {command.name: command.help for command in COMMANDS}
    more: tuple[str, ...] = ()
    if at.session.state.converses:
        helps = {name: told for name, told in helps.items() if name not in _NOT_IN_A_CONVERSATION} | _SAID_OTHERWISE
        more = _IN_A_CONVERSATION
    listed = (*(f"  /{name:<14} {told}" for name, told in helps.items()), *more)
    return "\n".join(
        ("Answer in your own words, or type one of these:", *listed, "End of input (ctrl+d) saves and leaves.")
    )


COMMANDS = (
    Command("continue", "close this step and go on, also in the middle of it", _doing(Choose(MenuCommand.CONTINUE))),
    Command("elaborate", "talk this step over once more", _doing(Choose(MenuCommand.ELABORATE))),
    Command("skip", "skip the rest of this phase", _doing(Choose(MenuCommand.SKIP))),
    Command("depth D", "ask brief, standard or deep from here on", _depth),
    Command("reopen STEP", "go back to a step, as in /reopen 01-02", _reopen),
    Command("mode M", "go on in guided mode, in a conversation, or with a team", _mode),
    Command("rename NAME", "call the item something else; its folder keeps its name", _rename),
    Command("undo", "take back the last answer", _doing(Undo())),
    Command("redo", "let what you took back count again", _doing(Redo())),
    Command("retry", "do again what could not be finished", _doing(Retry())),
    Command("panel N", "let a panel decide open point N, or the question that waits", _panel),
    Command("plan", "cut what is known into tasks: tasks.md", _doing(MakePlan())),
    Command("readers", "say what a second reading of the criteria takes; /readers go does it", _readers),
    Command("voice", "change between the model and the offline interviewer", _voice),
    Command("steps", "show all steps and how far they are", _steps),
    Command("help", "show this", _help),
)
_BY_NAME = {command.name.split()[0]: command for command in COMMANDS}


def command_in(line: str) -> tuple[Command, str] | None:
    """The command a line names and what follows it; any other line, also a path, is an answer."""
    name, _, rest = line.strip().partition(" ")
    command = _BY_NAME.get(name[1:]) if name.startswith("/") else None
    return (command, rest.strip()) if command else None
