"""The dossier as it was each time something was accepted, any two of them compared entry by entry, field by field."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual import on
from textual.containers import Horizontal

from roundtable_tui.review.accepted_states import AcceptedState, accepted_states, as_lines, between
from roundtable_tui.review.origins import when
from roundtable_tui.session.outline import name_of
from roundtable_tui.ui.documents.passages import Passage, Shape
from roundtable_tui.ui.documents.view import DocumentView
from roundtable_tui.ui.history.keys import STATE_KEYS
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.row_list import RowList, fitted
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.widget import Widget

    from roundtable_tui.session.session import ItemSession

_ALONE = "Nothing has been accepted yet, so there is nothing to compare with. The review is where that is done."


class StateRow(Struct, frozen=True):
    state: AcceptedState
    base: bool = False
    """The others are compared with it."""

    @property
    def key(self) -> str:
        return str(self.state.number)

    @property
    def selectable(self) -> bool:
        return True


class StateList(RowList[StateRow]):
    def line_of(self, row: StateRow, width: int) -> Iterator[Run]:
        yield Run("◆ " if row.base else "  ", ("mark",))
        yield Run(f"{row.state.number:>3} {when(row.state.at)}  ", ("quiet",))
        yield Run(fitted(row.state.told, max(width - 20, 1)), ("strong",) if row.state.is_now else ())


class StatesScreen(PanedScreen[None]):
    KEYS = (*STATE_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(STATE_KEYS)]
    AUTO_FOCUS = "StateList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS = """
    StatesScreen { background: $background; color: $foreground; }
    #states-panes { height: 1fr; }
    #states { background: $surface; }
    #difference { width: 1fr; height: 1fr; padding: 0 0 0 1; }
    StatesScreen.-wide #states { width: 2fr; border-right: vkey $border; }
    StatesScreen.-wide #difference { width: 3fr; }
    StatesScreen.-narrow #states-panes { layout: vertical; }
    StatesScreen.-narrow #states { width: 1fr; height: 40%; border-bottom: solid $border; }
    """

    def __init__(self, session: ItemSession) -> None:
        super().__init__()
        self._session = session
        self._states: Sequence[AcceptedState] = ()
        self._base = 0
        """The number of the state that the others are compared with; 0 for the one before each."""

    def compose(self) -> ComposeResult:
        yield Headline()
        with Horizontal(id="states-panes"):
            yield StateList(id="states")
            yield DocumentView(id="difference")
        yield SearchBar()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Headline).say("accepted states", name_of(self._session.state))
        self._states = accepted_states(tuple(self._session.events))
        self._show_rows(self._states[-1].number if self._states else 0)

    @property
    def states(self) -> StateList:
        return self.query_one(StateList)

    @property
    def told(self) -> DocumentView:
        return self.query_one("#difference", DocumentView)

    def _show_rows(self, number: int = 0) -> None:
        rows = [StateRow(state, state.number == self._base) for state in self._states]
        self.states.show(rows, str(number) if number else "")
        self._compare()

    @on(RowList.Highlighted, "#states")
    def _compare(self) -> None:
        self.run_worker(self._show_difference(), group="comparing", exclusive=True)

    async def _show_difference(self) -> None:
        """Folds the journal twice, in a thread."""
        row = self.states.cursor
        if row is None or len(self._states) < 2:
            self.told.show((Passage(Shape.NOTE, _ALONE, "alone"),), "")
            return
        base = self._base or max(row.state.number - 1, 1)
        before, after = sorted((self._states[base - 1], row.state), key=lambda one: one.seq)
        found = await asyncio.to_thread(between, tuple(self._session.events), before, after)
        compared = f"{before.number} → {after.number}: {found.sentence}"
        self.query_one(Headline).say("accepted states", name_of(self._session.state), compared)
        text = "\n".join(as_lines(found))
        if text:
            self.told.show((Passage(Shape.DIFF, text, f"{before.number}-{after.number}", label=compared),), "")
        else:
            self.told.show(
                (Passage(Shape.NOTE, f"Nothing differs between {before.number} and {after.number}.", "same"),), ""
            )
        self.told.to_top()

    @on(RowList.Selected, "#states")
    def action_base(self) -> None:
        """Compares the others with this one; once more, each with the one before it."""
        if row := self.states.cursor:
            self._base = 0 if self._base == row.state.number else row.state.number
            self._show_rows()

    def action_back(self) -> None:
        if self.zoomed:
            self.unzoom()
        elif self.told.has_focus:
            self.states.focus()
        else:
            self.dismiss(None)

    @property
    def main_pane(self) -> StateList:
        return self.states

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"States": self.states, "Difference": self.told}

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.states, self.told)
