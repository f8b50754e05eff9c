"""What workers, panels and investigations want to add to an open item, and how it is fitted to what happened since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import Dealt
from roundtable_tui.domain.dossier.dossier import Change, Op, single_id
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Inferred, Source
from roundtable_tui.domain.journal.code_facts import Seen
from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.domain.journal.values import Claim, Tokens, Utterance

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Dossier, IdGiver, SharedIds
    from roundtable_tui.domain.journal.state import State


class Proposal(Struct, frozen=True):
    """Records carry names of the proposer's own; their ids are given when the proposal is taken in."""

    who: str
    based_on: int
    """The journal line the proposer had read: what changed since then is not changed again unseen."""
    changes: tuple[Change, ...] = ()
    claims: tuple[Claim, ...] = ()
    said: tuple[Utterance, ...] = ()
    tokens: tuple[Tokens, ...] = ()
    seen: tuple[Seen, ...] = ()
    lent: bool = False
    """Its records carry ids that were lent to the proposer, and keep them."""
    own: Mapping[str, int] = {}
    """Entries the proposer has changed since, by the journal line that says so."""
    dealt: tuple[Dealt, ...] = ()
    """Comments it is about, and what became of them."""


class Accepted(Struct, frozen=True):
    ids: Mapping[str, str]
    """What each record is called now, by the proposer's name for it."""
    at: int = 0
    """The journal line that says so."""


class Stale(Struct, frozen=True):
    """Nothing was taken in: these entries say something else by now, or are gone."""

    entries: tuple[str, ...]


class Fitting:
    """Fits a proposal to the state as it is when nothing else is being journaled."""

    def __init__(self, proposal: Proposal, ids: SharedIds) -> None:
        self._proposal, self._ids = proposal, ids
        self.result: Accepted | Stale = Stale(())

    def events(self, state: State) -> tuple[Contributed, ...]:
        """What is journaled; nothing where it came too late."""
        if stale := stale_entries(self._proposal, state.dossier):
            self.result = Stale(stale)
            return ()
        with self._ids.lent() as ids:
            event, given = with_ids(self._proposal, ids)
        self.result = Accepted(given, state.seq + 1)
        return (event,)


def stale_entries(proposal: Proposal, dossier: Dossier) -> tuple[str, ...]:
    """The entries a proposal would change that were changed or confirmed since it was made."""
    recorded = {change.id for change in proposal.changes if change.op is Op.RECORD}
    return tuple(
        name
        for name, change in {_existing(change): change for change in proposal.changes}.items()
        if _is_stale(name, dossier, proposal, begins=change.id in recorded)
    )


def _existing(change: Change) -> str:
    """What it is called if it is there: of some kinds there is only one entry."""
    return single_id(change.kind) if SPECS[change.kind].single else change.id


def _is_stale(name: str, dossier: Dossier, proposal: Proposal, *, begins: bool) -> bool:
    entry = dossier.get(name)
    if entry is None:
        return not begins
    return max(entry.changed, entry.confirmed) > max(proposal.based_on, proposal.own.get(name, 0))


def with_ids(proposal: Proposal, ids: IdGiver) -> tuple[Contributed, Mapping[str, str]]:
    """The event a proposal becomes, and what its records are called in it."""
    given = {change.id: change.id for change in proposal.changes if proposal.lent}
    changes = tuple(_named(change, ids, given) for change in proposal.changes)
    dealt = tuple(replace(one, entries=tuple(given.get(name, name) for name in one.entries)) for one in proposal.dealt)
    event = Contributed(proposal.who, changes, proposal.claims, proposal.said, proposal.tokens, proposal.seen, dealt)
    return event, given


def _named(change: Change, ids: IdGiver, given: dict[str, str]) -> Change:
    fields = {name: _value(change.kind, name, value, given) for name, value in change.fields.items()}
    sources = tuple(_source(source, given) for source in change.sources)
    if change.op is Op.RECORD and change.id not in given:
        owner = fields.get("fr", ())
        fr_id = owner[0] if change.kind is Kind.AC and isinstance(owner, tuple) and owner else ""
        given[change.id] = ids.next(change.kind, fr_id)
    return replace(change, id=given.get(change.id, change.id), fields=fields, sources=sources)


def _value(kind: Kind, name: str, value: Value, given: Mapping[str, str]) -> Value:
    field = SPECS[kind].field(name)
    if field is None or field.type is not FieldType.REFS or not isinstance(value, tuple):
        return value
    return tuple(given.get(part, part) for part in value)


def _source(source: Source, given: Mapping[str, str]) -> Source:
    if isinstance(source, Inferred):
        return replace(source, entries=tuple(given.get(entry, entry) for entry in source.entries))
    return source
