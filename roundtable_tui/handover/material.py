"""What an export is made from, and what it comes to: files for another program, and what that has no place for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.artifacts.lint.findings import Finding
from roundtable_tui.artifacts.render.phrasing import name_of, title_of
from roundtable_tui.artifacts.render.template_view import View
from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.kinds import PRIORITIES, SPECS, Kind
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.plan.planning import plan_on_record, planned
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.storage.slugs import slug_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.plan.tasks import Plan

PROVENANCE = "where each entry comes from, and how sure it is"
TALK = "the conversation itself"
_NO_PLAN = "the plan has not been made yet: the tasks are cut by rule, and their ids may change until it is"
_NAMED = 8
"""So many ids of one kind are named; of more it is said how many."""


class Material(Struct, frozen=True):
    """All that is known of an item when it is exported."""

    state: State
    slug: str
    folder: str = ""
    """Of the item, relative to the project."""
    common: str = "docs/common"
    """Where the items of the project share a document, relative to it."""
    documents: Mapping[str, str] = field(default_factory=dict)
    """What was written about it, by file name."""
    findings: tuple[Finding, ...] = ()
    neighbours: tuple[str, ...] = ()
    """The specifications that the target folder has already, by the names of their folders."""

    @property
    def matrix(self) -> str:
        """The document that the items share."""
        return "nfr-matrix.md"

    @property
    def title(self) -> str:
        item = self.state.item
        return one_line(item.description if item else "", 120) or self.slug

    @property
    def name(self) -> str:
        """The slug, in small letters whatever another program called the item's folder."""
        return slug_of(self.slug)

    @property
    def plan(self) -> Plan:
        """The tasks on record; where there are none yet, those that would be made now."""
        dossier = self.state.dossier
        return plan_on_record(dossier) if dossier.of(Kind.TASK) else planned(dossier)

    @property
    def at(self) -> str:
        """When the analysis last changed; every date in an export comes from the journal."""
        return self.state.dossier.version_at or self.state.created_at or "1970-01-01T00:00:00.000Z"


class Export(Struct, frozen=True):
    files: Mapping[str, str]
    """What to write, by its path in the target folder."""
    left_out: tuple[str, ...]
    """What the target has no place for."""
    filled_in: tuple[str, ...] = ()
    """What the target asks for and nobody has said."""
    yields: frozenset[str] = frozenset()
    """Files that stay as they are where the target has one already."""


class Taking:
    """Reads the dossier for one export and notes what was taken, so that the rest can be named."""

    def __init__(self, material: Material) -> None:
        self.view = View(material.state)
        self._material = material
        self._taken: set[tuple[str, str]] = set()

    def of(self, *kinds: Kind) -> tuple[Entry, ...]:
        return tuple(entry for kind in kinds for entry in self.view.of[kind])

    @property
    def wanted(self) -> tuple[Entry, ...]:
        """The requirements that are to be built."""
        return tuple(fr for fr in self.of(Kind.FR) if fr.get("priority") != PRIORITIES[-1])

    @property
    def unwanted(self) -> tuple[Entry, ...]:
        return tuple(fr for fr in self.of(Kind.FR) if fr.get("priority") == PRIORITIES[-1])

    def criteria(self, fr: Entry) -> tuple[Entry, ...]:
        """Those of a requirement that say something."""
        found = tuple(ac for ac in self.view.criteria.get(fr.id, ()) if one_line(ac.text("text")))
        for ac in found:
            self._taken.add((ac.id, "fr"))
        return found

    def stories(self, fr: Entry) -> tuple[Entry, ...]:
        found = self.view.stories.get(fr.id, ())
        for story in found:
            self._taken.add((story.id, "traces"))
        return found

    def plan(self) -> Plan:
        """The tasks; from now on they count as taken."""
        for entry in self.of(Kind.TASK):
            self.take(entry, *entry.fields)
        return self._material.plan

    @property
    def plan_notes(self) -> tuple[str, ...]:
        """What whoever goes by the tasks has to know about them."""
        plan = self._material.plan
        made = [_NO_PLAN] if plan.tasks and not self.of(Kind.TASK) else []
        return (*made, *([f"no task yet: {_listed(plan.uncovered)}"] if plan.uncovered else []))

    def text(self, entry: Entry, name: str = "") -> str:
        """A field as one line; from now on it counts as taken."""
        name = name or SPECS[entry.kind].main
        self._taken.add((entry.id, name))
        return one_line(entry.text(name)) if name in entry.fields and _says_something(entry, name) else ""

    def lines(self, entry: Entry, name: str) -> str:
        """A field with its line breaks; from now on it counts as taken."""
        self._taken.add((entry.id, name))
        return neutral(entry.text(name)).strip() if name in entry.fields else ""

    def title(self, entry: Entry) -> str:
        """All that an entry is called; from now on that counts as taken."""
        self.text(entry)
        return title_of(entry)

    def take(self, entry: Entry, *names: str) -> None:
        self._taken.update((entry.id, name) for name in names)

    def rest(self, entry: Entry) -> tuple[tuple[str, str], ...]:
        """What it says beyond what was taken, each with what that is called."""
        names = [spec.name for spec in SPECS[entry.kind].fields if self._is_left(entry, spec.name)]
        return tuple((called(entry.kind, name), self.lines(entry, name)) for name in names)

    def left_out(self, *more: str) -> tuple[str, ...]:
        """What nobody took, kind by kind, and what else there is no place for."""
        found: list[str] = []
        for kind, spec in SPECS.items():
            left = {entry.id: self._left(entry) for entry in self.of(kind)}
            whole = [entry.id for entry in self.of(kind) if left[entry.id] and self._is_untouched(entry)]
            if whole:
                found.append(f"{len(whole)} {spec.one if len(whole) == 1 else spec.many}: {_listed(whole)}")
            for one in spec.fields:
                some = [entry_id for entry_id, names in left.items() if one.name in names and entry_id not in whole]
                if some:
                    found.append(f"{spec.many}, “{called(kind, one.name)}”: {_listed(some)}")
        return (*found, *more)

    def _left(self, entry: Entry) -> tuple[str, ...]:
        return tuple(name for name in entry.fields if self._is_left(entry, name))

    def _is_left(self, entry: Entry, name: str) -> bool:
        if (entry.id, name) in self._taken or name not in entry.fields:
            return False
        return bool(one_line(entry.text(name))) and _says_something(entry, name)

    def _is_untouched(self, entry: Entry) -> bool:
        spec = SPECS[entry.kind]
        return not any((entry.id, name) in self._taken for name in entry.fields if not spec.refers(name))


def _says_something(entry: Entry, name: str) -> bool:
    """A story like any other is called so in our own words alone."""
    return not (entry.kind is Kind.STORY and name == "type" and entry.get(name) == "normal")


def short(entry: Entry) -> str:
    """What an entry is called in a heading: its id and its title in short."""
    return f"{entry.id} {name_of(entry)}"


def _listed(ids: Iterable[str]) -> str:
    several = list(ids)
    more = f" and {len(several) - _NAMED} more" if len(several) > _NAMED else ""
    return ", ".join(several[:_NAMED]) + more
