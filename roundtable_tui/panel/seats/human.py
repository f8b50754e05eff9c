"""Seats for people: each answers a form of their own and sees the others' answers only when all are revealed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from roundtable_tui.panel.record.ballots import texts_in
from roundtable_tui.panel.record.session import Seat, SeatKind
from roundtable_tui.panel.seats.files_facilitator import counted_synthesis, files_question, summed_up
from roundtable_tui.panel.seats.protocol import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask

    Answer = Mapping[str, Value] | str


class Person(Protocol):
    """Whoever sits at the keyboard: a form on the screen, lines in a terminal, or an answers file."""

    async def ballot(self, task: SeatTask) -> Answer: ...

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> Answer:
        """The draft, changed as the person wants it; an empty answer takes it as it is.

        A text says in their own words what it comes to; `groups`, by label, which ballots come to the same.
        """
        ...


class HumanVoice:
    """One person for one seat, or several seats at one keyboard: then `turn` lets one of them write at a time."""

    seat = Seat(SeatKind.HUMAN, "human")

    def __init__(self, person: Person, turn: asyncio.Lock | None = None) -> None:
        self._person = person
        self._turn = turn or asyncio.Lock()

    async def ask(self, task: FacilitatorTask) -> Reply:
        """The questions come from the strategy and agenda files."""
        return Reply(files_question(task))

    async def ballot(self, task: SeatTask) -> Reply:
        async with self._turn:
            return Reply(await self._person.ballot(task))

    async def synthesise(self, task: SynthesisTask) -> Reply:
        draft = counted_synthesis(task)
        async with self._turn:
            said = await self._person.synthesis(task, draft)
        given = {"synthesis": said} if isinstance(said, str) else dict(said)
        alike = [texts_in(group) for group in _list(given.pop("groups", None))]
        words = given.pop("synthesis", "")
        if isinstance(words, str) and words.strip():
            draft = summed_up(counted_synthesis(task, alike, judgment=words.strip()), words)
        elif alike:
            draft = counted_synthesis(task, alike)
        return Reply({**draft, **given})


def _list(value: Value) -> list[Value]:
    return value if isinstance(value, list) else []
