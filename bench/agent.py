"""The agent's voice: what it adds to a turn, beside the same turn asked of the same server directly."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING

from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.voice import ClaudeVoice
from tests.support.agents.started import agent_at
from tests.support.messages_api.clients import wire_to
from tests.support.messages_api.replies import Reply, Text, ToolUse
from tests.support.messages_api.server import MessagesServer, Received
from tests.support.voices.model_turns import asking
from tests.support.voices.model_voices import answering

if TYPE_CHECKING:
    from roundtable_tui.voices.protocol import Voice

TURNS = 12
DELAY = 1.0
"""Seconds the model thinks, in both ways of asking it."""


def _thinks(_: Received) -> Reply:
    time.sleep(DELAY)
    return Reply((Text("I see.", 1000), ToolUse("ask", asking("And then?"), chunk=4000)))


async def _seconds(voice: Voice) -> list[float]:
    """Of each turn after the first, which also starts what has to be started."""
    took = []
    for _ in range(TURNS + 1):
        began = time.perf_counter()
        async for _part in voice.speak(answering):
            pass
        took.append(time.perf_counter() - began)
    return took


async def _measure() -> None:
    with MessagesServer(answer=_thinks) as server:
        direct = ClaudeVoice(ClaudeSettings(), wire_to(server.url))
        through = agent_at(server)
        try:
            plain, spoken = await _seconds(direct), await _seconds(through)
        finally:
            await direct.close()
            await through.close()
    usual, ours = statistics.median(plain[1:]), statistics.median(spoken[1:])
    print(f"\nA turn of a model that thinks for {DELAY:g} s")
    print(f"  asked directly        {usual * 1000:7.0f} ms   first {plain[0] * 1000:.0f} ms")
    print(f"  through an agent      {ours * 1000:7.0f} ms   first {spoken[0] * 1000:.0f} ms   {ours / usual:.2f}×")


def main() -> None:
    asyncio.run(_measure())
