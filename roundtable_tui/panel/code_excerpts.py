"""The parts of the code that bear on a panel's topic: what an item cites, else what the topic's words are found in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files.citations import WorkingTree, text_name
from roundtable_tui.codebase.files.exclusions import left_out_by_name
from roundtable_tui.codebase.files.listing import list_files
from roundtable_tui.codebase.files.reader import CodeReader, best_lines
from roundtable_tui.codebase.search.keywords import telling_words
from roundtable_tui.domain.dossier.provenance import Cited, Exact, Moved
from roundtable_tui.errors import CitationError
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.panel.project_context import READMES
from roundtable_tui.session.code.background_scan import own_folders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.storage.paths import ProjectPaths

LONGEST = 10_000
"""Characters of code a panel is shown."""
MOST_PASSAGES = 12
_MOST_OF_A_FILE = 4
_LONGEST_PASSAGE = 60
_AROUND = 8
_AROUND_CITED = 3
_MOST_WORDS = 8
_MOST_LINES = 40


class _Window(Struct, frozen=True):
    name: str
    start: int
    end: int


def code_excerpts(paths: ProjectPaths, topic: str, cited: Sequence[Cited] = ()) -> str:
    """Passages under `path:start-end`, each line with its number, without secrets; nothing where nothing is found."""
    reader = CodeReader(paths.root, own_folders(paths), LONGEST)
    windows = list(_cited(paths, cited)) or list(_searched(paths, topic))
    shown: list[str] = []
    for window in windows[:MOST_PASSAGES]:
        if reader.left <= 0:
            break
        try:
            passage = reader.read_code(window.name, window.start, window.end)
        except CitationError:
            continue
        found = passage.cited
        shown.append(f"{found.path}:{found.start}-{found.end}\n{passage.text}")
    return without_secrets("\n\n".join(shown))


def _cited(paths: ProjectPaths, cited: Iterable[Cited]) -> Iterator[_Window]:
    """Where the cited lines stand today, with what is around them; those that are gone are passed over."""
    tree, found = WorkingTree(paths.root), list[_Window]()
    for one in cited:
        match tree.standing(one):
            case Exact():
                here = one
            case Moved(to=to):
                here = to
            case _:
                continue
        if left_out_by_name(here.path):
            continue
        found.append(_around(here.path, here.start, here.end, _AROUND_CITED))
    yield from _joined(found)


def _searched(paths: ProjectPaths, topic: str) -> Iterator[_Window]:
    """Around the lines that say most about the topic; the README is told whole, elsewhere."""
    words = telling_words([topic], _MOST_WORDS)
    if not words:
        return
    listed = list_files(paths.root, own_folders(paths)).files
    files = [file for file in listed if file.name not in READMES]
    lines, _ = best_lines(paths.root, files, words, _MOST_LINES, lambda: False)
    yield from _joined([_around(text_name(line.name), line.number, line.number, _AROUND) for line in lines])


def _around(name: str, start: int, end: int, more: int) -> _Window:
    last = min(end, start + _LONGEST_PASSAGE)
    return _Window(name, max(1, start - more), last + more)


def _joined(windows: Iterable[_Window]) -> Iterator[_Window]:
    """Those that overlap as one, file by file in the order the files came; of one file not too many."""
    by_file: dict[str, list[_Window]] = {}
    for window in windows:
        by_file.setdefault(window.name, []).append(window)
    for name, found in by_file.items():
        joined: list[_Window] = []
        for window in sorted(found, key=lambda one: one.start):
            last = joined[-1] if joined else None
            if last and window.start <= last.end + 1 and window.end - last.start <= _LONGEST_PASSAGE:
                joined[-1] = _Window(name, last.start, max(last.end, window.end))
            elif not last or window.start > last.end:
                joined.append(window)
        yield from joined[:_MOST_OF_A_FILE]
