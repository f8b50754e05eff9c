"""Lets a voice look into the code: only in the project, only so much, and never at a secret."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files import git
from roundtable_tui.codebase.files.citations import THERE_IS_NONE, WorkingTree, text_name
from roundtable_tui.codebase.files.exclusions import HEAD, LARGEST, LeftOut, left_out_by_head
from roundtable_tui.codebase.files.folders import inside, nearest
from roundtable_tui.codebase.files.listing import list_files
from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.files.secret_patterns import MARK
from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.codebase.search.search import count_words, find_lines, find_pattern
from roundtable_tui.codebase.search.word_matcher import Sought, Way
from roundtable_tui.domain.dossier.provenance import Cited, Gone
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import CitationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.files.listing import ProjectFile
    from roundtable_tui.codebase.search.search import Counts, Line

BUDGET = 120_000
"""Characters of code a voice may see in one turn."""
MOST_LINES = 400
MOST_FOUND = 60
MOST_LISTED = 200
MOST_COMMITS = 15
MOST_WORDS = 8
_FILES_OF_A_COMMIT = 12
_LONGEST_LINE = 300


class Passage(Struct, frozen=True):
    """Lines of a file as a voice may see them, and the citation that leads back to the real ones."""

    cited: Cited
    text: str
    """Each line with its number."""
    secrets: int = 0
    """How many values were taken out."""
    cut: bool = False
    """Whether there was more than may be shown."""


class Finds(Struct, frozen=True):
    """Where something occurs, as `path:line: text` on each line, or what lies in a folder."""

    text: str
    lines: int
    secrets: int = 0
    cut: bool = False


def _never() -> bool:
    return False


class CodeReader:
    """One turn's look into the code; what it shows counts against one budget."""

    def __init__(
        self,
        root: Path,
        skip: Sequence[str] = (),
        budget: int = BUDGET,
        stopped: Callable[[], bool] = _never,
    ) -> None:
        self._root = root
        self._skip = tuple(skip)
        self._stopped = stopped
        self.left = budget
        """Characters that may still be shown."""
        self._cleaned: dict[str, list[str] | Gone] = {}

    @cached_property
    def _tree(self) -> WorkingTree:
        return WorkingTree(self._root)

    def read_code(self, path: str, start: int = 1, end: int = 0) -> Passage:
        """These lines of a file, or as many of them as may be shown; raises CitationError where none can be."""
        self._spend(0)
        lines = self._clean(path)
        if isinstance(lines, Gone):
            raise self._unreadable(path, lines)
        wanted = min(end or len(lines), len(lines))
        if not 1 <= start <= wanted:
            raise CitationError(f"{one_line(path, 120)} has {len(lines)} lines.", "Ask for lines it has.")
        window = lines[start - 1 : min(wanted, start + MOST_LINES - 1)]
        shown = self._affordable([f"{number:>5}  {_short(line)}" for number, line in enumerate(window, start)])
        last = start + len(shown) - 1
        text = "\n".join(shown)
        return Passage(self._tree.cite(path, start, last), text, text.count(MARK), cut=last < wanted)

    def list_folder(self, path: str) -> Finds:
        """What lies in a folder, as far as it may be read; raises CitationError where there is no such folder."""
        self._spend(0)
        names = [text_name(file.name) for file in self._files]
        found = inside(names, path)
        if found is None:
            raise CitationError(f"There is no such folder: {one_line(path, 120)}.{_near(names, path)}")
        shown = self._affordable([one_line(line) for line in found[:MOST_LISTED]]) if found else []
        return Finds("\n".join(shown), len(shown), cut=len(shown) < len(found))

    def commits(self, words: Sequence[str], path: str = "") -> Finds:
        """What was changed before that speaks of this, or touched this path."""
        place = path.strip().removeprefix("./").strip("/")
        names = [text_name(file.name) for file in self._files]
        if place and not any(name == place or name.startswith(f"{place}/") for name in names):
            raise CitationError(f"There is no such file or folder: {one_line(path, 120)}.{_near(names, path)}")
        found = git.commits_about(self._root, words[:MOST_WORDS], place, MOST_COMMITS)
        if found is None:
            raise CitationError("The history of this project cannot be read.", "Go on without it.")
        lines = [line for part in found.split("\x01") for line in _as_commit(redact(neutral(part)).text)]
        shown = self._affordable([_short(line) for line in lines])
        return Finds("\n".join(shown), len(shown), cut=len(shown) < len(lines))

    def _unreadable(self, path: str, why: Gone) -> CitationError:
        """That a file is not there is an answer: it comes with the names that are nearest."""
        name = one_line(path, 120)
        if why == THERE_IS_NONE:
            return CitationError(f"There is no such file: {name}.{_near([f.name for f in self._files], path)}")
        return CitationError(f"{name} cannot be read: {why.why}.", "Search for the file first.")

    def search_code(self, words: Sequence[str] = (), pattern: str = "", most: int = MOST_FOUND) -> Finds:
        """The lines that say most about the words, or the first that match the pattern."""
        self._spend(0)
        most = max(1, min(most, MOST_FOUND))
        if pattern:
            found = find_pattern(self._root, self._files, pattern, most + 1, self._stopped)
            complete = len(found) <= most
        else:
            found, complete = best_lines(self._root, self._files, words, most, self._stopped)
        wanted, sought = found[:most], Sought(words)
        shown = self._affordable([f"{self._found(line)}{_how(line, sought)}" for line in wanted])
        text = "\n".join(shown)
        return Finds(text, len(shown), text.count(MARK), cut=not complete or len(shown) < len(wanted))

    @cached_property
    def _files(self) -> tuple[ProjectFile, ...]:
        return list_files(self._root, self._skip, self._stopped).files

    def _clean(self, path: str) -> list[str] | Gone:
        """All lines of a file without the secrets in it: one may begin before the lines that are asked for."""
        if path not in self._cleaned:
            self._cleaned[path] = self._without_secrets(path)
        return self._cleaned[path]

    def _without_secrets(self, path: str) -> list[str] | Gone:
        lines = self._tree.lines(path)
        if isinstance(lines, Gone):
            return lines
        data = b"\n".join(lines)
        if len(data) > LARGEST:
            return Gone("it is too large")
        if left_out_by_head(path, data[:HEAD]) in (LeftOut.BINARY, LeftOut.MINIFIED):
            return Gone("it is not source text")
        return redact(data.decode("utf-8", "replace"), path).text.split("\n")

    def _found(self, line: Line) -> str:
        lines = self._clean(line.name)
        known = [] if isinstance(lines, Gone) else lines[line.number - 1 : line.number]
        text = known[0] if known else redact(line.text, line.name).text
        return f"{one_line(text_name(line.name))}:{line.number}: {_short(text.strip())}"

    def _affordable(self, lines: list[str]) -> list[str]:
        """As many lines as the budget allows, but always one."""
        size = 0
        for number, line in enumerate(lines):
            size += len(line) + 1
            if number and size > self.left:
                lines = lines[:number]
                break
        self._spend(sum(len(line) + 1 for line in lines))
        return lines

    def _spend(self, characters: int) -> None:
        if self.left <= 0:
            raise CitationError("No more code can be shown in this turn.", "Go on with what was shown.")
        self.left -= characters


