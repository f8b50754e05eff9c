"""What belongs to what where nobody said so: files to modules by their names, remarks to the document at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.file_names import MADE_OF
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, FromDocument, Inferred, Stated
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.journal.state import State

REMARKS = (Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION)

_DOCUMENTS = {
    "quick-scan.md": (Kind.SCOPE, Kind.AREA, Kind.KEYWORD, Kind.ESTIMATE),
    "requirements-spec.md": (
        *(Kind.PROBLEM, Kind.USER, Kind.METRIC, Kind.JOURNEY, Kind.CONSTRAINT, Kind.QUALITY, Kind.RISK, Kind.FR),
        *(Kind.AC, Kind.STORY, Kind.EXCLUSION),
    ),
    "impact-analysis.md": (Kind.FILE, Kind.ENTRY_POINT, Kind.BUILD_STEP, Kind.ZONE),
    "architecture-overview.md": (Kind.OPTION, Kind.DECISION),
    "tech-stack-decision.md": (Kind.TECHNOLOGY,),
    "component-interactions.md": (Kind.INTEGRATION,),
    "module-design.md": (Kind.MODULE,),
    "interface-spec.md": (Kind.INTERFACE,),
    "data-flow.md": (Kind.FLOW,),
    "error-taxonomy.md": (Kind.ERROR,),
    "tasks.md": (Kind.TASK,),
}
_DOCUMENT_OF = {kind: name for name, kinds in _DOCUMENTS.items() for kind in kinds}
_REVIEWED_IN = {
    "impact": "impact-analysis.md",
    "architecture": "architecture-overview.md",
    "design": "design-summary.md",
}
_FIRST_AND_THEN = {
    MAYA: ("quick-scan.md", "requirements-spec.md", (Kind.PROBLEM, Kind.METRIC, Kind.USER, Kind.FR)),
    ALEX: ("impact-analysis.md", "architecture-overview.md", (Kind.OPTION, Kind.DECISION)),
    JORDAN: ("design-summary.md", "design-summary.md", ()),
}
"""Who asked tells which two documents a remark can belong to; the first entry of these kinds begins the second."""


def homes(remarks: Iterable[Entry], state: State, beside: Collection[str]) -> Mapping[str, str]:
    """The document at whose end each remark stands, except those that stand beside an entry."""
    asked_by = _who_asked(state)
    starts = {persona: _first_turn(state.dossier, kinds) for persona, (_, _, kinds) in _FIRST_AND_THEN.items()}
    found = {}
    for remark in remarks:
        if remark.id in beside:
            continue
        about = next((other for ref in remark.refs("about") if (other := state.dossier.get(ref))), None)
        if about is not None and (name := _document_of(about)):
            found[remark.id] = name
            continue
        turn = _turn_of(remark)
        persona = asked_by.get(turn) or MAYA
        earlier, later, _ = _FIRST_AND_THEN.get(persona, _FIRST_AND_THEN[MAYA])
        start = starts.get(persona)
        found[remark.id] = later if start is not None and turn >= start else earlier
    return found


def documents_about(entries: Sequence[Entry], state: State, among: Collection[str]) -> tuple[str, ...]:
    """Those of the documents that are made of such entries, the records of decisions, and where each remark stands."""
    kinds = {entry.kind for entry in entries}
    made = [name for name, of in MADE_OF.items() if name in among and kinds & of]
    records = ["ADRs"] if Kind.DECISION in kinds else []
    remarks = homes([entry for entry in entries if entry.kind in REMARKS], state, ())
    return tuple(dict.fromkeys((*made, *records, *remarks.values())))


def _document_of(entry: Entry) -> str:
    if entry.kind is Kind.REVIEW:
        return _REVIEWED_IN.get(entry.text("subject"), "")
    return _DOCUMENT_OF.get(entry.kind, "")


def _who_asked(state: State) -> Mapping[int, str]:
    """Which persona had spoken last before the user's words of each turn."""
    found: dict[int, str] = {}
    persona = ""
    for spoken in state.talk.transcript:
        speaker = spoken.utterance.speaker
        if speaker == USER:
            found[spoken.turn] = persona
        elif speaker in _FIRST_AND_THEN:
            persona = speaker
    return found


def _first_turn(dossier: Dossier, kinds: Collection[Kind]) -> int | None:
    """What another program's documents say was there before the first turn."""
    begun = [entry for entry in dossier if entry.kind in kinds]
    if any(isinstance(source, FromDocument) for entry in begun for source in entry.sources):
        return 0
    return min((turn for entry in begun if (turn := _turn_of(entry))), default=None)


def _turn_of(entry: Entry) -> int:
    said = entry.fields.get(SPECS[entry.kind].main)
    for source in said.sources if said else ():
        match source:
            case Stated(turn=turn) | Confirmed(turn=turn) | Inferred(turns=(turn, *_)):
                return turn
    return 0
