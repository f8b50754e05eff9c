"""Accounts for prompt caching as the Messages API does: by exact prefix, above a minimum, for five minutes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

CHARACTERS_PER_TOKEN = 4
LOOK_BACK = 20
"""How many blocks before a breakpoint an older entry is looked for."""
_TTL = {"5m": 300.0, "1h": 3600.0}


class InputTokens(Struct, frozen=True):
    plain: int
    cache_read: int
    cache_write: int

    @property
    def total(self) -> int:
        return self.plain + self.cache_read + self.cache_write


@dataclass(slots=True)
class _Entry:
    expires: float
    ttl: float


class PromptCache:
    """`clock` gives seconds; `minimum` is the shortest prefix that is kept, in tokens."""

    def __init__(self, clock: Callable[[], float], minimum: int = 1024) -> None:
        self.clock, self.minimum = clock, minimum
        self._entries: dict[str, _Entry] = {}

    def account(self, request: Mapping[str, Any]) -> InputTokens:
        """How many tokens of this request come from the cache, go into it, and pass it by."""
        now = self.clock()
        prefixes = [*_prefixes(request)]
        marks = [number for number, prefix in enumerate(prefixes) if prefix.ttl]
        read = max((found for mark in marks if (found := self._hit(prefixes, mark, now))), default=0)
        written = read
        for mark in marks:
            if prefixes[mark].tokens >= self.minimum:
                ttl = prefixes[mark].ttl
                self._entries[prefixes[mark].digest] = _Entry(now + ttl, ttl)
                written = max(written, prefixes[mark].tokens)
        total = prefixes[-1].tokens if prefixes else 0
        return InputTokens(total - written, read, written - read)

    def _hit(self, prefixes: list[_Prefix], mark: int, now: float) -> int:
        """The longest live prefix at or shortly before a breakpoint; being read keeps it alive."""
        for prefix in reversed(prefixes[max(0, mark - LOOK_BACK) : mark + 1]):
            entry = self._entries.get(prefix.digest)
            if entry and entry.expires > now:
                entry.expires = now + entry.ttl
                return prefix.tokens
        return 0


class _Prefix(Struct, frozen=True):
    digest: str
    tokens: int
    ttl: float
    """Zero where there is no breakpoint."""


def count_tokens(request: Mapping[str, Any]) -> int:
    return max((prefix.tokens for prefix in _prefixes(request)), default=0)


def _prefixes(request: Mapping[str, Any]) -> Iterator[_Prefix]:
    """The request up to each of its blocks, in the order tools, system, messages."""
    digest = hashlib.sha256(str(request.get("model")).encode())
    characters = 0
    blocks = [*_blocks(request)]
    for number, (place, block) in enumerate(blocks, 1):
        control = block.get("cache_control") or (request.get("cache_control") if number == len(blocks) else None)
        bare = {name: value for name, value in block.items() if name != "cache_control"}
        text = json.dumps([place, bare], ensure_ascii=False)
        digest.update(text.encode())
        characters += len(text)
        ttl = _TTL[control.get("ttl", "5m")] if control else 0.0
        yield _Prefix(digest.hexdigest(), -(-characters // CHARACTERS_PER_TOKEN), ttl)


def _blocks(request: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for tool in request.get("tools", []):
        yield "tool", tool
    system = request.get("system", [])
    for block in [{"type": "text", "text": system}] if isinstance(system, str) else system:
        yield "system", block
    for message in request.get("messages", []):
        content = message["content"]
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            yield message["role"], block
