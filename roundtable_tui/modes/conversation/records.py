"""What a conversation owes to the disk: documents that became possible or changed, meta.json, the backlog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import Decision, Ending
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.knowledge.artifact_specs import missing_for, phases_written
from roundtable_tui.domain.knowledge.coverage import coverage
from roundtable_tui.domain.knowledge.points.point_weights import applying
from roundtable_tui.modes.plan_making import plan_documents
from roundtable_tui.session.moves import Crossing, MarkBacklog, Move, WriteArtifacts, WriteMeta

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_SUMMARIES = {Stage.REQUIREMENTS: "requirements-summary.md", Stage.ARCHITECTURE: "architecture-summary.md"}


def owed(state: State, knowledge: Knowledge) -> Move | None:
    """Documents first, then meta.json, then the backlog; a guest owes nothing before the user has said something."""
    if state.item and state.item.guest and not state.exchange:
        return None
    if _is_behind(state) and (names := at_the_end(state) if state.talk.ending else crossed(state)):
        gone = _gone(state)
        return WriteArtifacts(tuple(name for name in names if name not in gone), Crossing(), gone)
    as_accepted = state.talk.ending is Ending.COMPLETE and state.dossier.version <= state.conversation.ended
    if as_accepted and not state.files.meta_owed:
        return None  # all of it was recorded before the end, so that opening it changes nothing
    return recorded(state, knowledge)


def recorded(state: State, knowledge: Knowledge) -> Move | None:
    if state.files.meta_owed or _meta_is_behind(state, knowledge):
        return WriteMeta()
    confirmed = state.talk.ending is Ending.COMPLETE or state.conversation.confirmation is Confirmation.FINALIZING
    marker = "A" if confirmed else "~" if state.files.artifacts else ""
    if marker and state.files.marker not in (marker, "A"):
        return MarkBacklog(marker)
    return None


def crossed(state: State) -> tuple[str, ...]:
    """The documents of which enough is known, and those already written."""
    return tuple(dict.fromkeys((*_ready(state), *plan_documents(state), *state.files.artifacts)))


def _gone(state: State) -> tuple[str, ...]:
    """Documents that only an answer which was taken back had made."""
    if not state.files.unfounded:
        return ()
    from roundtable_tui.artifacts.render.file_names import without_reason

    called_for = at_the_end(state) if state.talk.ending else (*_ready(state), *plan_documents(state))
    return without_reason(state, called_for)


def _ready(state: State) -> tuple[str, ...]:
    return tuple(spec.name for spec in applying(state) if not missing_for(spec, state))


def at_the_end(state: State) -> tuple[str, ...]:
    """Everything there is something to say in, and the summaries that were accepted."""
    from roundtable_tui.artifacts.render.file_names import MADE_OF

    kinds = {entry.kind for entry in state.dossier}
    known = [spec.name for spec in applying(state) if kinds & MADE_OF.get(spec.name, frozenset())]
    leaving = state.talk.agreed is Decision.EARLY_EXIT
    summaries = [] if leaving else [_SUMMARIES[stage] for stage in state.conversation.domains if stage in _SUMMARIES]
    return tuple(dict.fromkeys((*crossed(state), *known, *summaries)))


def _is_behind(state: State) -> bool:
    """Whether anything happened that the documents on disk do not know of."""
    told = state.conversation
    return state.files.stale or state.dossier.version > state.files.written_version or told.scanned > told.written


def _meta_is_behind(state: State, knowledge: Knowledge) -> bool:
    meta = state.files.meta
    if meta is None:
        return False
    covered = {one.topic for one in coverage(knowledge.topics, state) if one.covered}
    return not covered <= _texts(meta.get("topics_covered")) or not set(phases_written(state)) <= _texts(
        meta.get("phases_completed")
    )


def _texts(value: object) -> set[str]:
    return {part for part in value if isinstance(part, str)} if isinstance(value, list | tuple) else set()
