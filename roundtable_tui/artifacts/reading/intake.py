"""What the documents of an item's folder say, as entries with ids of ours: their numbers where they have some."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.artifacts.merge.structured import SAME_AS
from roundtable_tui.artifacts.reading.context import context
from roundtable_tui.artifacts.reading.decisions import RECORD_NAME, decision_record, decisions_in
from roundtable_tui.artifacts.reading.design import interfaces, modules
from roundtable_tui.artifacts.reading.files import affected_files
from roundtable_tui.artifacts.reading.identified import identified
from roundtable_tui.artifacts.reading.register import Register, key_of
from roundtable_tui.artifacts.reading.size import size
from roundtable_tui.artifacts.reading.specification import requirements
from roundtable_tui.artifacts.reading.statements import Statement
from roundtable_tui.artifacts.reading.stories import stories_in_json, stories_in_text
from roundtable_tui.artifacts.render.file_names import MADE_OF
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, Value, problem_with
from roundtable_tui.domain.dossier.provenance import FromDocument
from roundtable_tui.domain.journal.events import TakenIn
from roundtable_tui.domain.talk.sanitize import neutral

if TYPE_CHECKING:
    from collections.abc import Iterable

Reader = Callable[[str], Iterator[Statement]]

SPECIFICATIONS = ("requirements-spec.md", "requirements.md")
"""Of these only the first that is there is read."""
MATRIX = "traceability-matrix.csv"
_MOST = 500
"""Entries of one kind; a document with more is no analysis of one change."""
_LONGEST = 4_000
_NAME = re.compile(r"[A-Z]{1,5}[-_ ]?[\w.-]*\d+[a-z]?")


def _by_id(document: str) -> Reader:
    kinds = MADE_OF[document] - {Kind.FR, Kind.AC, Kind.STORY, Kind.PROBLEM, Kind.SCOPE, Kind.ESTIMATE, Kind.FILE}
    return lambda text: identified(text, kinds)


_READERS: Mapping[str, tuple[Reader, ...]] = {
    **dict.fromkeys(SPECIFICATIONS, (requirements, _by_id("requirements-spec.md"), context, stories_in_text)),
    "user-stories.json": (stories_in_json,),
    "nfr-matrix.md": (_by_id("nfr-matrix.md"),),
    "quick-scan.md": (size, _by_id("quick-scan.md")),
    "impact-analysis.md": (affected_files, _by_id("impact-analysis.md")),
    "architecture-overview.md": (decisions_in, _by_id("architecture-overview.md")),
    "tech-stack-decision.md": (_by_id("tech-stack-decision.md"),),
    "component-interactions.md": (_by_id("component-interactions.md"),),
    "module-design.md": (modules, _by_id("module-design.md")),
    "design-summary.md": (_by_id("module-design.md"),),
    "interface-spec.md": (interfaces, _by_id("interface-spec.md")),
    "data-flow.md": (_by_id("data-flow.md"),),
    "error-taxonomy.md": (_by_id("error-taxonomy.md"),),
}


def is_read(name: str) -> bool:
    """Whether a file of that name, relative to the item's folder, may say something for the dossier."""
    return name in _READERS or name == MATRIX or RECORD_NAME.fullmatch(name) is not None


def told_in(name: str, text: str) -> tuple[tuple[str, Statement], ...]:
    """What one document says, with the id each statement has here."""
    told = _with_requirements(list(_said(name, text)), {}) if is_read(name) else []
    register = Register([one.statement for one in told])
    return tuple((entry_id, one.statement) for one in told if (entry_id := register.id_of(one.statement)))


def taken_in(documents: Mapping[str, str]) -> TakenIn | None:
    """The entries that these documents make, by name and text; None where they make none."""
    told = [one for name, text in _in_order(documents) for one in _said(name, text)]
    told = _with_requirements(told, _matrix(documents.get(MATRIX, "")))
    register = Register([one.statement for one in told])
    by_id: dict[str, list[_Told]] = {}
    for one in told:
        if entry_id := register.id_of(one.statement):
            by_id.setdefault(entry_id, []).append(one)
    counted: Counter[Kind] = Counter()
    changes: list[Change] = []
    for entry_id, ones in by_id.items():
        change = _change(entry_id, ones, register)
        counted[ones[0].statement.kind] += 1
        if change and counted[change.kind] <= _MOST:
            changes.append(change)
    sources = (source for change in changes for source in change.sources)
    names = dict.fromkeys(source.path for source in sources if isinstance(source, FromDocument))
    return TakenIn(tuple(names), tuple(changes)) if changes else None


