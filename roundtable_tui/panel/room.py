"""The panels of one project, ready to be planned, begun, resumed and run: what screen and command line share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.config.loader import user_folder
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.knowledge.panel import Agenda, PanelKnowledge, Strategy
from roundtable_tui.errors import UsageError
from roundtable_tui.items.project import Project
from roundtable_tui.items.trust import ProjectTrust
from roundtable_tui.items.voices import CLAUDE
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.panel_loader import load_panel_knowledge
from roundtable_tui.panel.code_excerpts import code_excerpts, places_in
from roundtable_tui.panel.opening import (
    PanelPlan,
    PanelRequest,
    Resumption,
    begin_panel,
    by_strategy,
    plan_panel,
    reseated_by,
    taken_up,
    with_replacements,
    without_missing,
)
from roundtable_tui.panel.outputs.publisher import Publisher
from roundtable_tui.panel.project_context import project_context
from roundtable_tui.panel.record.session import CLOSED, PanelSession, SeatKind
from roundtable_tui.panel.record.shelf import OpenPanel, PanelShelf
from roundtable_tui.panel.rounds.dump import dump_answer
from roundtable_tui.panel.rounds.parts import AT_ONCE, Moderator, PanelParts
from roundtable_tui.panel.rounds.table import PanelTable
from roundtable_tui.panel.seat_models import SeatModels, seat_models
from roundtable_tui.panel.settings import PanelSettings, load_panel_settings
from roundtable_tui.storage.meta import timestamp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.voices import Flags
    from roundtable_tui.panel.seating import Seating


class ReadyPanel(Struct, frozen=True):
    """A session in hand, with everything but the voices."""

    opened: OpenPanel
    session: PanelSession
    agenda: Agenda
    strategy: Strategy
    context: str
    cited: tuple[Cited, ...] = ()
    """The code that the item goes by."""


class PanelRoom(Struct, frozen=True):
    project: Project
    knowledge: PanelKnowledge
    settings: PanelSettings
    our_strategy: str = ""
    """What `.roundtable/config.yaml` says."""
    at_once: int = AT_ONCE
    models: SeatModels = field(default_factory=SeatModels)
    warnings: tuple[str, ...] = ()
    """What to tell the user before a panel begins."""

    @property
    def shelf(self) -> PanelShelf:
        return PanelShelf(self.project.disk, self.project.paths, self.project.clock)

    def plan(self, wanted: PanelRequest) -> PanelPlan:
        return plan_panel(wanted, self.knowledge, self.settings, self.our_strategy, self.models)

    def begin(
        self,
        plan: PanelPlan,
        *,
        verbose: bool = False,
        interactive: bool = False,
        about_item: str = "",
        cited: Sequence[Cited] = (),
    ) -> ReadyPanel:
        """`cited` is the code that the item goes by; without it the code is searched for the words of the topic."""
        context = project_context(self.project.disk, self.project.paths, about_item)
        opened, session = begin_panel(self.shelf, plan, context, verbose=verbose, interactive=interactive)
        return ReadyPanel(opened, session, plan.agenda, plan.strategy, context.text, tuple(cited))

    def resume(
        self,
        words: str,
        *,
        without: bool = False,
        replacements: tuple[str, ...] = (),
        strategy: str = "",
        seats: SeatKind | None = None,
        models: Mapping[str, str] | None = None,
    ) -> ReadyPanel:
        """The panel these words mean; where somebody or the strategy is missing, as the flags say, else an error.

        `seats` and `models` put others behind the seats than before.
        """
        shelf = self.shelf
        opened = shelf.open(shelf.find(words))
        try:
            session = _still_open(opened.read())
            resumption = taken_up(shelf, session, self.knowledge, self.settings)
            resumption, found = self._complete(resumption, without, replacements, strategy)
            session = reseated_by(resumption.session, seats, models or {}, self.knowledge, self.models)
        except BaseException:
            opened.close()
            raise
        cited = places_in(resumption.context) if session.item else ()
        return ReadyPanel(opened, session, resumption.agenda, found, resumption.context, cited)

    def table(
        self,
        ready: ReadyPanel,
        seating: Seating,
        moderator: Moderator,
        *,
        deliver: Callable[[PanelSession], Awaitable[str]] | None = None,
        verbose: bool = False,
        interactive: bool = False,
    ) -> PanelTable:
        """The table with everybody at it; `deliver` brings the result into the item it was asked for."""
        session = replace(
            ready.session,
            seats={seat: seating.seats[seat].seat for seat in ready.session.seats},
            facilitator=seating.facilitator.seat,
        )
        publisher = Publisher(self.shelf, self.project.paths.root.name)
        parts = PanelParts(
            opened=ready.opened,
            knowledge=self.knowledge,
            strategy=ready.strategy,
            agenda=ready.agenda,
            facilitator=seating.facilitator,
            seats=seating.seats,
            moderator=moderator,
            publish_outcome=publisher.publish,
            deliver=deliver,
            context=ready.context,
            code=self.code_for(ready),
            own=seating.own,
            begin=seating.begin,
            let_go=seating.close,
            listen=seating.listen,
            shuffle=seating.shuffle,
            interactive=interactive or self.settings.interactive,
            at_once=self.at_once,
            clock=self.project.clock,
            dump=dump_answer if verbose or self.settings.verbose else None,
        )
        return PanelTable(parts, session)

    def code_for(self, ready: ReadyPanel) -> Callable[[Sequence[str]], str]:
        """People at the keyboard have the code themselves, so it is looked at only where a model sits."""
        paths, session = self.project.paths, ready.session
        if not any(seat.kind is SeatKind.MODEL for seat in session.seats.values()):
            return lambda _: ""
        return lambda about: code_excerpts(paths, session.topic, ready.cited, about)

    def close(self, words: str) -> PanelSession:
        """Closes a session where it stands, without writing its documents."""
        shelf = self.shelf
        opened = shelf.open(shelf.find(words))
        try:
            session = _still_open(opened.read())
            now = timestamp(self.project.clock())
            closed = replace(session, status=CLOSED, closed_at=now, updated_at=now, paused_at="")
            opened.save(closed)
            opened.pending.remove()
            return closed
        finally:
            opened.close()

    def _complete(
        self, resumption: Resumption, without: bool, replacements: tuple[str, ...], strategy: str
    ) -> tuple[Resumption, Strategy]:
        if strategy:
            resumption = by_strategy(resumption, strategy, self.knowledge)
        if resumption.strategy is None:
            known = ", ".join(self.knowledge.strategies)
            raise UsageError(
                f"The panel's strategy '{resumption.session.strategy}' has no file any more.",
                f"Name another with --strategy: {known}.",
            )
        if not resumption.missing:
            return resumption, resumption.strategy
        if replacements:
            return with_replacements(resumption, replacements, self.knowledge), resumption.strategy
        if without:
            return without_missing(resumption), resumption.strategy
        raise UsageError(
            f"These participants have no file any more: {', '.join(resumption.missing)}.",
            "Go on with the rest with --without-missing, or name others with --participants.",
        )


def _still_open(session: PanelSession) -> PanelSession:
    if session.is_closed:
        raise UsageError(f"The panel {session.id} is closed.", "Begin a new one on the same topic.")
    return session


def open_room(project: Project, settings: Settings | None = None, flags: Flags | None = None) -> PanelRoom:
    """The project's panels; where models may sit, the project's own files count only if the user trusts them."""
    models = seat_models(settings, flags) if settings else SeatModels()
    trust = ProjectTrust(project)
    leaves_out = models.any_available and not trust.may_be_told
    places = [*([] if leaves_out else [project.paths.private]), user_folder(), shipped_assets()]
    knowledge = load_panel_knowledge(places)
    panel_settings = load_panel_settings(project.disk, project.paths)
    untrusted = (trust.sentence,) if leaves_out and trust.must_ask(CLAUDE) else ()
    return PanelRoom(
        project,
        knowledge,
        panel_settings,
        settings.panel.strategy if settings else "",
        settings.panel.at_once if settings else AT_ONCE,
        models,
        (*untrusted, *panel_settings.warnings, *knowledge.warnings),
    )
