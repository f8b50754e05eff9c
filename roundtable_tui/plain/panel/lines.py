"""A panel at a terminal without a screen: each person types a ballot, hidden from the next, and the user decides."""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext, suppress
from threading import Thread
from typing import TYPE_CHECKING, TextIO

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.panel.record.ballots import Stance, texts_in
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.panel.rounds.round import OWN
from roundtable_tui.panel.seats.files_facilitator import counted_synthesis
from roundtable_tui.panel.seats.human import Tone, told_to_people
from roundtable_tui.panel.seats.likeness import EXAMPLE, numbered_groups, read_groups
from roundtable_tui.plain.panel.answers import decision_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.items.budget import BudgetSpentError
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rules.escalation import Decision, Issue
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask
    from roundtable_tui.plain.panel.printer import PanelPrinter

_WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Screen and what was scrolled off it: the next person should not read what the last one wrote."""
_SEVERAL = {
    "rationale": "Reasons",
    "concerns": "Concerns",
    "suggestions": "More ideas, remedies or next steps",
}


class PeopleAtTheTerminal:
    def __init__(
        self,
        pause: Callable[[], None],
        source: TextIO | None = None,
        out: TextIO | None = None,
        printer: PanelPrinter | None = None,
    ) -> None:
        """`printer` tells at the same terminal what the panel does."""
        self._pause = pause
        self._printer = printer
        self._source = source or sys.stdin
        self._out = out or sys.stdout
        self._last = ""
        """Who wrote last."""

    async def ballot(self, task: SeatTask) -> Mapping[str, Value]:
        """One question after another; what others do meanwhile is told afterwards, not into what is being typed."""
        with self._printer.held() if self._printer else nullcontext():
            return await self._written(task)

    async def _written(self, task: SeatTask) -> Mapping[str, Value]:
        """An empty line takes what stands in brackets."""
        await self._hand_over(task.participant.name)
        self._line(f"--- {task.participant.name}, round {task.asked.round} ({task.phase.name}) ---")
        if task.repair:
            self._line(task.repair.problem)
        for told in told_to_people(task):
            before = "\n" if told.tone is Tone.QUESTION else ""
            self._line(f"{before}{f'{told.label}: ' if told.label else ''}{told.text}")
        fields: dict[str, Value] = {"position": await self._position()}
        if task.asked.options:
            for option in task.asked.options:
                self._line(f"  {option.id}: {option.text}")
            fields["option"] = await self._ask("Which of these [none]: ")
        fields["confidence"] = await self._ask("How sure are you, from 0 to 1 [0.5]: ") or "0.5"
        if task.stands_to:
            asked = f"How do you stand to {task.stands_to}: {', '.join(Stance)} [support]: "
            fields["stance"] = await self._ask(asked) or "support"
        for name, what in _SEVERAL.items():
            said = await self._ask(f"{what}, separated by ; [none]: ")
            fields[name] = [one.strip() for one in said.split(";") if one.strip()]
        self._wipe()
        whose = "Your own ballot" if task.participant.id == OWN else f"The ballot of {task.participant.name}"
        self._line(f"{whose} is sealed.")
        self._last = task.participant.name
        return fields

    async def _position(self) -> str:
        """Without one there is no ballot, so it is asked for until it is there."""
        typed = await self._ask("\nYour position: ")
        while not typed:
            typed = await self._ask("Say in a sentence what you hold: ")
        return typed

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> Mapping[str, Value]:
        """Whoever facilitates reads the ballots without names, says which are alike, and sums up."""
        said: dict[str, Value] = {}
        if task.ballots:
            self._line("\nThe ballots, without names:")
        for number, one in enumerate(task.ballots, 1):
            self._line(f"  {number}: {one_line(one.ballot.position, 400)} ({one.ballot.confidence:.0%} sure)")
        groups = draft.get("groups")
        if isinstance(groups, list) and len(groups) > 1:
            alike = await self._alike(task, groups)
            said["groups"] = alike
            draft = counted_synthesis(task, [texts_in(group) for group in alike])
        comes_to = "The ballots come to this:" if task.ballots else f"Nobody votes here. {task.situation.phase.suffix}"
        self._line(f"\n{comes_to}\n{draft.get('synthesis', '')}")
        return {**said, "synthesis": await self._ask("In your own words [as it is]: ")}

    async def _alike(self, task: SynthesisTask, worded: list[Value]) -> list[Value]:
        """`worded` are the groups that their very words make."""
        labels = [one.label for one in task.ballots]
        usual = numbered_groups(map(texts_in, worded), labels)
        while True:
            typed = await self._ask(f"Which come to the same, such as {EXAMPLE} [{usual}]: ")
            try:
                return [list(group) for group in read_groups(typed or usual, labels)]
            except ValueError as error:
                self._line(str(error))

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
