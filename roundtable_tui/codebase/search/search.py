"""Counts words and finds lines in the project's files, with ripgrep where it is there and without it just the same."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, islice
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from roundtable_tui.codebase.search import fallback, ripgrep
from roundtable_tui.codebase.search.fallback import searchable
from roundtable_tui.codebase.search.word_matcher import Sought

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.files.listing import ProjectFile

_LONGEST_LINE = 500
"""Bytes; longer lines are data, and are not shown."""
_MARK = b"\xef\xbb\xbf"


class Occurring(NamedTuple):
    """How often a word occurs in a place: as it was written, and in another of its forms."""

    whole: int
    forms: int = 0

    @property
    def all(self) -> int:
        return self.whole + self.forms


class Counts(Struct, frozen=True):
    """How often words occur; a file without a hit is not mentioned."""

    in_text: Mapping[str, Mapping[str, Occurring]]
    """By word, then by the file's name."""
    in_names: Mapping[str, Mapping[str, Occurring]]
    """The same for occurrences in the name of the file and of its folders."""
    searched: int
    complete: bool = True
    """False if it was stopped on the way."""

    def of(self, word: str) -> Mapping[str, int]:
        """Occurrences by file, in its text and in its name, in every form."""
        found: Counter[str] = Counter()
        for where in (self.in_text, self.in_names):
            found.update({name: occurring.all for name, occurring in where.get(word, {}).items()})
        return found

    def forms_of(self, word: str) -> int:
        """How many of all occurrences are another form of the word."""
        return sum(one.forms for where in (self.in_text, self.in_names) for one in where.get(word, {}).values())


_NONE = Occurring(0)


class Line(Struct, frozen=True):
    name: str
    number: int
    text: str


def _never() -> bool:
    return False


def _unheard(searched: int) -> None:
    """For those who do not want to know how far it is."""


def count_words(
    root: Path,
    files: Sequence[ProjectFile],
    words: Sequence[str],
    stopped: Callable[[], bool] = _never,
    progress: Callable[[int], None] = _unheard,
    *,
    with_ripgrep: bool = True,
) -> Counts:
    """Every occurrence of every word in these files; see `Sought` for what counts as one."""
    sought = Sought(words)
    in_text: dict[str, dict[str, Occurring]] = {word: {} for word in sought.words}
    in_names: dict[str, dict[str, Occurring]] = {word: {} for word in sought.words}
    searched = 0
    batches = list(ripgrep.batches(files)) if sought.place else []
    with ThreadPoolExecutor(1) as ahead:
        found = ahead.map(lambda batch: ripgrep.runs(root, batch, sought) if with_ripgrep else None, batches)
        for batch in batches:
            _add(in_names, sought, _named(batch, sought))
            runs = next(found)
            _add(in_text, sought, fallback.runs(batch, sought, stopped) if runs is None else runs)
            searched += len(batch)
            progress(searched)
            if stopped():
                ahead.shutdown(cancel_futures=True)
                return Counts(in_text, in_names, searched, complete=False)
    return Counts(in_text, in_names, searched)


def find_lines(
    root: Path,
    files: Sequence[ProjectFile],
    words: Sequence[str],
    most: int,
    stopped: Callable[[], bool] = _never,
    *,
    with_ripgrep: bool = True,
) -> tuple[Line, ...]:
    """The first lines in which any of the words occurs, in the order of the files."""
    sought = Sought(words)
    lines = _lines(root, files, sought.place, sought.literals, stopped, with_ripgrep=with_ripgrep)
    return tuple(islice((_shown(*line) for line in lines if any(sought.counts(line[2]))), most))


def find_pattern(
    root: Path,
    files: Sequence[ProjectFile],
    pattern: str,
    most: int,
    stopped: Callable[[], bool] = _never,
    *,
    with_ripgrep: bool = True,
) -> tuple[Line, ...]:
    """The first lines that match, in any case; what is not a simple pattern is looked for as it stands."""
    lines = _lines(root, files, searchable(pattern), (), stopped, with_ripgrep=with_ripgrep)
    return tuple(islice((_shown(*line) for line in lines), most))


def _add(counts: dict[str, dict[str, Occurring]], sought: Sought, found: Iterable[tuple[str, Counter[bytes]]]) -> None:
    known, count_in = sought.known, sought.counts
    for name, runs in found:
        for run, times in runs.items():
            for word, whole, forms in known[run] if run in known else count_in(run):
                before = counts[word].get(name, _NONE)
                counts[word][name] = Occurring(before.whole + whole * times, before.forms + forms * times)


def _named(files: Sequence[ProjectFile], sought: Sought) -> Iterator[tuple[str, Counter[bytes]]]:
    """Of the names in which a word may be, the folders and the last part; many files share their folders."""
    names = [file.name.encode("utf-8", "surrogateescape") for file in files]
    for at in _holding(names, sought.literals) if sought.literals else range(len(names)):
        yield files[at].name, Counter(names[at].split(b"/"))


def _holding(names: Sequence[bytes], literals: Iterable[bytes]) -> set[int]:
    """Which of the names hold one of the literals, found in one go over all of them."""
    text = b"\0".join(names).lower()
    begins = list(accumulate((len(name) + 1 for name in names), initial=0))
    found = set()
    for literal in literals:
        place = text.find(literal)
        while place >= 0:
            at = bisect_right(begins, place) - 1
            found.add(at)
            place = text.find(literal, begins[at + 1])
    return found


def _lines(
    root: Path,
    files: Sequence[ProjectFile],
    place: str,
    literals: Sequence[bytes],
    stopped: Callable[[], bool],
    *,
    with_ripgrep: bool,
) -> Iterator[tuple[str, int, bytes]]:
    """In the order of the files, though ripgrep answers in the order it comes to them."""
    for batch in ripgrep.batches(files) if place else ():
        if stopped():
            return
        found = ripgrep.lines(root, batch, place) if with_ripgrep else None
        if found is None:
            yield from fallback.lines(batch, place, literals, _LONGEST_LINE, stopped)
            continue
        order = {file.name: number for number, file in enumerate(batch)}
        short = (line for line in found if len(line[2]) <= _LONGEST_LINE)
        yield from sorted(short, key=lambda line: (order[line[0]], line[1]))


def _shown(name: str, number: int, text: bytes) -> Line:
    return Line(name, number, text.removeprefix(_MARK).decode("utf-8", "surrogateescape").removesuffix("\r"))
