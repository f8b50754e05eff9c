"""Finds JavaScript and TypeScript modules: relative paths, index files, tsconfig paths, packages of a workspace."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from roundtable_tui.codebase.graph.imports.resolution import NOWHERE, ByFile, Resolution, first_there, to_file
from roundtable_tui.codebase.graph.project_tree import folder_of, folders_above, joined, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import

_ENDINGS = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json")
_COMPILED = {".js": (".ts", ".tsx", ".jsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_CONFIGS = ("tsconfig.json", "jsconfig.json")
_EXTENDED_AT_MOST = 5


class WebImports(ByFile):
    def __init__(self, tree: ProjectTree, _outlines: Mapping[str, Outline]) -> None:
        self._tree = tree
        self._config_of: dict[str, tuple[str, dict[str, Any]]] = {}

    def resolve(self, source: str, one: Import) -> Resolution:
        target = one.target.partition("?")[0].partition("!")[0] if one.target[:1] == "." else one.target
        if target in (".", "..") or target.startswith(("./", "../")):
            found = self.file(folder_of(source), target)
        elif target.startswith("/"):
            found = self.file("", target.lstrip("/")) or self.file("public", target.lstrip("/"))
        else:
            found = self._by_alias(source, target) or self._by_package(target)
        return to_file(found) if found != source else NOWHERE

    def file(self, folder: str, path: str) -> str:
        """The file that `path` means, seen from a folder: itself, with an ending, or the index of a folder."""
        whole = joined(folder, path)
        if not whole and folder and path.strip("./"):
            return ""
        stem, dot, ending = whole.rpartition(".")
        compiled = (stem + other for other in _COMPILED.get(f".{ending}", ()) if dot)
        named = (whole, *compiled, *(whole + one for one in _ENDINGS if whole))
        index = (f"{whole}/index{one}" if whole else f"index{one}" for one in _ENDINGS)
        return first_there(self._tree, named) or first_there(self._tree, index) or self._main(whole)

    def _main(self, folder: str) -> str:
        manifest = f"{folder}/package.json" if folder else "package.json"
        if not folder or manifest not in self._tree:
            return ""
        return self._face(folder, self._tree.json(manifest))

    def _face(self, folder: str, manifest: dict[str, Any]) -> str:
        """The file a package shows when imported by its name; built files lead to their sources."""
        for key in ("source", "main", "module", "types"):
            if (said := text_of(manifest.get(key))) and (found := first_there(self._tree, self._tried(folder, said))):
                return found
        for said in ("src/index", "index", "lib/index"):
            if found := first_there(self._tree, (f"{joined(folder, said)}{one}" for one in _ENDINGS)):
                return found
        return ""

    def _tried(self, folder: str, path: str) -> Iterator[str]:
        whole = joined(folder, path)
        yield whole
        yield from (whole + one for one in _ENDINGS)
        yield from (f"{whole}/index{one}" for one in _ENDINGS)

    def _by_alias(self, source: str, target: str) -> str:
        base, options = self._config(source)
        paths = options.get("paths")
        for pattern, places in paths.items() if isinstance(paths, dict) else ():
            head, star, tail = pattern.partition("*")
            if not (target.startswith(head) and target.endswith(tail)) if star else target != pattern:
                continue
            middle = target[len(head) : len(target) - len(tail)] if star else ""
            for place in places if isinstance(places, list) else ():
                if found := self.file(base, text_of(place).replace("*", middle, 1)):
                    return found
        return self.file(base, target) if text_of(options.get("baseUrl")) else ""

    def _config(self, source: str) -> tuple[str, dict[str, Any]]:
        """The folder that paths count from, and the compiler options, of the nearest configuration."""
        folder = folder_of(source)
        if folder not in self._config_of:
            near = (f"{above}/{name}" if above else name for above in folders_above(source) for name in _CONFIGS)
            self._config_of[folder] = self._options(first_there(self._tree, near), 0)
        return self._config_of[folder]

    def _options(self, name: str, depth: int) -> tuple[str, dict[str, Any]]:
        if not name or depth > _EXTENDED_AT_MOST:
            return "", {}
        data = self._tree.json(name)
        options = data.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        base = joined(folder_of(name), text_of(options.get("baseUrl"))) if "baseUrl" in options else folder_of(name)
        if "paths" in options or "baseUrl" in options:
            return base, options
        extended = text_of(data.get("extends"))
        if not extended.startswith("."):
            return base, options
        path = joined(folder_of(name), extended)
        return self._options(first_there(self._tree, (path, f"{path}.json")), depth + 1)

    @cached_property
    def _packages(self) -> Mapping[str, tuple[str, dict[str, Any]]]:
        """The packages of this project, by name: their folder and manifest."""
        found: dict[str, tuple[str, dict[str, Any]]] = {}
        for name in self._tree.named("package.json"):
            manifest = self._tree.json(name)
            if package := text_of(manifest.get("name")):
                found.setdefault(package, (folder_of(name), manifest))
        return found

    def _by_package(self, target: str) -> str:
        parts = target.split("/")
        length = 2 if target.startswith("@") else 1
        package, rest = "/".join(parts[:length]), "/".join(parts[length:])
        if package not in self._packages:
            return ""
        folder, manifest = self._packages[package]
        if not rest:
            return self._face(folder, manifest)
        return self.file(folder, rest) or self.file(joined(folder, "src"), rest)
