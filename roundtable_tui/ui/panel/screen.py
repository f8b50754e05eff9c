"""A panel: its seats above, its rounds below, how far it is beside them, and whose turn it is at the foot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal, Vertical, VerticalScroll

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.lines.blocks import Block, Kind
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.panel.board import MeterLine, PanelBoard
from roundtable_tui.ui.panel.controller import PanelController
from roundtable_tui.ui.panel.keys import PANEL_KEYS
from roundtable_tui.ui.panel.panel_status import HandOver, PanelStatus
from roundtable_tui.ui.panel.round_blocks import asked_blocks, files_of, round_key, session_blocks
from roundtable_tui.ui.panel.seat_cards import SeatCards
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.paned_screen import STAYS, PanedScreen
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.widget import Widget

    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.panel.controller import PanelOpening
    from roundtable_tui.ui.panel.standing import Standing

_WIDE, _HIGH = 120, 30
_FOR_CARDS = 0.35
"""Of the height of the screen."""
_BOARD = "-board"


class PanelScreen(PanedScreen[None]):
    """Shows one panel and sends what the user does to its table; it decides nothing."""

    KEYS = (*PANEL_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings((*PANEL_KEYS, *MOVING_KEYS))]
    AUTO_FOCUS = "#rounds"
    CSS_PATH = Path(__file__).with_name("panel.tcss")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (_WIDE, "-wide")]  # noqa: RUF012 (as Textual declares it)

    says_what_to_press = True
    """Whether the line at the foot says what the user can do."""

    def __init__(self, opening: PanelOpening, item: ItemSession | None = None) -> None:
        """`item` is the one that is open beneath."""
        super().__init__()
        self.link = self.controller(opening, item)
        self._notices: list[Block] = []

    def compose(self) -> ComposeResult:
        yield Headline()
        with Horizontal(id="panel-panes"):
            yield PanelBoard(id="board")
            with Vertical(id="panel-talk"):
                with VerticalScroll(id="seats", can_focus=False):
                    yield SeatCards()
                yield MeterLine()
                yield LineView(id="rounds")
        with Vertical(id="panel-foot"):
            yield HandOver()
            yield SearchBar()
            yield PanelStatus()
            yield self.key_bar()

    def controller(self, opening: PanelOpening, item: ItemSession | None) -> PanelController:
        return PanelController(self, opening, item)

    def key_bar(self) -> KeyBar:
        return KeyBar()

    def on_mount(self) -> None:
        self.show_standing()
        self.link.open()

    async def on_unmount(self) -> None:
        await self.link.let_go()

    def on_resize(self, event: events.Resize) -> None:
        roomy = event.size.width >= _WIDE and event.size.height >= _HIGH
        self.query_one(SeatCards).as_cards(int(_FOR_CARDS * event.size.height) if roomy else 0)

    # The pieces

    @property
    def is_there(self) -> bool:
        return self.is_running and bool(self.children)

    @property
    def rounds(self) -> LineView:
        return self.query_one("#rounds", LineView)

    @property
    def board(self) -> PanelBoard:
        return self.query_one(PanelBoard)

    @property
    def status(self) -> PanelStatus:
        return self.query_one(PanelStatus)

    # What the link tells

    def show_standing(self) -> None:
        if not self.is_there:
            return
        standing, opening = self.link.standing, self.link.opening
        session = standing.session
        room = opening.room.knowledge
        strategy, agenda = room.strategies.get(session.strategy), room.agendas.get(session.workflow)
        at = f"{standing.phase}, round {standing.number}" if standing.number else standing.phase
        self.query_one(Headline).say(one_line(session.topic, 200), session.strategy, at)
        self.query_one(SeatCards).show(tuple(standing.seats.values()))
        self.query_one(MeterLine).show(standing)
        self.board.show(standing, strategy, opening.ready.agenda if opening.ready else agenda)
        self._show_rounds(standing)
        self._show_status(standing)
        self.refresh_bindings()

    def _show_rounds(self, standing: Standing) -> None:
        """Only from where something is new, so that the reader stays where they are."""
        blocks = [*session_blocks(standing.session, self.link.name_of, veiled=standing.veiled)]
        if standing.asked:
            blocks += asked_blocks(standing.asked)
        blocks = sorted([*blocks, *self._notices], key=lambda block: block.turn)
        had = self.rounds.blocks
        same = next(
            (at for at, (a, b) in enumerate(zip(had, blocks, strict=False)) if a != b), min(len(had), len(blocks))
        )
        if same < max(len(had), len(blocks)):
            self.rounds.set_blocks_from(same, blocks[same:])

    def _show_status(self, standing: Standing) -> None:
        says, hint, counts = self._doing(standing)
        self.status.show(says, hint=hint if self.says_what_to_press else "", used=self.link.used, counts=counts)

    def _doing(self, standing: Standing) -> tuple[str, str, bool]:
        """What is under way, what can be pressed, and whether the seconds are counted."""
        link = self.link
        hand = "Your hand is up. " if standing.hand else ""
        if link.is_pausing:
            return "Pausing; sealed ballots are kept …", "", True
        if standing.going:
            return f"{hand}{standing.doing}", "Esc pauses", True
        if standing.session.is_closed:
            read = f"{self.key_for('panel.documents')} reads its documents · " if files_of(standing.session) else ""
            return "Closed.", f"{read}Esc leaves", False
        if link.can_go_on:
            return "Paused.", f"{self.key_for('panel.resume')} goes on · Esc leaves", False
        return "", "Esc leaves", False

    def notice(self, text: str) -> None:
        """Something to read that is not part of the panel."""
        number = self.link.standing.number
        block = Block(f"notice-{len(self._notices)}", text, Kind.NOTICE, markdown=False, turn=number)
        self._notices.append(block)
        self.show_standing()

    def trouble(self, sentence: str) -> None:
        self.status.trouble(sentence)

    def offer_keyboard(self, seat: str, title: str, sentence: str) -> None:
        if not self.is_there:
            return
        self.link.standing = self.link.standing.writing(seat)
        self.query_one(HandOver).offer(title, sentence)
        self.show_standing()

    # What the user does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 (Textual's)
        link = self.link
        match action:
            case "write":
                return link.people.waits
            case "resume":
                return link.can_go_on
            case "hand":
                return (True if not link.standing.hand else None) if link.is_going else False
            case "own" | "close_panel":
                return link.can_go_on or (action == "own" and link.is_going)
            case "documents":
                return bool(files_of(link.session))
            case "proof" | "step":
                return True if link.session.rounds else None
            case "search_step":
                return True if self.is_there and self.pane.match_position[1] else None
        return True

    def action_write(self) -> None:
        self.link.people.sit_down()

    def action_back(self) -> None:
        if self.zoomed:
            self.unzoom()
        elif self.has_class(_BOARD) and not self.has_class("-wide"):
            self.action_pane("rounds")
        elif self.link.is_going:
            self.link.pause()
        else:
            self.link.keep_words()
            self.dismiss(None)

    def interrupts(self) -> bool:
        """Pauses the panel under way."""
        going = self.link.is_going
        self.link.pause()
        return going

    def action_hand(self) -> None:
        self.link.raise_hand()
        self.notify("You are asked as soon as this round is written.", markup=False)

    def action_resume(self) -> None:
        self.forget_interrupt()
        self.link.go_on()

    def action_own(self) -> None:
        people = self.link.people
        people.votes_too = not people.votes_too
        said = "From the next round on you vote too, beside the panel." if people.votes_too else "You no longer vote."
        self.notify(said, markup=False)

    def action_proof(self) -> None:
        from roundtable_tui.ui.panel.proof import ProofScreen

        self.app.push_screen(ProofScreen(self.link.session, self.link.name_of, veiled=self.link.standing.veiled))

    def action_documents(self) -> None:
        from roundtable_tui.ui.panel.outcome_reader import read_documents

        self.run_guarded(
            read_documents(self.app, self.link.opening.room.project, files_of(self.link.session)), "choosing"
        )

    def action_close_panel(self) -> None:
        self.run_guarded(self._close_if_sure(), "choosing")

    async def _close_if_sure(self) -> None:
        from roundtable_tui.ui.dialogs.choice import ConfirmScreen

        told = [one_line(self.link.session.topic, 200), "It ends where it stands, and no documents are written."]
        if await self.app.push_screen_wait(ConfirmScreen("Close this panel?", told, "Close it", "Keep it")):
            await self.link.close_panel()

    def action_step(self, by: int) -> None:
        """To the beginning of the round before or after the one at the top."""
        numbers = [one.number for one in self.link.session.rounds]
        if (asked := self.link.standing.asked) is not None:
            numbers.append(asked.round)
        shown = [number for number in numbers if self.rounds.shows(round_key(number))]
        here = shown[0] if shown else numbers[-1]
        wanted = min(max(numbers.index(here) + by, 0), len(numbers) - 1)
        self.rounds.jump_to(round_key(numbers[wanted]))

    def keep_words(self) -> None:
        self.link.keep_words()

    # Panes

    def action_pane(self, name: str) -> None:
        """The board beside the rounds, or in their place; asked for once more, it goes."""
        shows = name == "board" and not self.board.has_focus
        self.set_class(shows, _BOARD)
        self.set_focus(self.board if shows else self.rounds)

    @property
    def main_pane(self) -> LineView:
        return self.board if self.has_class(_BOARD) and not self.has_class("-wide") else self.rounds

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"Rounds": self.rounds, "Agenda": self.board}

    def stays_beside(self, pane: Widget) -> tuple[type[Widget], ...]:  # noqa: ARG002 (the same for all)
        return (*STAYS, HandOver, PanelStatus)

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.rounds,)
