"""The lines that say most about some words: rare words before common ones, code before what is written about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.roles import Role, role_of
from roundtable_tui.codebase.search import count_words, find_lines
from roundtable_tui.codebase.sought import Sought

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.files import ProjectFile
    from roundtable_tui.codebase.search import Counts, Line

_WORTH = {Role.CODE: 1.0, Role.TEST: 0.5, Role.OTHER: 0.3, Role.DELIVERY: 0.3, Role.DOCUMENT: 0.2}
_MOST_READ = 2_000
"""Lines that are weighed against each other; those of the files that say least are not even read."""
_LEAST = 0.02
"""What a line must be worth beside the best one: `def` says nothing beside `list_report`."""


def best_lines(
    root: Path, files: Sequence[ProjectFile], words: Sequence[str], most: int, stopped: Callable[[], bool]
) -> tuple[tuple[Line, ...], bool]:
    """The best lines in which any of the words occurs, file by file, the file that says most first; and if that is all.

    Lines that say next to nothing beside the best are left out.
    """
    counts = count_words(root, files, words, stopped)
    telling = {word: 1 / len(found) for word, found in counts.in_text.items() if found}
    worth = _worth_of_files(counts, telling)
    ranked = sorted((file for file in files if file.name in worth), key=lambda file: (-worth[file.name], file.name))
    lines = find_lines(root, ranked, words, max(_MOST_READ, most), stopped)
    sought = Sought(words)

    def worth_of(line: Line) -> float:
        said = sum(telling.get(word, 0.0) for word, _ in sought.counts(line.text.encode("utf-8", "surrogateescape")))
        return said * _WORTH[role_of(line.name)]

    weighed = sorted(((worth_of(line), line) for line in lines), key=lambda pair: -pair[0])
    best = [line for value, line in weighed[:most] if value >= _LEAST * weighed[0][0]]
    best.sort(key=lambda line: (-worth[line.name], line.name, line.number))
    return tuple(best), len(best) == len(lines)


def _worth_of_files(counts: Counts, telling: Mapping[str, float]) -> dict[str, float]:
    worth: dict[str, float] = {}
    for word, found in counts.in_text.items():
        for name in found:
            worth[name] = worth.get(name, 0.0) + telling[word] * _WORTH[role_of(name)]
    return worth
