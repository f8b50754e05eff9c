"""Reads YAML as plain texts, lists and mappings, whatever was written into it.

Every scalar is the text as it was written: no booleans, dates or numbers to guess at. The value is built from
parse events, because the usual loaders overflow the stack on deep nesting and unfold merge keys without end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

try:
    from yaml import CSafeLoader as _Loader
except ImportError:
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

Value: TypeAlias = "str | list[Value] | dict[str, Value] | None"

DEEPEST = 12
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


class Plain(str):
    """A scalar as it stood without quotes: a number or a yes, for whoever reads the file after us."""

    __slots__ = ()


class YamlError(ValueError):
    """The text is not usable YAML; the message says why and goes on a sentence that names the file."""


def read_yaml(text: str, clean: Callable[[str], str] = str, *, mark_plain: bool = False) -> Value:
    """The value of the text, with `clean` applied to every scalar in it; those without quotes marked if wanted."""
    try:
        return _Builder(clean, mark_plain=mark_plain).build(yaml.parse(text, Loader=_Loader))
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise YamlError(f"is not valid YAML{line} ({one_line(error.problem or '', 80)})") from None
    except (yaml.YAMLError, RecursionError):
        raise YamlError("is not valid YAML") from None


class _Builder:
    def __init__(self, clean: Callable[[str], str], *, mark_plain: bool) -> None:
        self.clean = clean
        self.mark_plain = mark_plain
        self.open: list[tuple[list[Value], yaml.CollectionStartEvent]] = []
        self.root: list[Value] = []
        self.anchored: dict[str, Value] = {}

    def build(self, events: Iterable[yaml.Event]) -> Value:
        for event in events:
            match event:
                case yaml.ScalarEvent():
                    self._add(self._scalar(event), event.anchor)
                case yaml.AliasEvent():
                    self._add(self._alias(event), None)
                case yaml.CollectionStartEvent():
                    if len(self.open) == DEEPEST:
                        raise YamlError(f"is nested too deeply in line {_line(event)}")
                    self.open.append(([], event))
                case yaml.CollectionEndEvent():
                    parts, start = self.open.pop()
                    whole = _mapping(parts, start) if isinstance(start, yaml.MappingStartEvent) else parts
                    self._add(whole, start.anchor)
        return self.root[0] if self.root else None

    def _scalar(self, event: yaml.ScalarEvent) -> Value:
        if event.style:
            return self.clean(event.value)
        if event.value in _NOTHING:
            return None
        text = self.clean(event.value)
        return Plain(text) if self.mark_plain else text

    def _add(self, value: Value, anchor: str | None) -> None:
        (self.open[-1][0] if self.open else self.root).append(value)
        if anchor:
            self.anchored[anchor] = value

    def _alias(self, event: yaml.AliasEvent) -> Value:
        name = event.anchor or ""
        if name not in self.anchored:
            raise YamlError(f"refers to an unknown '*{one_line(name, 40)}' in line {_line(event)}")
        return self.anchored[name]


def _mapping(parts: list[Value], start: yaml.Event) -> dict[str, Value]:
    mapping: dict[str, Value] = {}
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        if not isinstance(name, str):
            raise YamlError(f"has a name that is not a text at line {_line(start)}")
        if name in mapping:
            raise YamlError(f"says '{one_line(name, 40)}' twice")
        mapping[name] = value
    return mapping


def _line(event: yaml.Event) -> int:
    return (event.start_mark.line if event.start_mark else 0) + 1


_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Place:
    """A name and its value, by their first characters and the ones after their last."""

    line: int
    """Counted from 1."""
    column: int
    start: int
    value: int
    end: int
    scalar: bool
    flow: bool
    """It stands between the braces of the mapping it is in."""


@lru_cache(maxsize=4)
def places_in(text: str) -> Mapping[tuple[str, ...], Place]:
    """Every name of every mapping by its path from the top; nothing where the text is not YAML."""
    try:
        return _Looking(text).places()
    except (yaml.YAMLError, RecursionError):
        return {}


class _Looking:
    def __init__(self, text: str) -> None:
        self._events = iter(yaml.parse(text, Loader=yaml.SafeLoader))
        self._found: dict[tuple[str, ...], Place] = {}

    def places(self) -> Mapping[tuple[str, ...], Place]:
        for event in self._events:
            if isinstance(event, yaml.MappingStartEvent):
                self._mapping((), event)
                break
            if isinstance(event, yaml.NodeEvent):
                break
        return self._found

    def _mapping(self, above: tuple[str, ...], start: yaml.MappingStartEvent) -> int:
        """Takes in a mapping up to its end, and says where that is."""
        flow, end = bool(start.flow_style), 0
        while not isinstance(key := next(self._events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                self._passed(key)
                end = self._passed(next(self._events))
                continue
            value = next(self._events)
            path = (*above, key.value)
            scalar = isinstance(value, yaml.ScalarEvent)
            if isinstance(value, yaml.MappingStartEvent) and len(path) < _DEEPEST:
                end = self._mapping(path, value)
            else:
                end = self._passed(value)
            line, column, begins = _mark(key.start_mark)
            self._found[path] = Place(line + 1, column, begins, _mark(value.start_mark)[2], end, scalar, flow)
        return _mark(key.end_mark)[2] if flow else end

    def _passed(self, event: yaml.Event) -> int:
        """Passes over a whole value, and says where it ends."""
        end = _mark(event.end_mark)[2]
        depth = int(isinstance(event, yaml.CollectionStartEvent))
        while depth:
            event = next(self._events)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if not isinstance(event, yaml.CollectionEndEvent) or _mark(event.end_mark) > _mark(event.start_mark):
                end = _mark(event.end_mark)[2]
        return end


def _mark(mark: Any) -> tuple[int, int, int]:
    """Line, column and index, counted from 0; an event that was parsed has a mark."""
    return (mark.line, mark.column, mark.index) if mark else (0, 0, 0)
