"""What a look beside the talk brings: when it comes in, and what it finds the talk to be like."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.domain.journal.values import LookPart
from roundtable_tui.domain.knowledge.phases import ALEX
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.updates import Happened, Searching
from tests.support.conversations import open_conversation
from tests.support.projects import project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.drafting import PIECES, DraftingTeam, DraftingVoice

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.session.updates import Update
    from roundtable_tui.voices.protocol import Brief, Part

_ROUNDS = 200
"""Turns of the loop and its threads, in which far more than one batch would have come in."""


class Deliberate(DraftingVoice):
    """Thinks about every answer for as long as it is kept from speaking."""

    def __init__(self) -> None:
        super().__init__()
        self.may_speak, self.thinks = asyncio.Event(), asyncio.Event()
        self.may_speak.set()

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        self.thinks.set()
        await self.may_speak.wait()
        async for part in super().speak(brief):
            yield part


async def test_what_a_look_finds_in_the_middle_of_a_turn_comes_in_after_it(tmp_path: Path) -> None:
    write_code(tmp_path)
    voice = Deliberate()
    async with seated(open_conversation(project_in(tmp_path)), voice) as session:
        await session.do(Start())
        await session.do(Submit("Accounting chases forty customers by hand every month."))
        reads = asyncio.Event()
        first = Searching("Alex reads the code (1 of at most 2)")
        session.subscribe(lambda update: reads.set() if update == first else None)
        looking = asyncio.ensure_future(session.look_ahead())
        await reads.wait()
        voice.may_speak.clear()
        voice.thinks.clear()
        answering = asyncio.ensure_future(session.do(Submit("Forty business customers.")))
        await voice.thinks.wait()
        for _ in range(PIECES):
            voice.let()
        for _ in range(_ROUNDS):
            await asyncio.to_thread(int)
        came_in_between = [event for event in session.events if isinstance(event.body, Contributed)]
        voice.may_speak.set()
        await asyncio.gather(answering, looking)
        assert came_in_between == []
        assert any(isinstance(event.body, Contributed) for event in session.events)


async def test_requirements_are_drafted_while_the_code_is_still_read_and_the_rest_in_one_go(tmp_path: Path) -> None:
    write_code(tmp_path)
    voice = DraftingTeam(alex=1, maya=4)
    async with seated(open_conversation(project_in(tmp_path)), voice) as session:
        drafted = asyncio.Event()

        def note(update: Update) -> None:
            body = update.event.body if isinstance(update, Happened) else None
            if isinstance(body, LookEnded) and body.part is LookPart.REQUIREMENTS:
                drafted.set()

        session.subscribe(note)
        await session.do(Start())
        await session.do(Submit("Accounting chases forty customers by hand every month."))
        looking = asyncio.ensure_future(session.look_ahead())
        async with asyncio.timeout(20):
            await drafted.wait()
        assert LookPart.READING not in session.state.conversation.look
        assert session.state.dossier.of(Kind.FR)
        for _ in range(PIECES):
            voice.let_one(ALEX)
        await looking
        ended = [event.body.part for event in session.events if isinstance(event.body, LookEnded)]
        assert ended == [LookPart.REQUIREMENTS, LookPart.READING, LookPart.ARCHITECTURE, LookPart.DESIGN]
        assert session.state.dossier.of(Kind.MODULE)
