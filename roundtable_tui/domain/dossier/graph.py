"""Which entry points to which: the traceability of an analysis, requirement to file, in both directions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.last_answers import remembered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

RELATED = {
    (Kind.FR, Kind.AC): "fr",
    (Kind.FR, Kind.STORY): "traces",
    (Kind.FR, Kind.MODULE): "traces",
    (Kind.FR, Kind.FILE): "traces",
    (Kind.MODULE, Kind.INTERFACE): "module",
    (Kind.OPTION, Kind.DECISION): "options",
}
"""Which kind refers to which, and by which of its fields: an AC names its FR in `fr`."""


class Link(Struct, frozen=True):
    source: str
    target: str
    field: str


class Trace(Struct, frozen=True):
    """One row of the traceability matrix; an empty part is a gap."""

    fr: str
    ac: str = ""
    story: str = ""
    module: str = ""
    file: str = ""


class Graph(Struct, frozen=True):
    """The links between entries that exist; a reference to nothing is listed in `dangling`."""

    forward: Mapping[str, tuple[Link, ...]]
    backward: Mapping[str, tuple[Link, ...]]
    dangling: tuple[Link, ...]

    def from_(self, entry_id: str) -> tuple[str, ...]:
        return tuple(link.target for link in self.forward.get(entry_id, ()))

    def to(self, entry_id: str) -> tuple[str, ...]:
        return tuple(link.source for link in self.backward.get(entry_id, ()))

    def touched_by(self, entry_id: str) -> frozenset[str]:
        """Everything that leads to this entry, over any number of links."""
        seen: set[str] = set()
        todo = [entry_id]
        while todo:
            for source in self.to(todo.pop()):
                if source not in seen and source != entry_id:
                    seen.add(source)
                    todo.append(source)
        return frozenset(seen)


@remembered
def graph_of(dossier: Dossier) -> Graph:
    forward: dict[str, list[Link]] = defaultdict(list)
    backward: dict[str, list[Link]] = defaultdict(list)
    dangling = []
    for entry in dossier:
        for link in _links(entry):
            if link.target not in dossier.entries:
                dangling.append(link)
                continue
            forward[link.source].append(link)
            backward[link.target].append(link)
    return Graph(_tuples(forward), _tuples(backward), tuple(dangling))


def _links(entry: Entry) -> Iterable[Link]:
    for field in SPECS[entry.kind].fields:
        if field.type is FieldType.REFS:
            yield from (Link(entry.id, target, field.name) for target in entry.refs(field.name))


def _tuples(links: Mapping[str, list[Link]]) -> dict[str, tuple[Link, ...]]:
    return {key: tuple(value) for key, value in links.items()}


def related(dossier: Dossier, entry: Entry, kind: Kind) -> tuple[Entry, ...]:
    """The entries of that kind that refer to this one."""
    field = RELATED.get((entry.kind, kind))
    if field is None:
        return ()
    return tuple(other for other in dossier.of(kind) if entry.id in other.refs(field))


def referred_to(dossier: Dossier, kind: Kind, by: Kind) -> frozenset[str]:
    """The ids of all entries of a kind that an entry of the other kind refers to."""
    field = RELATED.get((kind, by), "")
    return frozenset(target for other in dossier.of(by) for target in other.refs(field))


def traces(dossier: Dossier) -> tuple[Trace, ...]:
    """FR to AC to story to module to file, a row for each acceptance criterion or for an FR without one."""
    rows = []
    for fr in dossier.of(Kind.FR):
        story = next((story.id for story in related(dossier, fr, Kind.STORY)), "")
        module = next(iter(related(dossier, fr, Kind.MODULE)), None)
        file = next((name for name in module.refs("files") if name in dossier.entries), "") if module else ""
        file = file or next((file.id for file in related(dossier, fr, Kind.FILE)), "")
        module_id = module.id if module else ""
        criteria = dossier.children(fr.id)
        rows += [Trace(fr.id, ac.id, story, module_id, file) for ac in criteria]
        if not criteria:
            rows.append(Trace(fr.id, "", story, module_id, file))
    return tuple(rows)


def cycle_in(dossier: Dossier, kind: Kind) -> tuple[str, ...]:
    """A chain of `depends_on` that comes back to where it began; empty if there is none."""
    entries = dossier.of(kind)
    known = {entry.id for entry in entries}
    needs = {entry.id: [other for other in entry.refs("depends_on") if other in known] for entry in entries}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as found:
        return tuple(reversed(found.args[1]))
    return ()
