"""Whether whoever would speak can be reached as it is set up: a model behind a key, or an agent; for `doctor`."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.claude.api_key import has_key
from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.failures import NotTheApiError
from roundtable_tui.voices.claude.types import Call
from roundtable_tui.voices.model.exchange import AskPart, TextDelta, Thought, ToolCall
from roundtable_tui.voices.model.model_error import ModelError

if TYPE_CHECKING:
    from roundtable_tui.voices.agent.agent_settings import AgentSettings
    from roundtable_tui.voices.claude.settings import ClaudeSettings

_PATIENCE = 10.0
_FEWEST = 16
"""Tokens of an answer that only proves that there is one."""


class Reached(Struct, frozen=True):
    fact: str
    trouble: str = ""


def reach(settings: ClaudeSettings, *, abilities: bool = False) -> Reached | None:
    """Each model that is named, in one sentence; None where there is no key to ask with.

    `abilities` also asks what the server can do, for a few tokens.
    """
    if not has_key(settings):
        return None
    hasty = replace(
        settings,
        timeout=min(settings.timeout, _PATIENCE),
        connect_timeout=min(settings.connect_timeout, _PATIENCE),
        key_command_timeout=_PATIENCE,
        retries=0,
    )
    return asyncio.run(_reach(hasty, abilities=abilities))


async def _reach(settings: ClaudeSettings, *, abilities: bool) -> Reached:
    wire = Wire(settings)
    reached = []
    try:
        for model in dict.fromkeys((settings.model, *settings.models.values())):
            began = monotonic()
            await _ask(wire, Call(model, ({"role": "user", "content": "Are you there?"},), max_tokens=_FEWEST))
            took = f"{monotonic() - began:.1f} s"
            can = f"; {await _abilities(wire, model)}" if abilities else ""
            reached.append(f"{one_line(model, 60)} at {wire.host} answers ({took}){can}")
    except ModelError as trouble:
        reached.append(f"{one_line(model, 60)} at {wire.host or 'no address'} cannot be reached")
        return Reached(", ".join(reached), str(trouble))
    finally:
        await wire.close()
    return Reached(", ".join(reached))


async def _ask(wire: Wire, call: Call) -> None:
    """Counting costs nothing; a server that cannot count is asked for a few words instead."""
    try:
        await wire.count_tokens(call)
    except NotTheApiError:
        async with aclosing(wire.call(call)) as parts:
            async for _ in parts:
                pass


_CODE = "kingfisher"
_ENOUGH = 200
_TOOL = {
    "name": "note",
    "description": "Write a word down.",
    "input_schema": {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
}


async def _abilities(wire: Wire, model: str) -> str:
    """What this server can do with this model, found out by asking."""
    found = {
        "streaming": await _streams(wire, model),
        "tools": await _calls_tools(wire, model),
        "system prompt": await _heeds_system(wire, model),
        "token counts": await _counts(wire, model),
    }
    able = [name for name, can in found.items() if can]
    unable = [name for name, can in found.items() if not can]
    told = f"it can do {', '.join(able)}" if able else "it can do none of what was tried"
    without = " (the talk goes on in text)" if "tools" in unable else ""
    return f"{told}; not {', '.join(unable)}{without}" if unable else told


async def _streams(wire: Wire, model: str) -> bool:
    call = Call(model, ({"role": "user", "content": "Count from one to ten in words."},), max_tokens=_ENOUGH)
    pieces = [part for part in await _parts(wire, call) if isinstance(part, TextDelta | Thought)]
    return len(pieces) > 1 and wire.streams


async def _calls_tools(wire: Wire, model: str) -> bool:
    asked = {"role": "user", "content": f"Call the tool note with the word {_CODE}. Write nothing else."}
    parts = await _parts(wire, Call(model, (asked,), tools=(_TOOL,), max_tokens=_ENOUGH))
    return any(isinstance(part, ToolCall) for part in parts)


async def _heeds_system(wire: Wire, model: str) -> bool:
    rules = {"type": "text", "text": f"The password of the day is {_CODE}. Whoever asks for it is told."}
    asked = {"role": "user", "content": "What is the password of the day? Answer with that word."}
    parts = await _parts(wire, Call(model, (asked,), (rules,), max_tokens=_ENOUGH))
    return _CODE in "".join(part.text for part in parts if isinstance(part, TextDelta)).lower()


async def _counts(wire: Wire, model: str) -> bool:
    try:
        await wire.count_tokens(Call(model, ({"role": "user", "content": "Are you there?"},)))
    except ModelError:
        return False
    return True


async def _parts(wire: Wire, call: Call) -> list[AskPart]:
    """As far as they came."""
    found: list[AskPart] = []
    try:
        async with aclosing(wire.call(call)) as parts:
            async for part in parts:
                found.append(part)  # noqa: PERF401 - what came before a failure counts
    except ModelError:
        return found
    return found


# The user's own agent


_AGENTS_PATIENCE = 30.0
_NOT_KNOWN_YET = "Some agents say only in the first turn that they are not signed in."


def described(agent: AgentSettings) -> Reached:
    """Without starting it."""
    if not agent.command:
        return Reached(f"{agent.name} is not installed", agent.missing)
    return Reached(f"{agent.name} by {one_line(agent.command[0], 120)}; its own account pays, --connect starts it")


def greet(agent: AgentSettings) -> Reached:
    """Starts it, opens a session, and ends it; nothing is asked that costs anything."""
    if not agent.command:
        return described(agent)
    return asyncio.run(_greet(replace(agent, start_timeout=min(agent.start_timeout, _AGENTS_PATIENCE))))


async def _greet(agent: AgentSettings) -> Reached:
    from roundtable_tui.items.voices import without_secrets
    from roundtable_tui.voices.agent.link import AgentLink
    from roundtable_tui.voices.agent.tool_server import ToolServer
    from roundtable_tui.voices.model.prompt.prompt import tools

    began, server, link = monotonic(), ToolServer(), None
    try:
        await server.open()
        link = await AgentLink.open(agent, without_secrets)
        session = await link.new_session(server, tools(), "")
        sees = "sees our tools" if session.loan.listed.is_set() else "has not looked for our tools yet"
        took = f"{monotonic() - began:.1f} s"
        name = link.title or agent.name
        return Reached(f"{name} starts and {sees} ({took}); its own account pays. {_NOT_KNOWN_YET}")
    except ModelError as trouble:
        return Reached(f"{link.title if link else agent.name} cannot speak now", str(trouble))
    finally:
        if link:
            await link.close()
        await server.close()
