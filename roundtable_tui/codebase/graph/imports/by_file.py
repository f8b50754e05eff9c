"""Finds what is imported where an import names a file: C and C++, Ruby, and languages we know only as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.imports.resolution import NOWHERE, ByFile, Resolution, first_there, to_file
from roundtable_tui.codebase.graph.project_tree import folder_of, folders_above, joined, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import


class NamedFiles(ByFile):
    """A path seen from the file that imports or from a folder above it; a name with dots is a path too."""

    def __init__(self, tree: ProjectTree, _outlines: Mapping[str, Outline]) -> None:
        self._tree = tree

    def resolve(self, source: str, one: Import) -> Resolution:
        _, dot, last = source.rpartition(".")
        ending = f"{dot}{last}" if dot else ""
        target = one.target.removeprefix("package:") if one.how == "file" else one.target.replace(".", "/")
        tried = (joined(folder, path) for folder in folders_above(source) for path in (target, target + ending))
        found = first_there(self._tree, tried)
        if not found and "/" in target:
            inside = f"lib/{target.partition('/')[2]}"
            found = next(filter(None, (self._tree.ending_in(path, source) for path in (target, inside))), "")
        return to_file(found) if found != source else NOWHERE


class CImports(ByFile):
    """Headers beside the file, then anywhere in the project where the path fits."""

    def __init__(self, tree: ProjectTree, _outlines: Mapping[str, Outline]) -> None:
        self._tree = tree
        self._found: dict[tuple[str, str, bool], str] = {}

    def resolve(self, source: str, one: Import) -> Resolution:
        key = (folder_of(source), one.target, one.how == "system")
        if key not in self._found:
            self._found[key] = self._header(source, one)
        found = self._found[key]
        return to_file(found) if found != source else NOWHERE

    def _header(self, source: str, one: Import) -> str:
        beside = joined(folder_of(source), one.target)
        if one.how != "system" and beside in self._tree:
            return beside
        path = one.target.lstrip("./")
        base = path.rsplit("/", 1)[-1]
        found = [name for name in self._tree.by_base.get(base, ()) if f"/{name}".endswith(f"/{path}")]
        if one.how == "system" and "/" not in path:
            found = [name for name in found if "include" in name.split("/")[:-1]]
        return nearest(source, found)


class RubyImports:
    """Files by path; constants are seen from everywhere, because frameworks load them by name."""

    def __init__(self, tree: ProjectTree, outlines: Mapping[str, Outline]) -> None:
        self._tree = tree
        self._outlines = outlines

    def resolve(self, source: str, one: Import) -> Resolution:
        target = one.target if one.target.endswith(".rb") else f"{one.target}.rb"
        if one.how == "relative" or target.startswith("."):
            found = joined(folder_of(source), target)
            return to_file(found) if found in self._tree and found != source else NOWHERE
        roots = (joined(folder, target) for above in folders_above(source) for folder in (joined(above, "lib"), above))
        found = first_there(self._tree, roots)
        if not found and "/" in target:
            found = self._tree.ending_in(target, source)
        return to_file(found) if found != source else NOWHERE

    def spaces_of(self, _name: str) -> tuple[str, ...]:
        return ("constants",)

    def seen_from(self, _name: str) -> tuple[str, ...]:
        return ("constants",)
