"""The dossier as it was each time the user accepted something, and what differs between any two of those states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Entry, Op
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.journal.conversation_events import VerdictGiven
from roundtable_tui.domain.journal.events import USER, PhaseCompleted, PhaseEnd, Reviewed
from roundtable_tui.domain.journal.fold.fold import fold, voided_exchanges
from roundtable_tui.domain.journal.values import Verdict
from roundtable_tui.domain.knowledge.phases import phase
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier
    from roundtable_tui.domain.journal.events import Event

_NAMED = 3


class AcceptedState(Struct, frozen=True):
    """The journal up to a line at which something was accepted; the last is how it stands now."""

    number: int
    seq: int
    at: str
    told: str
    is_now: bool = False


class ChangedField(Struct, frozen=True):
    name: str
    before: str
    after: str


class ChangedEntry(Struct, frozen=True):
    entry: Entry
    fields: tuple[ChangedField, ...]


class DossierDifference(Struct, frozen=True):
    added: tuple[Entry, ...] = ()
    dropped: tuple[Entry, ...] = ()
    changed: tuple[ChangedEntry, ...] = ()

    @property
    def sentence(self) -> str:
        parts = [
            f"{len(some)} {what}"
            for some, what in ((self.added, "added"), (self.changed, "changed"), (self.dropped, "dropped"))
            if some
        ]
        return ", ".join(parts) or "nothing differs"


def accepted_states(events: Sequence[Event]) -> tuple[AcceptedState, ...]:
    """From the first to how it stands now; what was accepted in one sitting is one state."""
    void = voided_exchanges(events)
    found: list[tuple[Event, list[str]]] = []
    goes_on = False
    for event in events:
        if event.exchange in void:
            continue
        if names := _accepted(event):
            if goes_on and found:
                found[-1] = event, [*found[-1][1], *names]
            else:
                found.append((event, names))
            goes_on = True
        elif event.actor == USER and not isinstance(event.body, Reviewed):
            goes_on = False
    states = [AcceptedState(at, one.seq, one.at, _told(names)) for at, (one, names) in enumerate(found, 1)]
    if events:
        last = events[-1]
        states.append(AcceptedState(len(states) + 1, last.seq, last.at, "as it stands now", is_now=True))
    return tuple(states)


def _accepted(event: Event) -> list[str]:
    match event.body:
        case Reviewed(changes=changes):
            return [change.id for change in changes if change.op is Op.CONFIRM]
        case VerdictGiven(verdict=Verdict.ACCEPT, stage=stage):
            return [f"the summary of {stage}"]
        case PhaseCompleted(phase=key, how=PhaseEnd.FINISHED):
            return [phase(key).label.lower()]
    return []


def _told(names: Sequence[str]) -> str:
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    return f"accepted {', '.join(known[:_NAMED])}{more}"


def between(events: Sequence[Event], before: AcceptedState, after: AcceptedState) -> DossierDifference:
    """What has to be done to the one to get the other; the journal is folded up to each of them."""
    one, other = (fold([event for event in events if event.seq <= at.seq]).dossier for at in (before, after))
    return difference(one, other)


def difference(before: Dossier, after: Dossier) -> DossierDifference:
    changed = []
    for entry in after:
        was = before.get(entry.id)
        if was and (fields := tuple(_fields(was, entry))):
            changed.append(ChangedEntry(entry, fields))
    return DossierDifference(
        tuple(entry for entry in after if before.get(entry.id) is None),
        tuple(entry for entry in before if after.get(entry.id) is None),
        tuple(changed),
    )


def _fields(was: Entry, entry: Entry) -> Iterator[ChangedField]:
    for field in SPECS[entry.kind].fields:
        before, after = (one.text(field.name) if field.name in one.fields else "" for one in (was, entry))
        if before != after:
            yield ChangedField(field.name.replace("_", " "), before, after)


def as_lines(found: DossierDifference) -> Iterator[str]:
    """Each entry with what was said before and is said now, as a diff shows it."""
    for sign, some in (("+", found.added), ("-", found.dropped)):
        for entry in some:
            yield f"{sign} {entry.id} {one_line(neutral(entry.text()), 200)}"
    for changed in found.changed:
        yield f"  {changed.entry.id} {one_line(neutral(changed.entry.text()), 200)}"
        for field in changed.fields:
            if field.before:
                yield f"-   {field.name}: {one_line(neutral(field.before), 400)}"
            if field.after:
                yield f"+   {field.name}: {one_line(neutral(field.after), 400)}"
