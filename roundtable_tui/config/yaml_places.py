"""Where each setting stands in the text of a YAML file, so that it can be named, changed and taken out there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

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