class _Told(Struct, frozen=True):
    """A statement and the document it stands in."""

    path: str
    statement: Statement

    @property
    def source(self) -> FromDocument:
        line = 0 if self.path.endswith(".json") else self.statement.line
        return FromDocument(self.path, line, self.statement.doubtful)


def _in_order(documents: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    specification = next((name for name in SPECIFICATIONS if name in documents), "")
    for name in _READERS:
        if name in documents and (name not in SPECIFICATIONS or name == specification):
            yield name, documents[name]
    for name in sorted(documents):
        if RECORD_NAME.fullmatch(name):
            yield name, documents[name]


def _said(path: str, text: str) -> Iterator[_Told]:
    """What one document says, each line once."""
    if path not in _READERS:
        if found := decision_record(path, text):
            yield _Told(path, found)
        return
    seen: dict[tuple[Kind, int], str] = {}
    for reader in _READERS[path]:
        for statement in reader(text):
            place = (statement.kind, statement.line)
            if place in seen and not (statement.name and statement.name == seen[place]):
                continue
            seen.setdefault(place, statement.name)
            yield _Told(path, statement)


def _with_requirements(told: list[_Told], matrix: Mapping[str, str]) -> list[_Told]:
    """Criteria with the requirement they belong to: where they stand, who claims them, their number, the matrix."""
    names = {key_of(one.statement.name): one.statement.name for one in told if one.statement.kind is Kind.FR}
    claimed = {name: one.statement.name for one in told for name in one.statement.others}
    found = []
    for one in told:
        statement = one.statement
        if statement.kind is Kind.AC and not statement.of:
            first = re.findall(r"\d+", statement.name)
            by_number = f"FR-{first[0]}" if len(first) > 1 or statement.name[-1:].isalpha() else ""
            candidates = (claimed.get(statement.name, ""), matrix.get(statement.name, ""), by_number)
            of = next((names[key_of(name)] for name in candidates if name and key_of(name) in names), "")
            statement = replace(statement, of=of)
        if statement.kind is not Kind.AC or statement.of:
            found.append(replace(one, statement=statement))
    return found


def _matrix(text: str) -> dict[str, str]:
    """Which requirement each criterion belongs to, by a table that has a column for both."""
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error:
        return {}
    if not rows:
        return {}
    columns = [column.strip() for column in rows[0]]
    fr = next((at for at, name in enumerate(columns) if SAME_AS["FR_ID"].fullmatch(name)), None)
    ac = next((at for at, name in enumerate(columns) if SAME_AS["AC_ID"].fullmatch(name)), None)
    if fr is None or ac is None:
        return {}
    pairs = ((row[fr].strip(), name) for row in rows[1:] if len(row) > max(fr, ac) for name in _NAME.findall(row[ac]))
    return {ac_name: fr_name for fr_name, ac_name in pairs if fr_name}


def _change(entry_id: str, ones: Iterable[_Told], register: Register) -> Change | None:
    """One entry from all that is said of it; of two that say the same thing the first counts."""
    kind: Kind | None = None
    fields: dict[str, Value] = {}
    sources: dict[FromDocument, None] = {}
    for one in ones:
        kind = one.statement.kind
        for name, value in _fields(one.statement, register).items():
            if name not in fields:
                fields[name] = value
                sources[one.source] = None
    if kind is None or (SPECS[kind].main not in fields and not SPECS[kind].single) or not fields:
        return None
    return Change(Op.RECORD, entry_id, kind, fields, tuple(sources))


def _fields(statement: Statement, register: Register) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, value in statement.fields.items():
        spec = SPECS[statement.kind].field(name)
        if spec and spec.type is FieldType.REFS and isinstance(value, tuple):
            value = tuple(dict.fromkeys(known for one in value if (known := register.known(one))))
        elif isinstance(value, str):
            value = neutral(value).strip()[:_LONGEST]
        if value not in ("", ()) and not problem_with(statement.kind, name, value):
            found[name] = value
    if statement.kind is Kind.AC and (requirement := register.known(statement.of)):
        found["fr"] = (requirement,)
    return found
