"""What every part of a turn needs: entries by id, the state as it will be, and the next question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, apply_change
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.offline.agenda import Pending, as_question
from roundtable_tui.voices.offline.offering import found_for, with_findings
from roundtable_tui.voices.protocol import Asked, Part, Ready, Recorded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.voices.protocol import TurnRequest

AGAIN = "again"
"""The last part of a key whose question shows a finished step once more."""


def entry_of(request: TurnRequest, entry_id: str) -> Entry | None:
    return request.state.dossier.get(entry_id)


def with_changes(request: TurnRequest, changes: Iterable[Change], settled: frozenset[str] = frozenset()) -> TurnRequest:
    """The request as it would be once these changes are journaled, so that the next question knows of them."""
    state = request.state
    entries = dict(state.dossier.entries)
    for change in changes:
        apply_change(entries, change, state.seq + 1)
    steps = dict(state.steps)
    if record := steps.get(request.step.id):
        steps[request.step.id] = replace(record, settled=record.settled | settled)
    return replace(request, state=replace(state, dossier=replace(state.dossier, entries=entries), steps=steps))


def depth_of(request: TurnRequest) -> Depth:
    record = request.state.steps.get(request.step.id)
    return Depth.DEEP if record is not None and record.elaborating else request.depth


def ask(request: TurnRequest, following: Pending | None) -> Iterator[Part]:
    """Puts the question; what the search found for it is recorded first, as what it is: not confirmed by anybody."""
    if following is None:
        yield Ready()
        return
    question = as_question(request.step, following, request.state)
    capture = following.prompt.capture
    found = found_for(request.step, following, request.state, request.ids)
    if capture and found:
        yield from (Recorded(change) for change in found.changes)
        question = with_findings(question, capture, found, request.state)
    yield Asked(question)