def _as_commit(part: str) -> Iterator[str]:
    head, *files = [line for line in part.splitlines() if line.strip()] or [""]
    if not head:
        return
    yield head
    yield from (f"    {name}" for name in files[:_FILES_OF_A_COMMIT])
    if len(files) > _FILES_OF_A_COMMIT:
        yield f"    and {len(files) - _FILES_OF_A_COMMIT} more files"


def _near(names: Sequence[str], path: str) -> str:
    found = ", ".join(one_line(text_name(name), 120) for name in nearest(names, path))
    return f" Nearest names: {found}." if found else ""


def _how(line: Line, sought: Sought) -> str:
    """A mark for a line that has the words only as parts of names, or only in other forms."""
    ways = set(sought.ways(line.text.encode("utf-8", "surrogateescape")).values())
    if not ways or Way.WORD in ways:
        return ""
    return f"  ({Way.PART if Way.PART in ways else Way.FORM})"


def _short(line: str) -> str:
    line = neutral(line).replace("\n", " ")
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} …"


_WORTH = {
    Role.CODE: 1.0,
    Role.TEST: 0.5,
    Role.OTHER: 0.3,
    Role.DELIVERY: 0.3,
    Role.DOCUMENT: 0.2,
    Role.FOREIGN: 0.2,
}
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
        said = sum(telling.get(word, 0.0) for word, *_ in sought.counts(line.text.encode("utf-8", "surrogateescape")))
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
