"""The dossier as templates read it: every relation looked up once per state and shared by all documents."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.belonging import homes, module_files
from roundtable_tui.artifacts.markup import anchor, code, code_cell, inline
from roundtable_tui.domain.assessment import Assessment, assess
from roundtable_tui.domain.checks import Check, holds, lacking
from roundtable_tui.domain.kinds import PRIORITIES, SPECS, Kind
from roundtable_tui.domain.provenance import Ballot, Cited, Confidence, Confirmed, HandEdit, Inferred, Source, Stated
from roundtable_tui.domain.text import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.domain.dossier import Entry
    from roundtable_tui.domain.kinds import KindSpec
    from roundtable_tui.domain.state import State

UNTITLED = "(untitled)"
_REMARKS = (Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION)

HOMES = {
    Kind.FR: "requirements-spec.md",
    Kind.MODULE: "module-design.md",
    Kind.INTERFACE: "interface-spec.md",
    Kind.FLOW: "data-flow.md",
    Kind.OPTION: "architecture-overview.md",
    Kind.INTEGRATION: "component-interactions.md",
}
"""In which document an entry has a heading of its own."""

_TOLD = re.compile(r"\s*as an? ", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the|my|our|any|every|each|someone|somebody)\b", re.IGNORECASE)


class View:
    """One state, with what the templates ask of it."""

    def __init__(self, state: State) -> None:
        self.state = state
        by_kind: dict[Kind, list[Entry]] = defaultdict(list)
        for entry in state.dossier:
            by_kind[entry.kind].append(entry)
        self.of: Mapping[str, tuple[Entry, ...]] = {kind.value: tuple(by_kind[kind]) for kind in Kind}
        self.one: Mapping[str, Entry | None] = {
            kind.value: state.dossier.one(kind) for kind in Kind if SPECS[kind].single
        }
        self.criteria = self._pointing(Kind.AC, "fr", Kind.FR)
        self.stories = self._pointing(Kind.STORY, "traces", Kind.FR)
        self.modules = self._pointing(Kind.MODULE, "traces", Kind.FR)
        self.traced_files = self._pointing(Kind.FILE, "traces", Kind.FR)
        self.interfaces = self._pointing(Kind.INTERFACE, "module", Kind.MODULE)
        self.needed_by = self._pointing(Kind.MODULE, "depends_on", Kind.MODULE)
        self._about = {kind.value: self._pointing(kind, "about") for kind in _REMARKS}
        self._checked: dict[Check, bool] = {}

    def _pointing(self, kind: Kind, field: str, target: Kind | None = None) -> Mapping[str, tuple[Entry, ...]]:
        """The entries of a kind by the entries that this field of theirs names, as far as those exist."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.of[kind]:
            for other_id in dict.fromkeys(entry.refs(field)):
                other = self.state.dossier.get(other_id)
                if other is not None and target in (None, other.kind):
                    found[other_id].append(entry)
        return {key: tuple(entries) for key, entries in found.items()}

    @cached_property
    def assessment(self) -> Assessment:
        return assess(self.state)

    @cached_property
    def proposed(self) -> frozenset[str]:
        """Paths of files that do not exist yet."""
        return frozenset(one_line(file.text("path")) for file in self.of["file"] if file.get("action") == "CREATE")

    def holds(self, check: Check) -> bool:
        if check not in self._checked:
            self._checked[check] = holds(check, self.state)
        return self._checked[check]

    def lacking(self, check: Check) -> str:
        return lacking(check, self.state)

    def named(self, entry: Entry, field: str, kind: str = "") -> tuple[Entry, ...]:
        """The entries that a field names, as far as they exist and are of that kind."""
        found = (self.state.dossier.get(entry_id) for entry_id in dict.fromkeys(entry.refs(field)))
        return tuple(other for other in found if other is not None and kind in ("", other.kind))

    def files_of(self, fr: Entry) -> tuple[Entry, ...]:
        """The files a requirement changes: those that name it, and those of the modules it is built in."""
        found = list(self.traced_files.get(fr.id, ()))
        for module in self.modules.get(fr.id, ()):
            found += self.module_files[module.id]
        return unique(found)

    def requirements_of(self, file: Entry) -> tuple[Entry, ...]:
        found = list(self.named(file, "traces", Kind.FR))
        found += [fr for module in self.modules_of(file) for fr in self.named(module, "traces", Kind.FR)]
        return unique(found)

    def modules_of(self, file: Entry) -> tuple[Entry, ...]:
        return self._modules_by_file.get(file.id, ())

    @cached_property
    def module_files(self) -> Mapping[str, tuple[Entry, ...]]:
        return module_files(self.of[Kind.MODULE], self.of[Kind.FILE], self.state.dossier)

    @cached_property
    def _modules_by_file(self) -> Mapping[str, tuple[Entry, ...]]:
        found: dict[str, list[Entry]] = defaultdict(list)
        for module in self.of[Kind.MODULE]:
            for file in self.module_files[module.id]:
                found[file.id].append(module)
        return {key: tuple(modules) for key, modules in found.items()}

    def tier(self, number: str) -> tuple[Entry, ...]:
        """Affected files of a tier; without a number, those not placed in one."""
        return tuple(file for file in self.of["file"] if file.text("tier") == number)

    @cached_property
    def direct(self) -> tuple[Entry, ...]:
        """Files the change itself edits: the first tier, and edits nobody has placed in a tier yet."""
        edits = ("CREATE", "MODIFY", "DELETE")
        return (*self.tier("1"), *(file for file in self.tier("") if file.get("action") in edits))

    @cached_property
    def unplaced(self) -> tuple[Entry, ...]:
        """Files in no tier that do not stand among the directly affected ones either."""
        direct = {file.id for file in self.direct}
        return tuple(file for file in self.tier("") if file.id not in direct)

    @cached_property
    def unnamed_hits(self) -> tuple[str, ...]:
        """Files the search points at that nobody has named."""
        named = {one_line(file.text("path")) for file in self.of["file"]}
        likely = self.state.scan.likely if self.state.scan else ()
        return tuple(path for path in likely if one_line(path) not in named)

    @cached_property
    def loose_stories(self) -> tuple[Entry, ...]:
        """Stories that belong to no requirement: those that cut across, and those nobody has placed."""
        return tuple(story for story in self.of["story"] if not self.named(story, "traces", Kind.FR))

    @cached_property
    def homeless(self) -> tuple[Entry, ...]:
        """Files the change edits that belong to no module."""
        return tuple(file for file in self.direct if not self.modules_of(file))

    def considered(self, decision: Entry) -> tuple[Entry, ...]:
        """The options a decision was made between: all of them where it chose one."""
        return self.of["option"] if self.chosen(decision) else ()

    def chosen(self, decision: Entry) -> tuple[Entry, ...]:
        """The options a decision names, by their ids or in its words."""
        named = self.named(decision, "options", Kind.OPTION)
        words = f"{title_of(decision)} {one_line(decision.text('decision'))}".casefold()
        return named or tuple(option for option in self.of["option"] if title_of(option).casefold() in words)

    def choosing(self, option: Entry) -> tuple[Entry, ...]:
        return tuple(
            decision
            for decision in self.of["decision"]
            if any(chosen.id == option.id for chosen in self.chosen(decision))
        )

    def with_priority(self, priority: str) -> tuple[Entry, ...]:
        return self._by_priority.get(priority, ())

    @cached_property
    def _by_priority(self) -> Mapping[str, tuple[Entry, ...]]:
        found: dict[str, list[Entry]] = defaultdict(list)
        for fr in self.of["fr"]:
            found[fr.text("priority")].append(fr)
        return {key: tuple(value) for key, value in found.items()}

    def constraints(self, *types: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.of["constraint"] if entry.text("type") in types)

    def review(self, subject: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.of["review"] if entry.text("subject") == subject)

    def remarks(self, kind: str, name: str) -> tuple[Entry, ...]:
        """Notes, questions or assumptions that belong at the end of this document."""
        return tuple(entry for entry in self.of[kind] if self._homes.get(entry.id) == name)

    def remarks_on(self, kind: str, entry: Entry) -> tuple[Entry, ...]:
        """Notes, questions or assumptions that stand beside the entry they are about."""
        return tuple(remark for remark in self._about[kind].get(entry.id, ()) if remark.id not in self._gaps)

    @cached_property
    def _homes(self) -> Mapping[str, str]:
        """Where each remark stands that has no place beside an entry; each has one place only."""
        remarks = [entry for kind in _REMARKS for entry in self.of[kind] if entry.id not in self._gaps]
        return homes(remarks, self.state, {entry.id for entry in remarks if self._stands_beside(entry)})

    def _stands_beside(self, remark: Entry) -> bool:
        return any(other.kind in HOMES for other in self.named(remark, "about"))

    @cached_property
    def _gaps(self) -> frozenset[str]:
        """Assumptions that stand for what a step was closed without; they have a section of their own."""
        return frozenset(entry_id for record in self.state.steps.values() for entry_id in record.assumed)

    def unconfirmed(self, *kinds: str) -> tuple[Entry, ...]:
        """Entries that nobody stated or confirmed: they are assumptions until somebody does."""
        return tuple(entry for kind in kinds for entry in self.of[kind] if entry.confidence is Confidence.LOW)

    def ids(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        return tuple(entry.id for entry in entries)

    def words(self, field: str) -> str:
        """The name of a field as a label."""
        return field.replace("_", " ").capitalize()

    def plain(self, groups: Iterable[tuple[KindSpec, tuple[Entry, ...]]]) -> dict[str, list[dict[str, str]]]:
        """Entries as plain values, for a data file nobody wrote a template for."""
        return {
            spec.kind.value: [
                {"id": entry.id, **{name: neutral(entry.text(name)) for name in entry.fields}} for entry in entries
            ]
            for spec, entries in groups
        }

    def entry(self, entry_id: str) -> Entry | None:
        return self.state.dossier.get(entry_id)


def unique(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple({entry.id: entry for entry in entries}.values())


def title_of(entry: Entry) -> str:
    """What an entry is called, on one line; never nothing."""
    title = one_line(entry.text(SPECS[entry.kind].main))
    if entry.kind is Kind.STORY and _TOLD.match(title) and (want := one_line(entry.text("want")).removeprefix("to ")):
        title = want[0].upper() + want[1:]
    return title or next((line for name in entry.fields if (line := one_line(entry.text(name)))), UNTITLED)


def heading_of(entry: Entry) -> str:
    return f"{entry.id}: {inline(title_of(entry))}"


def link_to(entry: Entry) -> str:
    """The entry's id, leading to the heading where it is described."""
    home = HOMES.get(entry.kind)
    return f"[{entry.id}]({home}#{anchor(f'{entry.id}: {title_of(entry)}')})" if home else entry.id


def links_to(entries: Iterable[Entry]) -> str:
    return ", ".join(link_to(entry) for entry in entries)


def told(story: Entry) -> str:
    """The story as one sentence: as a …, I want …, so that …."""
    title = neutral(story.text("title")).strip()
    role, want, so_that = (neutral(story.text(name)).strip() for name in ("role", "want", "so_that"))
    if _TOLD.match(title) and (not so_that or so_that in title):
        return title
    if not role:
        return f"{want or title}{f', so that {so_that}' if so_that else ''}"
    article = "" if _ARTICLE.match(role) else "an " if role[0].lower() in "aeio" else "a "
    return f"As {article}{role}, I want {want or title}{f', so that {so_that}' if so_that else ''}."


def source_text(source: Source) -> str:
    """Where something comes from, as a phrase."""
    match source:
        case Stated(turn=0):
            return "the item itself"
        case Stated(turn=turn):
            return f"turn {turn}"
        case Confirmed(turn=turn):
            return f"confirmed in turn {turn}"
        case HandEdit(path=path):
            return f"edited by hand in {one_line(path)}"
        case Cited():
            return cited(source)
        case Ballot(session=session, round=number, seat=seat):
            return f"panel {one_line(session)}, round {number}, {one_line(seat)}"
        case Inferred(turns=turns, entries=entries):
            basis = [f"turn {turn}" if turn else "the item itself" for turn in turns] + [*map(one_line, entries)]
            return f"inferred from {', '.join(basis)}" if basis else "assumed"


def cited(source: Cited) -> str:
    lines = f"{source.start}" if source.end <= source.start else f"{source.start}-{source.end}"
    return f"{one_line(source.path)}:{lines}"


def sources_text(entry: Entry) -> str:
    return "; ".join(dict.fromkeys(source_text(source) for source in entry.sources))


def citations(entry: Entry) -> str:
    """The lines of code an entry rests on."""
    return ", ".join(dict.fromkeys(code(cited(source)) for source in entry.sources if isinstance(source, Cited)))


def highest_priority(entries: Iterable[Entry]) -> str:
    found = {entry.text("priority") for entry in entries}
    return next((priority for priority in PRIORITIES if priority in found), "")


def path_cell(entry: Entry) -> str:
    return code_cell(entry.text("path")) if "path" in entry.fields else code_cell(title_of(entry))
