"""The stand-in agent as the program starts it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roundtable_tui.items.voices import without_secrets
from roundtable_tui.voices.agent.agent_settings import AgentSettings
from roundtable_tui.voices.agent.voice import AgentVoice

if TYPE_CHECKING:
    from roundtable_tui.voices.protocol import Brief, Part
    from tests.support.messages_api.server import MessagesServer

PROGRAM = Path(__file__).with_name("stand_in.py")
TITLE = "Stand-in"


def command(server: MessagesServer, *faults: str) -> tuple[str, ...]:
    return (sys.executable, "-I", str(PROGRAM), server.url, *faults)


def agent_settings(server: MessagesServer, *faults: str, **more: Any) -> AgentSettings:
    return AgentSettings(TITLE, command(server, *faults), **more)


def agent_at(server: MessagesServer, *faults: str, **more: Any) -> AgentVoice:
    return AgentVoice(agent_settings(server, *faults, **more), redact=without_secrets)


async def heard_from_agent(server: MessagesServer, request: Brief, *faults: str, **more: Any) -> list[Part]:
    voice = agent_at(server, *faults, **more)
    try:
        return [part async for part in voice.speak(request)]
    finally:
        await voice.close()
