"""A request of the Messages API in our own words: nothing here knows the SDK."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct

Block: TypeAlias = Mapping[str, Any]
"""A content block, a message or a tool, as the Messages API writes it."""


class Call(Struct, frozen=True):
    """One request; the order here is the order in which the server caches: tools, system, messages."""

    model: str
    messages: tuple[Block, ...]
    system: tuple[Block, ...] = ()
    tools: tuple[Block, ...] = ()
    max_tokens: int | None = None
    """None: as the settings say."""
