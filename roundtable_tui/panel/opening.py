"""Begins a panel, or takes one up again: from what was asked for, the settings and the files to everything it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.knowledge.panel import AD_HOC, FACILITATOR, Agenda, EntryKind, PanelKnowledge, Strategy
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.panel.record.ballots import texts_in
from roundtable_tui.panel.record.entries import SPECS
from roundtable_tui.panel.record.session import Limits, PanelSession, Seat, SeatKind, Sides, TopicState
from roundtable_tui.panel.record.snapshots import (
    AGENDA,
    CONFIG,
    CONTEXT,
    agenda_in,
    agenda_snapshot,
    config_snapshot,
    context_snapshot,
)
from roundtable_tui.panel.rules.composition import (
    Recommended,
    checked_seats,
    chosen_strategy,
    known_strategy,
    recommended_strategy,
    seated,
    sides_for,
    usual_strategy,
)
from roundtable_tui.panel.seat_models import SeatModels
from roundtable_tui.storage.meta import timestamp

if TYPE_CHECKING:
    from datetime import datetime

    from roundtable_tui.panel.project_context import ProjectContext
    from roundtable_tui.panel.record.shelf import OpenPanel, PanelShelf
    from roundtable_tui.panel.settings import PanelSettings

HUMAN = Seat(SeatKind.HUMAN, "human")
OUTPUTS = ("adr", "requirements", "architecture", "summary")


class PanelRequest(Struct, frozen=True):
    """What somebody asked for; whatever is empty is decided by settings and files."""

    topic: str
    workflow: str = ""
    strategy: str = ""
    participants: tuple[str, ...] = ()
    pro: tuple[str, ...] = ()
    con: tuple[str, ...] = ()
    output: str = ""
    seats: SeatKind | None = None
    """What stands behind every seat that `models` does not name; nothing: a model where one can be asked."""
    models: Mapping[str, str] = field(default_factory=dict)
    """`human`, a model, or `model@server`, by participant or for `facilitator`."""
    item: str = ""
    point: PointName | None = None
    """Of the item's open points, the one it is about."""


class PanelPlan(Struct, frozen=True):
    topic: str
    agenda: Agenda
    strategy: Strategy
    seats: Mapping[str, Seat]
    facilitator: Seat
    sides: Sides
    limits: Limits
    output: str
    item: str = ""
    point: PointName | None = None
    offered: Recommended | None = None
    """A strategy the topic's words speak for, where nobody named one: to be offered, not imposed."""
    replaced: str = ""
    """A sentence for the user, where another facilitates than their settings say."""


def plan_panel(
    wanted: PanelRequest,
    knowledge: PanelKnowledge,
    settings: PanelSettings,
    our_strategy: str = "",
    models: SeatModels | None = None,
) -> PanelPlan:
    """`our_strategy` is that of this program's own settings; a model that cannot be asked is a UsageError."""
    topic = one_line(wanted.topic)
    if not topic:
        raise UsageError("Nothing to discuss was named.", 'Try: roundtable-tui panel "queue or table?".')
    agenda = _agenda(wanted.workflow or AD_HOC, knowledge)
    chosen = chosen_strategy(wanted.strategy, agenda.id, settings, our_strategy, agenda, knowledge)
    offered = None if chosen else recommended_strategy(topic, knowledge.strategies)
    strategy = chosen or usual_strategy(knowledge)
    seats = seated(wanted.participants, agenda.id, settings, agenda, knowledge)
    checked_seats(seats, strategy)
    if agenda.by_phase and [phase.name for phase in strategy.phases] != [topic.id for topic in agenda.topics]:
        phases = " → ".join(one.id for one in agenda.topics)
        raise UsageError(
            f"A {agenda.id} goes by the phases {phases}.", f"Leave --strategy out, or use {agenda.strategy}."
        )
    output = wanted.output or agenda.output
    if output not in OUTPUTS:
        raise UsageError(f"There is no output '{one_line(output, 40)}'.", f"Use one of {', '.join(OUTPUTS)}.")
    placed = _Placing(knowledge, models or SeatModels(), wanted.seats, wanted.models)
    facilitator = placed.facilitator(seats)
    return PanelPlan(
        topic=topic,
        agenda=agenda,
        strategy=strategy,
        seats=placed.seats(seats),
        facilitator=facilitator,
        sides=sides_for(seats, strategy, wanted.pro, wanted.con),
        limits=settings.limits,
        output=output,
        item=wanted.item,
        point=wanted.point,
        offered=offered,
        replaced=placed.replaced(facilitator),
    )


