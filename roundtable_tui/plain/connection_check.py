"""Whether the model can be reached as it is set up: asked for by `doctor`, and only where there is a key."""

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
from roundtable_tui.voices.model.model_error import ModelError

if TYPE_CHECKING:
    from roundtable_tui.voices.claude.settings import ClaudeSettings

_PATIENCE = 10.0
_FEWEST = 16
"""Tokens of an answer that only proves that there is one."""


class Reached(Struct, frozen=True):
    fact: str
    trouble: str = ""


def reach(settings: ClaudeSettings) -> Reached | None:
    """Each model that is named, in one sentence; None where there is no key to ask with."""
    if not has_key(settings):
        return None
    hasty = replace(
        settings,
        timeout=min(settings.timeout, _PATIENCE),
        connect_timeout=min(settings.connect_timeout, _PATIENCE),
        key_command_timeout=_PATIENCE,
        retries=0,
    )
    return asyncio.run(_reach(hasty))


async def _reach(settings: ClaudeSettings) -> Reached:
    wire = Wire(settings)
    reached = []
    try:
        for model in dict.fromkeys((settings.model, *settings.models.values())):
            began = monotonic()
            await _ask(wire, Call(model, ({"role": "user", "content": "Are you there?"},), max_tokens=_FEWEST))
            reached.append(f"{one_line(model, 60)} at {wire.host} answers ({monotonic() - began:.1f} s)")
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
