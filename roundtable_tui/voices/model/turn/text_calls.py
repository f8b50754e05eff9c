"""Calls that stand in a model's text, as a fenced block of JSON: the words before it go on, the block is held back."""

from __future__ import annotations

import json
import re
from typing import Any

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.exchange import ToolCall

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})", re.MULTILINE)
_MAY_BE_FENCE = re.compile(r"(?:^|\n)[ \t]*(?:`{1,2}|~{1,2})?\Z")
_BLOCK = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*\w*[ \t]*\n(?P<body>.*?)(?:\n[ \t]*\1[ \t]*(?:\n|\Z)|\Z)", re.DOTALL)
_NAMES = ("tool", "name", "function")
_INPUTS = ("input", "arguments", "parameters", "args")


class BadBlockError(Exception):
    """The block cannot be read; the message says why, in words a model can act on."""


class TextCalls:
    """Takes a message piece by piece."""

    def __init__(self) -> None:
        self._text = ""
        self._told = 0
        self._held: int | None = None

    def take(self, piece: str) -> str:
        """What of it is certain to be words."""
        self._text += piece
        if self._held is None and self._told == 0 and self._text.lstrip()[:1] in ("[", "{"):
            self._held = 0
        if self._held is not None:
            return ""
        fence = _FENCE.search(self._text, self._line_of(self._told))
        if fence:
            self._held = fence.start()
            return self._up_to(fence.start())
        doubt = _MAY_BE_FENCE.search(self._text)
        return self._up_to(doubt.start() if doubt and doubt.start() >= self._told else len(self._text))

    def rest(self) -> str:
        """Words that were held back and are no block after all."""
        if self._held is not None and self.has_block:
            return ""
        return self._up_to(len(self._text))

    @property
    def has_block(self) -> bool:
        return bool(self._held is not None and self._block.strip())

    def calls(self, known: frozenset[str], mark: str) -> list[ToolCall]:
        """The calls in the block; BadBlockError where it is none of ours."""
        try:
            found = json.loads(self._block, strict=False)
        except (ValueError, RecursionError) as error:
            raise BadBlockError(f"it is not JSON ({one_line(str(error), 100)})") from None
        if isinstance(found, dict):
            found = found.get("calls") or found.get("tools") or [found]
        if not isinstance(found, list):
            raise BadBlockError("it is not a list of calls")
        return [_call(one, known, f"{mark}-{number}") for number, one in enumerate(found, 1)]

    @property
    def _block(self) -> str:
        held = self._text[self._held :] if self._held is not None else ""
        found = _BLOCK.match(held)
        return found["body"] if found else held

    def _line_of(self, at: int) -> int:
        return self._text.rfind("\n", 0, at) + 1

    def _up_to(self, end: int) -> str:
        words, self._told = self._text[self._told : end], max(self._told, end)
        return words


def _call(one: Any, known: frozenset[str], mark: str) -> ToolCall:
    if not isinstance(one, dict):
        raise BadBlockError("a call in it is not an object with tool and input")
    name = next((one[key] for key in _NAMES if isinstance(one.get(key), str)), None)
    if name is None:
        raise BadBlockError("a call in it does not say which tool")
    if name not in known:
        raise BadBlockError(f"there is no tool '{one_line(name, 40)}'")
    given = next((one[key] for key in _INPUTS if isinstance(one.get(key), dict)), None)
    if given is None:
        given = {key: value for key, value in one.items() if key not in _NAMES}
    return ToolCall(mark, name, given)
