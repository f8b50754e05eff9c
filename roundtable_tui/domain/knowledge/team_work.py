"""What the workers of a team have to do now, and whose each kind of entry is: functions of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import SPECS, TALKED_OF, Kind
from roundtable_tui.domain.dossier.provenance import Inferred, Stated
from roundtable_tui.domain.journal.state import TEAM
from roundtable_tui.domain.journal.values import PART_OWNERS, LookPart
from roundtable_tui.domain.knowledge.look_parts import gave_up, parts_left
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.last_answers import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.journal.state import State

WORKERS = (ALEX, MAYA, JORDAN)
"""In the order in which they begin."""
_NEEDS: dict[LookPart, tuple[LookPart, ...]] = {
    LookPart.ARCHITECTURE: (LookPart.REQUIREMENTS,),
    LookPart.DESIGN: (LookPart.REQUIREMENTS, LookPart.ARCHITECTURE),
}
"""What must be over before a part is begun."""
_MENDED_AT_MOST = 2
"""So often between two answers of the user: two workers could send each other findings without end."""


class Job(Struct, frozen=True):
    """Something a worker can do now: a part of theirs, or, without one, mending what they own."""

    persona: str
    part: LookPart | None = None
    by_lead: bool = False
    """Their worker failed: the lead does it."""


def kinds_of(persona: str) -> frozenset[Kind]:
    """What they may record: what is theirs, and what is nobody's."""
    return frozenset(spec.kind for spec in SPECS.values() if spec.owner in (persona, None) and spec.kind in TALKED_OF)


@remembered
def jobs(state: State) -> tuple[Job, ...]:
    """What can be done now, at most one thing for each, in the order in which they begin."""
    if state.mode != TEAM or state.conversation.look_depth is None or gave_up(state):
        return ()
    return tuple(_jobs(state))


def _jobs(state: State) -> Iterator[Job]:
    left = parts_left(state)
    for persona in WORKERS:
        by_lead = persona in state.team.failed
        own = next((part for part in left if PART_OWNERS[part] == persona), None)
        if own is None:
            if _has_to_mend(persona, state):
                yield Job(persona, None, by_lead)
        elif not any(part in left for part in _NEEDS.get(own, ())):
            yield Job(persona, own, by_lead)


def waits_for(persona: str, state: State) -> LookPart | None:
    """The part somebody else has to end before they can begin theirs."""
    left = parts_left(state)
    own = next((part for part in left if PART_OWNERS[part] == persona), None)
    return next((part for part in _NEEDS.get(own, ()) if part in left), None) if own else None


def heard_by_now(state: State) -> int:
    """The last exchange of which whoever is shown this state is told; one under way is told when it is over."""
    return state.talk.turn.number - 1 if state.talk.turn else state.exchange


def said_since(persona: str, state: State) -> tuple[Entry, ...]:
    """What the user has said since this persona was last told, as far as it is theirs or theirs hangs on it."""
    heard, now = state.team.heard.get(persona, 0), heard_by_now(state)
    return tuple(
        entry
        for entry in state.dossier
        if entry.changed > entry.confirmed and _is_said(entry, heard, now) and _concerns(entry, persona, state)
    )


def _has_to_mend(persona: str, state: State) -> bool:
    """What the user took as it was guessed changes nothing of theirs."""
    if state.talk.ending or state.team.mended.get(persona, 0) >= _MENDED_AT_MOST:
        return False
    return bool(state.team.inbox.get(persona)) or bool(said_since(persona, state))


def _is_said(entry: Entry, heard: int, now: int) -> bool:
    """In the user's own words, or worded by somebody from what they said."""
    return any(heard < turn <= now for source in entry.sources for turn in _turns(source))


def _turns(source: Source) -> tuple[int, ...]:
    match source:
        case Stated(turn=turn):
            return (turn,)
        case Inferred(turns=turns):
            return turns
    return ()


def _concerns(entry: Entry, persona: str, state: State) -> bool:
    if SPECS[entry.kind].owner == persona:
        return True
    hanging = (state.dossier.get(name) for name in graph_of(state.dossier).touched_by(entry.id))
    return any(one is not None and SPECS[one.kind].owner == persona for one in hanging)
