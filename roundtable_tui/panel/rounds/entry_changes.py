"""Puts what a synthesis proposes into the session: ids are given here, names return here, nothing is erased."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import FACILITATOR, EntryKind
from roundtable_tui.panel.record.entries import (
    SPECS,
    Agreement,
    Amendment,
    Conflict,
    Entry,
    Lifecycle,
    Method,
    OpenQuestion,
    Settled,
    next_id,
)
from roundtable_tui.panel.record.session import PanelSession

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.panel.seats.synthesis import (
        EntryAmendment,
        NewConflict,
        NewEntry,
        NewQuestion,
        Settlement,
        SynthesisReply,
    )

    NameOf = Callable[[str], str | None]
    """The seat behind a label."""


class Changed(Struct, frozen=True):
    session: PanelSession
    created: tuple[str, ...] = ()
    amended: tuple[str, ...] = ()


def with_synthesis(
    session: PanelSession,
    said: SynthesisReply,
    *,
    topic_id: str,
    name_of: NameOf,
    agreed: bool,
    leading: Sequence[str] = (),
) -> Changed:
    """`agreed` is what the rules say of the round: without it nothing counts as consensus.

    `leading` are the seats of the largest group, who support what was agreed unless the synthesis says otherwise.
    """
    number = len(session.rounds) + 1
    made = _Making(session, number, topic_id, name_of)
    for proposed in said.entries:
        made.entry(proposed, agreed=agreed, leading=tuple(leading))
    for question in said.questions:
        made.question(question)
    for conflict in said.conflicts:
        made.conflict(conflict)
    session = made.session
    amended = [change.id for change in said.amendments if session.entry(change.id)]
    for change in said.amendments:
        carried = tuple(seat for label in change.supported_by if (seat := name_of(label))) or tuple(leading)
        session = _amended(session, change, number, agreed=agreed, carried=carried)
    for settled in said.settled:
        session = _settled(session, settled, number)
    return Changed(session, tuple(made.created), tuple(dict.fromkeys(amended)))


@dataclass(slots=True)
class _Making:
    """The session while new things are put into it, each under the next free id."""

    session: PanelSession
    number: int
    topic_id: str
    name_of: NameOf
    created: list[str] = field(default_factory=list)

    def entry(self, proposed: NewEntry, *, agreed: bool, leading: tuple[str, ...]) -> None:
        """One of the same kind and title that is alive already is not put down a second time."""
        if self._has(proposed):
            return
        agreement = proposed.agreement if agreed or proposed.agreement is not Agreement.CONSENSUS else Agreement.DRAFT
        supported = tuple(seat for label in proposed.supported_by if (seat := self.name_of(label)))
        entry = Entry(
            id=self._id(proposed.kind),
            kind=proposed.kind,
            title=proposed.title,
            description=proposed.description,
            agreement=agreement,
            created_round=self.number,
            topic_id=proposed.topic_id or self.topic_id,
            proposed_by=FACILITATOR,
            supported_by=supported or (leading if agreement is Agreement.CONSENSUS else ()),
            fields=proposed.fields,
        )
        self.session = replace(self.session, entries=(*self.session.entries, entry))

    def question(self, proposed: NewQuestion) -> None:
        question = OpenQuestion(
            id=self._id(EntryKind.OPEN_QUESTION),
            title=proposed.title,
            description=proposed.description,
            created_round=self.number,
            topic_id=proposed.topic_id or self.topic_id,
            raised_by=FACILITATOR,
            blocking=proposed.blocking,
        )
        self.session = replace(self.session, questions=(*self.session.questions, question))

    def conflict(self, proposed: NewConflict) -> None:
        """One that is open already is not raised a second time."""
        if any(one.title.casefold() == proposed.title.casefold() for one in self.session.open_conflicts):
            return
        conflict = Conflict(
            id=self._id(EntryKind.CONFLICT),
            title=proposed.title,
            description=proposed.description,
            created_round=self.number,
            topic_id=proposed.topic_id or self.topic_id,
            positions={seat: text for label, text in proposed.positions.items() if (seat := self.name_of(label))},
        )
        over = tuple(
            _resolved(one, f"It became {conflict.id}: {conflict.title}", Method.FACILITATOR, self.number)
            if one.is_open and one.id in proposed.replaces
            else one
            for one in self.session.conflicts
        )
        self.session = replace(self.session, conflicts=(*over, conflict))

    def _has(self, proposed: NewEntry) -> bool:
        return any(
            one.kind is proposed.kind and one.title.casefold() == proposed.title.casefold()
            for one in self.session.live_entries
        )

    def _id(self, kind: EntryKind) -> str:
        given = next_id(kind, (*self.session.used_ids, *self.created))
        self.created.append(given)
        return given


def _amended(
    session: PanelSession, change: EntryAmendment, number: int, *, agreed: bool, carried: tuple[str, ...]
) -> PanelSession:
    """`carried` are those who support it from now on, where it is agreed or the synthesis names them."""

    def one(entry: Entry) -> Entry:
        if entry.id != change.id:
            return entry
        told = change.change or ", ".join((*filter(None, (change.title and "title",)), *change.fields)) or "amended"
        known = {name: value for name, value in change.fields.items() if name in SPECS[entry.kind].fields}
        agreement = change.agreement
        if agreement is Agreement.CONSENSUS and not agreed:
            agreement = None
        supported = carried if change.supported_by or agreement is Agreement.CONSENSUS else entry.supported_by
        return replace(
            entry,
            status=Lifecycle.WITHDRAWN if change.withdrawn else Lifecycle.AMENDED,
            agreement=agreement or entry.agreement,
            title=change.title or entry.title,
            description=change.description or entry.description,
            supported_by=supported,
            fields={**entry.fields, **known},
            amendments=(*entry.amendments, Amendment(number, told, change.reason)),
        )

    return replace(session, entries=tuple(map(one, session.entries)))


def _settled(session: PanelSession, settled: Settlement, number: int) -> PanelSession:
    """Only what is open is settled; what it names by no id or title of such is passed over."""
    questions = tuple(
        replace(one, status=Settled.RESOLVED, resolution=settled.resolution, resolved_round=number)
        if one.is_open and _is_named(one, settled.id)
        else one
        for one in session.questions
    )
    conflicts = tuple(
        _resolved(one, settled.resolution, settled.method, number)
        if one.is_open and _is_named(one, settled.id)
        else one
        for one in session.conflicts
    )
    return replace(session, questions=questions, conflicts=conflicts)


def _is_named(one: Conflict | OpenQuestion, name: str) -> bool:
    return name.strip().casefold() in (one.id.casefold(), one.title.casefold())


def _resolved(one: Conflict, resolution: str, method: Method, number: int) -> Conflict:
    return replace(one, status=Settled.RESOLVED, resolution=resolution, resolved_round=number, resolution_method=method)
