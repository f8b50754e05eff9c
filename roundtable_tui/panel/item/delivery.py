"""Brings what a panel decided into the item it was asked for: once, as proposals that the user confirms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Ballot
from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import PointMark, Role, Utterance
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.knowledge.points.point_names import FORK, RAISED, UNKNOWN, ids_in
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.item.dossier_changes import changes_of, dissent_of, sources_of
from roundtable_tui.panel.outputs.publisher import decisions_of
from roundtable_tui.panel.rules.consensus import share_of_largest
from roundtable_tui.session.intents import MarkPoint
from roundtable_tui.session.proposals import Accepted, Proposal

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.panel.record.entries import Entry
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.session.session import ItemSession

PANEL = "panel"
_LONGEST = 600


async def deliver(panel: PanelSession, item: ItemSession, *, asks_again: bool = True) -> str:
    """Everything the panel put down, and its decision as the guess of the point it was asked about.

    With `asks_again` that point is put to the user next. Says in a sentence what came of it; a panel that was delivered
    before is not delivered twice.
    """
    if is_delivered(panel, item.state):
        return "What the panel decided is in the item already."
    based_on, changes = item.state.seq, changes_of(panel)
    outcome = await item.propose(Proposal(PANEL, based_on, changes, said=_told(panel)))
    if not isinstance(outcome, Accepted):
        return "What the panel decided could not be taken in, because the item has changed meanwhile."
    count = len(changes)
    entries = f"{count} {'entry' if count == 1 else 'entries'}"
    first = decisions_of(panel)[0]
    decision = outcome.ids.get(first.id, "")
    if panel.point and (asks := await _answer_point(panel, panel.point, first, decision, item)):
        if asks_again:
            await item.do(MarkPoint(asks, PointMark.PULLED))
        return f"The panel brought {entries} into the item; its decision {decision} is put to you to confirm."
    return f"The panel brought {entries} into the item, with {decision}. They are assumptions until you confirm them."


def is_delivered(panel: PanelSession, state: State) -> bool:
    return any(
        isinstance(source, Ballot) and source.session == panel.id for entry in state.dossier for source in entry.sources
    )


async def _answer_point(
    panel: PanelSession,
    point: PointName,
    entry: Entry,
    decision: str,
    item: ItemSession,
) -> PointName | None:
    """The point that asks now, with the panel's decision as its guess and the dissent as what hangs on it."""
    sources = sources_of(panel, entry)
    form, named = point.key.partition("/")[0], next(iter(ids_in(point.key)), "")
    said = item.state.dossier.get(named)
    guess = one_line(entry.text("decision") or entry.description or entry.title, _LONGEST)
    fields: dict[str, Value] = {"guess": guess, "sort": "scope", "loss": "high", "knows": "user", "sure": _sure(panel)}
    if stake := one_line(dissent_of(panel, entry), _LONGEST):
        fields["stake"] = f"The minority: {stake}"
    changes: list[Change] = []
    if said and said.kind is Kind.QUESTION and form in (RAISED, UNKNOWN):
        fields |= {"keeps": decision}
        fields = {name: value for name, value in fields.items() if name in ("guess", "sure") or not said.text(name)}
        changes.append(Change(Op.REVISE, named, Kind.QUESTION, fields, sources))
        name = named
    else:
        about = (named,) if form == FORK and said else (decision,)
        fields |= {"text": f"{panel.topic}", "about": about, "keeps": about[0]}
        if form == FORK and said:
            changes.append(Change(Op.REVISE, named, Kind.DECISION, {"status": "proposed"}, sources))
        name = "question"
        changes.append(Change(Op.RECORD, name, Kind.QUESTION, fields, sources))
    outcome = await item.propose(Proposal(PANEL, item.state.seq, tuple(changes)))
    if not isinstance(outcome, Accepted):
        return None
    asks = f"{RAISED}/{outcome.ids.get(name, name)}"
    points = open_points(item.state, item.knowledge)
    return next((one.name for one in points if one.name.key == asks), None)


def _sure(panel: PanelSession) -> str:
    voted = [one for one in panel.rounds if one.ballots]
    share = share_of_largest(voted[-1].ballots, voted[-1].groups) if voted else 0.0
    return "high" if share >= 0.8 else "medium" if share >= 0.6 else "low"


def _told(panel: PanelSession) -> tuple[Utterance, ...]:
    """For the transcript: what was decided, by how many, and that it is not the user's word yet."""
    last = next((one for one in reversed(panel.rounds) if one.ballots), None)
    entry = decisions_of(panel)[0]
    decision = one_line(entry.text("decision") or entry.description or entry.title, _LONGEST)
    leading = len(last.groups[0]) if last and last.groups else 0
    votes = f" {leading} of {len(last.ballots)} seats hold it." if last else ""
    return (
        Utterance(
            APP, f"The panel on “{one_line(panel.topic, 120)}” says: {decision.rstrip('. ')}.{votes}", Role.NOTICE
        ),
    )
