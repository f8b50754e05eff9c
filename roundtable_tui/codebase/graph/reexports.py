"""Follows names that a file imports only to pass them on, as packages and index files do, to where they are defined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.parse.languages import family_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.codebase.graph.imports.resolution import Resolution
    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.parse.file_facts import Import

_FARTHEST = 6
_ALL_PASS_ON = frozenset({"python"})
"""In these languages whatever a file imports can be imported from it."""
_SOME_PASS_ON = frozenset({"web", "rust"})


class PassingOn:
    def __init__(
        self, outlines: Mapping[str, Outline], resolved: Mapping[str, tuple[tuple[Import, Resolution], ...]]
    ) -> None:
        self._outlines = outlines
        self._resolved = resolved
        self._passed: dict[str, Mapping[str, tuple[tuple[str, str], ...]]] = {}

    def behind(self, name: str) -> Iterator[tuple[str, int, str]]:
        """Files that define what this one takes from another, with the line and the name."""
        outline = self._outlines[name]
        family = family_of(outline.language)
        if family not in _ALL_PASS_ON and family not in _SOME_PASS_ON:
            return
        for one, resolution in self._resolved[name]:
            for taken, line in self._taken(outline, one, family):
                for file in resolution.files:
                    definer = self.definer(file, taken)
                    if definer not in ("", name, *resolution.files):
                        yield definer, line, taken

    def _taken(self, outline: Outline, one: Import, family: str) -> Iterator[tuple[str, int]]:
        """The names an import takes; of a whole module those that are used out of it."""
        for name in one.names:
            if name != "*":
                yield name.partition(" as ")[0], one.line
        if "*" in one.names or (not one.names and family == "python"):
            wanted = 1 if not one.names or family == "web" else 0
            for use, line, member in zip(outline.uses, outline.use_lines, outline.members, strict=True):
                if member == wanted:
                    yield use, line

    def definer(self, file: str, name: str) -> str:
        """The file that defines what `file` offers under a name: itself, or one it passes on; empty if none."""
        return self.origin(file, name)[0]

    def origin(self, file: str, name: str, seen: frozenset[str] = frozenset()) -> tuple[str, str]:
        """The file that defines what `file` offers under a name, and what it is called there."""
        outline = self._outlines.get(file)
        if outline is None or file in seen or len(seen) > _FARTHEST:
            return "", ""
        if name in outline.top:
            return file, name
        passed = self._passed_by(file)
        for target, original in (*passed.get(name, ()), *((target, name) for target, _ in passed.get("*", ()))):
            if (found := self.origin(target, original, seen | {file}))[0]:
                return found
        return "", ""

    def _passed_by(self, file: str) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """What a file passes on: the name it offers, the file it has it from, and its name there."""
        if file not in self._passed:
            every = family_of(self._outlines[file].language) in _ALL_PASS_ON
            found: dict[str, tuple[tuple[str, str], ...]] = {}
            for one, resolution in self._resolved[file]:
                if not every and one.how != "export":
                    continue
                for name in one.names:
                    original, _, alias = name.partition(" as ")
                    offered = alias or original
                    found[offered] = (*found.get(offered, ()), *((file, original) for file in resolution.files))
            self._passed[file] = found
        return self._passed[file]
