"""A state with some fields of its slices set, wherever in the state they stand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from roundtable_tui.domain.journal.state import State

_SLICES = ("talk", "guided", "topics", "files", "code", "dossier")


def vars_of(part: Any) -> set[str]:
    return set(part.__struct_fields__)


def changed(state: State | None = None, **values: Any) -> State:
    result = state or State()
    own = set(State.__struct_fields__)
    known = own.union(*(vars_of(getattr(result, name)) for name in _SLICES))
    assert values.keys() <= known, f"no slice has {values.keys() - known}"
    result = replace(result, **{name: value for name, value in values.items() if name in own})
    for name in _SLICES:
        part = getattr(result, name)
        mine = vars_of(part) & values.keys() - own
        if mine:
            result = replace(result, **{name: replace(part, **{key: values[key] for key in mine})})
    return result
