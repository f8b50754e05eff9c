"""Drives a session without a screen: from an answers file, or from whoever types lines."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any, TextIO

from roundtable_tui.errors import UsageError, VoiceError
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.plain.slash_commands import AtTable, command_in
from roundtable_tui.session.intents import Start, Submit, WrapUp
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Noticed, PanelWanted
from roundtable_tui.session.voice_turn import unanswered

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.plain.printers import Printer
    from roundtable_tui.session.mode import Mode
    from roundtable_tui.session.updates import Update
    from roundtable_tui.voices.protocol import Voice

    HoldPanel = Callable[[ItemSession, PointName | None, TextIO], Coroutine[Any, Any, str]]
    """Holds a panel on a point, or on the question that waits."""


YOUR_TURN = "(Your turn.)"
"""Ends every turn of the table, so that whoever listens knows that nothing more comes."""


async def run_answers(
    opened: OpenItem,
    voice: Voice,
    answers: Sequence[str],
    depth: Depth | None,
    printer: Printer,
    modes: Mapping[str, Mode],
    mode: str = "",
) -> bool:
    """Every prompt that waits takes the next entry; when they run out, the analysis ends there.

    False if a hand edit and the analysis contradict each other.
    """
    async with ItemSession(opened, voice, modes) as session:
        session.subscribe(printer.show)
        rest = list(answers[session.state.talk.user_turns :])
        if session.state.talk.ending and not rest and not session.mode.owed(session.state, session.knowledge):
            printer.finished(session.state)
            return not session.has_conflicts
        resumed = session.state.talk.waiting is not None
        after_the_end = session.state.talk.ending is not None
        await session.do(Start(depth, mode))
        if resumed and isinstance(printer, TextPrinter):
            _show_again(session, printer)
        while _can_go_on(session) or (after_the_end and rest):
            printer.waiting(session)
            if not rest:
                await session.do(WrapUp())
                break
            entry = rest.pop(0)
            printer.answer(entry)
            await session.do(Submit(entry))
            await session.investigate()
        if rest:
            printer.show(Noticed(f"{len(rest)} entries of the answers file were not needed."))
        printer.finished(session.state)
        return not session.has_conflicts


def interview(
    session: ItemSession,
    start: Start,
    change_voice: Callable[[ItemSession], str],
    source: TextIO | None = None,
    hold_panel: HoldPanel | None = None,
) -> None:
    """Asks and reads lines until the analysis ends or the input does; a line ending in a backslash goes on.

    Lines are read between two runs of the loop, not inside one, so that ctrl+c at the prompt takes effect at once.
    """
    with asyncio.Runner() as runner:
        try:
            _Interview(runner, AtTable(session, change_voice), source or sys.stdin, hold_panel).go_through(start)
        finally:
            runner.run(session.close())


class _Interview:
    """A person who types can do something about a voice that fails; what comes from a pipe ends with it."""

    def __init__(
        self, runner: asyncio.Runner, at: AtTable, source: TextIO, hold_panel: HoldPanel | None = None
    ) -> None:
        self._runner, self._at, self._source = runner, at, source
        self._hold_panel = hold_panel
        self._panel: PanelWanted | None = None
        self._session = at.session
        self._printer = TextPrinter(at.session.knowledge)
        self._trouble: VoiceError | None = None

    def go_through(self, start: Start) -> None:
        session, printer = self._session, self._printer
        session.subscribe(printer.show)
        session.subscribe(self._note_panel)
        printer.show(Noticed("Answer in your own words. /help shows what else you can type."))
        resumed = session.state.talk.waiting is not None
        after_the_end = session.state.talk.ending is not None
        self._do(session.do(start))
        if resumed:
            _show_again(session, printer)
        while _can_go_on(session) or after_the_end:
            printer.waiting(session)
            printer.show(Noticed(YOUR_TURN))
            text = _read(self._source)
            if text is None and not _can_go_on(session):
                break
            if text is None:
                self._leave()
                return
            self._take(text)
        printer.finished(session.state)

    def _take(self, text: str) -> None:
        if found := command_in(text):
            command, rest = found
            self._do(self._told(command.act(self._at, rest)))
            if self._hold_panel and (panel := self._panel):
                self._panel = None
                self._do(self._told(self._hold_panel(self._session, panel.point, self._source)))
        else:
            self._do(self._session.do(Submit(text)))
            if self._trouble is None:
                self._do(self._session.investigate())

    def _note_panel(self, update: Update) -> None:
        if isinstance(update, PanelWanted):
            self._panel = update

    async def _told(self, acting: Coroutine[Any, Any, str]) -> None:
        if reply := await acting:
            self._printer.show(Noticed(reply))

    def _do(self, intent: Coroutine[Any, Any, None]) -> None:
        self._trouble = None
        try:
            self._runner.run(intent)
        except VoiceError as trouble:
            if not self._source.isatty():
                raise
            self._trouble = trouble
            ways = "/retry, /voice, or say it again" if self._session.state.talk.turn else "/retry or /voice"
            self._printer.show(Noticed(f"{trouble} Here: {ways}."))

    def _leave(self) -> None:
        if self._trouble:
            raise self._trouble
        self._printer.show(Noticed("\nSaved. Open the item again to go on where you left."))


def _can_go_on(session: ItemSession) -> bool:
    if session.read_only:
        raise UsageError("The item is open for reading only.", "Close the other window and try again.")
    state = session.state
    return state.talk.waiting is not None or not (state.talk.ending or state.talk.left)


def _show_again(session: ItemSession, printer: TextPrinter) -> None:
    if session.state.talk.waiting:
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