def with_strategy(plan: PanelPlan, name: str, knowledge: PanelKnowledge) -> PanelPlan:
    """The plan by another strategy: the one that was offered and taken."""
    strategy = known_strategy(name, knowledge)
    checked_seats(tuple(plan.seats), strategy)
    return replace(plan, strategy=strategy, sides=sides_for(tuple(plan.seats), strategy), offered=None)


def new_session(plan: PanelPlan, session_id: str, now: datetime) -> PanelSession:
    agenda = plan.agenda
    kinds = (*agenda.entries, EntryKind.OPEN_QUESTION, EntryKind.CONFLICT)
    return PanelSession(
        id=session_id,
        topic=plan.topic,
        workflow=agenda.id,
        strategy=plan.strategy.id,
        started_at=timestamp(now),
        updated_at=timestamp(now),
        participants=tuple(plan.seats),
        seats=plan.seats,
        facilitator=plan.facilitator,
        sides=plan.sides,
        limits=plan.limits,
        phases=tuple(phase.name for phase in plan.strategy.phases),
        phase=plan.strategy.phases[0].name,
        agenda=() if agenda.by_phase else tuple(TopicState(topic.id) for topic in agenda.topics),
        by_phase=agenda.by_phase,
        places=tuple(SPECS[kind].place for kind in kinds),
        output=plan.output,
        item=plan.item,
        point=plan.point,
    )


def begin_panel(
    shelf: PanelShelf, plan: PanelPlan, context: ProjectContext, *, verbose: bool = False, interactive: bool = False
) -> tuple[OpenPanel, PanelSession]:
    now = shelf.clock()
    session = new_session(plan, shelf.new_id(plan.agenda.id, plan.topic), now)
    snapshots = {
        CONTEXT: context_snapshot(context.source, context.project, context.description, context.text, now),
        CONFIG: config_snapshot(session, now, verbose=verbose, interactive=interactive),
        AGENDA: agenda_snapshot(plan.agenda, now),
    }
    return shelf.begin(session, snapshots), session


class Resumption(Struct, frozen=True):
    """A session taken up again, with what it needs; or what is missing for it."""

    session: PanelSession
    agenda: Agenda
    strategy: Strategy | None
    missing: tuple[str, ...] = ()
    """Seats whose participant has no file any more."""
    context: str = ""


def taken_up(
    shelf: PanelShelf, session: PanelSession, knowledge: PanelKnowledge, settings: PanelSettings
) -> Resumption:
    """The session with seats, limits and phases where another program wrote it without."""
    config = shelf.snapshot(session.id, CONFIG)
    context = shelf.snapshot(session.id, CONTEXT).get("context")
    people = session.participants or texts_in(config.get("participants"))
    usual = knowledge.agendas.get(session.workflow)
    if not people and usual:
        people = usual.seats
    if not session.seats:
        session = replace(session, participants=people, seats=dict.fromkeys(people, Seat()))
    ours = session.raw.get("roundtable")
    if not isinstance(ours, dict) or "limits" not in ours:
        session = replace(session, limits=settings.limits)
    strategy = knowledge.strategies.get(session.strategy)
    if strategy:
        session = _with_phases(session, strategy)
    agenda = agenda_in(shelf.snapshot(session.id, AGENDA), usual, session)
    session = replace(session, output=session.output or agenda.output)
    if not session.agenda and not session.by_phase:
        session = replace(session, agenda=tuple(TopicState(topic.id) for topic in agenda.topics))
    missing = tuple(seat for seat in session.seats if seat not in knowledge.participants)
    return Resumption(session, agenda, strategy, missing, context if isinstance(context, str) else "")


def without_missing(resumption: Resumption) -> Resumption:
    """Goes on with those who are left."""
    session = resumption.session
    seats = {seat: one for seat, one in session.seats.items() if seat not in resumption.missing}
    return replace(resumption, session=_reseated(session, seats, resumption.strategy), missing=())


def with_replacements(resumption: Resumption, replacements: tuple[str, ...], knowledge: PanelKnowledge) -> Resumption:
    """Others in the place of those who are missing, in order."""
    session = resumption.session
    strangers = [one for one in replacements if one not in knowledge.participants]
    if strangers:
        known = ", ".join(knowledge.participants)
        raise UsageError(f"There is no participant '{one_line(strangers[0], 60)}'.", f"Known are: {known}.")
    seats = {seat: one for seat, one in session.seats.items() if seat not in resumption.missing}
    for gone, new in zip(resumption.missing, replacements, strict=False):
        seats.setdefault(new, session.seats[gone])
    return replace(resumption, session=_reseated(session, seats, resumption.strategy), missing=())


