"""What the search of the code brings to the table: a scan in, inferred entries and what Alex says about them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.domain.journal.fold.conversation import SCAN
from roundtable_tui.domain.journal.values import Utterance
from roundtable_tui.domain.knowledge.phases import ALEX
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.offline.scan_proposals import Findings, edited_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.journal.code_facts import Scanned
    from roundtable_tui.domain.journal.state import State

_KINDS = (Kind.FILE, Kind.ENTRY_POINT, Kind.ZONE)
_NAMED = 3


def brought_by_scan(state: State) -> Contributed:
    """Every entry is inferred and cites its lines; the words that were searched for stay those of this scan."""
    findings, ids = Findings(state), IdGiver(state.dossier.used)
    words = state.code.scan.words if state.code.scan and not state.dossier.of(Kind.KEYWORD) else ()
    changes = [
        Change(Op.RECORD, ids.next(Kind.KEYWORD), Kind.KEYWORD, {"text": word, "use": "search"}, (Inferred((0,)),))
        for word in words
    ]
    for kind in _KINDS:
        known = {entry.text() for entry in state.dossier.of(kind)}
        for found in findings.of(kind, {}):
            main = str(found.fields.get("path" if kind is Kind.FILE else "text", ""))
            if main not in known:
                changes.append(Change(Op.RECORD, ids.next(kind), kind, found.fields, found.sources))
    return Contributed(SCAN, tuple(changes), said=(Utterance(ALEX, "\n".join(_told(state.code.scan))),))


def _told(scan: Scanned | None) -> Iterator[str]:
    if scan is None or scan.problem:
        why = one_line(scan.problem, 160) if scan else "there was nothing to look for"
        yield f"I could not look into the code: {why}"
        return
    edited = edited_count(scan)
    if not edited:
        yield f"I looked through {scan.searched:,} files and found nothing that speaks of this."
        yield from _read_first(scan)
        return
    named = ", ".join(one_line(path, 80) for path in scan.likely[:_NAMED])
    more = f" and {edited - _NAMED} more" if edited > _NAMED else ""
    yield "I can see from the codebase:"
    yield from _read_first(scan)
    yield f"- {edited} {'file' if edited == 1 else 'files'} to change: {named}{more}"
    if scan.scope:
        risk = f", {scan.risk} risk ({one_line('; '.join(scan.risk_because), 160)})" if scan.risk_because else ""
        yield f"- a {scan.scope} change by the code alone{risk}"
    if scan.gaps:
        yield f"- not known: {one_line(scan.gaps[0], 160)}"


def _read_first(scan: Scanned) -> Iterator[str]:
    """What the project says about itself was read before its code."""
    if not scan.documents:
        return
    names = [one_line(document.path, 80) for document in scan.documents]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    telling = [document for document in scan.documents if document.words]
    told = "; ".join(
        f"{one_line(one.path, 80)} speaks of {', '.join(one_line(word, 40) for word in one.words[:_NAMED])}"
        for one in telling[:_NAMED]
    )
    untold = "none of them speaks of this" if len(names) > 1 else "it does not speak of this"
    yield f"- first I read {', '.join(names[:_NAMED])}{more}: {told or untold}"
