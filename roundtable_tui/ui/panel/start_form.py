"""The page where a panel is begun: what it is about, how it talks, who sits, and what is written in the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import on
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static, TextArea

from roundtable_tui.domain.knowledge.panel import AD_HOC, STANDARD
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError, UsageError
from roundtable_tui.panel.opening import OUTPUTS, PanelRequest
from roundtable_tui.panel.record.session import SeatKind
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.screen_base import KeyedScreen
from roundtable_tui.ui.new_item.choice_field import Choice, Choices
from roundtable_tui.ui.panel.controller import PanelOpening
from roundtable_tui.ui.panel.keys import NEW_PANEL_KEYS
from roundtable_tui.ui.panel.seating_list import HUMAN, SeatingList, SeatModelScreen, SeatRow
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode

    from roundtable_tui.panel.opening import PanelPlan
    from roundtable_tui.panel.room import PanelRoom
    from roundtable_tui.ui.program import PanelSubject
    from roundtable_tui.ui.services import Services

_OUTPUTS = {
    "adr": "A decision record, with what the minority said.",
    "requirements": "Requirements, rules and exclusions.",
    "architecture": "Decisions, components and interfaces.",
    "summary": "A summary of what was said and agreed.",
}
_YOU = (
    Choice("no", "watch", "You watch, and decide what goes to you."),
    Choice("yes", "vote too", "You write a ballot beside the panel; it counts for nothing."),
)
_PACE = (
    Choice("on", "go on", "Round after round, until it ends or asks you."),
    Choice("ask", "ask me", "Asks after each round whether to go on."),
)
_NO_TOPIC = "?"


class NewPanelScreen(KeyedScreen["PanelOpening | None"]):
    """The panel that was begun; nothing if none was."""

    KEYS = NEW_PANEL_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NEW_PANEL_KEYS)]
    AUTO_FOCUS = "#topic"
    CSS_PATH = "forms.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 (as Textual declares it)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012 (as Textual declares it)

    def __init__(self, services: Services, room: PanelRoom, subject: PanelSubject) -> None:
        super().__init__()
        self._services = services
        self._room = room
        self.subject = subject
        self._busy = False
        self._offered = ""

    def compose(self) -> ComposeResult:
        usual = self._usual("")
        yield Headline()
        with VerticalScroll(id="panel-form", can_focus=False):
            with Horizontal(classes="panel-field"):
                yield Static("Topic", classes="panel-name")
                yield TextField(
                    "What is to be decided? “Queue or table for outgoing mail?”", self.subject.topic, id="topic"
                )
            with Horizontal(classes="panel-field"):
                yield Static("Context", classes="panel-name")
                yield Static(Content(self._told_to_them()), classes="panel-said")
            with Horizontal(classes="panel-field"):
                yield Static("For", classes="panel-name")
                yield Choices(self._workflows(), usual.agenda.id, id="workflow")
            with Horizontal(classes="panel-field -close"):
                yield Static("Strategy", classes="panel-name")
                yield Choices(self._strategies(), usual.strategy.id, id="strategy")
            with Horizontal(classes="panel-field", id="offer-line"):
                yield Static("", classes="panel-name")
                yield Static(id="offer", classes="panel-said -offer")
            with Horizontal(classes="panel-field -close"):
                yield Static("Seats", classes="panel-name")
                yield SeatingList(id="seating")
            with Horizontal(classes="panel-field"):
                yield Static("", classes="panel-name")
                yield Static(id="seating-keys", classes="panel-said")
            with Horizontal(classes="panel-field"):
                yield Static("Writes", classes="panel-name")
                yield Choices(
                    [Choice(name, name, _OUTPUTS.get(name, "")) for name in OUTPUTS], usual.output, id="output"
                )
            with Horizontal(classes="panel-field"):
                yield Static("You", classes="panel-name")
                yield Choices(_YOU, "no", id="own")
            with Horizontal(classes="panel-field"):
                yield Static("Rounds", classes="panel-name")
                yield Choices(_PACE, "ask" if self._room.settings.interactive else "on", id="pace")
            with Horizontal(classes="panel-field -close"):
                yield Static("", classes="panel-name")
                yield Button("Begin", id="begin", compact=True)
        yield Static(id="panel-told")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Headline).say("new panel", *([self.subject.item] if self.subject.item else []))
        self.seating.models = self._room.models.available
        self._seat_the_usual()

    # The pieces

    @property
    def seating(self) -> SeatingList:
        return self.query_one(SeatingList)

    def _choice(self, name: str) -> str:
        return self.query_one(f"#{name}", Choices).value

    @property
    def _topic(self) -> str:
        return one_line(self.query_one("#topic", TextField).text)

    def _told_to_them(self) -> str:
        if self.subject.item:
            return f"What is known of {one_line(self.subject.item, 60)}, the code it cites, and the project's README"
        return "Code about the topic, and .s2s/CONTEXT.md or the README"

    def _workflows(self) -> list[Choice]:
        """One open question first: it is what most want."""
        agendas = sorted(self._room.knowledge.agendas.values(), key=lambda one: one.id != AD_HOC)
        return [Choice(one.id, one_line(one.name, 24), _sentence(one.purpose)) for one in agendas]

    def _strategies(self) -> list[Choice]:
        strategies = sorted(self._room.knowledge.strategies.values(), key=lambda one: one.id != STANDARD)
        return [Choice(one.id, one_line(one.name, 24), _sentence(one.suits)) for one in strategies]

    # What is usual, and what the user wants

    def _usual(self, workflow: str) -> PanelPlan:
        """As settings and files would have it."""
        return self._room.plan(PanelRequest(_NO_TOPIC, workflow))

    def _seat_the_usual(self) -> None:
        usual = self._usual(self._choice("workflow") if self.is_mounted else "")
        knowledge = self._room.knowledge
        order = [*usual.seats, *(name for name in knowledge.participants if name not in usual.seats)]
        rows = [self._row(name, seated=name in usual.seats) for name in order]
        self.seating.touched = self.seating.sides_touched = False
        self.seating.show(rows)
        self.query_one("#output", Choices).value = usual.output
        self._show_sides()
        self._look()

    def _row(self, name: str, *, seated: bool) -> SeatRow:
        one, models = self._room.knowledge.participant(name), self._room.models
        seat = models.seat(models.by_seat.get(name, ""), one.model)
        human = seat.kind is SeatKind.HUMAN or not models.can_ask(seat)
        return SeatRow(name, one_line(one.name, 60), one_line(one.role, 80), seated, human, one_line(seat.model, 60))

    def _wanted(self, topic: str) -> PanelRequest:
        rows = self.seating.seated
        people = {row.key: HUMAN for row in rows if row.human}
        named = {row.key: row.named for row in rows if row.named and not row.human}
        sides = {row.key: row.side for row in rows} if self.seating.sides and self.seating.sides_touched else {}
        workflow = self._choice("workflow")
        strategy = self._choice("strategy")
        return PanelRequest(
            topic,
            workflow,
            strategy,
            tuple(row.key for row in rows),
            tuple(key for key, side in sides.items() if side == "pro"),
            tuple(key for key, side in sides.items() if side == "con"),
            self._choice("output"),
            SeatKind.HUMAN if len(people) == len(rows) else None,
            {**people, **named},
            self.subject.item,
            self.subject.point,
        )

    @on(TextArea.Changed, "#topic")
    def _wrote(self) -> None:
        self._look()

    @on(SeatingList.Changed)
    def _seats_changed(self) -> None:
        self._show_sides()
        self._look()

    @on(SeatingList.NoModel)
    def _no_model(self) -> None:
        self.notify(self._room.models.reason or "No model can take a seat.", markup=False)

    @on(SeatingList.ModelWanted)
    def _model_wanted(self, event: SeatingList.ModelWanted) -> None:
        row, models = event.row, self._room.models

        def check(named: str) -> None:
            models.require({row.name: models.seat(named)})

        def take(named: str | None) -> None:
            if named is not None:
                self.seating.name_model(row, one_line(named, 200))

        self.app.push_screen(SeatModelScreen(row.name, row.named, row.model or "the usual model", check), take)

    @on(RowList.Selected)
    def _row_selected(self) -> None:
        self.seating.action_seat()

    @on(Choices.Changed)
    def _choice_changed(self, event: Choices.Changed) -> None:
        if event.choices.id == "workflow":
            usual = self._usual(self._choice("workflow"))
            self.query_one("#strategy", Choices).value = usual.strategy.id
            self._seat_the_usual()
        self._show_sides()
        self._look()

    def _show_sides(self) -> None:
        """Who argues on which side, where the strategy has sides; as it would be unless the user says."""
        strategy = self._room.knowledge.strategies.get(self._choice("strategy"))
        seating = self.seating
        seating.sides = bool(strategy and strategy.sides)
        rows = list(seating.rows)
        if seating.sides and not seating.sides_touched:
            try:
                sides = self._room.plan(self._wanted(_NO_TOPIC)).sides
            except UsageError:
                sides = None
            rows = [replace(row, side=sides.of(row.key) if sides and row.seated else "") for row in rows]
        seating.show(rows)
        names = " · e which model" if seating.models else ""
        keys = f"Space seats · m human or model{names}" + (" · s side" if seating.sides else "")
        self.query_one("#seating-keys", Static).update(Content(keys))
        self.refresh_bindings()

    def _look(self) -> None:
        """What the topic's words speak for, and what keeps the panel from beginning."""
        self._offered, offer = "", ""
        try:
            free = self._room.plan(PanelRequest(self._topic or _NO_TOPIC, self._choice("workflow")))
        except UsageError:
            free = None
        if free and free.offered and free.offered.strategy != self._choice("strategy"):
            self._offered = free.offered.strategy
            words = ", ".join(f"‘{one_line(word, 20)}’" for word in free.offered.words)
            name = self._room.knowledge.strategies[self._offered].name
            offer = f"{words} speaks for {one_line(name, 30)}. {self.key_for('panel_new.offer')} takes it."
        shown = self.query_one("#offer", Static)
        shown.update(Content(offer))
        self.query_one("#offer-line").display = bool(offer)
        self._say(self._problem())
        self.refresh_bindings()

    def _problem(self) -> str:
        """What keeps the panel from beginning, or what is otherwise than the user's settings say."""
        try:
            return self._room.plan(self._wanted(self._topic or _NO_TOPIC)).replaced
        except UsageError as error:
            return error.sentence

    # What the user does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 (Textual's)
        return bool(self._offered) if action == "offer" else True

    def action_offer(self) -> None:
        if self._offered:
            self.query_one("#strategy", Choices).value = self._offered
            self._show_sides()
            self._look()

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        if not self._topic:
            self._say("Say first what is to be decided.")
            self.set_focus(self.query_one("#topic"))
        elif not self._busy:
            self._busy = True
            self.run_worker(self._begin(), group="beginning")

    async def _begin(self) -> None:
        interactive, own = self._choice("pace") == "ask", self._choice("own") == "yes"
        try:
            plan = self._room.plan(self._wanted(self._topic))
            ready = await asyncio.to_thread(
                self._room.begin,
                plan,
                interactive=interactive,
                about_item=self.subject.about,
                cited=self.subject.cited,
            )
        except RoundtableError as error:
            self._say(str(error))
            return
        finally:
            self._busy = False
        self.dismiss(PanelOpening(self._services, self._room, ready.session, ready, own, interactive))

    def action_back(self) -> None:
        self.dismiss(None)

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.query_one("#topic"), self.query_one("#strategy"), self.seating)

    def _say(self, sentence: str) -> None:
        told = self.query_one("#panel-told", Static)
        told.update(Content(sentence))
        told.display = bool(sentence)


def _sentence(text: str) -> str:
    """The first one: the rest stands in the file."""
    said = one_line(text)
    return said.partition(". ")[0].rstrip(".") + "." if said else ""
