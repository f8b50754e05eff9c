"""A panel at a terminal without a screen: each person types a ballot, hidden from the next, and the user decides."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, TextIO

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.plain.panel.answers import decision_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.items.budget import BudgetSpentError
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rules.escalation import Decision, Issue
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

_WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Screen and what was scrolled off it: the next person should not read what the last one wrote."""


class PeopleAtTheTerminal:
    def __init__(self, pause: Callable[[], None], source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._pause = pause
        self._source = source or sys.stdin
        self._out = out or sys.stdout
        self._last = ""
        """Who wrote last."""

    async def ballot(self, task: SeatTask) -> Mapping[str, Value]:
        """One question after another; an empty line takes what stands in brackets."""
        await self._hand_over(task.participant.name)
        self._line(f"--- {task.participant.name}, round {task.asked.round} ({task.phase.name}) ---")
        if task.repair:
            self._line(task.repair.problem)
        for number, text in task.syntheses[-1:]:
            self._line(f"Round {number} came to: {text}")
        self._line(f"\n{task.asked.text}")
        if task.asked.probing:
            self._line(task.asked.probing)
        if task.phase.suffix:
            self._line(f"\n{task.phase.suffix}")
        if task.side:
            self._line(f"Your side: {task.side}")
        fields: dict[str, Value] = {"position": await self._ask("\nYour position: ")}
        if task.asked.options:
            for option in task.asked.options:
                self._line(f"  {option.id}: {option.text}")
            fields["option"] = await self._ask("Which of these [none]: ")
        fields["confidence"] = await self._ask("How sure are you, from 0 to 1 [0.5]: ") or "0.5"
        if task.stands_to:
            for entry in task.on_the_table:
                self._line(f"  {entry.id}: {entry.title}")
            asked = f"How do you stand to {task.stands_to}: {', '.join(Stance)} [support]: "
            fields["stance"] = await self._ask(asked) or "support"
        concerns = await self._ask("Concerns, separated by ; [none]: ")
        fields["concerns"] = [one.strip() for one in concerns.split(";") if one.strip()]
        self._wipe()
        self._line(f"{task.participant.name} has sealed a ballot.")
        self._last = task.participant.name
        return fields

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> str:
        del task
        self._line(f"\nThe ballots come to this:\n{draft.get('synthesis', '')}")
        return await self._ask("In your own words [as it is]: ")

    async def decide(self, issue: Issue) -> Decision | None:
        self._line(f"\nYour decision is needed. {issue.reason}")
        for position in issue.positions:
            self._line(f"  - {position}")
        if issue.recommendation:
            self._line(f"Recommended: {issue.recommendation}")
        choices = "accept, continue N, or your decision" if issue.recommendation else "continue N, or your decision"
        said = await self._ask(f"{choices} [pause]: ")
        return decision_in(said, issue) if said else None

    async def after_round(self, session: PanelSession) -> Wish:
        del session
        said = await self._ask("\nGo on, conclude or pause? [go on]: ")
        return {"conclude": Wish.CONCLUDE, "c": Wish.CONCLUDE, "pause": Wish.PAUSE, "p": Wish.PAUSE}.get(
            said.lower(), Wish.GO_ON
        )

    async def goes_beyond(self, spent: BudgetSpentError) -> bool:
        return (await self._ask(f"\n{spent.sentence} Go on beyond it? [y/N] ")).lower() in ("y", "yes")

    async def _hand_over(self, name: str) -> None:
        """At a terminal the next person says that they have sat down; only then is anything asked of them."""
        if self._out.isatty() and self._last not in ("", name):
            await self._ask(f"Hand the keyboard to: {name}. Enter when you sit: ")
        self._wipe()

    async def _ask(self, prompt: str) -> str:
        """A line; the end of the input pauses the panel."""
        print(prompt, end="", file=self._out, flush=True)
        line = await self._typed()
        if not line:
            self._pause()
            await asyncio.Event().wait()
        return neutral(line).strip()

    async def _typed(self) -> str:
        """Read in a thread nobody waits for, so that ctrl+c at the prompt takes effect at once."""
        loop = asyncio.get_running_loop()
        typed: asyncio.Future[str] = loop.create_future()

        def give(line: str) -> None:
            if not typed.done():
                typed.set_result(line)

        def read() -> None:
            line = self._source.readline()
            with suppress(RuntimeError):  # the loop is closed: nobody waits for the line any more
                loop.call_soon_threadsafe(give, line)

        Thread(target=read, daemon=True, name="typing").start()
        return await typed

    def _wipe(self) -> None:
        if self._out.isatty():
            print(_WIPE, end="", file=self._out, flush=True)

    def _line(self, text: str) -> None:
        print(neutral(text), file=self._out, flush=True)
