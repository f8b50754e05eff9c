"""An entry in one line of a summary: what it says, what changes if it is wrong, and whether that is all of it."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import id_number
from roundtable_tui.domain.dossier.footing import guessed_parts, is_guess, is_read_in_code
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.last_answers import remembered
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.modes.conversation.wording import enumerated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.dossier.graph import Graph

IF_WRONG = "; if it is wrong, "
"""Stands between an assumption and what changes with it."""
_FEWEST, _SHORT, _WHOLE = 60, 120, 230
"""Letters of a line that is cut short, at least and where there is little room; what fits the third is told whole."""
_DECIDES: Mapping[Kind, tuple[str, ...]] = {
    Kind.FR: ("priority",), Kind.QUALITY: ("threshold",), Kind.METRIC: ("target",), Kind.DECISION: ("decision",),
    Kind.TECHNOLOGY: ("version",), Kind.INTEGRATION: ("flow",), Kind.MODULE: ("responsibility",),
    Kind.INTERFACE: ("schema",), Kind.FLOW: ("source", "sink"), Kind.ERROR: ("response",), Kind.FILE: ("action",),
    Kind.USER: ("role",), Kind.RISK: ("likelihood", "impact"), Kind.ZONE: ("likelihood", "impact"),
}  # fmt: skip
"""What a line says in any case beside what the entry is."""
_SORTS = frozenset({"type", "use", "nature", "style", "licence", "status", "tier", "mvp"})
_MOST_COUNTED = 3
_IN_BRACKETS = frozenset({"priority", "action", "role"})
_ID = re.compile(r"\(?[A-Z]+-[\d-]*\d\b")
_CLAUSE = re.compile(r"(?<=[.;:])\s")
_END = re.compile(r"[.;:,\s]+$")


class SummaryLine(Struct, frozen=True):
    text: str
    entry: str = ""
    """The entry it speaks of."""
    others: tuple[str, ...] = ()
    """Entries that it only names."""
    whole: bool = False
    """Whether everything the entry says stands in it."""

    @property
    def as_point(self) -> str:
        return f"- {self.text}"

    @property
    def words(self) -> int:
        """How many there are to read; an id is none."""
        return sum(not _ID.match(word) for word in self.text.split())


def line_about(entry: Entry, dossier: Dossier, graph: Graph, *, brief: bool = False) -> SummaryLine:
    """A guess whole, as far as that fits on a line, with what changes if it is wrong; all else by what decides."""
    every, decides = _joined(entry, _telling(entry)), _joined(entry, _deciding(entry))
    if is_guess(entry):
        whole = len(every) <= (len(decides) if brief else _WHOLE)
        said = every if whole else shortened(decides)
        return SummaryLine(f"{entry.id} {said}{_changes(entry, dossier, graph)}", entry.id, whole=whole)
    added = [] if is_read_in_code(entry) else [name.replace("_", " ") for name in guessed_parts(entry)]
    mark = f" (our guess: {', '.join(added)})" if added else ""
    said = shortened(decides)
    return SummaryLine(f"{entry.id} {said}{mark}", entry.id, whole=said == every)


def line_in_short(entry: Entry) -> SummaryLine:
    """A guess for which there is little room is read all the same: what is only counted is accepted unseen."""
    every, decides = _joined(entry, _telling(entry)), _joined(entry, _deciding(entry))
    said = shortened(decides, _SHORT)
    return SummaryLine(f"{entry.id} {said}", entry.id, whole=said == every)


def shortened(text: str, most: int = _WHOLE) -> str:
    """Whole where it fits; else as many of its clauses as do, and never half a word."""
    if len(text) <= most:
        return text
    ends = [found.start() for found in _CLAUSE.finditer(text) if _FEWEST <= found.start() <= most]
    cut = ends[-1] if ends else text.rfind(" ", 0, most)
    return f"{text[:cut]} …" if cut > 0 else one_line(text, most)


def _telling(entry: Entry) -> list[str]:
    """The fields beside its name that say something of their own."""
    return [
        field.name
        for field in SPECS[entry.kind].fields[1:]
        if field.type is not FieldType.REFS and field.name not in _SORTS and entry.text(field.name).strip()
    ]


def _deciding(entry: Entry) -> list[str]:
    return [name for name in _telling(entry) if name in _DECIDES.get(entry.kind, ())]


def _joined(entry: Entry, names: Sequence[str]) -> str:
    """Its name, in brackets what sorts it, and then the rest: what decides first, the others by what they are."""
    head = _plain(entry.text())
    brackets = [entry.text(name) for name in names if name in _IN_BRACKETS]
    head += f" ({'; '.join(brackets)})" if brackets else ""
    first = _DECIDES.get(entry.kind, ())
    parts = []
    for name in sorted(names, key=lambda one: one not in first):
        said = _plain(entry.text(name))
        if name not in _IN_BRACKETS and said.casefold() not in head.casefold():
            label = name.replace("_", " ")
            parts.append(_CALLED.get(name, f"{label}: ") + said)
    return f"{head}: {'; '.join(parts)}" if parts else head


_CALLED = {
    **dict.fromkeys(("text", "decision", "schema", "responsibility", "threshold", "flow", "response", "why"), ""),
    "context": "because: ", "consequences": "what follows: ", "source": "from ", "sink": "to ",
}  # fmt: skip
"""What stands before the words of a field, where that is not its name."""


def _plain(text: str) -> str:
    return _END.sub("", one_line(text))


def hanging(entry: Entry, dossier: Dossier, graph: Graph) -> tuple[str, ...]:
    """What changes with it: what leads to it or was inferred from it, and of an assumption what it is about."""
    above = (*entry.refs("about"), *entry.refs("fr"))
    ids = dict.fromkeys((*above, *sorted({*graph.touched_by(entry.id), *_drawn_from(dossier).get(entry.id, ())})))
    return tuple(one for one in ids if (other := dossier.get(one)) and other.kind is not Kind.ASSUMPTION)


@remembered
def _drawn_from(dossier: Dossier) -> Mapping[str, tuple[str, ...]]:
    """Which entries were inferred from which."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for entry in dossier:
        for source in entry.sources:
            for basis in source.entries if isinstance(source, Inferred) else ():
                found[basis][entry.id] = None
    return {basis: tuple(ids) for basis, ids in found.items()}


