"""Plays the user's part of a recording: types into the real composer and presses real keys, at a human pace."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from textual import events

from roundtable_tui.ui.keys.key import key_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from roundtable_tui.recordings.recording import Deed, Line, Recording
    from roundtable_tui.ui.demo.tempo import Tempo
    from roundtable_tui.ui.table.screen import TableScreen

LETTER, AFTER_SENTENCE, BEFORE_SENDING = 0.028, 0.22, 0.5
READING, SHORTEST_READING, LONGEST_READING = 0.055, 0.7, 2.6
"""Seconds a word takes to be read, and the limits for a whole turn."""
BEFORE_A_KEY = 0.9
_LOOK_AGAIN = 0.02
_NEW_LINE, _SEND = "ctrl+j", "enter"
_MENU = {"e": "menu.elaborate", "c": "menu.continue", "s": "menu.skip"}
_VERDICTS = {"accept": "menu.continue", "amend": "menu.elaborate"}


class Stage(Protocol):
    """Where a recording plays."""

    @property
    def table(self) -> TableScreen: ...

    @property
    def may_type(self) -> bool:
        """Whether the table is what is on the screen."""
        ...

    async def press(self, key: events.Key) -> None: ...


class Typist:
    def __init__(self, stage: Stage, recording: Recording, tempo: Tempo, arrived: Callable[[int], bool]) -> None:
        """`arrived` says whether what the table found by itself before this exchange is there."""
        self._stage = stage
        self._arrived = arrived
        self._exchange = 0
        self._lines: Sequence[Line] = recording.lines
        self._tempo = tempo
        self._words_read = 0

    async def play(self) -> None:
        """Does what the recording says, each time when it is the user's turn."""
        from roundtable_tui.domain.journal.conversation_events import BudgetSet, PointMarked, VerdictGiven
        from roundtable_tui.domain.journal.events import (
            AnswerRevised,
            Chose,
            DepthChanged,
            Reviewed,
            StepReopened,
            UserSaid,
        )
        from roundtable_tui.recordings.recording import Deed, Pause, Press, Pulled

        for line in self._lines:
            if isinstance(line, Deed):
                self._exchange += 1
            match line:
                case UserSaid(text=text):
                    await self._my_turn()
                    await self._type(text)
                case Chose(command=command):
                    await self._my_turn()
                    await self._choice(_MENU[command])
                case VerdictGiven(verdict=verdict):
                    await self._my_turn()
                    await self._choice(_VERDICTS[verdict])
                case DepthChanged(depth=depth):
                    await self._my_turn()
                    await self._choice(f"depth.{depth}")
                case StepReopened(step=step):
                    await self._my_turn()
                    self._stage.table.link.reopen(step)
                case AnswerRevised() | PointMarked() | Pulled() | BudgetSet() | Reviewed():
                    await self._my_turn()
                    await self._on_a_page(line)
                case Press(what=what):
                    await self._my_turn()
                    await self._command(what)
                case Pause(seconds=seconds):
                    await self._my_turn()
                    await self._tempo.wait(seconds)
        await self._my_turn()

    async def _my_turn(self) -> None:
        """Until the voice has finished and somebody has read what it said."""
        await self._until(self._is_my_turn)
        link = self._stage.table.link
        words = sum(len(spoken.utterance.text.split()) for spoken in link.state.talk.transcript)
        new, self._words_read = words - self._words_read, words
        if new > 0:
            await self._tempo.wait(min(max(new * READING, SHORTEST_READING), LONGEST_READING))

    def _is_my_turn(self) -> bool:
        table = self._stage.table
        state = table.link.state_or_none
        there = state is not None and state.seq > 1 and not table.composer.busy
        return there and self._arrived(self._exchange)

    async def _type(self, text: str) -> None:
        for letter in text:
            await self._tempo.wait(AFTER_SENTENCE if letter == "\n" else LETTER)
            await self._press(_NEW_LINE if letter == "\n" else key_name(letter), letter if letter != "\n" else None)
            if letter in ".?!":
                await self._tempo.wait(AFTER_SENTENCE)
        await self._tempo.wait(BEFORE_SENDING)
        await self._in_effect(self._press(_SEND))

    async def _choice(self, command: str) -> None:
        await self._in_effect(self._command(command))

    async def _in_effect(self, deed: Awaitable[None]) -> None:
        """What answers has taken effect once the analysis knows of it."""
        link = self._stage.table.link
        before = link.state.exchange
        await deed
        await self._until(lambda: link.state.exchange > before)

    async def _on_a_page(self, deed: Deed) -> None:
        """What was done on a page of its own takes effect without it."""
        from roundtable_tui.recordings.recording import again

        link = self._stage.table.link
        await self._tempo.wait(BEFORE_A_KEY)
        before = link.state.exchange
        link.take(link.session.do(again(deed, link.state)))
        await self._until(lambda: link.state.exchange > before)

    async def _command(self, what: str) -> None:
        await self._tempo.wait(BEFORE_A_KEY)
        known = {key.id: key for key in self._stage.table.keymap.keys}
        await self._press(known[what].chords[0] if what in known else what, at_composer=what in known)

    async def _press(self, key: str, character: str | None = None, *, at_composer: bool = True) -> None:
        await self._until(lambda: self._stage.may_type)
        table = self._stage.table
        if at_composer and table.focused is not table.composer:
            table.set_focus(table.composer)
        await self._stage.press(events.Key(key, character))

    async def _until(self, holds: Callable[[], bool]) -> None:
        if holds():
            return
        held = asyncio.Event()
        looking = self._stage.table.set_interval(_LOOK_AGAIN, lambda: held.set() if holds() else None)
        await held.wait()
        looking.stop()
