"""The review: walks the dossier entry by entry, and asks for the user's word on each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.review import rules as rules
from roundtable_tui.review.rules import Filter
from roundtable_tui.session.outline import name_of
from roundtable_tui.ui.documents.preview import Preview
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.palette import Command
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.program import GoTo
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
from roundtable_tui.ui.review.rows import Rows, filtered
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.await_complete import AwaitComplete
    from textual.binding import BindingType
    from textual.timer import Timer
    from textual.widget import Widget

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.review.rules import Placed
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.documents.text_search import FoundLine

_LOOK_AFTER = 0.12
"""Seconds on an entry before its code and its document are looked up: nobody reads what they walk past."""


class ReviewScreen(PanedScreen[GoTo | None]):
    """Shows one entry at a time with everything around it; dismissed with a place in the talk, or None."""

    AUTO_FOCUS = ""
    KEYS = (*REVIEW_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS_PATH = "review.tcss"

    def __init__(self, session: ItemSession) -> None:
        super().__init__()
        self.link = ReviewController(self, session)
        self.entries = EntryList(id="review-list")
        self.card = CardView(id="review-card")
        self.form = AmendForm(id="review-form")
        self.preview = Preview(self.link.versions, self.link.load_version, id="review-document")
        self.shown: Entry | None = None
        """The entry on the screen, as it is shown there."""
        self._filter = Filter.ALL
        self._words = ""
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
        self.form.drafts = memory.drafts
        self.show_all(memory.entry)
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
        return super().dismiss(result)

    @property
    def walk(self) -> tuple[Placed, ...]:
        """The part of the dossier that is walked now."""
        link = self.link
        return filtered(link.walk, self._filter, self._words, link.findings, link.taken)

    # What is shown

    def show_all(self, entry: str = "") -> None:
        """Everything as it stands now, with the cursor on this entry, or where it was."""
        link, walk = self.link, self.walk
        self.entries.show(self._rows.of(walk, link.findings, link.taken, self._marked), entry)
        counted = rules.tally((placed.entry for placed in link.walk), link.findings, link.taken)
        said = ("review", name_of(link.state), "can only be looked at here" if link.read_only else "", counted.sentence)
        self._headline.say(*(part for part in said if part))
        self._tabs.show_counts([Tab(one.value, counted.of(one)) for one in Filter], self._filter.value)
        self._show_entry()

    def _show_entry(self) -> None:
        row = self.entries.cursor
        entry = self.link.state.dossier.get(row.key) if row else None
        moved = (entry.id if entry else "") != (self.shown.id if self.shown else "")
        self.shown = entry
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

    def action_move(self, by: int) -> None:
        super().action_move(by)
        self._show_entry()

    def action_half(self, pages: int) -> None:
        super().action_half(pages)
        self._show_entry()

    def action_edge(self, direction: int) -> None:
        super().action_edge(direction)
        self._show_entry()

    def action_page(self, pages: int) -> None:
        """In the list it turns the pages of the entry: that is what is read there."""
        (self.card if self.pane is self.entries else self.pane).action_page(pages)

    def action_next_open(self, by: int) -> None:
        if self.pane is not self.entries:
            self.action_search_step(by)
            return
        if self._words:
            self.action_move(by)
            return
        walk = self.walk if by > 0 else self.walk[::-1]
        found = rules.next_to_accept(walk, self.shown.id if self.shown else "", self.link.taken)
        if found:
            self.reveal(found)
        else:
            self._entry_actions.say_nothing_is_left()

    def action_filter(self, by: int) -> None:
        known = list(Filter)
        self._choose_filter(known[(known.index(self._filter) + by) % len(known)])

    @on(FilterTabs.Chosen)
    def _filter_clicked(self, event: FilterTabs.Chosen) -> None:
        self._choose_filter(Filter(event.key))

    def _choose_filter(self, wanted: Filter) -> None:
        self._filter = memory_of(self.app, self.link.slug).filter = wanted
        self.show_all()

    def action_search(self) -> None:
        """A text is searched; of the list only what has the words is walked."""
        if self.pane is self.entries:
            self._search.open()
        else:
            super().action_search()

    @on(SearchBar.Searched)
    def _searched(self, event: SearchBar.Searched) -> None:
        """Whoever types a whole id means that entry."""
        self._words = event.text
        self.show_all(event.text.strip().upper())

    @on(SearchBar.Moved)
    def _into_the_list(self) -> None:
        self.panes.focus_list()

    @on(SearchBar.Closed)
    def _search_closed(self) -> None:
        if self._search.pane:
            return
        self._words = ""
        self.show_all()
        self.panes.focus_list()

    def reveal(self, entry: str) -> None:
        """Shows this entry; a filter that hides it gives way."""
        if self.entries.go_to(entry):
            self._show_entry()
            return
        self._filter, self._words = Filter.ALL, ""
        self._search.display = False
        self.show_all(entry)

    def action_traces(self) -> None:
        if self.shown:
            self._navigation.along_traces(self.shown)

    def action_back(self) -> None:
        self._navigation.back()

    # What the user decides

    def action_decide(self, what: str) -> None:
        if self.shown:
            self._entry_actions.decide(what, self.shown)

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
        return can_be_done(action, self.shown, self.link, self._navigation)

    def widgets_with_keys(self) -> Iterable[Widget]:
        return (self.card, self.preview, *self.form.children)

    def more_commands(self) -> Iterable[Command]:
        for wanted in Filter:
            yield Command(f"Walk: {wanted.value}", "Only these entries", partial(self._choose_filter, wanted))
        for placed in self.link.walk:
            entry = placed.entry
            yield Command(f"Go to {entry.id}", one_line(entry.text(), 80), partial(self._navigation.go_to, entry.id))
