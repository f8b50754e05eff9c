"""The open points: why each matters, and everything that can be done with them before or instead of being asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.containers import Horizontal

from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.point_names import PointKind
from roundtable_tui.session import intents
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.documents.passages import Passage, Shape
from roundtable_tui.ui.documents.view import DocumentView
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.ledger.keys import LEDGER_KEYS
from roundtable_tui.ui.ledger.rows import LedgerList, LedgerRow, asked_as, ledger_rows, room, told_about
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.widget import Widget

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update

_TOGETHER = 3
"""So many are put on the sheet where none is marked."""


class LedgerScreen(PanedScreen["dict[PointName, str] | None"]):
    """Dismissed with answers to several points, or with nothing."""

    KEYS = (*LEDGER_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LEDGER_KEYS)]
    AUTO_FOCUS = "LedgerList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS = """
    LedgerScreen { background: $background; color: $foreground; }
    #ledger-panes { height: 1fr; }
    #ledger { background: $surface; }
    #point { width: 1fr; height: 1fr; padding: 0 0 0 1; }
    LedgerScreen.-wide #ledger { width: 3fr; border-right: vkey $border; }
    LedgerScreen.-wide #point { width: 2fr; }
    LedgerScreen.-narrow #ledger-panes { layout: vertical; }
    LedgerScreen.-narrow #ledger { width: 1fr; height: 60%; border-bottom: solid $border; }
    """

    def __init__(
        self,
        session: ItemSession,
        take: Callable[[Coroutine[Any, Any, None]], None],
        drafts: dict[PointName, str],
        number: int = 0,
    ) -> None:
        """`take` carries out what the user wants; `drafts` are answers not sent yet; `number` is where to begin."""
        super().__init__()
        self._session = session
        self._take = take
        self._drafts = drafts
        self._number = number
        self._marked: set[PointName] = set()
        self._unsubscribe: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        yield Headline()
        with Horizontal(id="ledger-panes"):
            yield LedgerList(id="ledger")
            yield DocumentView(id="point")
        yield SearchBar()
        yield KeyBar()

    def on_mount(self) -> None:
        self._unsubscribe = self._session.subscribe(self._happened)
        self.show_points()
        points = [row for row in self.points.rows if row.point]
        if 0 < self._number <= len(points):
            self.points.go_to(points[self._number - 1].key)

    def on_unmount(self) -> None:
        self._unsubscribe()

    @property
    def points(self) -> LedgerList:
        return self.query_one(LedgerList)

    @property
    def told(self) -> DocumentView:
        return self.query_one("#point", DocumentView)

    @property
    def _state(self) -> State:
        return self._session.state

    @property
    def _row(self) -> LedgerRow | None:
        return self.points.cursor if self._is_there else None

    @property
    def _is_there(self) -> bool:
        """Whether it can still be told anything: it is taken down with its pieces first."""
        return bool(self.query(LedgerList))

    def _happened(self, update: Update) -> None:
        from roundtable_tui.session.updates import Happened, Rested

        if isinstance(update, Happened | Rested) and self.is_running:
            self.call_later(self.show_points)

    def show_points(self) -> None:
        if not self._is_there:
            return
        state, knowledge = self._state, self._session.knowledge
        self.query_one(Headline).say("open points", room(state, knowledge))
        self.points.show(ledger_rows(state, knowledge, self._marked))
        self._show_point()

    @on(RowList.Highlighted, "#ledger")
    def _show_point(self) -> None:
        row = self._row
        text = told_about(row, self._state, self._session.knowledge) if row else "Nothing is open any more."
        self.told.show((Passage(Shape.MARKDOWN, text, row.key if row else "none"),), "")
        self.told.to_top()
        self.refresh_bindings()

    # What the user does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        row = self._row
        is_open = row is not None and row.point is not None
        match action:
            case "first" | "strike" | "mark" | "panel":
                return is_open
            case "restore":
                return row is not None and row.aside is not None
            case "accept":
                return bool(row and row.point and row.point.kind is PointKind.GUESS)
            case "answer":
                return True if self._is_there and any(one.point for one in self.points.rows) else None
        return True

    def action_back(self) -> None:
        if self.zoomed:
            self.unzoom()
        elif self.told.has_focus:
            self.points.focus()
        else:
            self.dismiss(None)

    @on(RowList.Selected, "#ledger")
    def action_first(self) -> None:
        row = self._row
        if row and row.point:
            self._take(self._session.do(intents.PullForward((row.point.name,))))
            self.dismiss(None)
        elif row:
            self.action_restore()

    def action_panel(self) -> None:
        if (row := self._row) and row.point:
            self._take(self._session.do(intents.HandToPanel(row.point.name)))
            self.dismiss(None)

    def action_strike(self) -> None:
        from roundtable_tui.domain.journal.values import PointMark

        if (row := self._row) and row.point:
            self._marked.discard(row.point.name)
            self._take(self._session.do(intents.MarkPoint(row.point.name, PointMark.STRUCK)))
            back = f"{self.key_for('points.restore')} on its row at the end puts it back."
            self.notify(f"Struck: it will not be asked. {back}", markup=False)

    def action_restore(self) -> None:
        if (row := self._row) and row.aside:
            self._take(self._session.do(intents.MarkPoint(row.aside.name, row.aside.comes_back_by)))

    def action_mark(self) -> None:
        if (row := self._row) and row.point:
            self._marked ^= {row.point.name}
            self.show_points()
            self.points.action_move(1)

    def action_budget(self) -> None:
        from roundtable_tui.ui.ledger.budget_dialog import BudgetScreen

        told = f"As it is: {room(self._state, self._session.knowledge)}."
        self.app.push_screen(BudgetScreen(told), self._set_budget)

    def _set_budget(self, number: int | None) -> None:
        if number is not None:
            self._take(self._session.do(intents.SetBudget(number)))
            more = "1 more question" if number == 1 else f"{number} more questions"
            self.notify(f"Noted: {more}, and what is open then stays open.", markup=False)

    def action_accept(self) -> None:
        row = self._row
        if row is None or row.point is None:
            return
        entries = tuple(entry for name in row.point.about if (entry := self._state.dossier.get(name)))
        told = [f"{entry.id}  {entry.text()}" for entry in entries]
        title = "Accept this guess?" if len(entries) == 1 else f"Accept these {len(entries)} guesses?"
        question = ConfirmScreen(title, told, "Accept exactly what stands here")
        self.app.push_screen(question, partial(self._accept, entries))

    def _accept(self, entries: tuple[Entry, ...], yes: bool | None) -> None:
        """What is being asked is answered with a yes, so that it is not asked any longer."""
        from roundtable_tui.review.rules import accepting_all

        if not yes:
            return
        waiting = self._state.talk.waiting
        shown = waiting.question.offers if isinstance(waiting, ForAnswer) else ()
        decide = accepting_all(entries)
        if set(shown) == {entry.id for entry in entries}:
            self._take(self._session.do(intents.Submit("yes")))
        else:
            self._take(self._session.do(intents.Review(lambda turn: decide(self._state, turn))))

    def action_answer(self) -> None:
        from roundtable_tui.ui.ledger.answer_sheet import MOST_TOGETHER, AnswerSheet

        rows = [row.point for row in self.points.rows if row.point]
        chosen = [point for point in rows if point.name in self._marked] or rows[:_TOGETHER]
        if len(chosen) > MOST_TOGETHER:
            self.notify(f"At most {MOST_TOGETHER} fit on one sheet; the first of the marked are on it.", markup=False)
        questions = {point.name: asked_as(point, self._state) for point in chosen[:MOST_TOGETHER]}
        self.app.push_screen(AnswerSheet(questions, self._drafts), self._answered)

    def _answered(self, answers: Mapping[PointName, str] | None) -> None:
        if answers:
            self.dismiss(dict(answers))

    # Panes

    @property
    def main_pane(self) -> LedgerList:
        return self.points

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"Open points": self.points, "The point": self.told}

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.points, self.told)
