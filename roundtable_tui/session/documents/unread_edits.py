"""An item as its documents say it now, for whoever only looks: a box ticked by hand counts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import USER, ArtifactsWritten, Event
from roundtable_tui.domain.journal.fold.fold import Fold, fold
from roundtable_tui.session.documents.plan import Documents, hand_edits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project

_READ = ("requirements-spec.md", "user-stories.json", "impact-analysis.md", "tasks.md")
"""The documents with lines that are entries again when somebody changes them."""
_TIMES = 3
"""What one document says can make another one say something else."""


def state_with_edits(project: Project, slug: str, events: Sequence[Event]) -> State:
    """What the journal says, and what was written into the documents since; nothing is changed."""
    known = Fold(events)
    documents = Documents(project, slug)
    for _ in range(_TIMES):
        state = known.state
        names = tuple(name for name in _READ if name in state.files.artifacts)
        plan = documents.plan(state, names, lambda name: _when_written(name, events)) if names else ()
        found = [edit for edit in hand_edits(plan, state) if edit.changes]
        if not found:
            break
        for edit in found:
            last = known.state
            known.add(Event(last.seq + 1, events[-1].at, last.exchange, USER, 0, edit))
    return known.state


def _when_written(name: str, events: Sequence[Event]) -> State | None:
    for number in reversed(range(len(events))):
        body = events[number].body
        if isinstance(body, ArtifactsWritten) and any(file.path == name for file in body.files):
            return fold(events[: number + 1])
    return None