def by_strategy(resumption: Resumption, name: str, knowledge: PanelKnowledge) -> Resumption:
    """Another strategy from here on, from its first phase."""
    strategy = known_strategy(name, knowledge)
    session = replace(resumption.session, strategy=strategy.id, phases=(), phase="")
    session = replace(session, sides=sides_for(tuple(session.seats), strategy))
    return replace(resumption, session=_with_phases(session, strategy), strategy=strategy)


def _with_phases(session: PanelSession, strategy: Strategy) -> PanelSession:
    names = tuple(phase.name for phase in strategy.phases)
    phase = session.phase if session.phase in names else names[0]
    sides = session.sides
    if strategy.sides and not (sides.pro and sides.con) and len(session.seats) >= strategy.min_seats:
        sides = sides_for(tuple(session.seats), strategy)
    return replace(session, phases=names, phase=phase, sides=sides)


def _reseated(session: PanelSession, seats: Mapping[str, Seat], strategy: Strategy | None) -> PanelSession:
    participants = tuple(dict.fromkeys((*session.participants, *seats)))
    session = replace(session, seats=dict(seats), participants=participants)
    if strategy:
        checked_seats(tuple(seats), strategy)
        session = replace(session, sides=sides_for(tuple(seats), strategy))
    return session


def _agenda(workflow: str, knowledge: PanelKnowledge) -> Agenda:
    if workflow not in knowledge.agendas:
        known = ", ".join(knowledge.agendas)
        raise UsageError(f"There is no workflow '{one_line(workflow, 40)}'.", f"Known are: {known}.")
    return knowledge.agendas[workflow]


def reseated_by(
    session: PanelSession,
    kind: SeatKind | None,
    wanted: Mapping[str, str],
    knowledge: PanelKnowledge,
    models: SeatModels,
) -> PanelSession:
    """Others behind the seats from here on, as `--seats` and `--seat` say; who is not named stays."""
    if kind is None and not wanted:
        return session
    placed = _Placing(knowledge, models, kind, wanted)
    names = tuple(session.seats)
    named = names if kind else tuple(seat for seat in names if seat in wanted)
    seats = {**session.seats, **placed.seats(named, names)}
    facilitator = placed.facilitator(names) if kind or FACILITATOR in wanted else session.facilitator
    return replace(session, seats=seats, facilitator=facilitator)


class _Placing(Struct, frozen=True):
    """What stands behind each seat: by flag, the user's settings, the participant's file, or what there is."""

    knowledge: PanelKnowledge
    models: SeatModels
    kind: SeatKind | None
    wanted: Mapping[str, str]

    def seats(self, names: tuple[str, ...], known: tuple[str, ...] = ()) -> dict[str, Seat]:
        strangers = [seat for seat in self.wanted if seat not in (*(known or names), FACILITATOR)]
        if strangers:
            raise UsageError(f"'{one_line(strangers[0], 60)}' has no seat.", "Name only participants of this panel.")
        found = {name: self._seat(name) for name in names}
        self.models.require(found)
        return found

    def facilitator(self, names: tuple[str, ...]) -> Seat:
        """A model as soon as one sits at the table, else the files and whoever is at the keyboard.

        Where no flag names one and the one of the settings, or the usual one, cannot be asked, the model of the first
        seat facilitates, too.
        """
        wanted = self.wanted.get(FACILITATOR, "")
        models = [seat for name in names if (seat := self._seat(name)).kind is SeatKind.MODEL]
        if not wanted and not models:
            return HUMAN
        named = wanted or self.models.by_seat.get(FACILITATOR, "")
        found = self.models.seat(named, self.knowledge.facilitator.model)
        if not wanted and found.kind is SeatKind.MODEL and not self.models.can_ask(found):
            return models[0]
        self.models.require({FACILITATOR: found})
        return found

    def replaced(self, facilitator: Seat) -> str:
        """What to tell the user where another model facilitates than the one their settings name."""
        named = self.models.by_seat.get(FACILITATOR, "")
        if not named or self.wanted.get(FACILITATOR) or facilitator.kind is not SeatKind.MODEL:
            return ""
        why = self.models.why_not(self.models.seat(named, self.knowledge.facilitator.model))
        return (
            f"{one_line(facilitator.model, 60)} facilitates, since {one_line(named, 60)} cannot: {why}" if why else ""
        )

    def _seat(self, name: str) -> Seat:
        named = self.wanted.get(name, "")
        if not named and self.kind is SeatKind.HUMAN:
            return HUMAN
        found = self.models.seat(named or self.models.by_seat.get(name, ""), self.knowledge.participant(name).model)
        return found if named or self.kind or self.models.can_ask(found) else HUMAN
