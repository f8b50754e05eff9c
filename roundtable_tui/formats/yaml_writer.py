"""Writes a value as block YAML that any parser reads alike: texts in quotes, numbers and yes or no without."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, TypeGuard

from roundtable_tui.formats.yaml import Plain

Writable: TypeAlias = "str | int | float | Sequence[Writable] | Mapping[str, Writable] | None"
"""A `Plain` text is written as it is, without quotes, where that is possible."""

_BARE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_BARE_SCALAR = re.compile(r"[A-Za-z0-9_.+-]+(?:[:/][A-Za-z0-9_.+-]+)*")
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
"""What YAML 1.1 takes for something else than a text."""
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_LONGEST_LINE = 100
_STEP = "  "


def write_yaml(value: Mapping[str, Writable], hidden: re.Pattern[str] | None = None) -> str:
    """The whole document.

    `hidden` finds what must not stand in a text as it is, because somebody looks for it in the raw file: the blank
    in it is written as an escape, which every parser turns back into a blank.
    """
    return "\n".join(_Writer(hidden).mapping(value, "")) + "\n"


class _Writer:
    def __init__(self, hidden: re.Pattern[str] | None) -> None:
        self._hidden = hidden

    def mapping(self, value: Mapping[str, Writable], indent: str) -> Iterator[str]:
        for name, part in value.items():
            yield from self._named(f"{indent}{self._name(name)}:", part, indent)

    def _named(self, start: str, value: Writable, indent: str) -> Iterator[str]:
        """A value after its name: on the same line where it fits, else below."""
        if isinstance(value, Mapping) and value:
            yield start
            yield from self.mapping(value, indent + _STEP)
        elif _is_list(value):
            line = self._flow(value)
            yield start if line is None else f"{start} {line}"
            yield from self._items(value, indent + _STEP) if line is None else ()
        elif isinstance(value, str) and (block := self._block(value, indent + _STEP)):
            mark, *lines = block
            yield f"{start} {mark}"
            yield from lines
        else:
            yield f"{start} {self._scalar(value)}"

    def _items(self, values: Sequence[Writable], indent: str) -> Iterator[str]:
        for value in values:
            if isinstance(value, Mapping) and value:
                first, *rest = self.mapping(value, indent + _STEP)
                yield f"{indent}- {first[len(indent) + len(_STEP) :]}"
                yield from rest
            else:
                yield from self._named(f"{indent}-", value, indent)

    def _flow(self, values: Sequence[Writable]) -> str | None:
        """A short list of scalars, or of such lists, on one line."""
        parts = []
        for value in values:
            if isinstance(value, Mapping):
                return None
            part = self._flow(value) if _is_list(value) else self._scalar(value)
            if part is None:
                return None
            parts.append(part)
        line = f"[{', '.join(parts)}]"
        return line if len(line) <= _LONGEST_LINE else None

    def _block(self, text: str, indent: str) -> list[str]:
        """A text of several lines as it is; nothing where only quotes would keep it exactly."""
        body = text.removesuffix("\n")
        if "\n" not in body or body != body.strip() or _UNPRINTABLE.search(text) or "\t" in text:
            return []
        if self._hidden and self._hidden.search(text):
            return []
        lines = body.split("\n")
        if any(line != line.rstrip() for line in lines):
            return []
        return ["|" if text.endswith("\n") else "|-", *(f"{indent}{line}" if line else "" for line in lines)]

    def _name(self, name: str) -> str:
        return name if _BARE_NAME.fullmatch(name) and name.lower() not in _WORDS else self._quoted(name)

    def _scalar(self, value: Writable) -> str:
        match value:
            case None:
                return "null"
            case bool():
                return "true" if value else "false"
            case int():
                return str(value)
            case float():
                return repr(round(value, 4))
            case Plain() if _BARE_SCALAR.fullmatch(value):
                return str(value)
            case str():
                return self._quoted(value)
        return "{}" if isinstance(value, Mapping) else "[]"

    def _quoted(self, text: str) -> str:
        quoted = json.dumps(text, ensure_ascii=False)
        quoted = _UNPRINTABLE.sub(_escaped, quoted)
        if self._hidden:
            quoted = self._hidden.sub(lambda found: found[0].replace(" ", "\\x20"), quoted)
        return quoted


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return "\\uFFFD" if 0xD800 <= code <= 0xDFFF else f"\\u{code:04X}"


def _is_list(value: Writable) -> TypeGuard[Sequence[Writable]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
