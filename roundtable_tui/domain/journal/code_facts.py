"""What is true of the user's code, as the journal keeps it: what a scan found, and where cited lines stand now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Entry, FieldValue
from roundtable_tui.domain.dossier.provenance import Cited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.journal.state import State


YOU_NAMED_IT = "you named it"
"""The reason for which a file leads whatever the words say; what else there is to say follows after a semicolon."""


class Hit(Struct, frozen=True):
    """How often a word occurs in how many files, and where it occurs most."""

    word: str
    count: int
    files: int
    top: tuple[str, ...] = ()
    forms: int = 0
    """How many of these are another form of the word."""
    tells_nothing: str = ""
    """Why it points at no file rather than another: it is a number, the project's own name, or in too many files."""


class Touched(Struct, frozen=True):
    """A file in the blast radius of the change: 1 is edited, 2 is tied to that or speaks of it too, 3 will notice."""

    path: str
    tier: int
    reason: str
    via: tuple[str, ...] = ()
    """The files that lead from this one to one that is edited, nearest first."""
    lines: Cited | None = None
    """Where the reason can be looked up."""


_COUNTED = re.compile(r" and \d+× in another form| in another form(?=[ ,;:]|$)| \(in (?:its name|what it defines)\)")


def without_weights(reason: str) -> str:
    """Why a file was come to, without how its words were weighed: that ranks files and tells a reader nothing."""
    return _COUNTED.sub("", reason)


class Entrance(Struct, frozen=True):
    """A way into the program: a console script, a `main`, a route, something it exports, a CI job."""

    kind: str
    name: str
    path: str
    line: int = 1
    lines: Cited | None = None
    """Where it can be looked up."""


class Seen(Struct, frozen=True):
    """Lines that a voice has looked at, and in a line what they are."""

    path: str
    start: int
    end: int
    gist: str = ""


class PassedOver(Struct, frozen=True):
    """How many files were not looked into, and why."""

    reason: str
    files: int


class Churn(Struct, frozen=True):
    """How often a file changed in the last commits, and by how many people."""

    path: str
    commits: int
    authors: int


class DocumentRead(Struct, frozen=True):
    """A document about the project, such as its README: its headings, and which words of the change stand in it."""

    path: str
    headings: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Relocated(Struct, frozen=True):
    """A citation whose lines stand somewhere else now."""

    was: Cited
    now: Cited


class Lost(Struct, frozen=True):
    """A citation whose lines cannot be found; `why` ends a sentence that begins "…, but"."""

    cited: Cited
    why: str


class Inquiry(Struct, frozen=True):
    """What to look for in the code: words, and what the user called by its name."""

    words: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    """Files and folders that the user wants left alone."""


class Scanned(Struct, frozen=True):
    words: tuple[str, ...]
    hits: tuple[Hit, ...]
    likely: tuple[str, ...]
    """Files the words point at, most likely first."""
    searched: int
    left_out: int
    commit: str = ""
    problem: str = ""
    touched: tuple[Touched, ...] = ()
    """The blast radius, nearest first; of each tier only the first files."""
    tiers: tuple[int, ...] = ()
    """How many files each of the three tiers has in all."""
    entrances: tuple[Entrance, ...] = ()
    left_out_why: tuple[PassedOver, ...] = ()
    scope: str = ""
    complexity: str = ""
    complexity_because: tuple[str, ...] = ()
    risk: str = ""
    risk_because: tuple[str, ...] = ()
    churn: tuple[Churn, ...] = ()
    """Of the files to be edited that changed most."""
    commits: int = 0
    """How many commits the churn was counted in."""
    gaps: tuple[str, ...] = ()
    """What could not be found out, each as a sentence."""
    names: tuple[str, ...] = ()
    """What the user called by its name, whether there is such a thing or not."""
    documents: tuple[DocumentRead, ...] = ()
    """What the project says about itself, which is read before its code."""
    spared: tuple[str, ...] = ()
    """Files and folders that the user wants left alone, whatever the search says of them."""

    @property
    def inquiry(self) -> Inquiry:
        return Inquiry(self.words, self.names, self.spared)

    def tier(self, number: int) -> tuple[Touched, ...]:
        return tuple(one for one in self.touched if one.tier == number)


class CodeChecked(Struct, frozen=True):
    """What was said of the code, held against the code before it is written down; journaled where that is news."""

    moved: tuple[Relocated, ...] = ()
    lost: tuple[Lost, ...] = ()
    """All citations that lead nowhere now."""
    missing: tuple[str, ...] = ()
    """All files that are spoken of as being there and are not."""


Moves = Mapping[Cited, Cited]


def citations_in(state: State) -> Iterator[Cited]:
    """All of them: those of the entries, and those of what the search found."""
    for entry in state.dossier:
        yield from (source for source in entry.sources if isinstance(source, Cited))
    if state.code.scan:
        yield from found_lines(state.code.scan)


def found_lines(scan: Scanned) -> Iterator[Cited]:
    yield from (one.lines for one in scan.touched if one.lines)
    yield from (one.lines for one in scan.entrances if one.lines)


def recited(entry: Entry, moved: Moves) -> Entry:
    if not any(isinstance(source, Cited) and source in moved for source in entry.sources):
        return entry
    fields = {
        name: FieldValue(said.value, tuple(dict.fromkeys(_now(source, moved) for source in said.sources)))
        for name, said in entry.fields.items()
    }
    return replace(entry, fields=fields)


def _now(source: Source, moved: Moves) -> Source:
    return moved.get(source, source) if isinstance(source, Cited) else source


def scan_recited(scan: Scanned, moved: Moves) -> Scanned:
    """What the search found, at the lines where it stands now."""

    def now(lines: Cited | None) -> Cited | None:
        return moved.get(lines, lines) if lines else None

    return replace(
        scan,
        touched=tuple(replace(one, lines=now(one.lines)) for one in scan.touched),
        entrances=tuple(replace(one, lines=now(one.lines)) for one in scan.entrances),
    )


def is_path_among(path: str, names: Iterable[str]) -> bool:
    """Whether a path is one of these, or lies in a folder that is; a name may leave out the first folders."""
    placed = f"/{path}"
    for name in names:
        bare = name.removeprefix("./").strip("/")
        if placed.endswith(f"/{bare}") or ("/" in name and f"/{bare}/" in placed):
            return True
    return False
