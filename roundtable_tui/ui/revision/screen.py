"""An earlier answer to be changed: which one, what came from it, and what is to be said instead."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.containers import Horizontal, Vertical

from roundtable_tui.review.revisions import Consequences, OwnTurn, consequences, own_turns
from roundtable_tui.session.intents import Revise
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.documents.passages import Passage, Shape
from roundtable_tui.ui.documents.view import DocumentView
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.revision.keys import REVISION_KEYS
from roundtable_tui.ui.revision.turn_list import TurnList, TurnRow, in_short, told_of
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.search_bar import SearchBar
from roundtable_tui.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.widget import Widget

    from roundtable_tui.session.session import ItemSession


class RevisionScreen(PanedScreen["Revise | None"]):
    """Dismissed with what is to be said instead, or with nothing."""

    KEYS = (*REVISION_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REVISION_KEYS)]
    AUTO_FOCUS = "TurnList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS = """
    RevisionScreen { background: $background; color: $foreground; }
    #revision-panes { height: 1fr; }
    #turns { background: $surface; }
    #came-of-it { width: 1fr; height: 1fr; padding: 0 0 0 1; }
    RevisionScreen.-wide #turns { width: 2fr; border-right: vkey $border; }
    RevisionScreen.-wide #came-of-it { width: 3fr; }
    RevisionScreen.-narrow #revision-panes { layout: vertical; }
    RevisionScreen.-narrow #turns { width: 1fr; height: 35%; border-bottom: solid $border; }
    #instead-box { height: auto; border-top: solid $border; border-title-color: $text-muted; padding: 0 1; }
    #instead-box:focus-within { border-top: heavy $accent; border-title-color: $accent; }
    #instead { height: auto; min-height: 1; max-height: 7; border: none; padding: 0; background: $background; }
    #instead:focus { border: none; }
    """

    def __init__(self, session: ItemSession, drafts: dict[int, str], turn: int = 0) -> None:
        """`drafts` are words not sent yet, by the turn they are for; `turn` is where to begin."""
        super().__init__()
        self._session = session
        self._drafts = drafts
        self._turn = turn
        self._found: dict[int, Consequences] = {}

    def compose(self) -> ComposeResult:
        yield Headline()
        with Horizontal(id="revision-panes"):
            yield TurnList(id="turns")
            yield DocumentView(id="came-of-it")
        with Vertical(id="instead-box"):
            yield TextField("What you want to have said instead", id="instead")
        yield SearchBar()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Headline).say("change an answer", "what came from it stands beside it")
        self._say_what_enter_does()
        rows = [TurnRow(one, one.turn in self._drafts) for one in own_turns(self._session.state)]
        known = [row.key for row in rows if row.said.turn <= self._turn]
        self.turns.show(rows, known[0] if self._turn and known else "")
        self._show_turn()

    @property
    def turns(self) -> TurnList:
        return self.query_one(TurnList)

    @property
    def told(self) -> DocumentView:
        return self.query_one("#came-of-it", DocumentView)

    @property
    def field(self) -> TextField:
        return self.query_one("#instead", TextField)

    @property
    def _said(self) -> OwnTurn | None:
        rows = self.query(TurnList)
        cursor = rows.first().cursor if rows else None
        return cursor.said if cursor else None

    # What is shown

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _say_what_enter_does(self) -> None:
        send, write = self.key_for("revision.send"), self.key_for("revision.write", outside=False)
        does = "Enter begins a new line" if self.field.has_focus else f"Enter or {write} writes here"
        self.query_one("#instead-box").border_title = f"Instead · {does} · {send} sends"

    @on(RowList.Highlighted, "#turns")
    def _show_turn(self) -> None:
        if said := self._said:
            self.field.text = self._drafts.get(said.turn, said.words)
            self.field.move_cursor(self.field.document.end)
            self.run_worker(self._tell(said), group="looking", exclusive=True)
        self.refresh_bindings()

    async def _tell(self, said: OwnTurn) -> None:
        """What came from it is found in a thread: a long journal is folded once for it."""
        if said.turn not in self._found:
            self._draw(said)
            state, events = self._session.state, tuple(self._session.events)
            self._found[said.turn] = await asyncio.to_thread(consequences, said.turn, state, events)
        self._draw(said)

    def _draw(self, said: OwnTurn) -> None:
        text = told_of(said, self._found.get(said.turn))
        self.told.show((Passage(Shape.MARKDOWN, text, str(said.turn)),), "")
        self.told.to_top()

    # What the user does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        match action:
            case "write" | "send":
                return True if self._said else None
        return True

    def keep_words(self) -> None:
        """Of the turn whose words are being written."""
        said = self._said
        if said is None:
            return
        if self.field.text.strip() in ("", said.words):
            self._drafts.pop(said.turn, None)
        else:
            self._drafts[said.turn] = self.field.text

    def action_back(self) -> None:
        self.keep_words()
        if self.zoomed:
            self.unzoom()
        elif self.turns.has_focus:
            self.dismiss(None)
        else:
            self.turns.focus()

    @on(RowList.Selected, "#turns")
    def action_write(self) -> None:
        self.field.focus()

    def action_send(self) -> None:
        said, words = self._said, self.field.text.strip()
        if said is None:
            return
        if not words or words == said.words.strip():
            self.notify("These are the words that stand already.", markup=False)
            self.field.focus()
            return
        self.run_worker(self._send(said, words), group="choosing")

    async def _send(self, said: OwnTurn, words: str) -> None:
        await self._tell(said)
        told = in_short(self._found[said.turn])
        question = ConfirmScreen(f"Say this instead of turn {said.turn}?", told, "Say it instead", "Look at it again")
        if await self.app.push_screen_wait(question):
            self._drafts.pop(said.turn, None)
            self.dismiss(Revise(said.turn, words))

    # Panes

    @property
    def main_pane(self) -> RowList[Any]:
        return self.turns

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"Answers": self.turns, "What came from it": self.told}

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.turns, self.told)
