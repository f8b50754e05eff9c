"""Which file an artifact lies in, what its document is called, and which kinds of entry it is made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.artifacts.render.phrasing import name_of
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import FromDocument
from roundtable_tui.domain.journal.values import WrittenFile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State

WITH_DECISIONS = frozenset({"architecture-overview.md", "tech-stack-decision.md", "ADRs", "adrs"})
"""Whoever writes one of these writes the decision records, too."""

DECISION_RECORD = "adr.md"
"""The template of every decision record."""

STANDS_FOR = {
    "requirements-summary.md": ("requirements-spec.md",),
    "architecture-summary.md": ("architecture-overview.md",),
    DECISION_RECORD: ("architecture-overview.md",),
}
"""Artifacts no step asks for are as far as the ones they are drawn from."""

_REQUIREMENTS = frozenset(
    {Kind.PROBLEM, Kind.USER, Kind.METRIC, Kind.JOURNEY, Kind.CONSTRAINT, Kind.QUALITY, Kind.RISK, Kind.FR}
    | {Kind.AC, Kind.STORY, Kind.EXCLUSION}
)
_ARCHITECTURE = frozenset({Kind.OPTION, Kind.DECISION, Kind.TECHNOLOGY, Kind.INTEGRATION})
MADE_OF = {
    "quick-scan.md": frozenset({Kind.SCOPE, Kind.AREA, Kind.KEYWORD, Kind.ESTIMATE}),
    "requirements-spec.md": _REQUIREMENTS,
    "requirements-summary.md": _REQUIREMENTS,
    "user-stories.json": frozenset({Kind.STORY, Kind.FR, Kind.AC}),
    "traceability-matrix.csv": frozenset({Kind.STORY, Kind.FR, Kind.AC}),
    "nfr-matrix.md": frozenset({Kind.QUALITY}),
    "impact-analysis.md": frozenset({Kind.FILE, Kind.ENTRY_POINT, Kind.BUILD_STEP, Kind.ZONE}),
    "architecture-overview.md": _ARCHITECTURE,
    "architecture-summary.md": _ARCHITECTURE,
    "tech-stack-decision.md": frozenset({Kind.TECHNOLOGY}),
    "component-interactions.md": frozenset({Kind.INTEGRATION}),
    DECISION_RECORD: frozenset({Kind.DECISION}),
    "module-design.md": frozenset({Kind.MODULE}),
    "interface-spec.md": frozenset({Kind.INTERFACE}),
    "interface-spec.yaml": frozenset({Kind.INTERFACE}),
    "data-flow.md": frozenset({Kind.FLOW}),
    "error-taxonomy.md": frozenset({Kind.ERROR}),
    "design-summary.md": frozenset({Kind.MODULE, Kind.INTERFACE, Kind.FLOW, Kind.ERROR}),
    "tasks.md": frozenset({Kind.TASK}),
}
"""The entries that a document's confidence and last change follow from."""

_ONLY_FOR = {
    "user-stories.json": Kind.STORY,
    "traceability-matrix.csv": Kind.STORY,
    "nfr-matrix.md": Kind.QUALITY,
}
"""Files that are not written before there is something of this kind."""

_RECORD_NAME = re.compile(r"adr-(\d{1,9})(?:-[^/]*)?\.md", re.IGNORECASE)
_FOUND_RECORD = re.compile(r"(?:.*/)?adr-?\d[^/]*\.md", re.IGNORECASE)
_LONGEST_SLUG = 50


def record_files(state: State) -> Mapping[str, str]:
    """The file of each decision, by its id: the name it was first written under stays, whatever its title becomes."""
    written = {number: path for path in state.files.artifacts if (number := record_number(path)) is not None}
    return {
        decision.id: written.get(_number(decision)) or _their_record(decision) or record_name(decision)
        for decision in state.dossier.of(Kind.DECISION)
    }


def _number(decision: Entry) -> int:
    return int(decision.id.rpartition("-")[2])


def _their_record(decision: Entry) -> str:
    """The record that another program keeps of it in the item's folder."""
    named = (source.path for source in decision.sources if isinstance(source, FromDocument))
    return next((path for path in named if record_number(path) == _number(decision)), "")


def _stands_as_found(decision: Entry) -> bool:
    """Whether a record of another program's tells it, and nobody here has said anything about it."""
    found = [source.path for source in decision.sources if isinstance(source, FromDocument)]
    return len(found) == len(decision.sources) and any(map(_FOUND_RECORD.fullmatch, found))


def with_files(state: State, files: Iterable[str]) -> State:
    """The state as it is once these files are written, too."""
    new = {name: WrittenFile(name, "", "") for name in files if name not in state.files.artifacts}
    return replace(state, files=replace(state.files, artifacts={**state.files.artifacts, **new})) if new else state


def artifact_files(state: State, names: Iterable[str]) -> tuple[str, ...]:
    """The files behind these names: with the architecture, a record for each decision, under the name it has had."""
    wanted = list(dict.fromkeys(names))
    files = [name for name in wanted if name not in ("ADRs", "adrs") and _has_something_to_say(name, state)]
    if WITH_DECISIONS.isdisjoint(wanted):
        return tuple(files)
    as_found = {decision.id for decision in state.dossier.of(Kind.DECISION) if _stands_as_found(decision)}
    records = (path for entry_id, path in record_files(state).items() if entry_id not in as_found)
    return tuple(dict.fromkeys((*files, *records)))


def without_reason(state: State, called_for: Iterable[str]) -> tuple[str, ...]:
    """Files that only an answer which was taken back had made, and that nothing else calls for."""
    if not state.files.unfounded:
        return ()
    founded = {name: file for name, file in state.files.artifacts.items() if name not in state.files.unfounded}
    needed = artifact_files(replace(state, files=replace(state.files, artifacts=founded)), called_for)
    return tuple(name for name in state.files.unfounded if name not in needed)


def without_files(state: State, gone: Collection[str]) -> State:
    """The state as it is once these files are gone."""
    left = {name: file for name, file in state.files.artifacts.items() if name not in gone}
    return replace(state, files=replace(state.files, artifacts=left)) if gone else state


def _has_something_to_say(name: str, state: State) -> bool:
    """Whether a file that holds one kind of entry and nothing else has any, or had some when it was last written."""
    kind = _ONLY_FOR.get(name)
    return kind is None or name in state.files.artifacts or bool(state.dossier.of(kind))


def record_name(decision: Entry) -> str:
    number = _number(decision)
    words = re.sub(r"[^a-z0-9]+", " ", name_of(decision).lower()).split()
    slug = words[0][:_LONGEST_SLUG] if words else ""
    for word in words[1:]:
        if len(f"{slug}-{word}") > _LONGEST_SLUG:
            break
        slug = f"{slug}-{word}"
    return f"adr-{number:04d}-{slug or 'decision'}.md"


def record_number(name: str) -> int | None:
    found = _RECORD_NAME.fullmatch(name)
    return int(found[1]) if found else None


def template_for(name: str) -> str:
    return DECISION_RECORD if record_number(name) is not None else name


def title_for(name: str) -> str:
    """A file name as the title of a document."""
    words = name.rsplit(".", 1)[0].replace("-", " ").replace("_", " ").title()
    return re.sub(r"\b(?:Nfr|Adr|Api)\b", lambda found: found[0].upper(), words)
