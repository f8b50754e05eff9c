"""What linking needs to know of a file, small enough to hold for a hundred thousand of them at once."""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass, field
from sys import intern

from roundtable_tui.codebase.parse.file_facts import Entry, Import

_TOP = frozenset({"function", "class", "interface", "type", "constant", "macro", "module"})


@dataclass(slots=True)
class Outline:
    language: str
    imports: tuple[Import, ...] = ()
    namespaces: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    top: dict[str, int] = field(default_factory=dict)
    """What other files can use by name, with its line."""
    classes: frozenset[str] = frozenset()
    """Those of `top` that are types."""
    methods: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    use_lines: array[int] = field(default_factory=lambda: array("I"))
    members: bytes = b""
    """For each use whether the name was reached through something else."""


def outline_from_json(text: str | bytes) -> Outline:
    """Straight from what `facts.to_json` wrote; anything else is a ValueError."""
    try:
        language, definitions, uses, imports, namespaces, entries, _ = json.loads(text)
        outline = Outline(
            intern(language),
            tuple(Import(target, line, tuple(names), how) for target, line, names, how in imports),
            tuple(namespaces),
            tuple(Entry(*one) for one in entries),
        )
        outline.top = {intern(name): line for name, kind, line, _, _ in reversed(definitions) if kind in _TOP}
        outline.classes = frozenset(
            intern(name) for name, kind, *_ in definitions if kind in ("class", "interface", "type", "module")
        )
        outline.methods = tuple(intern(name) for name, kind, *_ in definitions if kind == "method")
        outline.uses = tuple(intern(name) for name, _, _ in uses)
        outline.use_lines = array("I", (line for _, line, _ in uses))
        outline.members = bytes(member for _, _, member in uses)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError("This is no outline of a file.") from error
    return outline
