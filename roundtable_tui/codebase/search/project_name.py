"""What a project calls itself: its folder and its package files in, its names out."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

from roundtable_tui.codebase.search.identifiers import parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.files.listing import ProjectFile

_VERSION = re.compile(r"[-_.]v?\d[\w.]*$")
_GO_MODULE = re.compile(r"^module\s+(\S+)", re.MULTILINE)


def project_names(root: Path, files: Sequence[ProjectFile]) -> frozenset[str]:
    """In the spelling of `same_name`: of all spellings of a name there is one."""
    folder = _VERSION.sub("", root.resolve().name)
    return frozenset(same_name(name) for name in (folder, *_declared(files)) if same_name(name))


def same_name(name: str) -> str:
    """`Round-Table`, `round_table` and `RoundTable` are the same name."""
    return "".join(parts(name))


def _declared(files: Sequence[ProjectFile]) -> Iterator[str]:
    from roundtable_tui.codebase.files.listing import (
        read_source,  # with the patterns of secrets: only where files are read
    )

    for file in files:
        if file.name not in ("pyproject.toml", "Cargo.toml", "package.json", "go.mod"):
            continue
        text = read_source(file).text
        if file.name == "go.mod":
            yield from (found.rpartition("/")[2] for found in _GO_MODULE.findall(text))
            continue
        try:
            told = json.loads(text) if file.name.endswith(".json") else tomllib.loads(text)
        except (ValueError, RecursionError):
            continue
        places = (told, _in(told, "project"), _in(told, "package"), _in(_in(told, "tool"), "poetry"))
        names = (_in(place, "name") for place in places)
        yield from (name.rpartition("/")[2] for name in names if isinstance(name, str))


def _in(told: Any, key: str) -> Any:
    return told.get(key) if isinstance(told, dict) else None
