"""Finds the line that shows why a file is in the blast radius, so that nobody has to take it on trust."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.citations import WorkingTree
from roundtable_tui.codebase.sought import Sought
from roundtable_tui.domain.dossier.provenance import Cited, Gone
from roundtable_tui.errors import CitationError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roundtable_tui.codebase.impact import Reached
    from roundtable_tui.codebase.index import Index


class Evidence:
    """Looks the reasons up in the working tree as it is now."""

    def __init__(self, root: Path, index: Index, words: Sequence[str]) -> None:
        self._tree = WorkingTree(root)
        self._index = index
        self._sought = Sought(words)

    def of(self, one: Reached) -> Cited | None:
        """The line that ties it to the file it was reached by, or the one that says most about the change."""
        if one.via:
            return self._tie(one.name, one.via[0]) or self._tie(one.via[0], one.name)
        return self._definition(one.name) or self._best_mention(one.name) or self.at(one.name, 1)

    def _tie(self, source: str, target: str) -> Cited | None:
        lines = [edge.line for edge in self._index.dependencies.edges_from(source) if edge.target == target]
        return next((cited for line in lines if line and (cited := self.at(source, line))), None)

    def _definition(self, name: str) -> Cited | None:
        """Where the thing is defined whose name has most of the words."""
        speaking = [
            (-len(self._sought.counts(symbol.name.encode("utf-8", "surrogateescape"))), symbol.line)
            for symbol in self._index.facts(name).definitions
        ]
        best = min(speaking, default=(0, 0))
        return self.at(name, best[1]) if best[0] else None

    def _best_mention(self, name: str) -> Cited | None:
        """The first of the lines in which most of the words meet."""
        lines = self._tree.lines(name)
        if isinstance(lines, Gone):
            return None
        speaking = ((-len(self._sought.counts(line)), number) for number, line in enumerate(lines, 1))
        best = min(speaking, default=(0, 0))
        return self.at(name, best[1]) if best[0] else None

    def at(self, name: str, line: int) -> Cited | None:
        """This line as it is now; None if it cannot be shown."""
        try:
            return self._tree.cite(name, line, line)
        except CitationError:
            return None
