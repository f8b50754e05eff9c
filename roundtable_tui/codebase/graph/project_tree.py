"""The names of a project's files, arranged so that an import can be looked up among a hundred thousand of them."""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_JSON_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")


class ProjectTree:
    """File names by folder and by last part; manifests are read through `read`, which yields nothing on trouble."""

    def __init__(self, names: Iterable[str], read: Callable[[str], str]) -> None:
        self.names = tuple(names)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.read = read

    def __contains__(self, name: str) -> bool:
        return name in self.number

    @cached_property
    def by_base(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.names:
            found[name.rsplit("/", 1)[-1]].append(name)
        return found

    @cached_property
    def by_folder(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.names:
            found[folder_of(name)].append(name)
        return found

    def named(self, *bases: str) -> tuple[str, ...]:
        """All files of these last names, the outermost first."""
        found = [name for base in bases for name in self.by_base.get(base, ())]
        return tuple(sorted(found, key=lambda name: (name.count("/"), name)))

    def ending_in(self, path: str, source: str) -> str:
        """The file whose path ends in `path`; of several the nearest to `source`, none if two are as near."""
        base = path.rsplit("/", 1)[-1]
        found = [name for name in self.by_base.get(base, ()) if name == path or name.endswith(f"/{path}")]
        return nearest(source, found)

    def toml(self, name: str) -> dict[str, Any]:
        try:
            return tomllib.loads(self.read(name))
        except (tomllib.TOMLDecodeError, RecursionError):
            return {}

    def json(self, name: str) -> dict[str, Any]:
        """A JSON file, with the comments and trailing commas that people put into them."""
        text = _JSON_COMMENT.sub(lambda found: found[1] or "", self.read(name))
        try:
            data = json.loads(_TRAILING_COMMA.sub(r"\1", text))
        except (ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}


def folder_of(name: str) -> str:
    return name.rpartition("/")[0]


def folders_above(name: str) -> Iterable[str]:
    """The folder of a file, the one around it and so on out to the project, which is empty."""
    folder = folder_of(name)
    while folder:
        yield folder
        folder = folder_of(folder)
    yield ""


def joined(folder: str, path: str) -> str:
    """A path seen from a folder; empty where it leads out of the project."""
    whole = posixpath.normpath(posixpath.join(folder, path)) if path else folder
    return "" if whole.startswith(("..", "/")) or whole == "." else whole


def nearest(source: str, names: Sequence[str]) -> str:
    """Of several files the one that shares most folders with `source`; empty where two are equally near."""
    if len(names) < 2:
        return names[0] if names else ""
    own = source.split("/")[:-1]
    best, tied = (-1, 0), ""
    for name in names:
        folders = name.split("/")[:-1]
        rank = (_shared(own, folders), -len(folders))
        if rank > best:
            best, tied = rank, name
        elif rank == best:
            tied = ""
    return tied


def _shared(one: list[str], other: list[str]) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else ""
