"""Who could sit on a panel, and who does: with what stands behind each seat, and the side it argues for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from roundtable_tui.errors import UsageError
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.line_field import SubmitField
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType

HUMAN = "human"
_SIDES = ("pro", "con", "observer")
_GROUP = Binding.Group("Seats", compact=True)
_NAME, _BEHIND, _SIDE = 26, 18, 10
_HOW = "A model's name, or model@server with a server of your settings. Empty: {usual}."


class SeatRow(Struct, frozen=True):
    key: str
    name: str
    role: str = ""
    seated: bool = False
    human: bool = True
    model: str = ""
    """What would stand behind it, were it no person."""
    named: str = ""
    """The model the user named for it here."""
    side: str = ""
    """Where the strategy has sides."""
    selectable: bool = True

    @property
    def behind(self) -> str:
        return HUMAN if self.human else self.named or self.model or "model"


class SeatingList(RowList[SeatRow]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,x", "seat", "Seat", tooltip="Seat or unseat this one", id="seating.seat", group=_GROUP),
        Binding("m", "behind", "Human or model", tooltip="A person or a model", id="seating.behind", group=_GROUP),
        Binding("e", "model", "Which model", tooltip="Name the model of this seat", id="seating.model", group=_GROUP),
        Binding("s", "side", "Side", tooltip="For, against, or observing", id="seating.side", group=_GROUP),
    ]

    @dataclass
    class Changed(Message):
        """Somebody sits down, stands up, changes sides, or is another."""

        rows: RowList[Any]

        @property
        def control(self) -> RowList[Any]:
            return self.rows

    @dataclass
    class NoModel(Message):
        """A model was wanted where none can be asked."""

    @dataclass
    class ModelWanted(Message):
        """The user wants to name the model of a seat."""

        row: SeatRow

    models = False
    """Whether a model can take a seat."""
    sides = False
    touched = False
    """Whether the user has seated or unseated somebody."""
    sides_touched = False

    def line_of(self, row: SeatRow, width: int) -> Iterator[Run]:
        yield Run("[x] " if row.seated else "[ ] ", ("accent",) if row.seated else ("quiet",))
        behind = min(max((cell_len(one.behind) for one in self.rows), default=0) + 2, _BEHIND)
        name = min(_NAME, max(width - 4 - behind - (_SIDE if self.sides else 0), 8))
        yield Run(fitted(row.name, name), ("strong",) if row.seated else ("quiet",))
        yield Run(fitted(f" {row.behind}" if row.seated else "", behind))
        if self.sides:
            yield Run(fitted(f" {row.side}" if row.seated else "", _SIDE), ("accent",))
        left = width - 4 - name - behind - (_SIDE if self.sides else 0)
        if left > 12:
            yield Run(fitted(f" {row.role}", left), ("quiet",))

    @property
    def seated(self) -> tuple[SeatRow, ...]:
        return tuple(row for row in self.rows if row.seated)

    def action_select(self) -> None:
        self.action_seat()

    def action_seat(self) -> None:
        if row := self.cursor:
            self.touched = True
            self._put(replace(row, seated=not row.seated))

    def action_behind(self) -> None:
        row = self.cursor
        if row and row.human and not self.models:
            self.post_message(self.NoModel())
        elif row:
            self._put(replace(row, human=not row.human))

    def action_model(self) -> None:
        if (row := self.cursor) and not self.models:
            self.post_message(self.NoModel())
        elif row:
            self.post_message(self.ModelWanted(row))

    def name_model(self, row: SeatRow, named: str) -> None:
        """Who is given a model sits down."""
        self.touched = True
        self._put(replace(row, seated=True, human=False, named=named))

    def action_side(self) -> None:
        if (row := self.cursor) and self.sides and row.seated:
            self.sides_touched = True
            at = _SIDES.index(row.side) if row.side in _SIDES else -1
            self._put(replace(row, side=_SIDES[(at + 1) % len(_SIDES)]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 (Textual's)
        return self.sides if action == "side" else True

    def _put(self, changed: SeatRow) -> None:
        self.show([changed if row.key == changed.key else row for row in self.rows])
        self.post_message(self.Changed(self))


class SeatModelScreen(ModalScreen["str | None"]):
    """Asks which model sits on a seat: what was written; nothing if it stays as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", tooltip="Leave the model as it is", id="seat_model.leave"),
    ]
    DEFAULT_CSS = """
    SeatModelScreen {
        align: center middle;
        & > #seat-model { width: 92%; max-width: 84; height: auto; background: $surface; border: round $accent; }
        & > #seat-model { padding: 0 1; }
        & #seat-model-how { height: auto; margin: 1 0 0 0; color: $text-muted; }
        & #seat-model-wrong { height: auto; color: $error; display: none; }
    }
    """

    def __init__(self, seat: str, named: str, usual: str, check: Callable[[str], None]) -> None:
        """`usual` is what sits there unless another is named; `check` refuses a name with a UsageError."""
        super().__init__()
        self._seat = seat
        self._named = named
        self._usual = usual
        self._check = check

    def compose(self) -> ComposeResult:
        with Vertical(id="seat-model") as box:
            box.border_title = Content(f"Which model is {self._seat}?")
            box.border_subtitle = "Enter takes it · Esc leaves it"
            yield SubmitField(self._usual)
            yield Static(id="seat-model-wrong")
            yield Static(Content(_HOW.format(usual=self._usual)), id="seat-model-how")

    def on_mount(self) -> None:
        field = self.query_one(SubmitField)
        field.value = self._named
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        named = event.value.strip()
        try:
            self._check(named)
        except UsageError as error:
            wrong = self.query_one("#seat-model-wrong", Static)
            wrong.update(Content(str(error)))
            wrong.display = True
            return
        self.dismiss(named)

    def action_leave(self) -> None:
        self.dismiss(None)
