"""Finds Python modules: packages, relative imports, `src` layouts, scripts beside each other."""

from __future__ import annotations

import sys
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.imports.resolution import NOWHERE, ByFile, Resolution, first_there
from roundtable_tui.codebase.graph.project_tree import folder_of, joined, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import

_ENDINGS = (".py", ".pyi", ".pyw")
_INITS = ("__init__.py", "__init__.pyi")
_ROOT_NAMES = frozenset({"src", "lib", "python"})


class PythonImports(ByFile):
    def __init__(self, tree: ProjectTree, _outlines: Mapping[str, Outline]) -> None:
        self._tree = tree
        self._found: dict[tuple[str, str], str] = {}

    def resolve(self, source: str, one: Import) -> Resolution:
        if one.target.startswith("."):
            return self._relative(source, one)
        whole = self.module(source, one.target)
        parts = tuple(self.module(source, f"{one.target}.{name}") for name in _plain(one.names))
        return _chosen(source, whole, parts)

    def _relative(self, source: str, one: Import) -> Resolution:
        dots = len(one.target) - len(one.target.lstrip("."))
        folder = folder_of(source)
        for _ in range(dots - 1):
            if not folder:
                return NOWHERE
            folder = folder_of(folder)
        path = "/".join(filter(None, (folder, one.target[dots:].replace(".", "/"))))
        parts = tuple(self._at(f"{path}/{name}" if path else name) for name in _plain(one.names))
        return _chosen(source, self._at(path), parts)

    def _at(self, path: str) -> str:
        """The file of a module given as a path without ending."""
        inits = (f"{path}/{init}" if path else init for init in _INITS)
        return first_there(self._tree, (*(f"{path}{ending}" for ending in _ENDINGS if path), *inits))

    def module(self, source: str, dotted: str) -> str:
        """The file of a module, as seen from another file; empty if the project has none."""
        key = (folder_of(source), dotted)
        if key not in self._found:
            self._found[key] = self._absolute(source, dotted)
        return self._found[key]

    def _absolute(self, source: str, dotted: str) -> str:
        path = dotted.replace(".", "/")
        folder = folder_of(source)
        if not any(f"{folder}/{init}" in self._tree for init in _INITS):
            beside = self._at(joined(folder, path))
            if beside:
                return beside
        found = self._modules.get(path, ())
        if dotted.partition(".")[0] in sys.stdlib_module_names:
            found = [name for name in found if name.startswith((f"{path}/", f"{path}."))]
        return nearest(source, found)

    @cached_property
    def _modules(self) -> Mapping[str, Sequence[str]]:
        """Module paths as code would write them, with the files they may mean."""
        packages = {folder_of(name) for init in _INITS for name in self._tree.by_base.get(init, ())}
        roots = {folder_of(name) for name in self._tree.named("pyproject.toml", "setup.py", "setup.cfg")}
        found: dict[str, list[str]] = defaultdict(list)
        for name in self._tree.names:
            stem, dot, ending = name.rpartition(".")
            if not dot or f".{ending}" not in _ENDINGS:
                continue
            path = stem.removesuffix("/__init__") if stem.endswith("/__init__") else stem
            for written in dict.fromkeys(_written(path, name, packages, roots)):
                found[written].append(name)
        return {path: _without_stubs(names) for path, names in found.items()}


def _written(path: str, name: str, packages: set[str], roots: set[str]) -> Iterator[str]:
    """The ways to write a module: from the parent of its outermost package, from the project, from a source root."""
    folder = top = folder_of(name)
    while top in packages and top:
        top = folder_of(top)
    if folder in packages:
        yield path[len(top) + 1 :] if top else path
    yield path
    parts = path.split("/")
    for depth in range(1, len(parts)):
        above = "/".join(parts[:depth])
        if above in packages:
            break
        if above in roots or parts[depth - 1] in _ROOT_NAMES:
            yield "/".join(parts[depth:])


def _without_stubs(names: list[str]) -> list[str]:
    sources = [name for name in names if not name.endswith(".pyi")]
    return sources or names


def _plain(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.partition(" as ")[0] for name in names if name != "*")


def _chosen(source: str, whole: str, parts: tuple[str, ...]) -> Resolution:
    """Names that are modules lead to these; the rest, if any, comes out of the module they are taken from."""
    modules = [part for part in parts if part]
    if whole and (not parts or not all(parts)):
        modules.insert(0, whole)
    files = tuple(name for name in dict.fromkeys(modules) if name != source)
    return Resolution(files) if files else NOWHERE
