"""The review: walks the dossier entry by entry, and asks for the user's word on each."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.review import rules as rules
from roundtable_tui.review.rules import Filter
from roundtable_tui.review.walk_order import last_review
from roundtable_tui.session.outline import name_of
from roundtable_tui.ui.comments.commenting import counted
from roundtable_tui.ui.documents.commented_preview import CommentedPreview as Preview
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.palette import Command
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.review.actions import EntryActions
from roundtable_tui.ui.review.amend_form import AmendForm
from roundtable_tui.ui.review.card_view import CardView
from roundtable_tui.ui.review.controller import ReviewController, memory_of
from roundtable_tui.ui.review.document_pane import CitingDocument
from roundtable_tui.ui.review.entry_list import EntryList
from roundtable_tui.ui.review.filter_tabs import FilterTabs, Tab
from roundtable_tui.ui.review.keys import REVIEW_KEYS
from roundtable_tui.ui.review.navigation import EntryNavigation
from roundtable_tui.ui.review.offers import DEPENDING, NOT_WHILE_WRITING, can_be_done
from roundtable_tui.ui.review.page import nothing_to_show, sections_of
from roundtable_tui.ui.review.panes import DOCUMENT, ReviewPanes
from roundtable_tui.ui.review.rows import Rows
from roundtable_tui.ui.review.walked_screen import WalkedScreen
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.await_complete import AwaitComplete
    from textual.binding import BindingType
    from textual.timer import Timer
    from textual.widget import Widget

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.documents.text_search import FoundLine
    from roundtable_tui.ui.program import GoTo

_LOOK_AFTER = 0.12
"""Seconds on an entry before its code and its document are looked up: nobody reads what they walk past."""


class ReviewScreen(WalkedScreen):
    """Shows one entry at a time with everything around it; dismissed with a place in the talk, or None."""

    AUTO_FOCUS = ""
    KEYS = (*REVIEW_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS_PATH = "review.tcss"

    def __init__(self, session: ItemSession, entry: str = "") -> None:
        """`entry` is where to begin; else it is where the review was left."""
        super().__init__()
        self._session, self._first = session, entry
        self.link = ReviewController(self, session)
        self.entries = EntryList(id="review-list")
        self.card = CardView(id="review-card")
        self.form = AmendForm(id="review-form")
        self._document = Preview(self.remarks_on, self.link.versions, self.link.load_version, id="review-document")
        self.shown: Entry | None = None
        """The entry on the screen, as it is shown there."""
        self._rows = Rows()
        self._marked: set[str] = set()
        self._can: tuple[bool | None, ...] = ()
        self._looking: Timer | None = None
        self._headline, self._tabs, self._search = Headline(), FilterTabs(), SearchBar("Words, an id, a kind")
        self.citing = CitingDocument(self.preview, self.link)
        self.panes = ReviewPanes(self, self.entries, self.preview)
        self._navigation = EntryNavigation(self, self.link)
        self._entry_actions = EntryActions(self, self.link)

    def compose(self) -> ComposeResult:
        yield self._headline
        yield self._tabs
        with Horizontal(id="review-panes"):
            yield self.entries
            with Vertical(id="review-middle"):
                yield self.card
                yield self.form
            yield self.preview
        with Vertical(id="review-below"):
            yield self._search
            yield KeyBar()

    def on_mount(self) -> None:
        memory = memory_of(self.app, self.link.slug)
        self._filter = memory.filter
        self.reviewed = last_review(self._session.events)
        self.form.drafts = memory.drafts
        self.show_all(self._first or memory.entry)
        self.panes.focus_list()
        self.link.open()

    def on_unmount(self) -> None:
        self.link.close()

    def keep_words(self) -> None:
        self.link.keep_words()

    async def finish(self) -> None:
        await self.link.finish()

    def dismiss(self, result: GoTo | None = None) -> AwaitComplete:
        self.keep_words()
        if waiting := self.commenting.waiting:
            wait = f"{counted(waiting)} {'waits' if waiting == 1 else 'wait'}"
            self.app.notify(f"{wait} to be sent; {self.key_for('comments.list')} lists them.", markup=False)
        return super().dismiss(result)

    @property
    def preview(self) -> Preview:
        return self._document

    @property
    def item_session(self) -> ItemSession:
        return self._session

    @property
    def code_root(self) -> Path | None:
        return self.link.root

    def go_to_entry(self, entry: str) -> None:
        self._navigation.go_to(entry)

    def comments_changed(self) -> None:
        if self.is_attached:
            self.preview.look_at_remarks()
            self.call_later(self.show_all)

    # What is shown

    def show_all(self, entry: str = "") -> None:
        """Everything as it stands now, with the cursor on this entry, or where it was."""
        link, walk = self.link, self.walk
        self.entries.show(self._rows.of(walk, link.findings, link.taken, self._marked, flat=self.by_weight), entry)
        tally = rules.tally((placed.entry for placed in link.walk), link.findings, link.taken, self.reviewed)
        only = "can only be looked at here" if link.read_only else ""
        said = ("review", name_of(link.state), only, tally.sentence)
        self._headline.say(*self.commenting.noted_in([part for part in said if part]))
        self._tabs.show_counts([Tab(one.value, tally.of(one)) for one in Filter], self._filter.value)
        self._show_entry()

    def _show_entry(self) -> None:
        row = self.entries.cursor
        entry = self.link.state.dossier.get(row.key) if row else None
        moved = (entry.id if entry else "") != (self.shown.id if self.shown else "")
        self.shown = entry
        self.glances.shown(entry.id if entry else "", monotonic())
        if moved:
            self.form.close(keep=True)
        if entry is None:
            self.card.show_sections(nothing_to_show(self._filter, self._words, len(self.link.walk)))
        else:
            memory_of(self.app, self.link.slug).entry = entry.id
            self.card.show_sections(sections_of(self.link.page(entry, self.form.field)))
        if self._words:
            ids = [placed.entry.id for placed in self.walk]
            self._search.show_count(ids.index(entry.id) + 1 if entry else 0, len(ids))
        if moved:
            self.look_later()
        self._tell_what_can_be_done()

    def _tell_what_can_be_done(self) -> None:
        """Only where it differs: the footer asks every command."""
        can = tuple(self.check_action(action, ()) for action in DEPENDING)
        if can != self._can:
            self._can = can
            self.refresh_bindings()

    def look_later(self) -> None:
        """Looks up the entry's code and document, unless another entry is shown soon."""
        if self._looking:
            self._looking.stop()
        self._looking = self.set_timer(_LOOK_AFTER, self._look)

    def on_resize(self) -> None:
        if self.citing.is_owed:
            self.look_later()

    def _look(self) -> None:
        if self.shown:
            self.link.look_up_code(self.shown)
        self.citing.show_for(self.shown)

    def documents_followed(self, names: Sequence[str], before: Mapping[str, bytes]) -> None:
        self.citing.followed(names, before, self.shown)
        self._show_entry()

    @on(EntryList.Highlighted)
    def _highlighted(self, event: EntryList.Highlighted) -> None:
        event.stop()
        if event.key != (self.shown.id if self.shown else ""):
            self._show_entry()

    @on(AmendForm.Moved)
    @on(AmendForm.Closed)
    def _field_changed(self) -> None:
        self._show_entry()

    # Walking

    @property
    def main_pane(self) -> EntryList:
        return self.entries

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"Entry": self.query_one("#review-middle"), "List": self.entries, "Document": self.preview}

    def action_traces(self) -> None:
        if self.shown:
            self._navigation.along_traces(self.shown)

    def action_back(self) -> None:
        self._navigation.back()

    # What the user decides

    def action_decide(self, what: str) -> None:
        if self.shown and what == "comment":
            self.commenting.comment_on_entry(self.shown.id)
        elif self.shown:
            self._entry_actions.decide(what, self.shown)

    @on(CardView.QuoteTaken)
    def _comment_on_words(self, event: CardView.QuoteTaken) -> None:
        if self.shown:
            self.commenting.comment_on_entry(self.shown.id, event.text)

    def action_family(self) -> None:
        if self.shown:
            self._entry_actions.accept_family(self.shown)

    def action_group(self) -> None:
        if self.shown:
            self._entry_actions.accept_several(self.shown, self._marked)

    def action_mark(self) -> None:
        """What is accepted already has nothing to be marked for."""
        if self.shown and not rules.is_accepted(self.shown):
            self._marked ^= {self.shown.id}
            self.show_all()
        self.action_move(1)

    def unmark(self) -> None:
        self._marked.clear()

    def action_mend(self) -> None:
        if self.shown:
            self._entry_actions.mend(self.shown)

    def action_undo(self) -> None:
        self.link.undo()

    def action_copy(self) -> None:
        self.copy(self.get_selected_text() or (self.card.shown_text if self.shown else ""))

    # Elsewhere

    def action_turn(self) -> None:
        if self.shown:
            self._navigation.to_the_turn(self.shown)

    def action_code(self) -> None:
        if self.shown:
            self._navigation.to_the_code(self.shown)

    def action_document(self) -> None:
        if self.shown and self.citing.next(self.shown):
            self.panes.show(DOCUMENT)

    def action_pane(self, name: str) -> None:
        self.panes.toggle(name)
        self.citing.show_for(self.shown)

    def action_leave(self) -> None:
        """One thing after another: the form, the search, what stands in the entry's place, the review."""
        if self.form.is_open:
            self.form.close(keep=True)
        elif self._search.display:
            self._search.close()
        elif self._again:
            self.action_again()
        elif self.zoomed:
            self.unzoom()
        elif self.panes.is_covered:
            self.panes.show_entry()
            self.panes.focus_list()
        else:
            self.dismiss(None)

    def show_entry_pane(self) -> None:
        self.panes.show_entry()

    def show_document(self, name: str) -> None:
        if self.shown:
            self.panes.show(DOCUMENT)
            self.citing.show(name, self.shown)

    def action_find(self) -> None:
        from roundtable_tui.ui.documents.search_dialog import DocumentSearchScreen

        self.app.push_screen(DocumentSearchScreen(self.link.texts), self._found)

    def _found(self, found: FoundLine | None) -> None:
        if found:
            self.show_document(found.document)
            self.set_focus(self.preview.body)
            self.preview.go_to(found)

    @on(LineView.LinkClicked)
    def _link_clicked(self, event: LineView.LinkClicked) -> None:
        if self.shown:
            self._navigation.along_link(event.target, self.shown)

    @on(Preview.Followed)
    def _document_link(self, event: Preview.Followed) -> None:
        self._navigation.out_of_document(event.target)

    # For footer, help and palette

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        if self.form.is_open:
            return action not in NOT_WHILE_WRITING
        if action == "again":
            return bool(self.glances.offered)
        return can_be_done(action, self.shown, self.link, self._navigation)

    def widgets_with_keys(self) -> Iterable[Widget]:
        return (self.card, self.preview, *self.form.children)

    def more_commands(self) -> Iterable[Command]:
        yield from self.comment_commands()
        order = "in the order of the documents" if self._heaviest else "by what hangs on it"
        yield Command(f"Walk: to accept, {order}", "The other order", self.change_order)
        for wanted in Filter:
            yield Command(f"Walk: {wanted.value}", "Only these entries", partial(self._choose_filter, wanted))
        for placed in self.link.walk:
            entry = placed.entry
            yield Command(f"Go to {entry.id}", one_line(entry.text(), 80), partial(self._navigation.go_to, entry.id))
