"""Seats for people: each answers a form of their own and sees the others' answers only when all are revealed."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.ballots import texts_in
from roundtable_tui.panel.record.session import Seat, SeatKind
from roundtable_tui.panel.seats.files_facilitator import counted_synthesis, files_question, summed_up
from roundtable_tui.panel.seats.protocol import Reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.entries import Entry
    from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask

    Answer = Mapping[str, Value] | str


class Tone(StrEnum):
    QUESTION = "question"
    BINDING = "binding"
    TOLD = "told"
    QUIET = "quiet"


class Told(Struct, frozen=True):
    """One thing a person is told before they answer."""

    text: str
    label: str = ""
    tone: Tone = Tone.TOLD


def told_to_people(task: SeatTask) -> Iterator[Told]:
    """What is asked, and what this person should go by: what the user decided, what is in dispute, what is proposed."""
    if task.topic not in task.asked.text:
        yield Told(one_line(task.topic, 400), "About")
    for number, text in task.syntheses[-1:]:
        yield Told(one_line(text, 600), f"Round {number} came to", Tone.QUIET)
    for text in task.decisions:
        yield Told(one_line(text, 600), "Decided by the user", Tone.BINDING)
    for conflict in task.conflicts:
        sides = " / ".join(one_line(text, 160) for text in conflict.positions.values())
        yield Told(f"{conflict.id} {one_line(conflict.title, 160)}{f' ({sides})' if sides else ''}", "In dispute")
    yield Told(task.asked.text, tone=Tone.QUESTION)
    if task.asked.probing:
        yield Told(task.asked.probing)
    if task.side:
        yield Told(task.side, "Your side", Tone.BINDING)
    if task.phase.suffix:
        yield Told(task.phase.suffix, tone=Tone.QUIET)
    for entry in task.judged or task.on_the_table:
        yield Told(f"{entry.id} {_worded(entry)}", "On the table", Tone.BINDING)
    if task.stands_to:
        yield Told(f"Your stance is to {task.stands_to}, not to your own position.")


def _worded(entry: Entry) -> str:
    """Its title, with what it says beyond that."""
    title, said = one_line(entry.title, 200), one_line(entry.description, 400)
    return said if said.startswith(title) else f"{title}. {said}".strip(". ") if said else title


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
