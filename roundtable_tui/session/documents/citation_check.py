"""Holds what was said of the code against the code as it is, before any of it is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.citations import WorkingTree, file_name
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Exact, Gone, Moved
from roundtable_tui.domain.journal.code_facts import CodeChecked, Lost, Relocated, citations_in
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roundtable_tui.domain.dossier.provenance import Cited, Standing
    from roundtable_tui.domain.journal.state import State

_Stamp = tuple[object, ...]


class CitedCode:
    """Reads only files that are cited, and those only if they look changed since they were last read."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._stood: dict[Cited, tuple[_Stamp, Standing]] = {}

    def check(self, state: State) -> CodeChecked | None:
        """How all citations stand now; None if the state knows it already."""
        tree = WorkingTree(self._root)
        standing = {cited: self._standing(cited, tree) for cited in dict.fromkeys(citations_in(state))}
        moved = tuple(Relocated(cited, now.to) for cited, now in standing.items() if isinstance(now, Moved))
        lost = tuple(Lost(cited, now.why) for cited, now in standing.items() if isinstance(now, Gone))
        missing = tuple(path for path in dict.fromkeys(_said_to_be_there(state)) if not tree.exists(path))
        if (
            not moved
            and {one.cited: one.why for one in lost} == dict(state.code.lost)
            and missing == state.code.missing
        ):
            return None
        return CodeChecked(moved, lost, missing)

    def _standing(self, cited: Cited, tree: WorkingTree) -> Standing:
        stamp = self._stamp(cited.path)
        known_stamp, known = self._stood.get(cited, ((), None))
        if known and not isinstance(known, Exact):  # what is not where it was may be anywhere, as git knows it
            stamp = (*stamp, tree.commit)
        if known is None or known_stamp != stamp:
            known = tree.standing(cited)
            if not isinstance(known, Exact):
                stamp = (*self._stamp(cited.path), tree.commit)
            self._stood[cited] = stamp, known
        return known

    def _stamp(self, name: str) -> _Stamp:
        for candidate in dict.fromkeys((name, file_name(name))):
            try:
                found = (self._root / candidate).stat()
            except (OSError, ValueError):
                continue
            return (found.st_mtime_ns, found.st_size, found.st_ino)
        return ()


def _said_to_be_there(state: State) -> Iterator[str]:
    """Files to be edited, deleted or left alone; a new one and a pattern need not be there."""
    for file in state.dossier.of(Kind.FILE):
        path = one_line(file.text("path"))
        if path and "*" not in path and file.text("action") not in ("CREATE", ""):
            yield path
