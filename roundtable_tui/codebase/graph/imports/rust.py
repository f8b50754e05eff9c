"""Finds Rust modules: `mod` declarations, paths from the crate, from here and from above, crates of a workspace."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.imports.resolution import NOWHERE, ByFile, Resolution, first_there, to_file
from roundtable_tui.codebase.graph.project_tree import folder_of, folders_above, joined, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import

_ROOTS = ("lib.rs", "main.rs", "mod.rs")


class RustImports(ByFile):
    def __init__(self, tree: ProjectTree, _outlines: Mapping[str, Outline]) -> None:
        self._tree = tree

    def resolve(self, source: str, one: Import) -> Resolution:
        here = self._folder_of_module(source)
        if one.how == "mod":
            return to_file(self._module(here, one.target))
        parts = one.target.split("::")
        found = self._from(source, here, parts)
        return to_file(found) if found != source else NOWHERE

    def _from(self, source: str, here: str, parts: list[str]) -> str:
        match parts[0]:
            case "crate":
                crate = self._crate(source)
                return self._deepest(f"{crate}/src" if crate else "src", parts[1:])
            case "self":
                return self._deepest(here, parts[1:], rooted=False)
            case "super":
                ups = next((at for at, part in enumerate(parts) if part != "super"), len(parts))
                if ups > here.count("/") + 1:
                    return ""
                folder = here
                for _ in range(ups):
                    folder = folder_of(folder)
                return self._deepest(folder, parts[ups:])
            case first if first in self._crates:
                return self._deepest(joined(self._crates[first], "src"), parts[1:])
            case _:
                return self._deepest(here, parts, rooted=False)

    def _folder_of_module(self, source: str) -> str:
        """Where the modules below a file lie: beside a root, else in the folder named like the file."""
        folder, _, base = source.rpartition("/")
        in_bin = folder.endswith("src/bin") or folder in ("tests", "examples", "benches")
        return folder if base in _ROOTS or in_bin else source.removesuffix(".rs")

    def _module(self, folder: str, name: str) -> str:
        path = f"{folder}/{name}" if folder else name
        return first_there(self._tree, (f"{path}.rs", f"{path}/mod.rs"))

    def _deepest(self, folder: str, parts: list[str], *, rooted: bool = True) -> str:
        """The file of the longest part of a path that is a module; with none, the file of the folder itself."""
        for length in range(len(parts), 0, -1):
            inside = "/".join((folder, *parts[: length - 1])).strip("/")
            if found := self._module(inside, parts[length - 1]):
                return found
        if not rooted:
            return ""
        roots = (f"{folder}/{base}" if folder else base for base in _ROOTS)
        return first_there(self._tree, (*roots, f"{folder}.rs"))

    def _crate(self, source: str) -> str:
        """The folder of the crate a file belongs to."""
        for folder in folders_above(source):
            if (f"{folder}/Cargo.toml" if folder else "Cargo.toml") in self._tree:
                return folder
        return ""

    @cached_property
    def _crates(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for name in self._tree.named("Cargo.toml"):
            package = self._tree.toml(name).get("package")
            said = text_of(package.get("name")) if isinstance(package, dict) else ""
            if said:
                found.setdefault(said.replace("-", "_"), folder_of(name))
        return found
