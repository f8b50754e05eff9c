"""The proof that the seats answered independently: every ballot with its own request, model, tokens and time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.session import SeatKind
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.panel.round_blocks import LATER
from roundtable_tui.ui.panel.standing import is_veiled
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.panel.record.ballots import Request
    from roundtable_tui.panel.record.session import PanelSession

_WHAT = "Every model's answer came by a request of its own, which held nobody else's answer to the same question."
_WRITTEN = "Everybody wrote before any answer to the same question was shown."
_HUMAN = "written at the keyboard"
_NAME, _MODEL = 24, 20


class ProofRow(Struct, frozen=True):
    key: str
    text: str = ""
    """Of a heading."""
    name: str = ""
    model: str = ""
    request: str = ""
    tokens: str = ""
    time: str = ""

    @property
    def selectable(self) -> bool:
        return not self.text


def proof_rows(session: PanelSession, name_of: Callable[[str], str], *, veiled: bool) -> Iterator[ProofRow]:
    """By round; nothing of a round whose names are not to be known yet."""
    if not session.rounds:
        yield ProofRow("none", "Nothing is revealed yet.")
    for one in session.rounds:
        yield ProofRow(f"{one.number}", f"Round {one.number}, {one_line(one.phase, 40)}")
        if one is session.last_round and (veiled or is_veiled(session)):
            yield ProofRow(f"{one.number}-later", f"  {LATER}")
            continue
        for seat, ballot in one.ballots.items():
            yield _row(f"{one.number}/{seat}", name_of(seat), ballot.request)
        if one.own_ballot:
            yield _row(f"{one.number}//own", "You, beside them", one.own_ballot.request)


def _row(key: str, name: str, request: Request) -> ProofRow:
    tokens = f"{request.input:,} + {request.output:,}" if request.tokens else "–"
    return ProofRow(
        key,
        name=name,
        model=one_line(request.model, 60) or "human",
        request=one_line(request.id, 80) or _HUMAN,
        tokens=tokens,
        time=f"{request.seconds:.1f} s" if request.seconds else "–",
    )


class ProofList(RowList[ProofRow]):
    """The columns are as wide as what stands in them; the request has what they leave."""

    def line_of(self, row: ProofRow, width: int) -> Iterator[Run]:
        if row.text:
            yield Run(fitted(row.text, width), ("heading",))
            return
        name, model = min(_NAME, self._widest("name")), min(_MODEL, self._widest("model"))
        tokens, time = self._widest("tokens"), self._widest("time")
        yield Run(fitted(row.name, name))
        yield Run("  " + fitted(row.model, model), ("accent",))
        rest = width - name - model - tokens - time - 8
        if rest > 0:
            yield Run("  " + fitted(row.request, rest), ("quiet",))
        yield Run("  " + fitted(row.tokens, tokens, right=True))
        yield Run("  " + fitted(row.time, time, right=True))

    def _widest(self, column: str) -> int:
        return max((cell_len(getattr(row, column)) for row in self.rows), default=0)


class ProofScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,i", "dismiss", "Close", tooltip="Back to the panel", id="proof.close"),
    ]
    DEFAULT_CSS = """
    ProofScreen {
        align: center middle;
        & > #proof { width: 96%; max-width: 124; height: auto; max-height: 94%; }
        & > #proof { background: $surface; border: round $accent; padding: 0 1; }
        & #proof-what { height: auto; color: $muted; margin: 0 0 1 0; }
        & #proof-request { height: auto; min-height: 1; color: $muted; margin: 1 0 0 0; }
        & ProofList { height: auto; min-height: 3; max-height: 60vh; background: $surface; }
    }
    """

    def __init__(self, session: PanelSession, name_of: Callable[[str], str], *, veiled: bool = False) -> None:
        super().__init__()
        self._rows = list(proof_rows(session, name_of, veiled=veiled))
        kinds = {seat.kind for seat in session.seats.values()}
        self._what = " ".join(
            told for kind, told in ((SeatKind.MODEL, _WHAT), (SeatKind.HUMAN, _WRITTEN)) if kind in kinds
        )

    def compose(self) -> ComposeResult:
        with Vertical(id="proof") as box:
            box.border_title = "Proof of independence"
            box.border_subtitle = "name · model · request · tokens sent + answered · time · Esc closes"
            yield Static(Content(self._what), id="proof-what")
            yield ProofList(id="proof-rows")
            yield Static(id="proof-request")

    def on_mount(self) -> None:
        rows = self.query_one(ProofList)
        rows.styles.height = max(len(self._rows), 3)
        rows.show(self._rows)
        rows.focus()

    def on_row_list_highlighted(self) -> None:
        """The whole of what the row had no room for."""
        row = self.query_one(ProofList).cursor
        told = " · ".join((row.name, row.model, row.request)) if row else ""
        self.query_one("#proof-request", Static).update(Content(told))
