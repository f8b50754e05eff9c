"""What a voice may see of the code in one turn: asked for from several threads at once, answered one at a time."""

from __future__ import annotations

from functools import cached_property
from threading import Event, RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roundtable_tui.codebase.files.citations import WorkingTree
    from roundtable_tui.codebase.files.reader import CodeReader
    from roundtable_tui.domain.dossier.provenance import Cited

_MORE = "(There is more than can be shown.)"
_NOTHING = "None of these words occurs in the code, neither whole nor as a part of a name."
_NO_COMMIT = "No commit speaks of that."
A_TURN = 120_000
A_LOOK = 900_000
"""Characters of code that may be shown in a turn, and in a whole look beside the talk."""
_EMPTY = "There is nothing in it that may be read."


class CodeForVoices:
    """Nothing is loaded or read before a voice asks."""

    def __init__(self, root: Path, skip: Sequence[str] = (), budget: int = A_TURN) -> None:
        """`skip` names folders that hold no code; `budget` is how many characters may be shown."""
        self._root = root
        self._budget = budget
        self._skip = tuple(skip)
        self._one_at_a_time = RLock()
        self._stopped = Event()

    def search(self, words: str) -> str:
        with self._one_at_a_time:
            found = self._reader.search_code(words.split())
        return _whole(found.text, cut=found.cut) or _NOTHING

    def read(self, path: str, start: int, end: int) -> str:
        with self._one_at_a_time:
            passage = self._reader.read_code(path, start, end)
        return _whole(passage.text, cut=passage.cut)

    def list_folder(self, path: str) -> str:
        with self._one_at_a_time:
            found = self._reader.list_folder(path)
        return _whole(found.text, cut=found.cut) or _EMPTY

    def history(self, words: str, path: str) -> str:
        with self._one_at_a_time:
            found = self._reader.commits(words.split(), path)
        return _whole(found.text, cut=found.cut) or _NO_COMMIT

    def has(self, path: str) -> bool:
        with self._one_at_a_time:
            return self._tree.exists(path)

    def cite(self, path: str, start: int, end: int) -> Cited:
        with self._one_at_a_time:
            return self._tree.cite(path, start, end)

    def stop(self) -> None:
        """Ends a search that is under way: nobody waits for it any more."""
        self._stopped.set()

    @cached_property
    def _reader(self) -> CodeReader:
        from roundtable_tui.codebase.files.reader import CodeReader

        return CodeReader(self._root, self._skip, self._budget, stopped=self._stopped.is_set)

    @cached_property
    def _tree(self) -> WorkingTree:
        from roundtable_tui.codebase.files.citations import WorkingTree

        return WorkingTree(self._root)


def _whole(text: str, *, cut: bool) -> str:
    return f"{text}\n{_MORE}" if text and cut else text
