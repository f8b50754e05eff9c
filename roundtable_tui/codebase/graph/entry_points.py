"""Where one comes into a project: console scripts, `main`, routes, commands, what a package shows, CI jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.graph.imports.python import PythonImports
from roundtable_tui.codebase.graph.imports.resolution import first_there
from roundtable_tui.codebase.graph.imports.web import WebImports
from roundtable_tui.codebase.graph.project_tree import folder_of, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.graph.reexports import PassingOn
    from roundtable_tui.codebase.parse.file_facts import Entry

MOST = 5_000
_MOST_OF_A_PACKAGE = 200
_ORDER = ("script", "main", "command", "route", "api", "ci")


class EntryPoint(Struct, frozen=True):
    kind: str
    """script, main, command, route, api or ci."""
    name: str
    path: str
    line: int


def entry_points(tree: ProjectTree, outlines: Mapping[str, Outline], passing_on: PassingOn) -> tuple[EntryPoint, ...]:
    """The ways into a project, each where the code begins if that can be told, else where it is declared."""
    finding = _Finding(tree, outlines, passing_on)
    found = (point for name, outline in outlines.items() for point in finding.of(name, outline))
    ordered = sorted(dict.fromkeys(found), key=lambda one: (_ORDER.index(one.kind), one.path, one.line, one.name))
    return tuple(ordered[:MOST])


class _Finding:
    def __init__(self, tree: ProjectTree, outlines: Mapping[str, Outline], passing_on: PassingOn) -> None:
        self._tree = tree
        self._outlines = outlines
        self._passing_on = passing_on
        self._python = PythonImports(tree, outlines)
        self._web = WebImports(tree, outlines)

    def of(self, name: str, outline: Outline) -> Iterator[EntryPoint]:
        if role_of(name) is Role.TEST:
            return
        if name.endswith("/__init__.py") or name == "__init__.py":
            yield from self._python_package(name, outline)
        elif outline.language == "go":
            yield from self._go_package(name, outline)
        elif name == "package.json" or name.endswith("/package.json"):
            yield from self._npm_package(name, outline)
        for entry in outline.entries:
            if entry.kind == "api" and name.endswith("__init__.py"):
                continue
            if entry.kind == "main" and outline.language == "go" and outline.namespaces != ("main",):
                continue
            yield self._led(name, entry) if entry.target else EntryPoint(entry.kind, entry.name, name, entry.line)

    def _led(self, name: str, entry: Entry) -> EntryPoint:
        """Where a manifest's entry leads."""
        module, colon, function = entry.target.partition(":")
        base = name.rpartition("/")[2]
        if base in ("pyproject.toml", "setup.py", "setup.cfg"):
            file = self._python.module(name, module)
            line = self._outlines[file].top.get(function.partition(".")[0], 1) if file and colon else 1
        else:
            file, line = self._file(folder_of(name), entry.target), 1
        return EntryPoint(entry.kind, entry.name, file or name, line if file else entry.line)

    def _file(self, folder: str, target: str) -> str:
        """A built file leads to the source it was built from, where that has the same name."""
        if found := self._web.file(folder, target):
            return found
        _, _, inside = target.removeprefix("./").partition("/")
        stem = inside.rpartition(".")[0] or inside
        return first_there(self._tree, (joined(folder, f"src/{stem}{end}") for end in (".ts", ".tsx", ".js", ".mjs")))

    def _python_package(self, name: str, outline: Outline) -> Iterator[EntryPoint]:
        """What the outermost package offers: its `__all__`, else what it imports from within."""
        folder = folder_of(name)
        above = folder_of(folder)
        if not folder or (f"{above}/__init__.py" if above else "__init__.py") in self._tree:
            return
        offered = {entry.name: entry.line for entry in outline.entries if entry.kind == "api"}
        if not offered:
            for one in outline.imports:
                if one.target.startswith((".", folder.rpartition("/")[2])):
                    for taken in one.names:
                        offered[taken.rpartition(" as ")[2]] = one.line
        package = folder.rpartition("/")[2]
        for offer, line in list(offered.items())[:_MOST_OF_A_PACKAGE]:
            if offer.startswith("_") or offer == "*":
                continue
            definer, original = self._passing_on.origin(name, offer)
            at = self._outlines[definer].top[original] if definer else line
            yield EntryPoint("api", f"{package}.{offer}", definer or name, at)

    def _npm_package(self, name: str, outline: Outline) -> Iterator[EntryPoint]:
        """What is loaded where the package names nothing."""
        face = joined(folder_of(name), "index.js")
        if face in self._tree and not any(entry.kind == "api" for entry in outline.entries):
            yield EntryPoint("api", "index.js", face, 1)

    def _go_package(self, name: str, outline: Outline) -> Iterator[EntryPoint]:
        """The exported names of the package at the top of a module."""
        folder = folder_of(name)
        if (f"{folder}/go.mod" if folder else "go.mod") not in self._tree or outline.namespaces == ("main",):
            return
        for offer, line in list(outline.top.items())[:_MOST_OF_A_PACKAGE]:
            if offer[:1].isupper():
                yield EntryPoint("api", f"{'.'.join(outline.namespaces)}.{offer}", name, line)
