"""Finds what is imported where an import names a package or a namespace: Go, Java and its kin, PHP, C#."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.imports.resolution import NOWHERE, Resolution, first_there, to_file
from roundtable_tui.codebase.graph.project_tree import folder_of, joined, nearest
from roundtable_tui.codebase.parse.languages import family_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import

_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)


class GoImports:
    """A package is a folder: by the module path of the nearest go.mod."""

    def __init__(self, tree: ProjectTree, _outlines: Mapping[str, Outline]) -> None:
        self._tree = tree

    def resolve(self, _source: str, one: Import) -> Resolution:
        for module, folder in self._modules:
            if one.target == module or one.target.startswith(f"{module}/"):
                package = joined(folder, one.target[len(module) + 1 :]) if one.target != module else folder
                return self._package(package, one)
        return NOWHERE

    def _package(self, folder: str, one: Import) -> Resolution:
        files = [name for name in self._tree.by_folder.get(folder, ()) if name.endswith(".go")]
        files = [name for name in files if not name.endswith("_test.go")]
        if not files:
            return NOWHERE
        return Resolution(tuple(files)) if one.names == ("_",) else Resolution((), f"{folder}/")

    @cached_property
    def _modules(self) -> tuple[tuple[str, str], ...]:
        said = ((_MODULE.search(self._tree.read(name)), folder_of(name)) for name in self._tree.named("go.mod"))
        return tuple(sorted(((module[1], folder) for module, folder in said if module), key=lambda one: -len(one[0])))

    def spaces_of(self, name: str) -> tuple[str, ...]:
        return (f"{folder_of(name)}/",)

    def seen_from(self, name: str) -> tuple[str, ...]:
        return self.spaces_of(name)


class _Named:
    """Languages in which a file says to which space it belongs, and an import says what it takes from where."""

    separator = "."
    family = ""

    def __init__(self, tree: ProjectTree, outlines: Mapping[str, Outline]) -> None:
        self._tree = tree
        self._outlines = outlines

    def spaces_of(self, name: str) -> tuple[str, ...]:
        return tuple(space.strip(self.separator) for space in self._outlines[name].namespaces) or ("",)

    def seen_from(self, name: str) -> tuple[str, ...]:
        return self.spaces_of(name)

    @cached_property
    def _types(self) -> Mapping[str, Sequence[str]]:
        """Types by their full name, with the files that define them."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, outline in self._outlines.items():
            if family_of(outline.language) != self.family:
                continue
            for space in self.spaces_of(name):
                for one in outline.classes:
                    found[f"{space}{self.separator}{one}" if space else one].append(name)
        return found

    @cached_property
    def _spaces(self) -> frozenset[str]:
        found = (self.spaces_of(name) for name, one in self._outlines.items() if family_of(one.language) == self.family)
        return frozenset(space for spaces in found for space in spaces if space)

    def _type(self, source: str, full: str, deepest: int = 3) -> str:
        """The file of a type, or of the type that a longer name lies within."""
        for _ in range(deepest):
            if found := nearest(source, [name for name in self._types.get(full, ()) if name != source]):
                return found
            full, separator, _last = full.rpartition(self.separator)
            if not separator:
                break
        return ""


class JvmImports(_Named):
    family = "jvm"

    def resolve(self, source: str, one: Import) -> Resolution:
        if one.names == ("*",) and one.how != "static":
            if one.target in self._spaces:
                return Resolution((), one.target)
            return to_file(self._type(source, one.target, 1))
        if found := self._type(source, one.target):
            return to_file(found)
        path = one.target.replace(".", "/")
        return to_file(
            next((name for end in (".java", ".kt", ".scala") if (name := self._tree.ending_in(path + end, source))), "")
        )


class PhpImports(_Named):
    """By composer's psr-4 folders, by the namespaces the files declare, and by paths."""

    separator = "\\"
    family = "php"

    def resolve(self, source: str, one: Import) -> Resolution:
        if one.how in ("relative", "file"):
            tried = [joined(folder_of(source), one.target)]
            if one.how == "file":
                tried.append(joined("", one.target))
            found = first_there(self._tree, tried)
            return to_file(found) if found != source else NOWHERE
        for prefix, folder in self._folders:
            if one.target.startswith(prefix):
                path = joined(folder, f"{one.target[len(prefix) :].replace(chr(92), '/')}.php")
                if path in self._tree and path != source:
                    return to_file(path)
        if found := self._type(source, one.target, 1):
            return to_file(found)
        if one.how == "path":
            spaces = (f"{space}\\{one.target}" for space in self.spaces_of(source))
            return to_file(next(filter(None, (self._type(source, full, 1) for full in spaces)), ""))
        space = one.target.rpartition("\\")[0]
        return Resolution((), one.target if one.target in self._spaces else "") if space else NOWHERE

    @cached_property
    def _folders(self) -> tuple[tuple[str, str], ...]:
        found: list[tuple[str, str]] = []
        for name in self._tree.named("composer.json"):
            manifest = self._tree.json(name)
            for key in ("autoload", "autoload-dev"):
                section = manifest.get(key)
                prefixes = section.get("psr-4") if isinstance(section, dict) else None
                for prefix, folders in prefixes.items() if isinstance(prefixes, dict) else ():
                    listed = folders if isinstance(folders, list) else [folders]
                    found += ((prefix, joined(folder_of(name), str(folder))) for folder in listed)
        return tuple(sorted(found, key=lambda one: -len(one[0])))


class CsharpImports(_Named):
    """A file sees its own namespace, those around it, those it uses, and those used globally."""

    family = "csharp"

    def resolve(self, source: str, one: Import) -> Resolution:
        if one.how == "static" and (found := self._type(source, one.target, 1)):
            return to_file(found)
        return Resolution((), one.target) if one.target in self._spaces else NOWHERE

    def seen_from(self, name: str) -> tuple[str, ...]:
        around: dict[str, None] = {}
        for space in self.spaces_of(name):
            while space:
                around[space] = None
                space = space.rpartition(".")[0]
        return ("", *around, *self._global)

    @cached_property
    def _global(self) -> tuple[str, ...]:
        found = (one.target for outline in self._outlines.values() for one in outline.imports if one.how == "global")
        return tuple(dict.fromkeys(found))