def _changes(entry: Entry, dossier: Dossier, graph: Graph) -> str:
    """Counted by kind; of a decision the ways that would take its place."""
    others = [one for ref in entry.refs("options") if (one := dossier.get(ref)) and _is_other_way(one, entry)]
    if entry.kind is Kind.DECISION and others:
        named = enumerated([f"{one.id} {one_line(_plain(one.text()), 60)}" for one in others])
        return f"{IF_WRONG}{named} {'takes its place' if len(others) == 1 else 'could take its place'}"
    ids = hanging(entry, dossier, graph)
    if entry.kind is Kind.AC:
        ids = tuple(name for name in ids if name not in entry.refs("fr"))
    by_kind: dict[Kind, list[str]] = defaultdict(list)
    for name in ids:
        if found := dossier.get(name):
            by_kind[found.kind].append(name)
    counted = [some[0] if len(some) == 1 else f"{len(some)} {SPECS[kind].many}" for kind, some in by_kind.items()]
    if len(counted) > _MOST_COUNTED:
        left = sum(len(some) for some in list(by_kind.values())[_MOST_COUNTED:])
        counted = [*counted[:_MOST_COUNTED], f"{left} more"]
    return f"{IF_WRONG}{enumerated(counted)} change{'s' if len(ids) == 1 else ''}" if counted else ""


def _is_other_way(option: Entry, decision: Entry) -> bool:
    return _plain(option.text()).casefold() not in decision.text("decision").casefold()


def ids_in_short(ids: Iterable[str]) -> str:
    """Neighbours in one range: FR-001 to FR-004, FR-007."""
    return ", ".join(_ranges(tuple(ids)))


def _ranges(ids: Sequence[str]) -> Iterator[str]:
    numbered = sorted((found[0], found[1], one) for one in ids if (found := id_number(one)))
    for _, run in groupby(enumerate(numbered), key=lambda at: (at[1][0], at[1][1] - at[0])):
        names = [one for _, (_, _, one) in run]
        yield f"{names[0]} to {names[-1]}" if len(names) > 2 else ", ".join(names)
    yield from (one for one in ids if id_number(one) is None)
