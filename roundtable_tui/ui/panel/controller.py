"""Between the screen of a panel and its table: runs it, shows what it tells, and carries out what the user wants."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.journal.values import Tokens
from roundtable_tui.errors import RoundtableError, StorageError
from roundtable_tui.items.budget import bill
from roundtable_tui.items.voices import CLAUDE
from roundtable_tui.panel.record.session import PanelSession, SeatKind
from roundtable_tui.panel.room import PanelRoom, ReadyPanel
from roundtable_tui.panel.rounds.updates import Concluded, Escalating, Noticed, Paused, RoundWritten
from roundtable_tui.ui.draft_keeper import DraftKeeper
from roundtable_tui.ui.panel.people import PeopleAtTheScreen, Stage
from roundtable_tui.ui.panel.standing import after, standing_of
from roundtable_tui.ui.services import Services

if TYPE_CHECKING:
    from roundtable_tui.panel.rounds.parts import Moderator
    from roundtable_tui.panel.rounds.table import PanelTable
    from roundtable_tui.panel.rounds.updates import PanelUpdate
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.panel.standing import Standing


class PanelOpening(Struct, frozen=True):
    """A panel to be shown: in hand, or only to be read."""

    services: Services
    room: PanelRoom
    session: PanelSession
    ready: ReadyPanel | None = None
    """Nothing for a panel that is closed."""
    votes_too: bool = False
    interactive: bool = False


class PanelStage(Stage, Protocol):
    """What the screen can be told to show."""

    @property
    def is_there(self) -> bool: ...

    def show_standing(self) -> None: ...

    def notice(self, text: str) -> None: ...

    def trouble(self, sentence: str) -> None: ...


class PanelController:
    def __init__(self, screen: PanelStage, opening: PanelOpening, item: ItemSession | None = None) -> None:
        self._screen = screen
        self._opening = opening
        self._item = item
        self.people = PeopleAtTheScreen(screen, self.pause)
        self.people.votes_too = opening.votes_too
        self.standing: Standing = standing_of(opening.session, self.name_of)
        self._table: PanelTable | None = None
        self._running: asyncio.Task[None] | None = None
        self._going = self._pausing = False
        self._draft_keeper: DraftKeeper | None = None
        self._began = 0.0

    # What the screen may ask

    @property
    def session(self) -> PanelSession:
        return self.standing.session

    @property
    def opening(self) -> PanelOpening:
        return self._opening

    @property
    def can_go_on(self) -> bool:
        """Whether it rests and is ours to go on with."""
        return self._table is not None and not self.is_going and not self.session.is_closed

    @property
    def is_going(self) -> bool:
        return self._going

    @property
    def is_pausing(self) -> bool:
        return self._pausing and self.is_going

    @property
    def moderator(self) -> Moderator:
        """Whoever decides for the user."""
        return self.people

    def name_of(self, seat: str) -> str:
        return self._opening.room.knowledge.participant(seat).name

    @property
    def used(self) -> str:
        """What the models used so far, as far as it was measured."""
        requests = self.session.requests
        tokens = self.standing.tokens
        if not tokens:
            return ""
        servers = self._opening.room.models.servers
        prices = servers[CLAUDE].prices if CLAUDE in servers else {}
        spent = bill((Tokens(one.model, one.input, one.output) for one in requests), prices)
        priced = f" · {spent.in_words}" if requests and not spent.unpriced else ""
        return f"{tokens:,} tokens{priced}"

    # Running

    def open(self) -> None:
        """Seats everybody and begins; what keeps somebody from sitting down is said."""
        ready = self._opening.ready
        if ready is None:
            return
        try:
            seating = self._opening.services.seat_panel(self._opening.room, ready, self.people)
        except RoundtableError as error:
            ready.opened.close()
            self._screen.trouble(str(error))
            return
        deliver = self._deliver if ready.session.item else None
        self._table = self._opening.room.table(
            ready, seating, self.moderator, deliver=deliver, interactive=self._opening.interactive
        )
        seats = self._table.session.seats.values()
        self.people.several = sum(seat.kind is SeatKind.HUMAN for seat in seats) > 1
        self.standing = standing_of(self._table.session, self.name_of)
        self._table.subscribe(self._happened)
        self.go_on()

    def go_on(self) -> None:
        if self._table and not self.is_going:
            self._going, self._pausing, self._began = True, False, monotonic()
            self.standing = replace(self.standing, going=True, doing="One moment …")
            self._screen.show_standing()
            self._running = asyncio.create_task(self._run(self._table))
            self._running.add_done_callback(self._ran)

    def _ran(self, running: asyncio.Task[None]) -> None:
        """An error nobody foresaw is the program's to report; a task would keep it to itself."""
        error = None if running.cancelled() else running.exception()

        def report() -> None:
            if error:
                raise error

        if error:
            self._screen.app.call_later(report)

    async def _run(self, table: PanelTable) -> None:
        try:
            await self._take_up_words()
            await table.run()
        except RoundtableError as error:
            if self._screen.is_there:
                self._screen.notice(str(error))
                self._screen.trouble(error.sentence)
        finally:
            self._going = False
            self.standing = replace(self.standing, going=False, doing="").writing("")
            if self._screen.is_there:
                self._screen.show_standing()

    async def _deliver(self, panel: PanelSession) -> str:
        """Into the item beneath, if it is that one; else it is opened for it."""
        from roundtable_tui.panel.item.delivery import deliver

        open_one = self._item.state.item if self._item else None
        if self._item and open_one and open_one.slug == panel.item:
            return await deliver(panel, self._item)
        return await self._opening.services.bring_into_item(panel)

    def _happened(self, update: PanelUpdate) -> None:
        self.standing = after(self.standing, update)
        if not self._screen.is_there:
            return
        if isinstance(update, Noticed):
            self._screen.notice(update.text)
        self._screen.show_standing()
        if self.people.form:
            self.people.form.show_progress(self.standing.doing)
        if isinstance(update, Escalating | Concluded):
            self._ring()
        elif isinstance(update, RoundWritten | Paused):
            self._began = monotonic()

    def _ring(self) -> None:
        """Whoever has turned to something else meanwhile is called back."""
        waits = self._opening.services.settings.notice_after
        if waits and monotonic() - self._began >= waits:
            self._screen.program.manners.call_back("The panel waits for you.")

    def pause(self) -> None:
        if self._table and self.is_going:
            self._pausing = True
            self._table.pause()
            self._screen.show_standing()

    def raise_hand(self) -> None:
        if self._table:
            self._table.raise_hand()
            self.standing = replace(self.standing, hand=True)
            self._screen.show_standing()
            if not self.is_going:
                self.go_on()

    async def close_panel(self) -> None:
        """Closes the session where it stands, without its documents."""
        await self.let_go()
        closed = await asyncio.to_thread(self._opening.room.close, self.session.id)
        self.standing = standing_of(closed, self.name_of)
        self._screen.show_standing()

    async def let_go(self) -> None:
        """The panel rests on disk, and may be taken up by anybody."""
        table, self._table = self._table, None
        if table is None:
            return
        if self._running and not self._running.done():
            table.pause()
            done, _ = await asyncio.wait({self._running}, timeout=5)
            if not done:
                self._running.cancel()
        await table.close()

    # What was written and not sealed

    async def _take_up_words(self) -> None:
        """A ballot half written is there again when the panel goes on."""
        if self._draft_keeper:
            return
        project = self._opening.room.project
        path = project.paths.contained(project.paths.local, f"panel-{self.session.id}-unsent.json")
        store = self._opening.services.shelf.unsent_in(path)
        try:
            self.people.take_up(await asyncio.to_thread(store.read))
        except StorageError as error:
            self._screen.notice(str(error))
            return
        self._draft_keeper = DraftKeeper(self._screen, store, self.people.unsent)

    def keep_words(self) -> None:
        if self._draft_keeper:
            self._draft_keeper.keep_now()
