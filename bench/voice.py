"""The model's voice: what a turn costs as the analysis grows, how much of it is cached, how long it takes to ask."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measuring import Measured, show
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.voice import ClaudeVoice
from roundtable_tui.voices.tasks import Elaborate, Synthesise
from tests.support.messages_api.cache import PromptCache
from tests.support.messages_api.clients import wire_to
from tests.support.messages_api.replies import Reply, Text, ToolUse
from tests.support.messages_api.server import MessagesServer, Received
from tests.support.projects import open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.model_turns import asking, long_analysis, request_in

if TYPE_CHECKING:
    from roundtable_tui.voices.protocol import Brief

TURNS = (5, 50, 200)
SUBMITS = 25
PIECES = 40
SLOWEST = 1.0
"""Seconds that the slowest of three answers takes; the others take less."""


def _asks(_: Received) -> Reply:
    return Reply((Text("I see."), ToolUse("ask", asking("And then?"))))


async def _hear(voice: ClaudeVoice, request: Brief) -> None:
    async for _ in voice.speak(request):
        pass


async def _tokens(server: MessagesServer, voice: ClaudeVoice) -> None:
    totals = {}
    for turns in TURNS:
        await _hear(voice, long_analysis(turns))
        tokens = server.received[-1].tokens
        assert tokens is not None
        totals[turns] = tokens.total
    print("\nTokens sent in one turn (the server's count, four characters a token)")
    for turns, total in totals.items():
        print(f"  turn {turns:>3}  {total:>7,}  {total / totals[TURNS[0]]:.2f}×")


async def _cached(server: MessagesServer, voice: ClaudeVoice) -> None:
    """A phase of 40 turns, entered with an empty cache."""
    server.cache = PromptCache(time.time)
    first = len(server.received)
    for turns in range(1, 41):
        await _hear(voice, long_analysis(turns))
    counted = [received.tokens for received in server.received[first:] if received.tokens]
    read = sum(tokens.cache_read for tokens in counted)
    total = sum(tokens.total for tokens in counted)
    later = statistics.median(tokens.cache_read / tokens.total for tokens in counted[1:])
    print(f"\nInput read from the cache in a phase of 40 turns: {read / total:.0%} of all, {later:.0%} of a usual turn")


async def _enter_to_request(server: MessagesServer, voice: ClaudeVoice) -> None:
    arrived: list[float] = []

    def note(received: Received) -> Reply:
        arrived.append(time.perf_counter())
        return _asks(received)

    server.answer = note
    waits = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_code(root)
        async with seated(open_sample(project_in(root)), voice) as session:
            await session.do(Start())
            for number in range(SUBMITS):
                pressed = time.perf_counter()
                await session.do(Submit(f"The {number}th part of the product is touched as well."))
                waits.append(arrived[-1] - pressed)
    waits.sort()
    p50, p95 = statistics.median(waits), waits[int(len(waits) * 0.95)]
    print(f"\nEnter to request on the wire, journal synced in between: p50 {p50 * 1e3:.1f} ms, p95 {p95 * 1e3:.1f} ms")


async def _elaboration(server: MessagesServer, voice: ClaudeVoice) -> None:
    def slow(received: Received) -> Reply:
        task = received.request["messages"][0]["content"][-1]["text"]
        shares = {"you are Maya and": 0.6, "you are Alex and": 1.0, "you are Jordan and": 0.8}
        share = next((share for sign, share in shares.items() if sign in task), 0.0)
        if not share and "The three have spoken" in task:
            done.append(time.perf_counter())
            return _asks(received)
        return Reply((Text("word " * PIECES, 5),), pause=SLOWEST * (share or 1.0) / PIECES)

    done: list[float] = []
    server.answer = slow
    request = request_in("01-01", "Invoices go out late.", task=Elaborate)
    alone, together = [], []
    for _ in range(3):
        began = time.perf_counter()
        await _hear(voice, request_in("01-01", "Invoices go out late.", task=Synthesise))
        alone.append(time.perf_counter() - began)
        began = time.perf_counter()
        await _hear(voice, request)
        together.append(done[-1] - began)
    baseline = Measured("the slowest call, alone", statistics.median(alone))
    show(
        "Elaboration, until the discussion begins",
        baseline,
        [Measured("three calls at once", statistics.median(together))],
    )


async def _measure() -> None:
    with MessagesServer(answer=_asks) as server:
        voice = ClaudeVoice(ClaudeSettings(), wire_to(server.url))
        await voice.warm()
        await _tokens(server, voice)
        await _cached(server, voice)
        await _enter_to_request(server, voice)
        await _elaboration(server, voice)
        await voice.close()


def main() -> None:
    asyncio.run(_measure())


if __name__ == "__main__":
    main()
