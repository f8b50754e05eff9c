"""The dossier as templates read it: looked up once per state, with a note of what each document really asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple, cast

from jinja2.sandbox import unsafe

from roundtable_tui.artifacts.render.considered_options import chosen, considered
from roundtable_tui.artifacts.render.cross_references import ARCHITECTURE, HOMES
from roundtable_tui.artifacts.render.file_names import record_files
from roundtable_tui.artifacts.render.phrasing import title_of
from roundtable_tui.artifacts.render.placement import REMARKS, homes
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.module_files import module_files
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.knowledge.checks import Check, holds, lacking
from roundtable_tui.domain.knowledge.reach import only_searched, reach, tier_of
from roundtable_tui.domain.knowledge.risk import Risk, risk
from roundtable_tui.domain.knowledge.sizing import Assessment, assess
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import KindSpec
    from roundtable_tui.domain.journal.code_facts import Entrance, Scanned, Touched
    from roundtable_tui.domain.journal.state import State

T = TypeVar("T")
Given = TypeVarTuple("Given")
Question = tuple[Any, ...]
"""A function of a view and what else it is given, so that the view of another state can be asked the same."""


class _Answer(Generic[T]):
    """An attribute of a view that is asked for."""

    def __init__(self, answer: Callable[[View], T]) -> None:
        self._answer = answer

    def __get__(self, view: View, _: object) -> T:
        return view.ask(self._answer)


class _Answers(Mapping[str, T], Generic[T]):
    """Answers by name, each asked for when it is looked up."""

    def __init__(self, view: View, answer: Callable[[View, str], T], names: Collection[str]) -> None:
        self._view = view
        self._answer = answer
        self._names = names

    def __getitem__(self, name: str) -> T:
        return self._view.ask(self._answer, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


_SLICES = ("dossier", "talk", "guided", "topics", "files", "code")


class _AskedState:
    """A state, or a slice of one, whose fields are asked for one by one."""

    def __init__(self, ask: Callable[..., object], *path: str) -> None:
        self._ask = ask
        self._path = path

    def __getattr__(self, name: str) -> object:
        if not self._path and name in _SLICES:
            return _AskedState(self._ask, name)
        return self._ask(*self._path, name)


def _pointing(kind: Kind, field: str, target: Kind) -> _Answer[Mapping[str, tuple[Entry, ...]]]:
    return _Answer(lambda view: view.pointing(kind, field, target))


class View:
    """One state, with what the templates ask of it."""

    criteria = _pointing(Kind.AC, "fr", Kind.FR)
    stories = _pointing(Kind.STORY, "traces", Kind.FR)
    modules = _pointing(Kind.MODULE, "traces", Kind.FR)
    traced_files = _pointing(Kind.FILE, "traces", Kind.FR)
    interfaces = _pointing(Kind.INTERFACE, "module", Kind.MODULE)
    needed_by = _pointing(Kind.MODULE, "depends_on", Kind.MODULE)

    def __init__(self, state: State) -> None:
        self._state = state
        self.here = ""
        """The document that is being made."""
        self._answers: dict[Question, Any] = {}
        self._noted: dict[Question, Any] = {}
        by_kind: dict[str, list[Entry]] = {kind.value: [] for kind in Kind}
        for entry in state.dossier:
            by_kind[entry.kind].append(entry)
        self._by_kind = {kind: tuple(entries) for kind, entries in by_kind.items()}
        singles = [kind.value for kind in Kind if SPECS[kind].single]
        self.of: Mapping[str, tuple[Entry, ...]] = _Answers(self, View._entries, by_kind)
        self.one: Mapping[str, Entry | None] = _Answers(self, View._single, singles)
        self.state = cast("State", _AskedState(lambda *path: self.ask(View._field, *path)))

    @unsafe
    def ask(self, answer: Callable[[View, *Given], T], *given: *Given) -> T:
        """Answers once per state, and notes question and answer for the document that is being made.

        What the answer rests on in turn is not noted: the document changes only if the answer itself does.
        """
        question = (answer, *given)
        found: T = self.answer(question)
        self._noted[question] = found
        return found

    @unsafe
    def take_notes(self, name: str) -> Mapping[Question, object]:
        """Every question from now on, for the document of this name, with its answer."""
        self.here = name
        self._noted = {}
        return self._noted

    @unsafe
    def answer(self, question: Question) -> Any:
        """The answer to a question that was noted, perhaps by the view of another state; it is not noted again."""
        if question not in self._answers:
            noted, self._noted = self._noted, {}
            try:
                self._answers[question] = question[0](self, *question[1:])
            finally:
                self._noted = noted
        return self._answers[question]

    def _entries(self, kind: str) -> tuple[Entry, ...]:
        return self._by_kind[kind]

    def _single(self, kind: str) -> Entry | None:
        return self._state.dossier.one(Kind(kind))

    def _entry(self, entry_id: str) -> Entry | None:
        return self._state.dossier.get(entry_id)

    def _field(self, *path: str) -> object:
        return reduce(getattr, path, cast("object", self._state))

    def pointing(self, kind: Kind, field: str, target: Kind | None = None) -> Mapping[str, tuple[Entry, ...]]:
        """The entries of a kind by the entries that this field of theirs names, as far as those exist."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.of[kind]:
            for other_id in dict.fromkeys(entry.refs(field)):
                other = self.entry(other_id)
                if other is not None and target in (None, other.kind):
                    found[other_id].append(entry)
        return {key: tuple(entries) for key, entries in found.items()}

    @_Answer
    def assessment(self) -> Assessment:
        return assess(self._state)

    @_Answer
    def scan(self) -> Scanned | None:
        """What the search found, as the user's word on the files leaves it."""
        return reach(self._state)

    @_Answer
    def risk(self) -> Risk | None:
        return risk(self._state)

    @_Answer
    def written(self) -> frozenset[str]:
        """The files of this item that are there, or will be when the document is."""
        return frozenset(self._state.files.artifacts)

    def leads_to(self, name: str) -> bool:
        """Whether a link to this file leads somewhere."""
        return name == self.here or name in self.written

    @_Answer
    def records(self) -> Mapping[str, str]:
        """The file of each decision, by its id."""
        return record_files(self._state)

    @_Answer
    def proposed(self) -> frozenset[str]:
        """Paths of files that do not exist yet."""
        return frozenset(one_line(file.text("path")) for file in self.of["file"] if file.get("action") == "CREATE")

    def holds(self, check: Check) -> bool:
        return self.ask(View._holds, check)

    def _holds(self, check: Check) -> bool:
        return holds(check, self._state)

    def lacking(self, check: Check) -> str:
        return lacking(check, self.state)

    def named(self, entry: Entry, field: str, kind: str = "") -> tuple[Entry, ...]:
        """The entries that a field names, as far as they exist and are of that kind."""
        found = (self.entry(entry_id) for entry_id in dict.fromkeys(entry.refs(field)))
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

    @_Answer
    def module_files(self) -> Mapping[str, tuple[Entry, ...]]:
        return module_files(self.of[Kind.MODULE], self.of[Kind.FILE], self._state.dossier)

    @_Answer
    def _modules_by_file(self) -> Mapping[str, tuple[Entry, ...]]:
        found: dict[str, list[Entry]] = defaultdict(list)
        for module in self.of[Kind.MODULE]:
            for file in self.module_files[module.id]:
                found[file.id].append(module)
        return {key: tuple(modules) for key, modules in found.items()}

    def tier(self, number: str) -> tuple[Entry, ...]:
        """Affected files of a tier; without a number, those not placed in one."""
        return tuple(file for file in self.of["file"] if file.text("tier") == number)

    @_Answer
    def direct(self) -> tuple[Entry, ...]:
        """Files the change itself edits: the first tier, and edits nobody has placed in a tier yet."""
        return (*self.tier("1"), *(file for file in self.tier("") if tier_of(file)))

    @_Answer
    def reached(self) -> tuple[int, ...]:
        """How many files each tier has: by the record, and by the search as far as nobody has decided."""
        if self.scan and self.scan.tiers:
            return self.scan.tiers
        return len(self.direct) + len(self.unnamed_hits), len(self.tier("2")), len(self.tier("3"))

    @_Answer
    def unplaced(self) -> tuple[Entry, ...]:
        """Files in no tier that do not stand among the directly affected ones either."""
        return tuple(file for file in self.tier("") if not tier_of(file))

    @_Answer
    def unnamed_hits(self) -> tuple[str, ...]:
        """Files the search points at that nobody has named."""
        likely = scan.likely if (scan := only_searched(self._state)) else ()
        return tuple(path for path in likely if one_line(path) not in self._named)

    @_Answer
    def unnamed_reach(self) -> tuple[Touched, ...]:
        """Files in the blast radius of the search that nobody has named, nearest first."""
        scan = only_searched(self._state)
        return tuple(one for one in (scan.touched if scan else ()) if one_line(one.path) not in self._named)

    @_Answer
    def unnamed_ways_in(self) -> tuple[Entrance, ...]:
        """Ways in that the search found and that no entry point on record rests on."""
        named = [one for entry in self.of["entry_point"] for one in entry.sources if isinstance(one, Cited)]
        ways = scan.entrances if (scan := only_searched(self._state)) else ()
        known = [(one.path, range(one.start, one.end + 1)) for one in named]
        return tuple(one for one in ways if not any(one.path == path and one.line in lines for path, lines in known))

    @_Answer
    def _named(self) -> frozenset[str]:
        return frozenset(one_line(file.text("path")) for file in self.of["file"])

    @_Answer
    def build_forks(self) -> bool:
        """Whether the order of work is more than one step after the other."""
        before = [self.ids(self.named(step, "depends_on", Kind.BUILD_STEP)) for step in self.of["build_step"]]
        needed = [one for several in before for one in several]
        return any(len(several) > 1 for several in before) or len(needed) != len(set(needed))

    @_Answer
    def unbuilt(self) -> tuple[Entry, ...]:
        """Requirements that no module carries, once modules say what they carry."""
        return tuple(fr for fr in self.of["fr"] if fr.id not in self.modules) if self.modules else ()

    @_Answer
    def homeless(self) -> tuple[Entry, ...]:
        """Files the change edits that belong to no module."""
        return tuple(file for file in self.direct if not self.modules_of(file))

    @_Answer
    def early_decisions(self) -> tuple[Entry, ...]:
        """Decisions that have no document of their own yet, because nobody works on the architecture so far."""
        begun = "03-architecture" in self.state.guided.phases_begun or ARCHITECTURE in self.written
        return () if begun else self.of["decision"]

    def considered(self, decision: Entry) -> tuple[Entry, ...]:
        return considered(self, decision)

    def chosen(self, decision: Entry) -> tuple[Entry, ...]:
        return chosen(self, decision)

    def choosing(self, option: Entry) -> tuple[Entry, ...]:
        return tuple(
            decision
            for decision in self.of["decision"]
            if any(chosen.id == option.id for chosen in self.chosen(decision))
        )

    def says_more(self, fr: Entry) -> bool:
        """Whether the text of a requirement says what neither its title nor one of its criteria does."""
        said = {_plain(title_of(fr)), *(_plain(ac.text()) for ac in self.criteria.get(fr.id, ()))}
        return _plain(fr.text("text")) not in {"", *said}

    def with_priority(self, priority: str) -> tuple[Entry, ...]:
        return self._by_priority.get(priority, ())

    @_Answer
    def _by_priority(self) -> Mapping[str, tuple[Entry, ...]]:
        found: dict[str, list[Entry]] = defaultdict(list)
        for fr in self.of["fr"]:
            found[fr.text("priority")].append(fr)
        return {key: tuple(value) for key, value in found.items()}

    def constraints(self, *types: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.of["constraint"] if entry.text("type") in types)

    def review(self, subject: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.of["review"] if entry.text("subject") == subject)

    def verdict(self, subject: str) -> str:
        return next((said for review in self.review(subject) if (said := review.text("verdict"))), "")

    def remarks(self, kind: str, name: str) -> tuple[Entry, ...]:
        """Notes, questions or assumptions that belong at the end of this document."""
        return self.ask(View._remarks, kind, name)

    def _remarks(self, kind: str, name: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.of[kind] if self._homes.get(entry.id) == name)

    def remarks_on(self, kind: str, entry: Entry) -> tuple[Entry, ...]:
        """Notes, questions or assumptions that stand beside the entry they are about."""
        return self.ask(View._remarks_on, kind, entry.id)

    def _remarks_on(self, kind: str, entry_id: str) -> tuple[Entry, ...]:
        return tuple(remark for remark in self._about[kind].get(entry_id, ()) if remark.id not in self._gaps)

    def stands_at(self, remark: Entry) -> Entry | None:
        """The entry beside which a remark about several is written out; beside the others a link leads there."""
        return next((other for other in self.named(remark, "about") if other.kind in HOMES), None)

    @_Answer
    def _about(self) -> Mapping[str, Mapping[str, tuple[Entry, ...]]]:
        return {kind.value: self.pointing(kind, "about") for kind in REMARKS}

    @_Answer
    def _homes(self) -> Mapping[str, str]:
        """Where each remark stands that has no place beside an entry; each has one place only."""
        remarks = [entry for kind in REMARKS for entry in self.of[kind] if entry.id not in self._gaps]
        return homes(remarks, self._state, {entry.id for entry in remarks if self.stands_at(entry)})

    @_Answer
    def _gaps(self) -> frozenset[str]:
        """Assumptions that stand for what a step was closed without; they have a section of their own."""
        return frozenset(entry_id for record in self._state.guided.steps.values() for entry_id in record.assumed)

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
        return self.ask(View._entry, entry_id)


def _plain(text: str) -> str:
    return one_line(text).rstrip(".!").casefold()


def unique(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple({entry.id: entry for entry in entries}.values())
