"""Resolves what a file imports to files of the project, by the rules of its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.imports.by_file import CImports, NamedFiles, RubyImports
from roundtable_tui.codebase.graph.imports.by_namespace import CsharpImports, GoImports, JvmImports, PhpImports
from roundtable_tui.codebase.graph.imports.python import PythonImports
from roundtable_tui.codebase.graph.imports.resolution import NOWHERE
from roundtable_tui.codebase.graph.imports.rust import RustImports
from roundtable_tui.codebase.graph.imports.web import WebImports
from roundtable_tui.codebase.parse.languages import family_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roundtable_tui.codebase.graph.imports.resolution import Resolution, Resolver
    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import

_RESOLVERS: Mapping[str, Callable[[ProjectTree, Mapping[str, Outline]], Resolver]] = {
    "python": PythonImports,
    "web": WebImports,
    "go": GoImports,
    "rust": RustImports,
    "jvm": JvmImports,
    "c": CImports,
    "ruby": RubyImports,
    "php": PhpImports,
    "csharp": CsharpImports,
}


class Imports:
    """Every language's resolver over one project, each made when the first file needs it."""

    def __init__(self, tree: ProjectTree, outlines: Mapping[str, Outline]) -> None:
        self._tree = tree
        self._outlines = outlines
        self._made: dict[str, Resolver] = {}

    def of(self, source: str) -> tuple[tuple[Import, Resolution], ...]:
        """The imports of a file that lead somewhere within the project."""
        resolver = self.resolver(source)
        found = ((one, resolver.resolve(source, one)) for one in self._outlines[source].imports if one.target)
        return tuple((one, resolution) for one, resolution in found if resolution != NOWHERE)

    def resolver(self, source: str) -> Resolver:
        """The resolver for the language of a file."""
        family = family_of(self._outlines[source].language)
        if family not in self._made:
            self._made[family] = _RESOLVERS.get(family, NamedFiles)(self._tree, self._outlines)
        return self._made[family]
