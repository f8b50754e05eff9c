"""All comments of an item: what waits to be sent, what is open, what became of the others, and where each stands."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal

from roundtable_tui.domain.comments.comment import CommentOutcome, CommentPlace
from roundtable_tui.domain.comments.listing import comment_rows
from roundtable_tui.domain.comments.owners import owner_of
from roundtable_tui.domain.comments.standing import CommentStanding
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.ui.comments.comment_form import CommentScreen, Draft
from roundtable_tui.ui.comments.commenting import Commenting, counted
from roundtable_tui.ui.comments.keys import COMMENT_KEYS
from roundtable_tui.ui.comments.rows import NOTHING, CommentList, listed, told_about
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.documents.passages import Passage, Shape, text_of
from roundtable_tui.ui.documents.view import DocumentView
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MARK_ELSEWHERE_KEY, MOVING_KEYS
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.widget import Widget

    from roundtable_tui.domain.comments.listing import CommentRow
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update


class CommentsScreen(PanedScreen["CommentRow | None"]):
    """Dismissed with the comment whose place is to be shown, or with nothing."""

    KEYS = (*COMMENT_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings((*COMMENT_KEYS, MARK_ELSEWHERE_KEY))]
    AUTO_FOCUS = "CommentList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS = """
    CommentsScreen { background: $background; color: $foreground; }
    #comment-panes { height: 1fr; }
    #comments { background: $surface; }
    #comment { width: 1fr; height: 1fr; padding: 0 0 0 1; }
    CommentsScreen.-wide #comments { width: 3fr; border-right: vkey $border; }
    CommentsScreen.-wide #comment { width: 2fr; }
    CommentsScreen.-narrow #comment-panes { layout: vertical; }
    CommentsScreen.-narrow #comments { width: 1fr; height: 50%; border-bottom: solid $border; }
    """

    def __init__(self, session: ItemSession, root: Path | None) -> None:
        """`root` is where the code lies."""
        super().__init__()
        self._session, self._root = session, root
        self._commenting = Commenting(self, lambda: session)
        self._texts: dict[str, Sequence[str]] = {}
        self._unsubscribe: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        yield Headline()
        with Horizontal(id="comment-panes"):
            yield CommentList(id="comments")
            yield DocumentView(id="comment")
        yield SearchBar()
        yield KeyBar()

    def on_mount(self) -> None:
        self._unsubscribe = self._session.subscribe(self._happened)
        self.show_comments()
        self.run_guarded(self._read(), "reading")

    def on_unmount(self) -> None:
        self._unsubscribe()

    @property
    def comments(self) -> CommentList:
        return self.query_one(CommentList)

    @property
    def told(self) -> DocumentView:
        return self.query_one("#comment", DocumentView)

    @property
    def _row(self) -> CommentRow | None:
        row = self.comments.cursor if self.query(CommentList) else None
        return row.comment if row else None

    def _happened(self, update: Update) -> None:
        from roundtable_tui.session.updates import Happened, Noticed, Searching

        match update:
            case Happened() if self.is_running:
                self.call_later(self.show_comments)
            case Searching(text=text) if self.is_running:
                self.query_one(Headline).beside(text, self.key_for("app.interrupt"))
            case Noticed(text=text) if self.is_current:
                self.notify(text, markup=False)

    async def _read(self) -> None:
        """What they are on, as it lies there now: only that says what is lost."""
        comments = self._session.state.comments
        anchors = {(one.anchor.place, one.anchor.name) for one in (*comments.waiting.values(), *comments.sent.values())}
        self._texts = await asyncio.to_thread(_texts, self._session, self._root, anchors)
        self.show_comments()

    def show_comments(self) -> None:
        if not self.query(CommentList):
            return
        rows = comment_rows(self._session.state, self._texts)
        open_ones = sum(row.is_open for row in rows)
        waiting = sum(row.standing is CommentStanding.WAITING for row in rows)
        told = [f"{counted(waiting)} to send" if waiting else "", f"{open_ones} open" if open_ones else ""]
        said = ("comments", *(part for part in told if part)) if rows else ("comments", "none yet")
        self.query_one(Headline).say(*said if len(said) > 1 else ("comments", "all settled"))
        self.comments.show(tuple(listed(rows)))
        self._show_comment()

    @on(RowList.Highlighted, "#comments")
    def _show_comment(self) -> None:
        row = self._row
        state, knowledge = self._session.state, self._session.knowledge
        text = NOTHING
        if row and (comment := state.comments.get(row.id)):
            names = {key: persona.first_name for key, persona in knowledge.personas.items()}
            text = told_about(row, state, names, knowledge.persona(owner_of(comment, state.dossier)).first_name)
        self.told.show((Passage(Shape.MARKDOWN, text, row.id if row else "none"),), "")
        self.told.to_top()
        self.refresh_bindings()

    # What the user does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        row, can = self._row, not self._session.read_only
        waits = row is not None and row.standing is CommentStanding.WAITING
        match action:
            case "send":
                return True if can and self._commenting.waiting else None
            case "go":
                return True if row and not row.lost else None
            case "edit":
                return waits and can
            case "answer":
                return bool(can and self._question)
            case "withdraw":
                return row is not None and not row.author and can
            case "close":
                return bool(row and row.is_open and can)
            case "reopen":
                return bool(row and not waits and not row.is_open and can)
        return True

    def action_back(self) -> None:
        if self.zoomed:
            self.unzoom()
        elif self.told.has_focus:
            self.comments.focus()
        else:
            self.dismiss(None)

    @on(RowList.Selected, "#comments")
    def action_go(self) -> None:
        if (row := self._row) and not row.lost:
            self.dismiss(row)

    def action_send(self) -> None:
        self._commenting.send()

    def interrupts(self) -> bool:
        """Whoever deals with them stops; what is not dealt with stays sent."""
        under_way = self._session.asides.comments.under_way
        self._session.asides.comments.stop()
        return under_way

    def action_edit(self) -> None:
        row = self._row
        if row and (comment := self._session.state.comments.waiting.get(row.id)):
            self._commenting.edit(comment)

    @property
    def _question(self) -> Entry | None:
        """What the comment under the cursor became, while nobody has answered it."""
        row, dossier = self._row, self._session.state.dossier
        found = (dossier.get(name) for name in row.entries) if row and row.is_open else ()
        return next((entry for entry in found if entry and entry.kind is Kind.QUESTION), None)

    def action_answer(self) -> None:
        if question := self._question:
            changes = self._session.state.dossier.get(question.text("keeps").partition(".")[0])
            now = (f"It says now: “{changes.text()}”",) if changes else ()
            asked = (question.text(), *now)
            form = CommentScreen(f"Answer {question.id}", asked, Draft(), lambda _: None, asks="Your answer")
            self.app.push_screen(form, partial(self._answer, question))

    def _answer(self, question: Entry, said: Draft | None) -> None:
        from roundtable_tui.review.rules import answering
        from roundtable_tui.session.intents import Review

        if said and said.text.strip():
            decide = answering(question, said.text)
            done = self._session.do(Review(lambda turn: decide(self._session.state, turn)))
            self.run_guarded(done, "commenting")

    def action_withdraw(self) -> None:
        if row := self._row:
            sent = "" if row.standing is CommentStanding.WAITING else "What was changed for it stays changed."
            told = [row.text, "", sent] if sent else [row.text]
            question = ConfirmScreen("Withdraw this comment?", told, "Withdraw it")
            self.app.push_screen(question, partial(self._withdraw, row.id))

    def _withdraw(self, comment: str, yes: bool | None) -> None:
        if yes:
            self._commenting.withdraw(comment)

    def action_close(self, outcome: str) -> None:
        if row := self._row:
            asks = "What was done?" if outcome == CommentOutcome.DONE else "Why not?"
            title = f"{'Done' if outcome == CommentOutcome.DONE else 'Decline'}: {row.where}"
            form = CommentScreen(title, row.text.split("\n"), Draft(), lambda _: None, asks=asks)
            self.app.push_screen(form, partial(self._close, row.id, CommentOutcome(outcome)))

    def _close(self, comment: str, outcome: CommentOutcome, reason: Draft | None) -> None:
        if reason:
            self._commenting.close(comment, outcome, reason.text)

    def action_reopen(self) -> None:
        if row := self._row:
            self._commenting.close(row.id, None)

    # Panes

    @property
    def main_pane(self) -> CommentList:
        return self.comments

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"Comments": self.comments, "The comment": self.told}

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.comments, self.told)


def _texts(
    session: ItemSession, root: Path | None, anchors: Iterable[tuple[CommentPlace, str]]
) -> dict[str, Sequence[str]]:
    """By name; what is gone has no lines. Read in a thread."""
    from roundtable_tui.errors import StorageError

    found: dict[str, Sequence[str]] = {}
    for place, name in anchors:
        try:
            if place is CommentPlace.DOCUMENT:
                data = session.documents.read(name)
                found[name] = text_of(data).split("\n") if data is not None else ()
            elif place is CommentPlace.CODE and root:
                found[name] = _code(root, name)
        except StorageError:
            continue  # what cannot be read now may be there again
    return found


def _code(root: Path, path: str) -> Sequence[str]:
    from roundtable_tui.codebase.files.citations import WorkingTree
    from roundtable_tui.domain.dossier.provenance import Gone

    lines = WorkingTree(root).lines(path)
    return () if isinstance(lines, Gone) else [text_of(line).expandtabs(4) for line in lines]
