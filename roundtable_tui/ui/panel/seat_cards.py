"""All seats in one widget: as cards where there is room, else one row each; a symbol and a word say how far each is."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.rounds.updates import SeatState
from roundtable_tui.ui.panel.round_blocks import ballot_facts
from roundtable_tui.ui.widgets.row_list import fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.geometry import Size

    from roundtable_tui.ui.panel.standing import SeatView

_LOOKS = {
    SeatState.WAITING: ("○", "waiting"),
    SeatState.THINKING: ("◐", "thinking"),
    SeatState.SEALED: ("■", "sealed"),
    SeatState.REVEALED: ("◆", "revealed"),
    SeatState.MISSING: ("✗", "missing"),
}
_WRITES = ("✎", "writing")
_LISTENS = ("·", "listening")
_CARD, _GAP = 32, 1
_CARD_LINES = 4
_NAME, _BEHIND = 30, 16
_ROOMY = 60
"""Cells from which a row has room for what stands behind the seat."""


def shown_state(seat: SeatView) -> tuple[str, str]:
    """A symbol and a word; a person who is not at the keyboard yet waits, whatever the others do."""
    if seat.writes:
        return _WRITES
    if seat.listens and seat.state is SeatState.WAITING:
        return _LISTENS
    if seat.state is SeatState.THINKING and seat.behind == "human":
        return _LOOKS[SeatState.WAITING]
    return _LOOKS[seat.state]


class SeatCards(Widget):
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "seats--waiting",
        "seats--listening",
        "seats--thinking",
        "seats--writing",
        "seats--sealed",
        "seats--revealed",
        "seats--missing",
        "seats--name",
        "seats--quiet",
        "seats--frame",
    }
    DEFAULT_CSS = """
    SeatCards {
        width: 1fr;
        height: auto;
        & > .seats--waiting { color: $muted; }
        & > .seats--listening { color: $muted; }
        & > .seats--thinking { color: $primary; }
        & > .seats--writing { color: $accent; text-style: bold; }
        & > .seats--sealed { color: $foreground; text-style: bold; }
        & > .seats--revealed { color: $success; text-style: bold; }
        & > .seats--missing { color: $error; text-style: bold; }
        & > .seats--name { text-style: bold; }
        & > .seats--quiet { color: $muted; }
        & > .seats--frame { color: $border; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._seats: tuple[SeatView, ...] = ()
        self._room = 0
        """Lines there may be: where cards need more, a row for each seat has to do."""

    def show(self, seats: Sequence[SeatView]) -> None:
        if tuple(seats) != self._seats:
            again = len(seats) != len(self._seats)
            self._seats = tuple(seats)
            self.refresh(layout=again)

    def as_cards(self, room: int) -> None:
        """As cards where they fit into so many lines."""
        if room != self._room:
            self._room = room
            self.refresh(layout=True)

    @property
    def lines(self) -> list[str]:
        """What is drawn, for whoever reads it line by line."""
        return self.render().plain.splitlines()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 (Textual's)
        return self._height_of_cards(width) if self._fits_cards(width) else len(self._seats)

    def _fits_cards(self, width: int) -> bool:
        return self._height_of_cards(width) <= self._room

    def _height_of_cards(self, width: int) -> int:
        return -(-len(self._seats) // self._per_line(width)) * _CARD_LINES

    def _per_line(self, width: int) -> int:
        """So many beside each other that no line is left nearly empty."""
        most = max(1, (width + _GAP) // (_CARD + _GAP))
        lines = -(-len(self._seats) // most) or 1
        return max(1, -(-len(self._seats) // lines))

    def render(self) -> Content:
        width = max(1, self.content_size.width)
        return Content("\n").join(self._as_cards(width) if self._fits_cards(width) else self._as_rows(width))

    # Rows

    def _as_rows(self, width: int) -> Iterator[Content]:
        name, behind, quiet = map(self.get_visual_style, ("seats--name", "seats--quiet", "seats--quiet"))
        names = min(max((cell_len(_named(seat)) for seat in self._seats), default=0), _NAME)
        for seat in self._seats:
            sign, word = shown_state(seat)
            line = self._state(seat, f"{sign} {word:<9}") + Content.styled(f" {fitted(_named(seat), names)} ", name)
            left = width - line.cell_length
            if seat.ballot:
                facts = f" {ballot_facts(seat.ballot)}"
                said = one_line(seat.ballot.position)
                line = line + Content.styled(facts, behind) + Content(f"  {said}")
            elif seat.reason:
                line = line + Content.styled(f" {one_line(seat.reason)}", quiet)
            elif width >= _ROOMY:
                line = line + Content.styled(f" {fitted_short(seat.behind, min(left - 1, _BEHIND))}", behind)
                line = line + Content.styled(f"  {_before(seat)}", quiet)
            yield line.truncate(width, ellipsis=True)

    # Cards

    def _as_cards(self, width: int) -> Iterator[Content]:
        per_line = self._per_line(width)
        size = (width - _GAP * (per_line - 1)) // per_line
        for start in range(0, len(self._seats), per_line):
            cards = [self._card(seat, size) for seat in self._seats[start : start + per_line]]
            for at in range(_CARD_LINES):
                yield Content(" " * _GAP).join([card[at] for card in cards])

    def _card(self, seat: SeatView, width: int) -> list[Content]:
        """The name in the frame, how far it is below, and what it said last."""
        frame, name, quiet = map(self.get_visual_style, ("seats--frame", "seats--name", "seats--quiet"))
        room = max(width - 4, 1)
        title = f" {fitted_short(_named(seat), max(width - 6, 1))} "
        rule = "─" * max(width - cell_len(title) - 3, 0)
        facts = ballot_facts(seat.ballot) if seat.ballot else "" if seat.reason else seat.behind
        state = self._state(seat, " ".join(shown_state(seat))) + Content.styled(f"  {facts}", quiet)
        said = one_line(seat.ballot.position) if seat.ballot else one_line(seat.reason) or _before(seat)
        inside = Content(said) if seat.ballot else Content.styled(said, quiet)
        side = Content.styled("│", frame)
        return [
            Content.assemble(("╭─", frame), (title, name), (f"{rule}╮", frame)),
            *(side + Content(" ") + _filled(line, room) + Content(" ") + side for line in (state, inside)),
            Content.styled(f"╰{'─' * max(width - 2, 0)}╯", frame),
        ]

    def _state(self, seat: SeatView, text: str) -> Content:
        return Content.styled(text, self.get_visual_style(f"seats--{shown_state(seat)[1]}"))


def _named(seat: SeatView) -> str:
    return f"{seat.name} ({seat.side})" if seat.side else seat.name


def _filled(line: Content, width: int) -> Content:
    line = line.truncate(width, ellipsis=True)
    return line + Content(" " * (width - line.cell_length))


def _before(seat: SeatView) -> str:
    """What it said last, until it has answered anew: nothing beside a sealed answer may look like it."""
    waits = seat.state in (SeatState.WAITING, SeatState.THINKING)
    return f"last round: {one_line(seat.before.position)}" if seat.before and waits else ""


def fitted_short(text: str, width: int) -> str:
    """As it is, or cut; never filled up."""
    return text if cell_len(text) <= width else fitted(text, width)
