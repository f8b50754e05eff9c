"""One look at a project: its files, words, index and past, each looked up once, when it is first needed."""

from __future__ import annotations

import shutil
import tempfile
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import Struct

from roundtable_tui.codebase.files.citations import text_name
from roundtable_tui.codebase.files.listing import list_files
from roundtable_tui.codebase.impact.churn import Past, past_of
from roundtable_tui.codebase.index.index import Index, build_index
from roundtable_tui.codebase.search.project_name import project_names
from roundtable_tui.codebase.search.search import count_words
from roundtable_tui.domain.journal.code_facts import Hit, PassedOver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.codebase.files.listing import Listing
    from roundtable_tui.codebase.search.search import Counts

_TOP = 3


class Progress(Struct, frozen=True):
    """How far a look has come; the hits are known long before the rest."""

    stage: str
    done: int = 0
    total: int = 0
    hits: tuple[Hit, ...] = ()


class StoppedError(Exception):
    """Whoever asked for the look does not want it any more."""


def never() -> bool:
    return False


def unheard(_progress: Progress) -> None:
    """For those who do not want to know how far it is."""


class Looking:
    """Raises StoppedError from whichever part was under way when it was stopped."""

    def __init__(
        self,
        root: Path,
        skip: Sequence[str] = (),
        stopped: Callable[[], bool] = never,
        progress: Callable[[Progress], None] = unheard,
        cache_folder: Path | None = None,
    ) -> None:
        self.root = root
        self._skip = tuple(skip)
        self._stopped = stopped
        self._progress = progress
        self._cache_folder = cache_folder
        self._temporary: Path | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if "index" in self.__dict__:
            self.index.close()
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def check(self) -> None:
        if self._stopped():
            raise StoppedError

    @cached_property
    def listing(self) -> Listing:
        self._progress(Progress("listing files"))
        found = list_files(self.root, self._skip, self._stopped)
        self.check()
        return found

    @cached_property
    def every_name(self) -> tuple[str, ...]:
        """The project's files, and those that are passed over unless somebody names them."""
        return (*(file.name for file in self.listing.files), *self.listing.not_its_own)

    def size(self, name: str) -> int:
        """Of a file, in bytes; nothing if it is gone meanwhile."""
        try:
            return (self.root / name).stat().st_size
        except OSError:
            return 0

    @property
    def left_out_why(self) -> tuple[PassedOver, ...]:
        counted = sorted(self.listing.left_out.items(), key=lambda one: (-one[1], one[0]))
        return tuple(PassedOver(str(reason), number) for reason, number in counted)

    def counted(self, words: Sequence[str]) -> Counts:
        """How often the words occur; the hits are told as soon as they are known."""
        files = self.listing.files
        found = count_words(
            self.root,
            files,
            words,
            self._stopped,
            lambda done: self._progress(Progress("searching", done, len(files))),
        )
        self.check()
        hits = tuple(hit_of(word, found) for word in words)
        self._progress(Progress("searching", len(files), len(files), hits))
        return found

    @cached_property
    def index(self) -> Index:
        """What the files define and need; without a cache folder it is built anew and thrown away."""
        if self._cache_folder is None:
            self._temporary = Path(tempfile.mkdtemp(prefix="roundtable-"))
        found = build_index(
            self.root,
            self.listing.files,
            self._cache_folder or self._temporary or Path(),
            self._stopped,
            lambda done, total: self._progress(Progress("reading the code", done, total)),
        )
        if self._stopped():
            found.close()
            raise StoppedError
        return found

    @cached_property
    def past(self) -> Past:
        self._progress(Progress("reading the history"))
        found = past_of(self.root)
        self.check()
        return found

    @cached_property
    def own_names(self) -> frozenset[str]:
        """What the project calls itself."""
        return project_names(self.root, self.listing.files)

    @property
    def gaps(self) -> tuple[str, ...]:
        """What could not be found out, each as a sentence."""
        return tuple(problem for problem in (self.index.problem, self.past.problem) if problem)


def hit_of(word: str, counts: Counts, tells_nothing: str = "") -> Hit:
    """How often a word occurs in all, and where most often."""
    files = counts.of(word)
    most = sorted(files, key=lambda name: (-files[name], name))
    top = tuple(text_name(name) for name in most[:_TOP])
    return Hit(word, sum(files.values()), len(files), top, counts.forms_of(word), tells_nothing)
