"""Drives a session without a screen: from an answers file, or from whoever types lines."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, TextIO

from roundtable_tui.analysis.listening import unanswered
from roundtable_tui.analysis.session import Session
from roundtable_tui.analysis.updates import Noticed
from roundtable_tui.errors import UsageError
from roundtable_tui.plain.commands import command_in
from roundtable_tui.plain.printing import TextPrinter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.analysis.opening import OpenItem
    from roundtable_tui.domain.depth import Depth
    from roundtable_tui.plain.printing import Printer
    from roundtable_tui.voices.protocol import Voice


async def run_answers(
    opened: OpenItem, voice: Voice, answers: Sequence[str], depth: Depth | None, printer: Printer
) -> bool:
    """Every prompt that waits takes the next entry; when they run out, the analysis ends there.

    False if a hand edit and the analysis contradict each other.
    """
    async with Session(opened, voice) as session:
        session.subscribe(printer.show)
        rest = list(answers[session.state.user_turns :])
        if session.state.ending and not rest:
            printer.finished(session.state)
            return not session.has_conflicts
        resumed = session.state.user_turns > 0
        await session.start(depth)
        if resumed and isinstance(printer, TextPrinter):
            _show_again(session, printer)
        while _can_go_on(session):
            printer.waiting(session)
            if not rest:
                await session.wrap_up()
                break
            entry = rest.pop(0)
            printer.answer(entry)
            await session.submit(entry)
        if rest:
            printer.show(Noticed(f"{len(rest)} entries of the answers file were not needed."))
        printer.finished(session.state)
        return not session.has_conflicts


def interview(opened: OpenItem, voice: Voice, depth: Depth | None, source: TextIO | None = None) -> None:
    """Asks and reads lines until the analysis ends or the input does; a line ending in a backslash goes on.

    Lines are read between two runs of the loop, not inside one, so that ctrl+c at the prompt takes effect at once.
    """
    source = source or sys.stdin
    with asyncio.Runner() as runner:
        session = Session(opened, voice)
        try:
            _interview(runner, session, depth, source)
        finally:
            runner.run(session.close())


def _interview(runner: asyncio.Runner, session: Session, depth: Depth | None, source: TextIO) -> None:
    printer = TextPrinter(session.knowledge)
    session.subscribe(printer.show)
    printer.show(Noticed("Answer in your own words. /help shows what else you can type."))
    resumed = session.state.user_turns > 0
    runner.run(session.start(depth))
    if resumed:
        _show_again(session, printer)
    while _can_go_on(session):
        printer.waiting(session)
        text = _read(source)
        if text is None:
            printer.show(Noticed("\nSaved. Open the item again to go on where you left."))
            return
        if found := command_in(text):
            command, rest = found
            if reply := runner.run(command.act(session, rest)):
                printer.show(Noticed(reply))
            continue
        runner.run(session.submit(text))
    printer.finished(session.state)


def _can_go_on(session: Session) -> bool:
    if session.read_only:
        raise UsageError("The item is open for reading only.", "Close the other window and try again.")
    state = session.state
    return state.waiting is not None or not (state.ending or state.left)


def _show_again(session: Session, printer: TextPrinter) -> None:
    if session.state.waiting:
        for utterance in unanswered(session.state):
            printer.utterance(utterance)


def _read(source: TextIO) -> str | None:
    if source.isatty():
        print("> ", end="", flush=True)
    lines: list[str] = []
    while line := source.readline():
        text = line.removesuffix("\n").removesuffix("\r")
        if not text.endswith("\\"):
            return "\n".join([*lines, text])
        lines.append(text[:-1])
    return "\n".join(lines) if lines else None
