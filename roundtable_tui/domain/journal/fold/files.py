"""The reducers of what is known of disk and code: those slices before an event in, those after it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.journal.code_facts import CodeChecked, Scanned, scan_recited
from roundtable_tui.domain.journal.conversation_events import ConfirmationEnded
from roundtable_tui.domain.journal.events import (
    AnswerRevised,
    ArtifactsWritten,
    BacklogMarked,
    ChangedOutside,
    Contributed,
    Decided,
    Decision,
    DepthChanged,
    Elaborated,
    Event,
    HandEdited,
    ItemCreated,
    MetaWritten,
    ModeChosen,
    Outcome,
    PhaseCompleted,
    Reinstated,
    Renamed,
    Retracted,
    Reviewed,
    Spoke,
    StepCompleted,
    TakenIn,
)

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.code_facts import Seen
    from roundtable_tui.domain.journal.state import Code, Files

_MOST_SEEN = 200


def files_after(files: Files, event: Event, *, taken_back: bool = False, unasked: bool = False) -> Files:
    """`taken_back` says that the exchange never happened; what is true of the disk is true all the same.

    `unasked` says that the user did nothing in it: what is written there only follows from what was taken back before.
    """
    match event.body:
        case ItemCreated(guest=guest):
            return replace(files, meta_owed=not guest)
        case Renamed(description=description):
            return replace(files, meta_owed=True, renamed_to=description, stale=bool(files.artifacts))
        case Elaborated() | PhaseCompleted() | StepCompleted() | DepthChanged() | ModeChosen() | ConfirmationEnded():
            return replace(files, meta_owed=True)
        case Decided(what=Decision.REANALYSE, yes=True):
            return replace(files, meta_owed=True)
        case AnswerRevised() | Reviewed() | Retracted() | Reinstated() | Contributed():
            return replace(files, stale=bool(files.artifacts))
        case HandEdited(path=path, conflicts=conflicts):
            return replace(files, conflicts={**files.conflicts, path: conflicts})
        case ArtifactsWritten() as body:
            return _written(files, body, taken_back=taken_back, unasked=unasked)
        case MetaWritten(fields=fields):
            return replace(files, meta=dict(fields), meta_owed=False, renamed_to="")
        case ChangedOutside(fields=fields):
            return replace(files, meta={**(files.meta or {}), **fields})
        case TakenIn(documents=documents):
            return replace(files, theirs=documents)
        case BacklogMarked(marker=marker):
            return replace(files, marker=marker)
    return files


def _written(files: Files, body: ArtifactsWritten, *, taken_back: bool, unasked: bool) -> Files:
    written = {file.path: file for file in body.files}
    artifacts = {name: file for name, file in {**files.artifacts, **written}.items() if name not in body.removed}
    new = [name for name in written if name not in files.artifacts] if taken_back else []
    older = [name for name in files.unfounded if name not in written or taken_back or unasked]
    return replace(
        files,
        artifacts=artifacts,
        unfounded=tuple(name for name in (*older, *new) if name in artifacts),
        removed=tuple(name for name in dict.fromkeys((*files.removed, *body.removed)) if name not in artifacts),
        stale=False,
        finalised=files.finalised if body.step else body.dossier,
        written_version=body.dossier,
    )


def code_after(code: Code, event: Event, *, guest: bool) -> Code:
    """The commit another program's analysis was made from stays until the user has it analysed anew."""
    match event.body:
        case Scanned() as scan:
            return replace(code, scan=scan)
        case CodeChecked() as checked:
            moved = {place.was: place.now for place in checked.moved}
            found = scan_recited(code.scan, moved) if code.scan and moved else code.scan
            return replace(
                code, scan=found, lost={place.cited: place.why for place in checked.lost}, missing=checked.missing
            )
        case Spoke(outcome=Outcome.FINISHED, seen=seen) | Contributed(seen=seen) if seen:
            return replace(code, seen=latest_seen((*code.seen, *seen)))
        case PhaseCompleted(codebase_hash=commit) if commit and not (guest and code.commit):
            return replace(code, commit=commit)
        case ConfirmationEnded() if code.scan and code.scan.commit and not (guest and code.commit):
            return replace(code, commit=code.scan.commit)
        case ChangedOutside(fields={"codebase_hash": str() as commit}):
            return replace(code, commit=code.commit or commit)
    return code


def latest_seen(seen: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """Each passage once, where it was looked at last; one that lies within a later one is left out."""
    kept: list[Seen] = []
    for one in reversed(seen):
        if not any(one.path == other.path and other.start <= one.start <= one.end <= other.end for other in kept):
            kept.append(one)
    return tuple(reversed(kept[:_MOST_SEEN]))
